"""The audit: every move decided again, and everything a judge should know about a match."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from pydantic import ValidationError

from domain.chance import UNKNOWN, Chance, Outcome, Question, Script, Sealed, commitment, sealed_key
from domain.events import CHANCE_MODES, FORMAT, TAKE_BACK_POLICIES, Missed, Move, Opened, Played, Ruled
from domain.game import Action, Decision, Result, answers_window, decide, refuse_unused
from domain.match import Match
from domain.play import Illegal, Play
from domain.refusals import either
from domain.table import Changed, Table
from ledger.chain import Row
from replays.findings import CODES, Audit, Finding, about_match, about_move
from replays.signatures import of_signatures
from replays.take_backs import of_take_backs
from replays.words import namer, say_facts, say_result

__all__ = ["Audit", "Finding", "audit"]

Progress = Callable[[int, int], None]

ABANDONED = Result("abandoned", "", (), ())


def audit(match: Match, progress: Progress | None = None, *, closing: Row | None = None) -> Audit:
    """Audit a match: decide every move again from the table it was made on, those of left lines included.

    The facts that were recorded are applied before going on, whatever deciding gave, so that one fault
    does not make all later moves look wrong. What cannot be decided is a finding too.

    Args:
        match: the match, as its events tell it.
        progress: told after each move how many are done, and of how many.
        closing: the stored event that closed the match, which the signatures under the result name by its hash.
    """
    cursor, seal = match.line.beginning(), _opened_seal(match)
    findings = list(chain(_of_rules(match), _of_opening(match), _of_set_up(match, seal)))
    for number, move in enumerate(match.moves):
        if number:
            cursor.go_to(match.line.parent[number])
            if isinstance(move, Played) and _holds(match, cursor.table, move, seal):
                cursor.stands_after(number)
            else:
                findings.extend(_of_move(match, cursor.table, move, seal))
        if progress is not None:
            progress(number + 1, len(match.moves))
    findings.extend(chain(of_take_backs(match), _of_end(match), of_signatures(match, closing), _of_record(match)))
    order = sorted(findings, key=lambda finding: (finding.move is None, finding.move or 0))
    return Audit(match.id, len(match.moves) - 1, tuple(match.line.numbers), tuple(order))


# --- how it began -----------------------------------------------------------------------------


def _of_rules(match: Match) -> Iterator[Finding]:
    opened, game = match.opened, match.opening.game
    if opened.edition != game.edition:
        why = f"opened under edition {opened.edition} of the rules; this audit uses edition {game.edition}"
        yield about_match("rules.changed", "note", 1, why)
    elif opened.rulebook != game.rulebook.digest:
        why = f"opened under edition {opened.edition} of the rules, whose rulebook has been changed since"
        yield about_match("rules.changed", "note", 1, why)
    ours, theirs = game.catalogue, match.opening.catalogue
    if ours != theirs and (ours.name, ours.edition) == (theirs.name, theirs.edition):
        why = f"its components are called {ours.name}, edition {ours.edition}, but are not those that we know as that"
        yield about_match("rules.changed", "note", 1, why)


def _of_opening(match: Match) -> Iterator[Finding]:
    """Yield how a match was opened as none can be."""
    opened, seats = match.opened, match.opening.seats
    game, sealed = match.opening.game, opened.chance == "sealed"
    faults = (
        (opened.format != FORMAT, f"it is written in form {opened.format}, not {FORMAT}"),
        (opened.chance not in CHANCE_MODES, f"its chance is {opened.chance!r}, not {either(CHANCE_MODES)}"),
        (
            opened.take_back not in TAKE_BACK_POLICIES,
            f"its take-back is {opened.take_back!r}, not {either(TAKE_BACK_POLICIES)}",
        ),
        (seats not in game.seats, f"it has {seats} seats, not {either(game.seats)}"),
        (sealed != bool(opened.commitment), "a sealed match, and only that, has a commitment"),
    )
    for wrong, why in faults:
        if wrong:
            yield about_move(match, "opened.wrong", "doubt", opened, why=why)


def _of_set_up(match: Match, seal: bytes | None) -> Iterator[Finding]:
    opened, opening = match.opened, match.opening
    told = _Told(match, opened)
    play = Play(opening, Table(opened.box), told)
    try:
        if opened.box != tuple(sorted(opening.game.box(opening).items())):
            yield about_move(
                match, "facts.differ", "doubt", opened, why="the box does not hold what the catalogue says"
            )
        opening.game.set_up(play)
        refuse_unused(told)
    except Exception as error:
        why = f"the set-up cannot be laid out again: {_in_words(error)}"
        yield about_move(match, "undecidable", "doubt", opened, why=why)
        return
    if tuple(play.facts) != opened.facts:
        why = f"the set-up is not what the rules lay out ({', '.join(play.citations)})"
        expected = say_facts(opening, play.facts, reveal=True)
        yield about_move(match, "facts.differ", "doubt", opened, why=why, expected=expected)
    else:
        yield from _of_citations(match, opened, play.citations)
    if seal is None:
        yield from told.findings()
    else:
        play = Play(opening, Table(opened.box), Sealed(seal))
        try:
            opening.game.set_up(play)
        except Exception as error:
            why = f"{CODES['chance.differs']}; with those of the seal, {_in_words(error)}"
            yield about_move(match, "chance.differs", "doubt", opened, why=why)
            return
        yield from _compare_chance(match, opened, play.outcomes)


# --- moves ------------------------------------------------------------------------------------


def _holds(match: Match, table: Table, move: Played, seal: bytes | None) -> bool:
    """Return whether nothing is to be said about a move; if so, it is done on the table, else the table is as it was.

    It is decided once, with the outcomes of the seal if that is open: as nearly all moves are sound, the others can
    be decided again for what there is to say of them.
    """
    opening, game = match.opening, match.opening.game
    if move.irregularities or not 1 <= move.seat <= opening.seats:
        return False
    told = _Told(match, move) if seal is None else None
    chance = told or Sealed(seal or b"", match.line.drawn[match.line.parent[move.number]])
    play = Play(opening, table, chance)
    try:
        action = game.read_action(move.action)
        if any(_of_window(match, table, move, action)) or game.result(opening, table) is not None:
            return False
        game.rules.carry_out(play, move.seat, action)
        if _is_recorded(play, move) and not chance.unused() and not (told and any(told.findings())):
            return True
    except Exception:  # whatever it is, deciding again tells it
        pass
    play.take_back()
    return False


def _is_recorded(play: Play, move: Played) -> bool:
    """Return whether this is what was recorded, to the very values: `True` is no 1, though Python says so."""
    return (
        tuple(play.facts) == move.facts
        and tuple(play.outcomes) == move.outcomes
        and tuple(play.citations) == move.citations
        and not play.irregularities
        and all(
            type(fact.now) is type(recorded.now)
            for fact, recorded in zip(play.facts, move.facts, strict=True)
            if type(fact) is Changed and type(recorded) is Changed
        )
    )


def _of_move(match: Match, table: Table, move: Move, seal: bytes | None) -> Iterator[Finding]:
    """Yield what is to be said about a move that was made on that table."""
    if isinstance(move, Ruled):
        yield about_move(match, "ruling", "note", move, move.clause, move.reason)
    elif isinstance(move, Missed):
        yield about_move(match, "missed", "note", move, why=move.reason or "moves were missed")
    elif isinstance(move, Played):
        for broken in move.irregularities:
            yield about_move(match, "irregular", "breach", move, broken.rule, broken.why)
        decided = True
        try:
            yield from _decided_again(match, table, move, seal)
        except Illegal as error:
            why = f"recorded as regular, but the rules refuse it: {error.why}"
            yield about_move(match, "unnoticed", "breach", move, error.rule, why)
        except Exception as error:  # a fault in a game's rules must not stop an audit
            decided = False
            why = f"it cannot be decided again: {_in_words(error)}"
            yield about_move(match, "undecidable", "doubt", move, why=why)
        if seal is not None:
            yield from _of_seal(match, table, move, seal, decided)


def _decided_again(match: Match, table: Table, move: Played, seal: bytes | None) -> Iterator[Finding]:
    """Yield how a move differs from what the rules give.

    Raises:
        Illegal: the rules refuse it.
        Exception: whatever the game's code raises.
    """
    action = match.opening.game.read_action(move.action)
    yield from _of_window(match, table, move, action)
    told = _Told(match, move)
    decision = _again(match, table, move, told, as_played=bool(move.irregularities))
    end = match.opening.game.result(match.opening, table)
    if end is not None and not move.irregularities:
        yield about_move(match, "after_end", "doubt", move, end.rule, f"played after the end: {end.ending}")
    rules = ", ".join(decision.citations)
    if decision.facts != move.facts:
        why = f"what was recorded is not what the rules give ({rules})"
        expected = say_facts(match.opening, decision.facts, reveal=True) or ["nothing"]
        yield about_move(match, "facts.differ", "doubt", move, why=why, expected=expected)
    elif decision.irregularities != move.irregularities:
        now = ", ".join(one.rule for one in decision.irregularities) or "none"
        why = f"its breaches of rules are recorded otherwise than they are: {now}"
        yield about_move(match, "breaches.differ", "doubt", move, why=why)
    else:
        yield from _of_citations(match, move, decision.citations)
    if seal is None:  # an opened seal tells more; see `_of_seal`
        yield from told.findings()


def _of_citations(match: Match, move: Opened | Played, citations: Sequence[str]) -> Iterator[Finding]:
    if tuple(citations) != move.citations:
        was, today = (", ".join(some) or "none" for some in (move.citations, citations))
        why = f"recorded under {was}; today it follows from {today}"
        yield about_move(match, "citations.differ", "note", move, why=why)


def _again(match: Match, table: Table, move: Played, chance: Chance, *, as_played: bool) -> Decision:
    action = match.opening.game.read_action(move.action)
    decision = decide(match.opening, table, move.seat, action, chance, as_played=as_played)
    refuse_unused(chance)
    return decision


def _of_window(match: Match, table: Table, move: Played, action: Action) -> Iterator[Finding]:
    """Yield a window that was passed over, or that a move closed though it was not open."""
    opening = match.opening
    closing = opening.game.decline(opening, table)
    if move.implied and closing != (move.seat, action):
        yield about_move(
            match, "window", "doubt", move, why="it says that nobody used a window, but none was open then"
        )
    elif not move.implied and closing is not None and not answers_window(table, action):
        waiting = namer(opening)(f"seat:{closing[0]}")
        why = f"a window was still open: {waiting} had to use it, or it had to close first, as a move of its own"
        yield about_move(match, "window", "doubt", move, why=why)


# --- chance ----------------------------------------------------------------------------


class _Told(Script):
    """The outcomes that a move was recorded with; remembers what is told otherwise than in that kind of match."""

    def __init__(self, match: Match, move: Opened | Played) -> None:
        super().__init__(move.outcomes)
        self._match, self._move = match, move
        self._odd: list[str] = []

    def answer(self, question: Question) -> Outcome:
        """Return the next outcome of the record."""
        outcome, chance = super().answer(question), self._match.opened.chance
        keeps = chance == "table" and question.kind == "draw" and question.secret
        if keeps != (outcome == UNKNOWN):
            told = "told, though only that seat may know it" if keeps else "kept secret, though every card is told"
            self._odd.append(f"chance is {chance!r}, and what this gave is {told}: {question.say()}")
        return outcome

    def findings(self) -> Iterator[Finding]:
        """Yield what was told otherwise."""
        for why in self._odd:
            yield about_move(self._match, "chance.told", "doubt", self._move, why=why)


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
            yield about_move(match, "chance.differs", "doubt", move, why=why)
        return
    yield from _compare_chance(match, move, decision.outcomes)


def _compare_chance(match: Match, move: Opened | Played, sealed: Sequence[Outcome]) -> Iterator[Finding]:
    if tuple(sealed) == move.outcomes:
        return
    names = namer(match.opening)
    told, given = (", ".join(names(str(outcome)) for outcome in some) or "none" for some in (move.outcomes, sealed))
    why = f"{CODES['chance.differs']} ({told})"
    yield about_move(match, "chance.differs", "doubt", move, why=why, expected=[f"outcomes {given}"])


# --- how it ended -----------------------------------------------------------------------------


def _of_end(match: Match) -> Iterator[Finding]:
    if match.closed is None:
        return
    version, result, opening = match.closed.originator_version, match.closed.result, match.opening
    if match.opened.chance != "sealed":
        if match.seed:
            yield about_match("seal.broken", "doubt", version, "a seed is revealed, but nothing was sealed")
    elif _opened_seal(match) is None:
        why = CODES["seal.broken"] if match.seed else "the seed was not revealed, so nobody can check the outcomes"
        yield about_match("seal.broken", "doubt", version, why)
    try:
        rules = opening.game.result(opening, match.table)
    except Exception as error:
        why = f"the rules cannot tell the result: {_in_words(error)}"
        yield about_match("undecidable", "doubt", version, why)
        return
    if result == (rules or ABANDONED):
        return
    given = say_result(opening, rules) if rules else "the game is not over"
    why = f"closed with winners {result.winners}, scores {result.scores} ({result.ending}); the rules give: {given}"
    number = rules.rule if rules else result.rule
    text = opening.game.rulebook[number].text if number in opening.game.rulebook else ""
    yield Finding("result.wrong", "doubt", None, version, number, text, why, (given,))


def _of_record(match: Match) -> Iterator[Finding]:
    """Yield events that are not where they belong: of another match, after the close, or not to be found."""
    opened, moves, closed = match.opened, match.moves, match.closed
    known = [opened, *moves[1:], *match.take_backs, *match.notes, *match.papers.events, *([closed] if closed else [])]
    strays = [event for event in known if event.originator_id != match.id]
    if strays:
        which = ", ".join(f"{event.originator_version} (of match {event.originator_id})" for event in strays[:3])
        why = f"events of other matches: {which}" + (f" and {len(strays) - 3} more" if len(strays) > 3 else "")
        yield about_match("record.stray", "doubt", strays[0].originator_version, why)
    for note in match.notes:
        about, version = note.about or 0, note.originator_version
        if not 0 <= about < len(moves) or moves[about].originator_version > version:
            why = f"a note is about move {about}, which there was not"
            yield about_match("record.stray", "doubt", version, why)
    versions = {event.originator_version for event in known}
    for version in sorted(set(range(1, match.version + 1)) - versions):
        why = f"event {version} closed the match, and it was closed again"
        yield about_match("record.gap", "doubt", version, why)
    for event in [*moves[1:], *match.take_backs]:
        if closed is not None and event.originator_version > closed.originator_version:
            number = getattr(event, "number", None)
            why = "recorded after the match was closed, when only notes and signatures can be added"
            yield Finding("after_end", "doubt", number, event.originator_version, "", "", why)


def _in_words(error: Exception) -> str:
    """Return an error in one line."""
    if isinstance(error, ValidationError):
        return "today's rules do not know such an action"
    return str(error) or type(error).__name__
