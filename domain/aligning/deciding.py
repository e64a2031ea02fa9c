"""Decide whether an entry of a log can come next, by the game's rules."""

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
    """The reason why a reading is not possible.

    Attributes:
        rule: the number of the rule that it breaks; empty if pieces, chance or the result contradict it.
        why: the reason.
        entry: the refused entry; `None` for the end of the match.
        reached: the number of entries of both logs before it.
    """

    rule: str
    why: Text | str
    entry: Entry | None
    reached: int


class CannotBe(Exception):
    """The entry cannot come next."""

    def __init__(self, rule: str, why: Text | str) -> None:
        super().__init__(str(why))
        self.rule = rule
        self.why = why


class Decider:
    """Decides entries by the rules and the source of chance of the match that both logs record."""

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
        """Apply an entry to a table and return the number of its chance outcomes.

        Args:
            table: the table before it, which is changed.
            entry: the entry.
            drawn: the number of chance outcomes before it.
            as_played: accept broken rules.

        Raises:
            CannotBe: the entry cannot come next; the table is unchanged.
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
        except Exception as error:  # a game's code may raise anything on tables that no rule leads to
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
        """Check that the match can end with this table, if both logs have the same result.

        Raises:
            CannotBe: the table does not give that result.
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
