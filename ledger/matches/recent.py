"""Recently used matches, read from the end of the log.

The read models contain them as well, but must be brought up to date first, and their libraries are slow to load.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any, NamedTuple

from tablescribe.domain.match.events import CLOSING
from tablescribe.ledger.log.codec import decode
from tablescribe.ledger.matches.ledger import Ledger

PAGE = 200
"""Number of events read at a time, latest first."""

FARTHEST = 4_000
"""Number of events searched, from the end of the log; matches idle for longer are found in the read models."""


class RecentMatch(NamedTuple):
    """An open match, and the time of its last event."""

    id: str
    at: datetime


def last_open(ledger: Ledger, most: int = 2) -> list[RecentMatch] | None:
    """Return the most recently used open matches, latest first.

    Returns:
        At most `most` matches; `None` if the end of the log does not suffice and the read models are needed
        (`Wanted(state="open")`).

    Raises:
        LedgerUnavailable: the ledger cannot be read now.
        LedgerDamaged: an event cannot be read.
    """
    found: list[RecentMatch] = []
    seen: set[str] = set()
    for match_id, kind, body in _backwards(ledger):
        if kind == "Sourced":  # a reconciled match replaces its source logs; only the read models know which
            return None
        if match_id in seen:
            continue
        seen.add(match_id)
        if kind not in CLOSING and _is_open(ledger, match_id):
            found.append(RecentMatch(match_id, decode(kind, body).at))
        if len(found) == most:
            return found
    return found if (ledger.log.max_notification_id() or 0) <= FARTHEST else None


def _backwards(ledger: Ledger) -> Iterator[tuple[str, str, bytes]]:
    """Yield match, type and body of the latest events, latest first."""
    log = ledger.log
    end = log.max_notification_id() or 0
    stop = max(0, end - FARTHEST)
    while end > stop:
        start = max(stop, end - PAGE)
        rows: list[Any] = log.fetched(f"{log.sql.following}{end - start:d}", start)
        yield from ((row[0], row[2], row[3]) for row in reversed(rows))
        end = start


def _is_open(ledger: Ledger, match_id: str) -> bool:
    """Return whether a stream is an open match; the closing event need not be the last, as signatures may follow."""
    is_match = ledger.log.fetched(ledger.log.sql.first_event, match_id, "Opened")
    return bool(is_match) and all(kind not in CLOSING for _, kind, _ in ledger.log.bodies(match_id))
