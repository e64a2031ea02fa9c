"""Audit a match: decide every move again, and collect everything that a judge should know."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import cast

import msgspec

from tablescribe.domain.match.events import ClosedOpenly, Missed, Move, Opened, Played, Ruled
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.chance import Chance
from tablescribe.domain.rules.deciding import Decision, answers_window, carry_out, decide, refuse_unused, unused
from tablescribe.domain.rules.game import Result
from tablescribe.domain.rules.play import Illegal, Irregularity, Play
from tablescribe.domain.table.table import Table
from tablescribe.domain.words.rewordings import reworded
from tablescribe.domain.words.text import Slot, Text, say
from tablescribe.ledger.log.chain import Row
from tablescribe.ledger.matches.series import FormerMatch
from tablescribe.ledger.matches.source_logs import SourceLog
from tablescribe.replays.auditing.chance import RecordedChance, Seal, in_words, of_outcomes, opened_seal, with_the_seal
from tablescribe.replays.auditing.clock import of_clock
from tablescribe.replays.auditing.contributions import of_contributions
from tablescribe.replays.auditing.findings import CODES, Audit, Finding, about_match, about_move
from tablescribe.replays.auditing.record import of_opening, of_record
from tablescribe.replays.auditing.series import of_series
from tablescribe.replays.auditing.signatures import of_signatures
from tablescribe.replays.auditing.source_logs import of_sources
from tablescribe.replays.auditing.take_backs import of_take_backs
from tablescribe.replays.reading.fact_wording import say_facts
from tablescribe.replays.reading.outcome import say_ending, say_result
from tablescribe.replays.reading.reader import a_seat

__all__ = ["Audit", "Finding", "audit"]

Progress = Callable[[int, int], None]

ABANDONED = Result("abandoned", "", (), ())


def audit(
    match: Match,
    progress: Progress | None = None,
    *,
    results: Sequence[Row] = (),
    former: FormerMatch | None = None,
    earlier: Iterable[Finding] = (),
    seed: bytes | None = None,
    sources: Sequence[SourceLog] = (),
) -> Audit:
    """Audit a match: decide every move again on the table it was made on, including moves that were taken back.

    The recorded facts are applied after each move, whatever the rules give today. So one fault does not make
    all later moves look wrong. A move that cannot be decided again is a finding too.

    Args:
        match: the match, folded from its events.
        progress: called after each move with the number of moves done and in total.
        results: the stored events that closed the match and corrected its result; signatures contain their hashes.
        former: the previous match of its series, if it is available (`former_of`).
        earlier: findings about earlier matches of the same people (`prior_conduct.py`).
        seed: the revealed seed of its round of duplicate play, if any (`told_seed`).
        sources: the two logs that it was merged from, if any (`sources_of`).
    """
    cursor, seal = match.line.beginning(), opened_seal(match, seed)
    findings = list(chain(of_opening(match), of_series(match, former), of_contributions(match)))
    findings.extend(of_sources(match, sources))
    if not match.waits:
        findings.extend(_of_set_up(match, seal))
    for number, move in enumerate(match.moves):
        if number:
            cursor.go_to(match.line.parent[number])
            if isinstance(move, Played) and _holds(match, cursor.table, move, seal):
                cursor.stands_after(number)
            else:
                findings.extend(_of_move(match, cursor.table, move, seal))
        if progress is not None:
            progress(number + 1, len(match.moves))
    findings.extend(chain(of_take_backs(match), of_clock(match), _of_end(match, seed)))
    findings.extend(chain(of_signatures(match, results), of_record(match)))
    findings.extend(earlier)
    order = sorted(findings, key=lambda finding: (finding.move is None, finding.move or 0))
    return Audit(match.id, len(match.moves) - 1, tuple(match.line.numbers), tuple(order))


# --- how it began -----------------------------------------------------------------------------


def _of_set_up(match: Match, seal: Seal | None) -> Iterator[Finding]:
    if seal is not None and _set_up_holds(match, seal):
        return
    opened, opening = match.opened, match.opening
    told = RecordedChance(match, opened)
    play = Play(opening, Table(opened.box), told)
    try:
        if opened.box != tuple(sorted(opening.game.box(opening).items())):
            why = say("the set of components differs from the catalogue")
            yield about_move(match, "facts.differ", "doubt", opened, "", why)
        opening.game.set_up(play)
        refuse_unused(told)
    except Exception as error:
        why = say("the set-up cannot be laid out again: {why}", why=in_words(error))
        yield about_move(match, "undecidable", "doubt", opened, "", why)
        return
    if tuple(play.facts) != opened.facts:
        why = say("the set-up is not what the rules lay out ({rules})", rules=", ".join(play.citations))
        expected = say_facts(opening, play.facts, reveal=True)
        yield about_move(match, "facts.differ", "doubt", opened, "", why, expected)
    else:
        yield from _of_citations(match, opened, play.citations)
    if seal is None:
        yield from told.findings()
    else:
        play = Play(opening, Table(opened.box), seal.before(0))
        try:
            opening.game.set_up(play)
        except Exception as error:
            yield about_move(match, "chance.differs", "doubt", opened, "", with_the_seal(error))
            return
        yield from of_outcomes(match, opened, play.outcomes)


def _set_up_holds(match: Match, seal: Seal) -> bool:
    """Return whether the sealed seed gives exactly the recorded set-up, so that there are no findings."""
    opened, opening = match.opened, match.opening
    play = Play(opening, Table(opened.box), seal.before(0))
    try:
        opening.game.set_up(play)
        return opened.box == tuple(sorted(opening.game.box(opening).items())) and _is_recorded(play, opened)
    except Exception:  # `_of_set_up` sets up again and reports the cause
        return False


# --- moves ------------------------------------------------------------------------------------


def _holds(match: Match, table: Table, move: Played, seal: Seal | None) -> bool:
    """Return whether a move has no findings; if so it is now applied to the table, else the table is unchanged.

    This decides the move once, with the outcomes of the seal if it is open. Nearly all moves are sound; the few
    others are decided again for their findings.
    """
    opening, game = match.opening, match.opening.game
    if move.irregularities or not 1 <= move.seat <= opening.seats:
        return False
    told = RecordedChance(match, move) if seal is None else None
    chance = told or cast(Seal, seal).before(move.number)
    play = Play(opening, table, chance)
    try:
        action = game.read_action(move.action)
        if any(_of_window(match, table, move, action)) or game.result(opening, table) is not None:
            return False
        carry_out(play, opening, move.seat, action)
        if _is_recorded(play, move) and not chance.unused() and not (told and any(told.findings())):
            return True
    except Exception:  # `_of_move` decides again and reports the cause
        pass
    play.take_back()
    return False


def _is_recorded(play: Play, move: Opened | Played) -> bool:
    """Return whether a decision equals the record, types included: `True` is not 1 here, unlike in Python."""
    return (
        not play.irregularities
        and tuple(play.outcomes) == move.outcomes
        and tuple(play.citations) == move.citations
        and msgspec.msgpack.encode(play.facts) == msgspec.msgpack.encode(move.facts)
    )


def _of_move(match: Match, table: Table, move: Move, seal: Seal | None) -> Iterator[Finding]:
    """Yield the findings about a move that was made on that table."""
    if isinstance(move, Ruled):
        yield about_move(match, "ruling", "note", move, move.clause, move.reason)
    elif isinstance(move, Missed):
        yield about_move(match, "missed", "note", move, "", move.reason or say("moves were missed"))
    elif isinstance(move, Played):
        for broken in move.irregularities:
            yield about_move(match, "irregular", "breach", move, broken.rule, broken.why)
        decided = True
        try:
            yield from _decided_again(match, table, move, seal)
        except Illegal as error:
            why = say("recorded as regular, but the rules refuse it: {why}", why=error.why)
            yield about_move(match, "unnoticed", "breach", move, error.rule, why)
        except Exception as error:  # a fault in a game's rules must not stop an audit
            decided = False
            why = say("it cannot be replayed: {why}", why=in_words(error))
            yield about_move(match, "undecidable", "doubt", move, "", why)
        if seal is not None:
            yield from _of_seal(match, table, move, seal, decided)


def _decided_again(match: Match, table: Table, move: Played, seal: Seal | None) -> Iterator[Finding]:
    """Yield the differences between a recorded move and what the rules give.

    Raises:
        Illegal: the rules refuse it.
        Exception: the game's code fails.
    """
    action = match.opening.game.read_action(move.action)
    yield from _of_window(match, table, move, action)
    told = RecordedChance(match, move)
    decision = _again(match, table, move, told, as_played=bool(move.irregularities))
    end = match.opening.game.result(match.opening, table)
    if end is not None and not move.irregularities:
        why = say("played after the end: {ending}", ending=say_ending(match.opening, end))
        yield about_move(match, "after_end", "doubt", move, end.rule, why)
    rules = ", ".join(decision.citations)
    if decision.facts != move.facts:
        why = say("what was recorded is not what the rules give ({rules})", rules=rules)
        expected = say_facts(match.opening, decision.facts, reveal=True) or [say("nothing")]
        yield about_move(match, "facts.differ", "doubt", move, "", why, expected)
    elif _breaches(match, decision.irregularities) != _breaches(match, move.irregularities):
        now = _rules(one.rule for one in decision.irregularities)
        why = say("the recorded rule breaches are wrong; the rules broken are: {rules}", rules=now)
        yield about_move(match, "breaches.differ", "doubt", move, "", why)
    else:
        yield from _of_citations(match, move, decision.citations)
    if seal is None:  # with an open seal, `_of_seal` checks more
        yield from told.findings()


def _of_citations(match: Match, move: Opened | Played, citations: Sequence[str]) -> Iterator[Finding]:
    if tuple(citations) != move.citations:
        was, today = _rules(move.citations), _rules(citations)
        why = say("recorded under {was}; today it follows from {today}", was=was, today=today)
        yield about_move(match, "citations.differ", "note", move, "", why)


def _breaches(match: Match, irregularities: Iterable[Irregularity]) -> list[object]:
    """Return breaches in a form to compare: the rules with the reasons in today's wording.

    Of logs of format 1, whose reasons are plain strings, only the rules are compared.
    """
    if match.opened.format == 1:
        return [one.rule for one in irregularities]
    return [(one.rule, reworded(one.why) if isinstance(one.why, Text) else one.why) for one in irregularities]


def _rules(numbers: Iterable[str]) -> Slot:
    return ", ".join(numbers) or say("none")


def _again(match: Match, table: Table, move: Played, chance: Chance, *, as_played: bool) -> Decision:
    action = match.opening.game.read_action(move.action)
    decision = decide(match.opening, table, move.seat, action, chance, as_played=as_played)
    refuse_unused(chance)
    return decision


def _of_window(match: Match, table: Table, move: Played, action: Action) -> Iterator[Finding]:
    """Yield a window that was skipped while open, or closed while none was open."""
    opening = match.opening
    closing = unused(opening, table)
    if move.implied and closing != (move.seat, action):
        why = say("it closes a window, but none was open")
        yield about_move(match, "window", "doubt", move, "", why)
    elif not move.implied and closing is not None and not answers_window(table, action):
        why = say(
            "a window was still open: {seat} had to use it, or it had to be closed first as a separate move",
            seat=a_seat(closing[0]),
        )  # fmt: skip
        yield about_move(match, "window", "doubt", move, "", why)


# --- chance ----------------------------------------------------------------------------


def _of_seal(match: Match, table: Table, move: Played, seal: Seal, decided: bool) -> Iterator[Finding]:
    """Yield outcomes of a move that differ from the seal's, also if the move broke a rule."""
    chance = seal.before(move.number)
    try:
        decision = _again(match, table, move, chance, as_played=True)
    except Exception as error:
        if decided:
            yield about_move(match, "chance.differs", "doubt", move, "", with_the_seal(error))
        return
    yield from of_outcomes(match, move, decision.outcomes)


