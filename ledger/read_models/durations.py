"""Duration of a match, as entered or from opening to close."""

from __future__ import annotations

from datetime import datetime

MOST_MINUTES = 100_000
"""No match took longer, whatever a log tells."""


def minutes_of(told: object) -> int | None:
    """Return the minutes that were told; `None` if nobody did, or nonsense."""
    return told if type(told) is int and 0 < told <= MOST_MINUTES else None


def seconds_of(opened: datetime, closed: datetime | None, moves: int, minutes: int | None) -> int | None:
    """Return how many seconds a match took; `None` while it is open, and where nobody knows.

    Args:
        opened: when it was opened.
        closed: when it was closed.
        moves: how many were recorded: of a match that was told by its result alone nobody saw how long it took.
        minutes: how many it took, as somebody told it.
    """
    if closed is None:
        return None
    if minutes:
        return minutes * 60
    return max(0, int((closed - opened).total_seconds())) if moves > 1 else None
