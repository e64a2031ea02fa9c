"""Duration of a match, as entered or from opening to close."""

from __future__ import annotations

from datetime import datetime

MOST_MINUTES = 100_000
"""Maximum duration. Longer ones in a log are ignored."""


def minutes_of(told: object) -> int | None:
    """Return the minutes entered, or `None` if missing or invalid."""
    return told if type(told) is int and 0 < told <= MOST_MINUTES else None


def seconds_of(opened: datetime, closed: datetime | None, moves: int, minutes: int | None) -> int | None:
    """Return a match's duration in seconds, or `None` if it is open or the duration is unknown.

    Args:
        opened: time when the match was opened.
        closed: time when it was closed.
        moves: number of recorded moves. With one or none, as in a match recorded by its result, nothing was measured.
        minutes: duration in minutes, if entered.
    """
    if closed is None:
        return None
    if minutes:
        return minutes * 60
    return max(0, int((closed - opened).total_seconds())) if moves > 1 else None
