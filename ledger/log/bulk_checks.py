"""Verification of many stored streams at once, which costs half of verifying them one by one.

It only says that all are sound. If one may not be, `stream_checks.py` reads them one by one and names the fault.
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


class SoundStream(NamedTuple):
    """A verified stream: a match, a tournament or the ledger's keys."""

    id: str
    head: bytes
    events: int
    found: list[Any]


def check_together(log: LedgerRecorder, ids: Sequence[str], ask: Ask | None, size: int) -> list[SoundStream] | None:
    """Verify streams up to a size of the log as `stream_checks.check_match` does; `None` if one may not be sound."""
    try:
        rows = log.fetched(log.sql.of_keys(log.sql.streams_rows, len(ids)), *ids, size)
        if {*map(type, map(_position_of_row, rows)), *map(type, map(_version_of_row, rows))} != {int}:
            return None  # other numbers equal integers
        heads = heads_of(rows)
    except (LedgerDamaged, AttributeError, TypeError):  # a column cannot be read, or has a wrong type
        return None
    if heads is None or len(heads) != len(ids):
        return None
    events = list[Recorded]()
    for start in range(0, len(rows), AT_ONCE):
        checked = _checked(rows[start : start + AT_ONCE])
        if checked is None:
            return None
        if ask is not None:
            events += checked
    sound, start = dict[str, SoundStream](), 0
    for one, (version, head) in heads.items():
        found = list(ask(events[start : start + version])) if ask is not None else []
        sound[one] = SoundStream(one, head, version, found)
        start += version
    return [sound[one] for one in ids] if sound.keys() == {*ids} else None


def _checked(rows: Sequence[tuple[Any, ...]]) -> list[Recorded] | None:
    """Return the events of rows; `None` if a body is not canonical, or tells another event than its row."""
    _, _, ids, versions, kinds, bodies, _, _ = zip(*rows, strict=True)
    try:
        events = check_all_canonical(kinds, bodies)
    except BadEvent:
        return None
    told = (*map(_id_of, events),), (*map(_version_of, events),)
    return events if told == (ids, versions) else None


_id_of, _version_of = attrgetter("originator_id"), attrgetter("originator_version")
_position_of_row, _version_of_row = (itemgetter(Row._fields.index(column)) for column in ("position", "version"))
