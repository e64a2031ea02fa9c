"""Measure how long each seat thought, from the times at which events were recorded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from tablescribe.domain.match.contribution_events import Dealt
from tablescribe.domain.match.events import AnyEvent, Missed, Opened, Played, Restored, Ruled, TakenBack
from tablescribe.domain.match.match import Match

Pauses = Sequence[tuple[datetime, datetime | None]]

STEPS = (Opened, Dealt, Played, Ruled, Missed, TakenBack, Restored)
"""The events after which the next seat starts thinking; notes, keys and signatures do not count."""


def thought(events: Iterable[AnyEvent], pauses: Pauses = ()) -> dict[int, timedelta]:
    """Return each seat's thinking time: from the step before each of its moves to that move.

    Not counted: windows that closed unused, a judge's actions, and pauses of the round clock. Moves that were
    taken back count.
    """
    found: dict[int, timedelta] = {}
    before: datetime | None = None
    for event in events:
        if not isinstance(event, STEPS):
            continue
        if isinstance(event, Played) and not event.implied and before is not None:
            found[event.seat] = found.get(event.seat, timedelta()) + _between(before, event.at, pauses)
        before = event.at
    return found


def thinking(match: Match, events: Sequence[AnyEvent], now: datetime, pauses: Pauses = ()) -> dict[int, timedelta]:
    """Return each seat's thinking time up to now; in an open match, time runs only if a single seat is to act."""
    found = thought(events, pauses)
    waiting = tuple(match.to_act) if match.closed is None and not match.waits and not match.is_over else ()
    steps = [event.at for event in events if isinstance(event, STEPS)]
    if len(waiting) == 1 and steps:
        found[waiting[0]] = found.get(waiting[0], timedelta()) + _between(steps[-1], now, pauses)
    return found


def _between(begin: datetime, end: datetime, pauses: Pauses) -> timedelta:
    """Return the time between two moments minus the pauses; zero if the clock was set back."""
    away = timedelta()
    for stopped, went_on in pauses:
        away += max(min(end, went_on or end) - max(begin, stopped), timedelta())
    return max(end - begin - away, timedelta())


def duration_text(long: timedelta) -> str:
    """Return a duration as a clock shows it: `4:05`, `1:04:05`, or `-0:30` if it is negative."""
    seconds = round(long.total_seconds())
    sign, seconds = ("−", -seconds) if seconds < 0 else ("", seconds)
    hours, rest = divmod(seconds, 3600)
    return f"{sign}{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{sign}{rest // 60}:{rest % 60:02}"


def thought_data(found: Mapping[int, timedelta], seats: int) -> list[dict[str, Any]]:
    """Return thinking times as plain data, one row per seat, in seconds and as a clock shows them."""
    times = [found.get(seat, timedelta()) for seat in range(1, seats + 1)]
    return [
        {"seat": seat, "seconds": round(long.total_seconds(), 1), "words": duration_text(long)}
        for seat, long in enumerate(times, start=1)
    ]
