"""Reading of many stored streams at once, which costs a fraction of reading them one by one."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, pairwise

from sqlalchemy import func, literal_column, select

from tablescribe.ledger.log.chain import Row
from tablescribe.ledger.log.errors import LedgerDamaged
from tablescribe.ledger.log.recorder import LedgerRecorder
from tablescribe.ledger.log.schema import events

TOGETHER = 200
"""Maximum number of events of streams that are read together. More would not stay in the processor's cache."""

COUNTED = 256
"""Number of streams whose lengths are looked up at once."""

FEW = 4
"""Maximum number of streams that are read one by one, because looking up their lengths would cost more."""


def batches(ids: Sequence[str], lengths: Mapping[str, int]) -> Iterator[list[str]]:
    """Divide streams into batches that are read with one statement each; a long stream is a batch of its own."""
    batch, events = list[str](), 0
    for one in ids:
        length = lengths.get(one, TOGETHER)
        if batch and events + length > TOGETHER:
            yield batch
            batch, events = [], 0
        batch.append(one)
        events += length
    if batch:
        yield batch


def first_positions(log: LedgerRecorder, size: int) -> list[int]:
    """Return the first positions of streams up to a size of the log, ascending; an empty list if they cannot be read.

    They only serve to divide the work. In a file they come from an index, which may be wrong; verification finds the
    streams in the table itself.
    """
    try:
        found = log.select_many(select(events.c.position).where(events.c.version == literal_column("1")))
    except LedgerDamaged:
        return []
    return sorted(position for (position,) in found if position <= size)


def beginnings(log: LedgerRecorder, after: int, until: int) -> dict[str, int]:
    """Return the streams that begin in a range of positions, in order, each with its first position."""
    e = events.c
    begun = select(e.match_id, e.position).where(e.version == 1, e.position > after, e.position <= until)
    return dict(log.select_many(begun.order_by(e.position)))


def about_lengths(begun: Mapping[str, int], end: int, average: int) -> dict[str, int]:
    """Estimate the number of events of each stream from first positions, which is faster than counting them.

    The estimate is exact for a stream that ends before the next one begins, or at `end`. For interleaved streams, it is
    at least the average, so that a batch rarely has too many events.
    """
    ends = islice([*begun.values(), end + 1], 1, None)
    return {one: max(average, stop - position) for (one, position), stop in zip(begun.items(), ends, strict=True)}


def shares(starts: Sequence[int], size: int, number: int) -> list[tuple[int, int]]:
    """Divide a log into ranges of positions with about equally many events, by the first positions of streams.

    The length of a stream is estimated as the mean of two values: the distance between first positions, which is right
    for streams recorded one after the other, and the average length, which is right for interleaved ones. The first
    share is the first stream alone.
    """
    if not starts:
        return [(0, size)]
    average, every = size // len(starts), range(len(starts))

    def before(at: int) -> int:
        return starts[at] + at * average

    middle = (bisect_left(every, before(every[-1]) * n // number, key=before) for n in range(1, number))
    return [*pairwise(sorted({0, starts[0], *(starts[at] for at in middle), size}))]


def lengths_of(log: LedgerRecorder, size: int, ids: Sequence[str]) -> dict[str, int]:
    """Return the number of events of streams up to a size of the log, from an index; an empty dict if it is damaged."""
    e = events.c
    counted = select(e.match_id, func.count()).where(e.position <= size, e.match_id.in_(ids)).group_by(e.match_id)
    try:
        return {one: count for one, count in log.select(counted)}  # noqa: C416
    except LedgerDamaged:
        return {}


def rows_of_streams(log: LedgerRecorder, ids: Iterable[str], size: int) -> Iterator[list[Row]]:
    """Yield the events of each stream up to a size of the log, in the order of `ids`; an empty list if it has none.

    A stream with a damaged row is read alone by `LedgerRecorder.rows`, and raises the same errors.
    """
    left = iter(ids)
    while some := [*islice(left, COUNTED)]:
        lengths = lengths_of(log, size, some) if len(some) > FEW else {}
        for batch in batches(some, lengths):
            found = _together(log, batch, lengths, size) if len(batch) > 1 else None
            for one in batch:
                yield found[one] if found is not None else [row for row in log.rows(one) if row.position <= size]


def _together(
    log: LedgerRecorder, batch: Sequence[str], lengths: Mapping[str, int], size: int
) -> dict[str, list[Row]] | None:
    """Return the rows of several streams; `None` if one may be damaged."""
    try:
        rows = log.fetched(log.sql.of_keys(log.sql.streams_rows, len(batch)), *batch, size)
    except LedgerDamaged:
        return None
    found: dict[str, list[Row]] = {one: [] for one in batch}
    for row in map(Row._make, rows):
        if row.match_id not in found or type(row.position) is not int or type(row.version) is not int:
            return None
        found[row.match_id].append(row)
    return found if all(len(found[one]) == lengths.get(one, 0) for one in batch) else None
