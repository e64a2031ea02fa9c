"""Tallies, and rates with their confidence intervals."""

from __future__ import annotations

from dataclasses import dataclass

CONFIDENCE = 0.95
"""Of intervals: if the same were played again and again, so often the interval would hold the true share."""


@dataclass(frozen=True)
class Share:
    """How often something came about: `won` times of `of`."""

    won: int
    of: int

    @property
    def share(self) -> float | None:
        """The share, `None` of nothing."""
        return self.won / self.of if self.of else None

    @property
    def between(self) -> tuple[float, float] | None:
        """Wilson's score interval, which holds for few matches and for shares near 0 and 1 too; `None` of nothing."""
        if not self.of:
            return None
        from statistics import NormalDist  # here: it costs whoever does not ask for statistics

        z, n, p = NormalDist().inv_cdf((1 + CONFIDENCE) / 2), self.of, self.won / self.of
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * (p * (1 - p) / n + z * z / (4 * n * n)) ** 0.5
        return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True)
class Tally:
    """How much was played, and how it went.

    Attributes:
        name: of the person; the game's key; or the seat's number.
        decided: finished and not abandoned; `won` of these.
        ahead, behind: decided matches in which the person came out before the other one, or after.
        seconds: how long the timed matches took together.
        timed: finished matches of which that is known: from opening to close, or as somebody told it.
        told: those of them of which it was told.
    """

    name: str
    matches: int
    finished: int
    decided: int
    won: int
    ahead: int
    behind: int
    moves: int
    seconds: int
    timed: int
    told: int

    @property
    def wins(self) -> Share:
        """How many of the decided matches were won."""
        return Share(self.won, self.decided)
