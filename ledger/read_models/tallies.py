"""Tallies, and rates with their confidence intervals."""

from __future__ import annotations

from dataclasses import dataclass

CONFIDENCE = 0.95
"""Confidence level of intervals: in repeated samples, this share of them contains the true rate."""


@dataclass(frozen=True)
class Share:
    """A rate: `won` successes in `of` trials."""

    won: int
    of: int

    @property
    def share(self) -> float | None:
        """The rate, or `None` without trials."""
        return self.won / self.of if self.of else None

    @property
    def between(self) -> tuple[float, float] | None:
        """Wilson score interval, or `None` without trials. It is valid for few trials and for rates near 0 and 1."""
        if not self.of:
            return None
        from statistics import NormalDist  # imported here: slow, and only needed for statistics

        z, n, p = NormalDist().inv_cdf((1 + CONFIDENCE) / 2), self.of, self.won / self.of
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * (p * (1 - p) / n + z * z / (4 * n * n)) ** 0.5
        return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True)
class Tally:
    """Number of matches of a person, game or seat, and their results.

    Attributes:
        name: name of the person, key of the game, or number of the seat.
        matches: all matches, open ones included.
        finished: closed matches.
        decided: matches finished and not abandoned.
        won: decided matches that were won.
        ahead, behind: decided matches in which the person placed ahead of, or behind, the other.
        moves: total number of moves.
        seconds: total duration of the timed matches.
        timed: finished matches of known duration, measured or entered.
        told: timed matches whose duration was entered.
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
        """Win rate over decided matches."""
        return Share(self.won, self.decided)
