"""Decide every move of a match again under another edition or other options, and report what changes.

Each move is decided by itself, on the table and with the outcomes that it really had. Compared are the results of
both sets of rules, not the record: forged or wrong records are the audit's matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from pydantic import ValidationError

from tablescribe.domain.games import WrongOptions, check_edition, game, opening
from tablescribe.domain.match.events import Opened, Played
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.chance import NeedsOutcome, ScriptedChance, WrongOutcome
from tablescribe.domain.rules.deciding import carry_out, refuse_unused
from tablescribe.domain.rules.game import Result
from tablescribe.domain.rules.opening import Opening
from tablescribe.domain.rules.play import Irregularity, Play
from tablescribe.domain.table.table import Fact, Table
from tablescribe.domain.words.text import Slot, Spoken, Text, listed, plural, say
from tablescribe.replays.reading.fact_wording import say_facts
from tablescribe.replays.reading.outcome import say_result
from tablescribe.replays.reading.reader import Reader, a_seat


@dataclass(frozen=True)
class RuleDifference:
    """A move that other rules decide differently.

    Attributes:
        move: its number; 0 is the set-up.
        version: the event that recorded it.
        seat: the seat that made it; `None` for the set-up.
        kind: `refused`, `allowed`, `facts`, `chance` (other outcomes are needed), `impossible`, `end`, `result`.
        rule: the number of the rule that makes the difference.
        why: the reason, in words.
        expected: the effects under the other rules, if these differ.
    """

    move: int
    version: int
    seat: int | None
    kind: str
    rule: str
    why: Text
    expected: tuple[Text, ...] = ()

    def words(self) -> Text:
        """Return the difference in one line."""
        if self.seat is None:
            return say("the set-up: {why}", why=self.why)
        return say("move {number}, {seat}: {why}", number=self.move, seat=a_seat(self.seat), why=self.why)

    def data(self, match: Match, reader: Reader) -> dict[str, Any]:
        """Return the difference as plain data."""
        return {
            "match": match.id, "game": match.opening.game.key, "move": self.move, "event": self.version,
            "seat": self.seat, "kind": self.kind, "rule": self.rule, "why": reader.tell(self.why),
            "expected": list(map(reader.tell, self.expected)),
        }  # fmt: skip


def other_rules(match: Match, edition: str = "", options: Mapping[str, Any] | None = None) -> Opening | None:
    """Return a match's opening with another edition or other options; `None` if these are the match's own.

    Raises:
        WrongOptions: the game has no such edition or option.
    """
    opened, fixed = match.opened, match.opening
    _check(opened.game, edition, options or {})
    told = {**opened.options, **(options or {})}
    other = opening(opened.game, len(opened.seats), told, opened.catalogue, edition or fixed.edition)
    return None if (other.edition, other.options) == (fixed.edition, fixed.options) else other


def concerns(key: str, edition: str, options: Mapping[str, Any]) -> bool:
    """Return whether a game has that edition and all of these options."""
    try:
        _check(key, edition, options)
    except WrongOptions:
        return False
    return True


def _check(key: str, edition: str, options: Mapping[str, Any]) -> None:
    if edition:
        check_edition(key, edition)
    chosen = game(key)
    if strange := [name for name in options if name not in chosen.options.model_fields]:
        raise WrongOptions(say("{game} has no option {name}", game=chosen.title, name=strange[0]))


def differences(match: Match, other: Opening) -> Iterator[RuleDifference]:
    """Yield the moves that other rules decide differently, including moves that were taken back."""
    if match.waits:
        return
    cursor, over, line = match.line.beginning(), False, set(match.line.numbers)
    yield from _set_up(match, other)
    for number, move in enumerate(match.moves):
        if number:
            cursor.go_to(match.line.parent[number])
            if isinstance(move, Played):
                yield from _of_move(match, other, cursor.table, move)
            cursor.go_to(number)
        if number in line and not over:  # all moves after the first such one would come after the end, too
            ends = list(_of_end(match, other, cursor.table, number))
            over = bool(ends)
            yield from ends


# --- moves ------------------------------------------------------------------------------------


class _Noting(Play):
    """Records the number of facts at each citation, to find the rule that a fact follows from."""

    def __init__(self, fixed: Opening, table: Table, chance: ScriptedChance) -> None:
        super().__init__(fixed, table, chance, as_played=True)
        self.named: list[tuple[int, str]] = []

    def require(self, rule: str, holds: object, why: Text) -> None:
        """Record the citation, then act as `Play` does."""
        self.named.append((len(self.facts), rule))
        super().require(rule, holds, why)

    def cite(self, rule: str) -> None:
        """Record the citation, then act as `Play` does."""
        self.named.append((len(self.facts), rule))
        super().cite(rule)


@dataclass(frozen=True)
class _Decided:
    facts: tuple[Fact, ...]
    citations: tuple[str, ...]
    broken: dict[str, Irregularity]
    named: list[tuple[int, str]]

    @classmethod
    def by(cls, play: _Noting) -> _Decided:
        broken = {one.rule: one for one in reversed(play.irregularities)}
        return cls(tuple(play.facts), tuple(play.citations), broken, play.named)


def _of_move(match: Match, other: Opening, table: Table, move: Played) -> Iterator[RuleDifference]:
    now = _decided(other, table, move)
    if isinstance(now, _Decided) and not now.broken and not move.irregularities and now.facts == move.facts:
        return
    then = _decided(match.opening, table, move)
    if not isinstance(then, _Decided):
        return  # its own rules fail, too: the audit reports that
    told = (move.number, move.originator_version, move.seat)
    if not isinstance(now, _Decided):
        asked = isinstance(now, NeedsOutcome | WrongOutcome)
        said = _in_words(now)
        why = (
            say("it would need a different outcome: {why}", why=said)
            if asked
            else say("it could not be done: {why}", why=said)
        )
        yield RuleDifference(*told, "chance" if asked else "impossible", _first(then.citations), why)
        return
    for rule, irregularity in now.broken.items():
        if rule not in then.broken:
            yield RuleDifference(
                *told, "refused", rule, say("{rule} forbids it: {why}", rule=rule, why=irregularity.why)
            )
    for rule in then.broken:
        if rule not in now.broken:
            yield RuleDifference(*told, "allowed", rule, say("it would not break {rule}", rule=rule))
    if now.facts != then.facts:
        yield _otherwise(other, told, then, now)


def _otherwise(other: Opening, told: tuple[int, int, int | None], then: _Decided, now: _Decided) -> RuleDifference:
    rule, gained = _turns_on(then, now), [fact for fact in now.facts if fact not in then.facts]
    more = say_facts(other, gained, reveal=True)
    less = say_facts(other, [fact for fact in then.facts if fact not in now.facts], reveal=True)
    if more:
        why = say("under {rule} the effects would be: {facts}", rule=rule, facts=listed(more, "; "))
    elif less:
        why = say("under {rule} these effects would not happen: {facts}", rule=rule, facts=listed(less, "; "))
    else:
        why = say("under {rule} the same would happen in another order", rule=rule)
    return RuleDifference(*told, "facts", rule, why, tuple(say_facts(other, now.facts, reveal=True)))


def _turns_on(then: _Decided, now: _Decided) -> str:
    """Return the rule that makes the difference: one that only one side cites, else the last that both cite before."""
    cited = (*now.citations, *then.citations)
    if only := [rule for rule in cited if (rule in now.citations) != (rule in then.citations)]:
        return only[0]
    same = next((n for n, pair in enumerate(zip(then.facts, now.facts, strict=False)) if pair[0] != pair[1]), None)
    at = min(len(then.facts), len(now.facts)) if same is None else same
    before = ([rule for facts, rule in side.named if facts <= at] for side in (then, now))
    alike = [a for a, _ in takewhile(lambda pair: pair[0] == pair[1], zip(*before, strict=False))]
    return alike[-1] if alike else _first(cited)


def _decided(fixed: Opening, table: Table, move: Played) -> _Decided | Exception:
    """Return the decision of these rules on a move as played, or the error that prevents one."""
    play = _Noting(fixed, table, chance := ScriptedChance(move.outcomes))
    try:
        carry_out(play, fixed, move.seat, fixed.game.read_action(move.action))
        refuse_unused(chance)
        return _Decided.by(play)
    except Exception as error:  # a fault in a game's rules must not stop the comparison
        return error
    finally:
        play.take_back()


def _first(citations: Sequence[str]) -> str:
    return citations[0] if citations else ""


# --- beginning and end ------------------------------------------------------------------------


def _set_up(match: Match, other: Opening) -> Iterator[RuleDifference]:
    opened = match.opened
    then, now = (_laid_out(fixed, opened) for fixed in (match.opening, other))
    if not isinstance(then, _Decided):
        return
    told = (0, opened.originator_version, None)
    if isinstance(now, _Decided):
        if now.facts != then.facts:
            yield _otherwise(other, told, then, now)
    else:
        why = say("it could not be done: {why}", why=_in_words(now))
        yield RuleDifference(*told, "impossible", _first(then.citations), why)


def _laid_out(fixed: Opening, opened: Opened) -> _Decided | Exception:
    chance = ScriptedChance(opened.outcomes)
    try:
        play = _Noting(fixed, Table(fixed.game.box(fixed)), chance)
        fixed.game.set_up(play)
        refuse_unused(chance)
        return _Decided.by(play)
    except Exception as error:
        return error


def _of_end(match: Match, other: Opening, table: Table, number: int) -> Iterator[RuleDifference]:
    then, now = (_result(fixed, table) for fixed in (match.opening, other))
    if then == now or isinstance(then, Exception):
        return
    move = match.moves[number]
    told = (number, move.originator_version, getattr(move, "seat", None))
    if isinstance(now, Exception):
        yield RuleDifference(*told, "impossible", "", say("the rules give no result: {why}", why=_in_words(now)))
    elif then is None and now is not None:
        why = say("the game would be over then: {result}", result=say_result(other, now))
        yield RuleDifference(*told, "end", now.rule, why)
    elif now is None and then is not None:
        yield RuleDifference(*told, "end", then.rule, say("the game would go on"))
    elif now is not None:
        why = say("the game would end differently: {result}", result=say_result(other, now))
        yield RuleDifference(*told, "result", now.rule, why)


def _result(fixed: Opening, table: Table) -> Result | Exception | None:
    try:
        return fixed.game.result(fixed, table)
    except Exception as error:
        return error


def _in_words(error: Exception) -> Slot:
    if isinstance(error, ValidationError):
        return say("these rules do not have this action")
    return error.text if isinstance(error, Spoken) else str(error) or type(error).__name__


# --- summary ----------------------------------------------------------------------------------


class Tally:
    """Counts differences by game, rule and kind."""

    def __init__(self) -> None:
        self.matches = self.unconcerned = self.moves = self.touched = 0
        self._counts: dict[tuple[str, str, str], list[int]] = {}

    def add(self, match: Match, found: Sequence[RuleDifference]) -> None:
        """Add a match and its differences."""
        self.matches, self.moves, self.touched = (
            self.matches + 1, self.moves + len(match.moves) - 1, self.touched + bool(found)
        )  # fmt: skip
        kinds = [(match.opening.game.key, one.rule, one.kind) for one in found]
        for kind in dict.fromkeys(kinds):
            count = self._counts.setdefault(kind, [0, 0])
            count[0] += kinds.count(kind)
            count[1] += 1

    def data(self) -> dict[str, Any]:
        """Return the counts as plain data, by rule."""
        rules = [
            {"game": key, "rule": rule, "kind": kind, "moves": moves, "matches": matches}
            for (key, rule, kind), (moves, matches) in sorted(self._counts.items())
        ]
        return {
            "matches": self.matches, "moves": self.moves, "touched": self.touched, "unconcerned": self.unconcerned,
            "rules": rules,
        }  # fmt: skip

    def lines(self) -> Iterator[Text]:
        """Yield the counts in words, one line per rule."""
        yield say(
            "Matches checked: {matches}, with {moves} moves. Different: {touched}. Not affected: "
                "{unconcerned}.",
            matches=self.matches, moves=self.moves, touched=self.touched, unconcerned=self.unconcerned,
        )  # fmt: skip
        for (key, rule, kind), (moves, matches) in sorted(self._counts.items()):
            of = listed([key, *([rule] if rule else []), kind], " ")
            yield say(
                "{rule}: {times}, in {matches}",
                rule=of,
                times=plural(moves, "once", "{n} times"),
                matches=plural(matches, "1 match", "{n} matches"),
            )


__all__ = ["RuleDifference", "Tally", "concerns", "differences", "other_rules"]
