"""Data shared by pairing and scoring: entrants, pods, rounds and results.

All values are plain and immutable: standings and pairings are functions of them and of nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

Ref = str
"""A random reference of an entrant; names lie beside the log."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who plays, as pairing sees them: no name, but a starting number that orders equals."""

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
    """The rounds that were paired between a withdrawal and the return."""

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
    FORFEIT = "forfeit"  # somebody did not come, or was taken out: no game in the sense of the tie-breaks
    SLIP = "slip"  # told on paper: played, but no match lies in the ledger


@dataclass(frozen=True, slots=True)
class Result:
    """What a pod gave: for each seat its place (equal places share) and the game's points, if it has any."""

    pod: Pod
    places: tuple[int, ...]
    points: tuple[int | None, ...] = ()
    how: How = How.PLAYED
    absent: frozenset[Ref] = frozenset()
    coalition: bool = False
    """Whether those on the first place won together, as a coalition, and did not tie."""


class Bye(StrEnum):
    """Why an entrant was not seated in a round; the plan says what that is worth."""

    PAIRING = "pairing"  # the number was odd
    FULL = "full"
    HALF = "half"
    ZERO = "zero"


@dataclass(frozen=True, slots=True)
class Round:
    """One round: pods as they sit, byes, and the results that there are so far (one a pod, or none yet)."""

    number: int
    pods: tuple[Pod, ...]
    byes: dict[Ref, Bye] = field(default_factory=dict)
    results: tuple[Result | None, ...] = ()
    accelerated: frozenset[Ref] = frozenset()
    """Who is paired with virtual points, if the rounds of the stage are accelerated."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """What an engine gave: pods and byes, with all that is needed to run it again and to judge it."""

    pods: tuple[Pod, ...]
    byes: dict[Ref, Bye]
    engine: str
    version: str
    seed: int
    broken: tuple[str, ...] = ()
    gap: float | None = None
    """How far from the optimum the engine may still be, as a share of the objective; `None`: exact."""
