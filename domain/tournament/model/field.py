"""Data shared by pairing and scoring: entrants, pods, rounds and results.

All values are plain and immutable. Standings and pairings are pure functions of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

Ref = str
"""The random reference of an entrant; names are stored beside the log."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entrant as pairing sees them: no name, but a starting number that orders entrants who are otherwise equal."""

    ref: Ref
    number: int
    rating: int | None = None
    points_on_entry: Fraction = Fraction(0)
    entered_in: int = 1
    withdrawn_after: int | None = None
    may_not_meet: frozenset[Ref] = frozenset()
    accelerated: bool = False
    """Whether the entrant is paired with virtual points in accelerated rounds."""
    missed: frozenset[int] = frozenset()
    """The rounds paired between a withdrawal and the return."""

    def plays_in(self, round_number: int) -> bool:
        """Return whether the entrant is paired in a round."""
        here = self.withdrawn_after is None or round_number <= self.withdrawn_after
        return self.entered_in <= round_number and here and round_number not in self.missed


@dataclass(frozen=True, slots=True)
class Pod:
    """The seats of one match, in the order of the seats; the first seat plays first (white, in chess)."""

    seats: tuple[Ref, ...]


class How(StrEnum):
    """How a pod's result came about."""

    PLAYED = "played"
    FORFEIT = "forfeit"  # a player was absent or removed; tie-breaks do not count it as a game
    SLIP = "slip"  # reported on paper: played, but the ledger has no match


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a pod: the place of each seat (equal if tied), and its points if the game has any."""

    pod: Pod
    places: tuple[int, ...]
    points: tuple[int | None, ...] = ()
    how: How = How.PLAYED
    absent: frozenset[Ref] = frozenset()
    coalition: bool = False
    """Whether those in first place won together as a coalition, instead of tying."""


class Bye(StrEnum):
    """Why an entrant was not seated in a round. The plan gives its points."""

    PAIRING = "pairing"  # odd number of entrants
    FULL = "full"
    HALF = "half"
    ZERO = "zero"


@dataclass(frozen=True, slots=True)
class Round:
    """One round: its pods, byes, and results so far (one for each pod, or `None`)."""

    number: int
    pods: tuple[Pod, ...]
    byes: dict[Ref, Bye] = field(default_factory=dict)
    results: tuple[Result | None, ...] = ()
    accelerated: frozenset[Ref] = frozenset()
    """The entrants with virtual points, if the stage is accelerated."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """The output of a pairing engine: pods and byes, and everything needed to repeat and assess it."""

    pods: tuple[Pod, ...]
    byes: dict[Ref, Bye]
    engine: str
    version: str
    seed: int
    broken: tuple[str, ...] = ()
    gap: float | None = None
    """The maximum distance from the optimum, as a fraction of the objective; `None` if optimal."""
