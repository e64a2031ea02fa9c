"""How long each seat thought in a match, by the times at which its events were recorded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from tablescribe.domain.match.events import AnyEvent, Dealt, Missed, Opened, Played, Restored, Ruled, TakenBack
from tablescribe.domain.match.match import Match

Pauses = Sequence[tuple[datetime, datetime | None]]

STEPS = (Opened, Dealt, Played, Ruled, Missed, TakenBack, Restored)
"""What the next to act sees before they think; notes, keys and signatures are not."""


def thought(events: Iterable[AnyEvent], pauses: Pauses = ()) -> dict[int, timedelta]:
    """Return how long each seat thought, by seat: from the step before each of its moves to that move.

    A window that closed unused took nobody's time. What a judge did takes no seat's. Moves that were taken back took
    their time all the same. While the clock of the round stood, nobody's time ran.
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
    """Return how long each seat has thought by now: who alone is to act in an open match thinks on."""
    found = thought(events, pauses)
    waiting = tuple(match.to_act) if match.closed is None and not match.waits and not match.is_over else ()
    steps = [event.at for event in events if isinstance(event, STEPS)]
    if len(waiting) == 1 and steps:
        found[waiting[0]] = found.get(waiting[0], timedelta()) + _between(steps[-1], now, pauses)
    return found


def _between(begin: datetime, end: datetime, pauses: Pauses) -> timedelta:
    """Return the time between two moments less the pauses in it; clocks that were set back give none."""
    away = timedelta()
    for stopped, went_on in pauses:
        away += max(min(end, went_on or end) - max(begin, stopped), timedelta())
    return max(end - begin - away, timedelta())


def duration_text(long: timedelta) -> str:
    """Return a duration as clocks show it: `4:05`, `1:04:05`, or with a minus beyond its end."""
    seconds = round(long.total_seconds())
    sign, seconds = ("−", -seconds) if seconds < 0 else ("", seconds)
    hours, rest = divmod(seconds, 3600)
    return f"{sign}{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{sign}{rest // 60}:{rest % 60:02}"


def thought_data(found: Mapping[int, timedelta], seats: int) -> list[dict[str, Any]]:
    """Return it as plain data, seconds and as clocks show them, a line for each seat."""
    times = [found.get(seat, timedelta()) for seat in range(1, seats + 1)]
    return [
        {"seat": seat, "seconds": round(long.total_seconds(), 1), "words": duration_text(long)}
        for seat, long in enumerate(times, start=1)
    ]
