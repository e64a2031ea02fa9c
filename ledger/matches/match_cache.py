"""Cache of aggregates between commands, brought up to date on the next one.

The log is append-only, so a cached aggregate only needs its later events. A caller takes a match from the cache and
puts it back once all its changes are recorded. After a refusal or a lost race, the match is read from the log again.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import cast

from tablescribe.domain.games import project
from tablescribe.domain.match.events import AnyEvent
from tablescribe.domain.match.match import Match
from tablescribe.ledger.log.codec import decode
from tablescribe.ledger.matches.ledger import Ledger, readable

MOST = 4
"""Maximum number of cached matches: a recorder works on one match, or on a few at once."""


class MatchCache:
    """Cache of the matches last recorded on; safe to use from several threads."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._kept: OrderedDict[str, tuple[Match, int]] = OrderedDict()
        self._erasures: dict[str, int] = {}

    def take(self, beginning: str) -> Match:
        """Return the current state of a match, by its id or a unique prefix, for the caller's exclusive use.

        Raises:
            NoSuchMatch: no match, or more than one, has an id with that prefix.
            LedgerDamaged: its events cannot be read or applied.
        """
        kept, erasures = self._kept.pop(beginning, (None, 0))
        if kept is None or self._ledger.is_stale(kept.id, erasures):
            erasures = self._ledger.erasures()  # before the words are read
            kept = self._ledger.match(self._ledger.find(beginning))
            self._erasures[kept.id] = erasures
            return kept
        self._erasures[kept.id] = erasures
        if rows := self._ledger.rows_told(kept.id, after=kept.version):
            with readable(kept.id):
                project(kept, [cast(AnyEvent, decode(row.type, row.body)) for row in rows])
        return kept

    def leave(self, match: Match, recorded: object = ()) -> None:
        """Put a match back once all its changes are recorded; this cache ignores the stored events (`recorded`)."""
        self._kept[match.id] = match, self._erasures.pop(match.id, -1)
        while len(self._kept) > MOST:
            self._kept.popitem(last=False)
