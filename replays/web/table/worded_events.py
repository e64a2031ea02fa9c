"""The events of a match in words, as one kind of viewer may read them: each is put into words when it is asked for.

What is hidden from a viewer may be open later, so such an event is put into words again when more of it may be read.
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
    """The events of a match in the words that one viewer may read; whoever adds some holds the lock.

    Attributes:
        lines: those that somebody asked for, by index; `None` where it depends on how far the match has come: a secret
            that may be open by then.
        secret: those lines, by their index and what of the action may be read.
        opened: the version at which all of such an action could be read, by index.
    """

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.lines: dict[int, dict[str, Any] | None] = {}
        self.secret: dict[tuple[int, bytes], dict[str, Any]] = {}
        self.opened: dict[int, int] = {}

    def read(self, folded: CachedMatch, viewer: Viewer, after: int) -> list[dict[str, Any]]:
        """Return the events of a match after a version; only those that nobody asked for yet are put into words."""
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
        """Return what `read` does if all of it was put into words before, and none of it can turn out to be open."""
        found = [self.lines.get(n) for n in range(after, len(folded.events))]
        lines = [line for line in found if line is not None]
        return lines if len(lines) == len(found) else None


def _may_open(match: Match, event: AnyEvent, viewer: Viewer) -> bool:
    """Return whether something of an event is hidden from the viewer, or was once."""
    if not isinstance(event, Played) or viewer in (EVERYTHING, event.seat):
        return False
    game = match.opening.game
    return event.action.get("do") in game.hiding


def _secret_line(told: WordedEvents, folded: CachedMatch, n: int, viewer: Viewer) -> dict[str, Any]:
    """Return the line of an event as the viewer may read it in the match as it stands there."""
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
    """Return what may be read of an action of which something is kept back; never empty."""
    try:
        action = action_seen(match, move, viewer)
    except Exception:  # a forged log's
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
