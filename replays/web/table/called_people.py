"""Current names of the people at a table, looked up together for all tables that ask at the same time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tablescribe.domain.match.match import Match
from tablescribe.ledger.log.shared_reading import SharedReading
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.people import FEW
from tablescribe.replays.web.table.lru_cache import LruCache

MOST = 256
"""Maximum number of matches whose names at the last answered move are cached."""


class _Asked(NamedTuple):
    """References of people, and their last known names."""

    refs: frozenset[str]
    likely: frozenset[str]


class CalledPeople:
    """Looks up the names of people in matches, and caches them for followers who get the same move later."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._kept: LruCache[tuple[int, tuple[str, ...]]] = LruCache(MOST)
        self._reading = SharedReading(self._look_up)

    def now(self, match: Match) -> tuple[str, ...]:
        """Return the current names by seat; an unknown or erased name is empty."""
        return self._keep(match, self._reading.ask(self._asked(match)))

    def kept(self, match: Match) -> tuple[str, ...] | None:
        """Return the names at the last answered move; `None` if they were not looked up since."""
        version, found = self._kept.peek(match.id) or (0, ())
        return found if version == match.version else None

    def recall(self, matches: Iterable[Match]) -> None:
        """Look up the names of several matches again, if names of an earlier version are cached."""
        known = [match for match in matches if self._kept.peek(match.id) is not None]
        for match, found in zip(known, self._look_up([*map(self._asked, known)]), strict=True):
            self._keep(match, found)

    def clear(self) -> None:
        """Empty the cache."""
        self._kept.clear()

    def _asked(self, match: Match) -> _Asked:
        _, before = self._kept.peek(match.id) or (0, ())
        return _Asked(frozenset(seat.ref for seat in match.opened.seats), frozenset(filter(None, before)))

    def _keep(self, match: Match, called: Mapping[str, str]) -> tuple[str, ...]:
        found = tuple(called.get(seat.ref, "") for seat in match.opened.seats)
        self._kept.put(match.id, (match.version, found))
        return found

    def _look_up(self, asked: Sequence[_Asked]) -> list[dict[str, str]]:
        """Return the names for each question; one statement answers as many questions as it has room for."""
        found, refs, likely, waiting = list[dict[str, str]](), frozenset[str](), frozenset[str](), 0
        for one in asked:
            if waiting and len(refs | one.refs) > FEW:
                found += [self._ledger.called(refs, likely)] * waiting
                refs, likely, waiting = frozenset(), frozenset(), 0
            refs, likely, waiting = refs | one.refs, likely | one.likely, waiting + 1
        return found + [self._ledger.called(refs, likely)] * waiting if waiting else found
