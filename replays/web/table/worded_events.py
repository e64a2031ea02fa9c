"""The events of a match in words for one kind of viewer, each worded on demand.

Hidden information may become public later. An event with such information is worded again when more of it is public.
"""

from __future__ import annotations

import threading
from typing import Any

from tablescribe.domain.match.events import AnyEvent, Missed, Played, Ruled, kind_of
from tablescribe.domain.match.match import Match
from tablescribe.domain.match.pictures import pictures_of
from tablescribe.replays.reading.discretion import EVERYTHING, Viewer
from tablescribe.replays.reading.timeline import Timeline
from tablescribe.replays.reading.wording import action_seen, say_event, withholds
from tablescribe.replays.web.table.cached_match import CachedMatch


class WordedEvents:
    """The events of a match in the words that a viewer may read; additions hold the lock.

    Attributes:
        lines: the lines worded so far, by index; `None` if a line contains secrets that may become public later.
        secret: the lines with secrets, by index and the readable part of the action.
        opened: the version at which the whole action became readable, by index.
    """

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.lines: dict[int, dict[str, Any] | None] = {}
        self.secret: dict[tuple[int, bytes], dict[str, Any]] = {}
        self.opened: dict[int, int] = {}

    def read(self, folded: CachedMatch, viewer: Viewer, after: int) -> list[dict[str, Any]]:
        """Return the events of a match after a version; words only those not worded yet."""
        wanted = range(after, len(folded.events))
        with self.lock:
            new = [n for n in wanted if n not in self.lines]
            timeline = Timeline(folded.match) if new else None
            for n in new:
                assert timeline is not None
                depends = _may_open(folded.match, folded.events[n], viewer)
                self.lines[n] = None if depends else _line(timeline, folded, n, viewer)
            found = ((n, self.lines[n]) for n in wanted)
            return [line if line is not None else _secret_line(self, folded, n, viewer) for n, line in found]

    def kept(self, folded: CachedMatch, after: int) -> list[dict[str, Any]] | None:
        """Return the same as `read` if all lines are cached and none can become public later; else `None`."""
        found = [self.lines.get(n) for n in range(after, len(folded.events))]
        lines = [line for line in found if line is not None]
        return lines if len(lines) == len(found) else None


def _may_open(match: Match, event: AnyEvent, viewer: Viewer) -> bool:
    """Return whether part of an event is hidden from the viewer, or once was."""
    if not isinstance(event, Played) or viewer in (EVERYTHING, event.seat):
        return False
    game = match.opening.game
    return event.action.get("do") in game.hiding


def _secret_line(told: WordedEvents, folded: CachedMatch, n: int, viewer: Viewer) -> dict[str, Any]:
    """Return the line of an event as the viewer may read it at the match's current version."""
    event, read = folded.events[n], b""
    assert isinstance(event, Played)
    if told.opened.get(n, len(folded.events) + 1) > len(folded.events):
        if not withholds(folded.match, event, viewer):
            told.opened[n] = len(folded.events)
        else:
            read = _read(folded.match, event, viewer)
    if (n, read) not in told.secret:
        told.secret[n, read] = _line(Timeline(folded.match), folded, n, viewer)
    return told.secret[n, read]


def _read(match: Match, move: Played, viewer: Viewer) -> bytes:
    """Return the readable part of a partly hidden action; never empty."""
    try:
        action = action_seen(match, move, viewer)
    except Exception:  # a forged log
        return b"?"
    return b"?" if action is None else repr(action).encode()


def _line(timeline: Timeline, folded: CachedMatch, n: int, viewer: Viewer) -> dict[str, Any]:
    event, position = folded.events[n], folded.positions[n]
    number = event.number if isinstance(event, Played | Ruled | Missed) else None
    hidden = isinstance(event, Played) and withholds(timeline.match, event, viewer)  # rules may tell what was hidden
    return {
        "position": position,
        "version": event.originator_version,
        "type": kind_of(event),
        "at": event.at.isoformat(timespec="milliseconds"),
        "move": number,
        "seat": event.seat if isinstance(event, Played) else None,
        "implied": isinstance(event, Played) and event.implied,
        "words": timeline.say(number, viewer) if number is not None else say_event(timeline.match, event, viewer),
        "changes": timeline.changes(number, viewer) if number is not None else [],
        "rules": list(getattr(event, "citations", ())) if number is not None and not hidden else [],
        "breaks": [broken.rule for broken in getattr(event, "irregularities", ())] if not hidden else [],
        "photos": list(pictures_of(event)),
    }
