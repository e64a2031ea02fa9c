"""The audit: every move decided again, and everything a judge should know about a match."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from pydantic import ValidationError

from domain.chance import Chance, Outcome, Script, Sealed, commitment, sealed_key
from domain.events import Missed, Move, Opened, Played, Restored, Ruled, TakenBack, shows_chance
from domain.game import Decision, Result, answers_window, decide, refuse_unused
from domain.match import Match
from domain.play import Illegal, Play
from domain.refusals import TakeBackRefused, check_take_back
from domain.table import Table
from replays.findings import CODES, Audit, Finding
from replays.words import namer, say_facts, say_result

__all__ = ["Audit", "Finding", "audit"]

Progress = Callable[[int, int], None]

ABANDONED = Result("abandoned", "", (), ())


def audit(match: Match, progress: Progress | None = None) -> Audit:
    """Audit a match: decide every move again from the table it was made on, those of left lines included.

    The facts that were recorded are applied before going on, whatever deciding gave, so that one fault
    does not make all later moves look wrong. What cannot be decided is a finding too.

    Args:
        match: the match, as its events tell it.
        progress: told after each move how many are done, and of how many.
    """
    cursor, seal = match.line.cursor(), _opened_seal(match)
    findings = list(chain(_of_rules(match), _of_set_up(match, seal)))
    for number, move in enumerate(match.moves):
        if number:
            cursor.go_to(match.line.parent[number])
            findings.extend(_of_move(match, cursor.table, move, seal))
        if progress is not None:
            progress(number + 1, len(match.moves))
    findings.extend(chain(_of_take_backs(match), _of_end(match), _of_record(match)))
    order = sorted(findings, key=lambda finding: (finding.move is None, finding.move or 0))
    return Audit(match.id, len(match.moves) - 1, tuple(match.line.numbers), tuple(order))


# --- how it began -----------------------------------------------------------------------------


def _of_rules(match: Match) -> Iterator[Finding]:
    opened, game = match.opened, match.opening.game
    if opened.edition != game.edition:
        why = f"opened under edition {opened.edition} of the rules; this audit uses edition {game.edition}"
        yield Finding("rules.changed", "note", None, 1, "", "", why)
    elif opened.rulebook != game.rulebook.digest:
        why = f"opened under edition {opened.edition} of the rules, whose rulebook has been changed since"
        yield Finding("rules.changed", "note", None, 1, "", "", why)


def _of_set_up(match: Match, seal: bytes | None) -> Iterator[Finding]:
    opened, opening = match.opened, match.opening
    told = Script(opened.outcomes)
    play = Play(opening, Table(opened.box), told)
    try:
        if dict(opened.box) != opening.game.box(opening):
            yield _finding(match, "facts.differ", "doubt", opened, why="the box does not hold what the catalogue says")
        opening.game.set_up(play)
        refuse_unused(told)
    except Exception as error:
        why = f"the set-up cannot be laid out again: {_in_words(error)}"
        yield _finding(match, "undecidable", "doubt", opened, why=why)
        return
    if tuple(play.facts) != opened.facts:
        why = f"the set-up is not what the rules lay out ({', '.join(play.citations)})"
        expected = say_facts(opening, play.facts, reveal=True)
        yield _finding(match, "facts.differ", "doubt", opened, why=why, expected=expected)
    if seal is not None:
        play = Play(opening, Table(opened.box), Sealed(seal))
        try:
            opening.game.set_up(play)
        except Exception as error:
            why = f"{CODES['chance.differs']}; with those of the seal, {_in_words(error)}"
            yield _finding(match, "chance.differs", "doubt", opened, why=why)
            return
        yield from _compare_chance(match, opened, play.outcomes)


# --- moves ------------------------------------------------------------------------------------


def _of_move(match: Match, table: Table, move: Move, seal: bytes | None) -> Iterator[Finding]:
    """Yield what is to be said about a move that was made on that table."""
    if isinstance(move, Ruled):
        yield _finding(match, "ruling", "note", move, move.clause, move.reason)
    elif isinstance(move, Missed):
        yield _finding(match, "missed", "note", move, why=move.reason or "moves were missed")
    elif isinstance(move, Played):
        for broken in move.irregularities:
            yield _finding(match, "irregular", "breach", move, broken.rule, broken.why)
        decided = True
        try:
            yield from _decided_again(match, table, move)
        except Illegal as error:
            why = f"recorded as regular, but the rules refuse it: {error.why}"
            yield _finding(match, "unnoticed", "breach", move, error.rule, why)
        except Exception as error:  # a fault in a game's rules must not stop an audit
            decided = False
            why = f"it cannot be decided again: {_in_words(error)}"
            yield _finding(match, "undecidable", "doubt", move, why=why)
        if seal is not None:
            yield from _of_seal(match, table, move, seal, decided)


def _decided_again(match: Match, table: Table, move: Played) -> Iterator[Finding]:
    """Yield how a move differs from what the rules give.

    Raises:
        Illegal: the rules refuse it.
        Exception: whatever the game's code raises.
    """
    yield from _of_window(match, table, move)
    decision = _again(match, table, move, Script(move.outcomes), as_played=bool(move.irregularities))
    end = match.opening.game.result(match.opening, table)
    if end is not None and not move.irregularities:
        yield _finding(match, "after_end", "doubt", move, end.rule, f"played after the end: {end.ending}")
    rules = ", ".join(decision.citations)
    if decision.facts != move.facts:
        why = f"what was recorded is not what the rules give ({rules})"
        expected = say_facts(match.opening, decision.facts, reveal=True) or ["nothing"]
        yield _finding(match, "facts.differ", "doubt", move, why=why, expected=expected)
    elif decision.irregularities != move.irregularities:
        now = ", ".join(one.rule for one in decision.irregularities) or "none"
        why = f"its breaches of rules are recorded otherwise than they are: {now}"
        yield _finding(match, "breaches.differ", "doubt", move, why=why)
    elif decision.citations != move.citations:
        was = ", ".join(move.citations) or "none"
        yield _finding(
            match, "citations.differ", "note", move, why=f"recorded under {was}; today it follows from {rules}"
        )


def _again(match: Match, table: Table, move: Played, chance: Chance, *, as_played: bool) -> Decision:
    action = match.opening.game.read_action(move.action)
    decision = decide(match.opening, table, move.seat, action, chance, as_played=as_played)
    refuse_unused(chance)
    return decision


def _of_window(match: Match, table: Table, move: Played) -> Iterator[Finding]:
    """Yield a window that was passed over, or that a move closed though it was not open."""
    opening = match.opening
    action = opening.game.read_action(move.action)
    closing = opening.game.decline(opening, table)
    if move.implied and closing != (move.seat, action):
        yield _finding(match, "window", "doubt", move, why="it says that nobody used a window, but none was open then")
    elif not move.implied and closing is not None and not answers_window(table, action):
        waiting = namer(opening)(f"seat:{closing[0]}")
        why = f"a window was still open: {waiting} had to use it, or it had to close first, as a move of its own"
        yield _finding(match, "window", "doubt", move, why=why)


# --- sealed chance ----------------------------------------------------------------------------


def _opened_seal(match: Match) -> bytes | None:
    """Return the key of a sealed match whose seed is revealed, and is the one committed to."""
    if match.opened.chance != "sealed" or match.closed is None:
        return None
    try:
        seed = bytes.fromhex(match.seed)
    except ValueError:
        return None
    return sealed_key(seed, match.opened.nonces) if commitment(seed) == match.opened.commitment else None


def _of_seal(match: Match, table: Table, move: Played, seal: bytes, decided: bool) -> Iterator[Finding]:
    """Yield outcomes of a move that the seal does not give. A broken rule does not hide them."""
    chance = Sealed(seal, match.line.drawn[match.line.parent[move.number]])
    try:
        decision = _again(match, table, move, chance, as_played=True)
    except Exception as error:
        if decided:
            why = f"{CODES['chance.differs']}; with those of the seal, {_in_words(error)}"
            yield _finding(match, "chance.differs", "doubt", move, why=why)
        return
    yield from _compare_chance(match, move, decision.outcomes)


def _compare_chance(match: Match, move: Opened | Played, sealed: Sequence[Outcome]) -> Iterator[Finding]:
    if tuple(sealed) == move.outcomes:
        return
    names = namer(match.opening)
    told, given = (", ".join(names(str(outcome)) for outcome in some) or "none" for some in (move.outcomes, sealed))
    why = f"{CODES['chance.differs']} ({told})"
    yield _finding(match, "chance.differs", "doubt", move, why=why, expected=[f"outcomes {given}"])


# --- take-backs -------------------------------------------------------------------------------


def _of_take_backs(match: Match) -> Iterator[Finding]:
    """Yield take-backs past revealed chance, and those that the policy of the match forbids."""
    events = sorted([*match.moves[1:], *match.take_backs], key=lambda event: event.originator_version)
    head = 0
    for event in events:
        if isinstance(event, TakenBack):
            yield from _of_take_back(match, event, head)
            head = event.to
        elif isinstance(event, Restored):
            if not _after(match, event.to, head):
                why = f"restored up to move {event.to}, which does not follow move {head}"
                yield _of_match("taken_back.refused", "breach", event.originator_version, why)
            head = event.to
        elif not isinstance(event, Opened):
            head = event.number


def _of_take_back(match: Match, event: TakenBack, head: int) -> Iterator[Finding]:
    version, opened = event.originator_version, match.opened
    undone = [match.moves[n] for n in _after(match, head, event.to)]
    if not undone:
        why = f"taken back to move {event.to}, which was not an earlier move of the line then"
        yield _of_match("taken_back.refused", "breach", version, why)
        return
    showing = sorted(move.number for move in undone if not isinstance(move, Opened) and shows_chance(move))
    moves = f"move{'s' * (len(showing) > 1)} {', '.join(map(str, showing))}"
    if showing:
        who = (
            "by a judge"
            if event.judge
            else f"with the consent of seats {', '.join(map(str, event.agreed)) or 'nobody'}"
        )
        why = f"taken back to move {event.to} {who} after a die or a card had been seen ({moves})"
        yield _of_match("taken_back.seen", "note", version, why + (f": {event.reason}" if event.reason else ""))
    if event.seen != bool(showing):
        said = "a die or a card had been seen" if event.seen else "nothing had been seen"
        truth = f"{moves} had shown chance" if showing else "no move had shown any"
        why = f"taken back to move {event.to}: the log says that {said}, but {truth}"
        yield _of_match("taken_back.denied", "doubt", version, why)
    if event.judge:
        return
    try:
        check_take_back(opened.take_back, undone, match.opening.seats, event.by, event.agreed, seen=bool(showing))
    except TakeBackRefused as error:
        why = f"taken back to move {event.to} against the policy of the match ({opened.take_back}): {error}"
        yield _of_match("taken_back.refused", "breach", version, why)


def _after(match: Match, last: int, stem: int) -> list[int]:
    """Return the moves that lead from one move to a later one, last first; none if they do not lie on one line."""
    depth, parent = match.line.depth, match.line.parent
    moves: list[int] = []
    while depth[last] > depth[stem]:
        moves.append(last)
        last = parent[last]
    return moves if last == stem else []


# --- how it ended -----------------------------------------------------------------------------


def _of_end(match: Match) -> Iterator[Finding]:
    if match.closed is None:
        return
    version, result, opening = match.closed.originator_version, match.closed.result, match.opening
    if match.opened.chance == "sealed" and _opened_seal(match) is None:
        why = CODES["seal.broken"] if match.seed else "the seed was not revealed, so nobody can check the outcomes"
        yield _of_match("seal.broken", "doubt", version, why)
    try:
        rules = opening.game.result(opening, match.table)
    except Exception as error:
        why = f"the rules cannot tell the result: {_in_words(error)}"
        yield _of_match("undecidable", "doubt", version, why)
        return
    if result == (rules or ABANDONED):
        return
    given = say_result(opening, rules) if rules else "the game is not over"
    why = f"closed with winners {result.winners}, scores {result.scores} ({result.ending}); the rules give: {given}"
    number = rules.rule if rules else result.rule
    text = opening.game.rulebook[number].text if number in opening.game.rulebook else ""
    yield Finding("result.wrong", "doubt", None, version, number, text, why, (given,))


def _of_record(match: Match) -> Iterator[Finding]:
    """Yield events that are not where they belong: after the close, or not to be found."""
    closed = match.closed
    known = [match.opened, *match.moves[1:], *match.take_backs, *match.notes, *([closed] if closed else [])]
    versions = {event.originator_version for event in known}
    for version in sorted(set(range(1, match.version + 1)) - versions):
        why = f"event {version} closed the match, and it was closed again"
        yield _of_match("record.gap", "doubt", version, why)
    for event in [*match.moves[1:], *match.take_backs]:
        if closed is not None and event.originator_version > closed.originator_version:
            number = getattr(event, "number", None)
            why = "recorded after the match was closed, when only notes can be added"
            yield Finding("after_end", "doubt", number, event.originator_version, "", "", why)


def _finding(
    match: Match, code: str, severity: str, move: Move, rule: str = "", why: str = "", expected: Sequence[str] = ()
) -> Finding:
    rulebook = match.opening.game.rulebook
    text = rulebook[rule].text if rule in rulebook else ""
    number = 0 if isinstance(move, Opened) else move.number
    return Finding(code, severity, number, move.originator_version, rule, text, why, tuple(expected))


def _of_match(code: str, severity: str, version: int, why: str) -> Finding:
    return Finding(code, severity, None, version, "", "", why)


def _in_words(error: Exception) -> str:
    """Return an error in one line."""
    if isinstance(error, ValidationError):
        return "today's rules do not know such an action"
    return str(error) or type(error).__name__
