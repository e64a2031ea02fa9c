"""Whether an entry can have come next: the game's own decider, asked entry by entry."""

from __future__ import annotations

from dataclasses import dataclass

from tablescribe.domain.aligning.entries import Entry
from tablescribe.domain.match.events import Played
from tablescribe.domain.match.match import Match
from tablescribe.domain.match.opening import key_of
from tablescribe.domain.rules.chance import ScriptedChance, SealedChance, WrongOutcome
from tablescribe.domain.rules.deciding import carry_out, refuse_unused
from tablescribe.domain.rules.game import Result
from tablescribe.domain.rules.opening import Opening
from tablescribe.domain.rules.play import Illegal, Play
from tablescribe.domain.table.table import Impossible, Table
from tablescribe.domain.words.text import Slot, Spoken, Text, listed, say


@dataclass(frozen=True)
class Refusal:
    """Why a reading cannot be.

    Attributes:
        rule: the number of the rule that it breaks; empty where pieces, chance or the end speak against it.
        why: the reason.
        entry: the entry that is refused; `None`: the end.
        reached: how many entries of both logs were read before.
    """

    rule: str
    why: Text | str
    entry: Entry | None
    reached: int


class CannotBe(Exception):
    """An entry cannot have come next."""

    def __init__(self, rule: str, why: Text | str) -> None:
        super().__init__(str(why))
        self.rule = rule
        self.why = why


class Decider:
    """Decides entries on tables, by the rules and chance of a match of which there are two logs."""

    def __init__(self, first: Match, second: Match) -> None:
        self.opening: Opening = first.opening
        self._key: bytes | None = None
        if first.opened.chance == "sealed":
            self._key = key_of(first.opened, None, bytes.fromhex(first.seed or second.seed))
        results = {one.result for one in (first, second) if one.result is not None}
        agreed = first.result if first.result == second.result else None
        self.ending: Result | None = agreed if agreed is None or agreed.ending != "abandoned" else None
        self.closed = bool(results)

    def play(self, table: Table, entry: Entry, drawn: int, *, as_played: bool = False) -> int:
        """Let an entry be true of a table, and return how many outcomes chance gave in it.

        Args:
            table: what stood there; it is changed.
            entry: what comes next.
            drawn: how many outcomes chance gave before.
            as_played: broken rules do not speak against it.

        Raises:
            CannotBe: it cannot have come next; the table is as it was.
        """
        move = entry.move
        try:
            if not isinstance(move, Played):
                table.apply_all(move.facts)
                return 0
            return self._played(table, entry, move, drawn, as_played=as_played)
        except CannotBe:
            raise
        except Illegal as error:
            raise CannotBe(error.rule, error.why) from error
        except Spoken as error:
            raise CannotBe("", error.text) from error
        except Exception as error:  # whatever a game's code raises where it meets what no rule leads to
            raise CannotBe("", str(error) or type(error).__name__) from error

    def _played(self, table: Table, entry: Entry, move: Played, drawn: int, *, as_played: bool) -> int:
        if entry.action is None:
            raise Impossible(say("the current rules do not have this action"))
        end = self.opening.game.result(self.opening, table)
        if end is not None and not as_played:
            raise CannotBe(end.rule, say("the game was over"))
        chance = ScriptedChance(move.outcomes) if self._key is None else SealedChance(self._key, drawn)
        play = Play(self.opening, table, chance, as_played=as_played)
        try:
            carry_out(play, self.opening, move.seat, entry.action)
            refuse_unused(chance)
            if tuple(play.outcomes) != move.outcomes:
                raise WrongOutcome(
                    say("the sealed seed gives different outcomes: {given}", given=_listed(play.outcomes))
                )
        except BaseException:
            play.take_back()
            raise
        return len(move.outcomes)

    def end(self, table: Table) -> None:
        """Ask whether the match can have ended there, where both logs have the same result.

        Raises:
            CannotBe: it cannot.
        """
        if self.ending is None:
            return
        try:
            result = self.opening.game.result(self.opening, table)
        except Exception as error:
            raise CannotBe("", str(error)) from error
        if result != self.ending:
            raise CannotBe(self.ending.rule, say("it does not lead to the result recorded in both logs"))


def _listed(outcomes: list[int | str]) -> Slot:
    return listed(outcomes) if outcomes else say("none")
