"""Verification of many stored streams at once, which takes half the time of verifying them one by one.

It only finds out whether all are sound. If not, `stream_checks.py` reads them one by one and names the fault.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple

from tablescribe.ledger.log.chain import Row, heads_of
from tablescribe.ledger.log.codec import BadEvent, Recorded, check_all_canonical
from tablescribe.ledger.log.errors import LedgerDamaged
from tablescribe.ledger.log.recorder import LedgerRecorder

AT_ONCE = 32
"""Number of events that are decoded and encoded at once."""

Ask = Callable[[list[Recorded]], Iterable[Any]]
"""An additional check of a match's events. It must be a module-level function, so that it can be pickled."""


class SoundStreams(NamedTuple):
    """Verified streams: matches, tournaments or the ledger's keys.

    Attributes:
        heads: hash of the last event of each stream, in the requested order.
        events: number of events that were read.
        found: findings of the additional check, stream by stream.
    """

    heads: dict[str, bytes]
    events: int
    found: list[Any]


def check_together(log: LedgerRecorder, ids: Sequence[str], ask: Ask | None, size: int) -> SoundStreams | None:
    """Verify streams up to a size of the log as `stream_checks.check_match` does; `None` if one may not be sound."""
    try:
        rows = log.fetched(log.sql.of_keys(log.sql.streams_rows, len(ids)), *ids, size)
        if {*map(type, map(_position_of_row, rows)), *map(type, map(_version_of_row, rows))} != {int}:
            return None  # other numbers equal integers
        heads = heads_of(rows)
    except (LedgerDamaged, AttributeError, TypeError):  # a column cannot be read, or has a wrong type
        return None
    if heads is None or heads.keys() != {*ids}:
        return None
    events = list[Recorded]()
    for start in range(0, len(rows), AT_ONCE):
        checked = _checked(rows[start : start + AT_ONCE])
        if checked is None:
            return None
        if ask is not None:
            events += checked
    of_stream, start = dict[str, list[Recorded]](), 0
    for one, (version, _) in heads.items():
        of_stream[one] = events[start : start + version]
        start += version
    found = [each for one in ids for each in ask(of_stream[one])] if ask is not None else []
    return SoundStreams({one: heads[one][1] for one in ids}, len(rows), found)


def _checked(rows: Sequence[tuple[Any, ...]]) -> list[Recorded] | None:
    """Return the events of rows; `None` if a body is not canonical, or has another id or version than its row."""
    _, _, ids, versions, kinds, bodies, _, _ = zip(*rows, strict=True)
    try:
        events = check_all_canonical(kinds, bodies)
    except BadEvent:
        return None
    told = (*map(_id_of, events),), (*map(_version_of, events),)
    return events if told == (ids, versions) else None


_id_of, _version_of = attrgetter("originator_id"), attrgetter("originator_version")
_position_of_row, _version_of_row = (itemgetter(Row._fields.index(column)) for column in ("position", "version"))
