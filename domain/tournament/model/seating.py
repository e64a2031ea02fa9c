"""A round of a tournament as it is seated now, with its reports and its clock."""

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
    """A round as it is seated now: the last pairing of it, with what was changed by hand.

    Attributes:
        paired: the event that paired it.
        adjusted: what was changed since.
        reports: by table (from 1), the report of it.
        clocked: what was done with the clock of the round, in order.
        unsealed: what told the seed of duplicate play.
    """

    paired: Paired
    adjusted: list[Adjusted] = field(default_factory=list)
    reports: dict[int, Reported] = field(default_factory=dict)
    clocked: list[Clocked] = field(default_factory=list)
    unsealed: Unsealed | None = None

    @property
    def commitment(self) -> str:
        """The commitment to the seed that all tables are dealt with; empty where each has its own."""
        return self.paired.commitment if isinstance(self.paired, PairedAlike) else ""

    @property
    def untold(self) -> bool:
        """Whether its tables play the same shuffle, and the seed is not revealed yet."""
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
        """Who sits where, by table."""
        return self._last.pods

    @property
    def matches(self) -> tuple[str, ...]:
        """The id of each table's match."""
        return self._last.matches

    @property
    def byes(self) -> dict[Ref, Bye]:
        """Who does not sit, and why."""
        return {ref: Bye(kind) for ref, kind in self._last.byes}

    def seats_at(self, match: str) -> tuple[Ref, ...]:
        """Return who sat, or sits, at the table of a match; nobody if it has none."""
        seatings: list[Paired | Adjusted] = [self.paired, *self.adjusted]
        for one in seatings:
            if match in one.matches:
                return one.pods[one.matches.index(match)]
        return ()

    def must_have(self, table: int) -> None:
        """Refuse a table that there is not.

        Raises:
            Refused: which there are.
        """
        if not 1 <= table <= len(self.pods):
            raise Refused(say("round {round} has tables 1 to {n}", round=self.number, n=len(self.pods)))

    @property
    def missing(self) -> list[int]:
        """The tables that have not reported."""
        return [table for table in range(1, len(self.pods) + 1) if table not in self.reports]
