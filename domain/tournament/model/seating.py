"""The current seating of a round, with its reports and its clock."""

from __future__ import annotations

from dataclasses import dataclass, field

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament.model.events import (
    Adjusted,
    Clocked,
    Paired,
    PairedAlike,
    Reported,
    Unsealed,
)
from tablescribe.domain.tournament.model.field import Bye, Ref
from tablescribe.domain.words.text import say


@dataclass
class Seating:
    """The current seating of a round: its pairing with all changes by hand.

    Attributes:
        paired: the event that paired it.
        adjusted: the changes by hand since then.
        reports: the report of each table (from 1).
        clocked: the events of the round's clock, in order.
        unsealed: the event that revealed the seed of duplicate play.
    """

    paired: Paired
    adjusted: list[Adjusted] = field(default_factory=list)
    reports: dict[int, Reported] = field(default_factory=dict)
    clocked: list[Clocked] = field(default_factory=list)
    unsealed: Unsealed | None = None

    @property
    def commitment(self) -> str:
        """The commitment to the seed that all tables share; empty if each has its own seed."""
        return self.paired.commitment if isinstance(self.paired, PairedAlike) else ""

    @property
    def untold(self) -> bool:
        """Whether its tables share a seed that is not revealed yet."""
        return bool(self.commitment) and self.unsealed is None

    @property
    def number(self) -> int:
        """The number of the round."""
        return self.paired.round

    @property
    def _last(self) -> Paired | Adjusted:
        return self.adjusted[-1] if self.adjusted else self.paired

    @property
    def pods(self) -> tuple[tuple[Ref, ...], ...]:
        """The entrants of each table, in seat order."""
        return self._last.pods

    @property
    def matches(self) -> tuple[str, ...]:
        """The id of each table's match."""
        return self._last.matches

    @property
    def byes(self) -> dict[Ref, Bye]:
        """The entrants with a bye, each with its kind."""
        return {ref: Bye(kind) for ref, kind in self._last.byes}

    def seats_at(self, match: str) -> tuple[Ref, ...]:
        """Return the entrants at the table of a match, before or after changes by hand; empty if it has no table."""
        seatings: list[Paired | Adjusted] = [self.paired, *self.adjusted]
        for one in seatings:
            if match in one.matches:
                return one.pods[one.matches.index(match)]
        return ()

    def must_have(self, table: int) -> None:
        """Refuse a table that does not exist.

        Raises:
            Refused: the text says which tables exist.
        """
        if not 1 <= table <= len(self.pods):
            raise Refused(say("round {round} has tables 1 to {n}", round=self.number, n=len(self.pods)))

    @property
    def missing(self) -> list[int]:
        """The tables that have not reported."""
        return [table for table in range(1, len(self.pods) + 1) if table not in self.reports]