# --- how it ended -----------------------------------------------------------------------------


def _of_end(match: Match, told: bytes | None) -> Iterator[Finding]:
    if match.closed is None:
        return
    version, result, opening = match.closed.originator_version, match.closed.result, match.opening
    if match.opened.chance != "sealed":
        if match.seed:
            why = say("a seed is revealed, but nothing was sealed")
            yield about_match("seal.broken", "doubt", version, why)
    elif isinstance(match.closed, ClosedOpenly) and match.closed.seed:
        why = say("the closing event has a seed of its own; a seed belongs in the event before it")
        yield about_match("seal.broken", "doubt", version, why)
    elif match.duplicate is not None and not match.seed and told is None:
        why = say(
            "its seed is shared by all tables of round {round} of tournament {tournament} and not revealed "
                "here, so its outcomes were not checked",
            round=match.duplicate.round, tournament=match.duplicate.tournament,
        )  # fmt: skip
        yield about_match("seal.waiting", "note", version, why)
    elif opened_seal(match, told) is None:
        unknown = say("the seed was not revealed, so the outcomes cannot be checked")
        yield about_match("seal.broken", "doubt", version, CODES["seal.broken"] if match.seed or told else unknown)
    try:
        rules = None if match.waits else opening.game.result(opening, match.table)
    except Exception as error:
        why = say("the rules give no result: {why}", why=in_words(error))
        yield about_match("undecidable", "doubt", version, why)
        return
    if result == (rules or ABANDONED):
        return
    given = say_result(opening, rules) if rules else say("the game is not over")
    why = say(
        "closed with: {result} ({ending}); the rules give: {given}",
        result=say_result(opening, result), ending=say_ending(opening, result), given=given,
    )  # fmt: skip
    number = rules.rule if rules else result.rule
    text = opening.game.rulebook[number].text if number in opening.game.rulebook else ""
    yield Finding("result.wrong", "doubt", None, version, number, text, why, (given,))
