"""Verification of stored streams, by one process or several.

Each process opens the ledger and reads its share. The first fault reported does not depend on their number.

Verification may run while events are recorded: it reads the log up to its size when it began. Positions are
consecutive and never change, so the events up to that size are one state of the log.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache, partial
from itertools import pairwise
from multiprocessing import get_start_method
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, func, select

from tablescribe.domain.words.text import plural, say
from tablescribe.ledger.log.bulk_checks import Ask, SoundStreams, check_together
from tablescribe.ledger.log.bulk_reading import about_lengths, batches, beginnings, first_positions, shares
from tablescribe.ledger.log.chain import BrokenChain, Row, verify_chain
from tablescribe.ledger.log.codec import BadEvent, Recorded, check_all_canonical, check_canonical
from tablescribe.ledger.log.database import connect
from tablescribe.ledger.log.errors import LedgerDamaged, no_match
from tablescribe.ledger.log.recorder import LedgerRecorder
from tablescribe.ledger.log.schema import events
from tablescribe.ledger.log.schema_version import PAGE

MANY = 15_000
"""Number of events from which several processes take less time than one, where a process is forked."""

MANY_STARTED = 150_000
"""The same where processes are started: each takes half a second to import what it needs."""

SHARES = 8
"""Number of shares per process, to balance the load: matches differ in length."""

BEGINNING = 200
"""Maximum number of bytes of a body that are read to compare its match and version."""


class StreamCheck(NamedTuple):
    """An additional check of each match's events, and the list that collects its findings in match order."""

    ask: Ask
    found: list[Any]


def processes_for(events: int) -> int:
    """Return the best number of processes for verifying this many events: one for each core, or a single one."""
    many = MANY if get_start_method() == "fork" else MANY_STARTED
    return (os.cpu_count() or 1) if events >= many else 1


def check_all_streams(log: LedgerRecorder, ask: Ask | None, processes: int, size: int) -> Iterator[SoundStreams]:
    """Verify all streams up to a size of the log; yield results for a batch at a time, in order of first positions.

    Each process looks up the streams that begin in its share and returns their heads, so little work is left to a
    single process.

    Args:
        log: the log.
        ask: an additional check of each stream's events.
        processes: number of processes.
        size: the size of the log, whose later events are left out.

    Raises:
        LedgerDamaged: the first fault.
    """
    starts = first_positions(log, size)
    check = partial(_check_share, ask=ask, size=size, average=size // max(1, len(starts)))
    if processes == 1:
        yield from check(log, (0, size))
        return
    first, *others = shares(starts, size, processes * SHARES)
    yield from check(log, first)  # loads what checking needs, before processes are forked
    if not others:
        return
    url = log.engine.url
    target = str(url.database) if url.get_backend_name() == "sqlite" else url.render_as_string(hide_password=False)
    # what workers read holds no cycles, so a collector would only find what they were forked with
    with ProcessPoolExecutor(min(processes, len(others)), initializer=gc.disable) as pool:
        yield from pool.map(partial(_check_by_worker, target, log.ledger_id, check), others)


def _check_by_worker(
    target: str, ledger_id: str, check: Callable[..., Iterable[SoundStreams]], share: tuple[int, int]
) -> SoundStreams:
    """Verify a share of the streams in a worker process, on its own connection."""
    heads, events, found = dict[str, bytes](), 0, list[Any]()
    for some in check(_opened_by_worker(target, ledger_id), share):
        heads.update(some.heads)
        events += some.events
        found += some.found
    return SoundStreams(heads, events, found)


def _check_share(
    log: LedgerRecorder, share: tuple[int, int], *, ask: Ask | None, size: int, average: int
) -> Iterator[SoundStreams]:
    """Verify the streams that begin in a share of the log, whose average length is known."""
    begun = beginnings(log, *share)
    for batch in batches([*begun], about_lengths(begun, share[1], average)):
        sound = check_together(log, batch, ask, size)
        if sound is not None:
            yield sound
        else:  # one may not be sound: one by one, to name the first fault
            yield from (check_stream(log, one, ask, size) for one in batch)


@lru_cache(maxsize=1)
def _opened_by_worker(target: str, ledger_id: str) -> LedgerRecorder:
    """Open a ledger once for all shares that a worker process is given; it is closed when the process ends."""
    return LedgerRecorder(connect(target, create=False, checked=True), ledger_id)


def check_stream(log: LedgerRecorder, one: str, ask: Ask | None, size: int) -> SoundStreams:
    """Verify one stream up to a size of the log.

    Raises:
        NoSuchMatch: it has no events.
        LedgerDamaged: the first fault.
    """
    rows, found = _rows_within(log, one, 0, size), list[Any]()
    if not rows:
        check_table(log, 0, size)  # in case that the row says so, and the index does not
        raise no_match(one)
    head = check_match(one, rows, lambda events: found.extend(ask(events) if ask is not None else ()))
    _check_order(one, rows)
    return SoundStreams({one: head}, len(rows), found)


def _rows_within(log: LedgerRecorder, one: str, after: int, size: int) -> list[Row]:
    return [row for row in log.rows(one, after) if not isinstance(row.position, int) or row.position <= size]


def heads_at(log: LedgerRecorder, size: int) -> dict[str, tuple[int, bytes]] | None:
    """Return each match's version and head hash when the log had this many events. Reads one row of each.

    Returns `None` if the versions do not add up to the size: only a full read can then name the fault.
    """
    e = events.c
    ends = select(e.match_id, func.max(e.version).label("version")).where(e.position <= size).group_by(e.match_id)
    last = ends.subquery()
    found = select(e.match_id, e.version, e.hash).where(e.match_id == last.c.match_id, e.version == last.c.version)
    heads = {one: (version, head) for one, version, head in log.select(found)}
    return heads if sum(version for version, _ in heads.values()) == size else None


def check_grown(
    log: LedgerRecorder, after: int, size: int, heads: Mapping[str, tuple[int, bytes]], ask: Ask
) -> Iterator[SoundStreams]:
    """Verify the events after a position as continuations of known heads, which are checked, too.

    Events beyond `size` were recorded after verification began and are left to the next one.

    Raises:
        LedgerDamaged: the first fault.
    """
    e = events.c
    grown = select(e.match_id).where(e.position > after, e.position <= size).distinct().order_by(e.match_id)
    for (one,) in log.select(grown):
        version, head = heads.get(one, (0, b""))
        rows = _rows_within(log, one, max(version - 1, 0), size)
        if version and (not rows or (rows[0].version, rows[0].hash) != (version, head)):
            why = say("match {match}: event {version} has changed", match=one, version=version)
            raise LedgerDamaged(why)
        found = list[Any]()
        now = check_match(one, rows, lambda recorded: found.extend(ask(recorded)), from_first=not version)  # noqa: B023
        _check_order(one, rows)
        yield SoundStreams({one: now}, len(rows) - bool(version), found)


def _check_order(match_id: str, rows: list[Row]) -> None:
    for before, row in pairwise(rows):
        if row.position <= before.position:
            raise LedgerDamaged(
                say(
                    "match {match}, event {version}: its position is not after event {before}",
                    match=match_id,
                    version=row.version,
                    before=before.version,
                )
            )


def check_match(
    match_id: str,
    rows: Iterable[Row],
    look: Callable[[list[Recorded]], None] = lambda events: None,
    *,
    from_first: bool = True,
) -> bytes:
    """Verify a match's stored events: the chain, canonical bytes, and the id and version in each event.

    `rows` are all its events, or those from a known event on (`from_first` is false).

    Raises:
        LedgerDamaged: the first fault.
    """
    rows = list(rows)
    try:
        begins = (b"", 1) if from_first else (rows[0].previous, rows[0].version)
        head = verify_chain(match_id, rows, *begins)
        look(_check_bytes(match_id, rows))
    except BrokenChain as error:
        raise LedgerDamaged(say("{why}. Events before it are sound", why=str(error))) from error
    return head


def _check_bytes(match_id: str, rows: list[Row]) -> list[Recorded]:
    """Check all bodies at once and return their events. On a fault, check each, to name the first bad one."""
    try:
        events = check_all_canonical([row.type for row in rows], [row.body for row in rows])
        if [(event.originator_id, event.originator_version) for event in events] == [row[2:4] for row in rows]:
            return events
    except BadEvent:
        pass
    for row in rows:
        try:
            event = check_canonical(row.type, row.body)
        except BadEvent as error:
            raise BrokenChain(match_id, row.version, str(error)) from error
        if (event.originator_id, event.originator_version) != (row.match_id, row.version):
            raise BrokenChain(match_id, row.version, "its bytes name another match or version")
    return [check_canonical(row.type, row.body) for row in rows]


def check_table(log: LedgerRecorder, after: int, size: int) -> None:
    """Check that the rows after a position say the match and version that their bytes say.

    Rows are read by position here, because the index by match and version may disagree with the rows themselves. Rows
    of streams found through that index are checked elsewhere.

    Raises:
        LedgerDamaged: the first row with another match or version than its bytes.
    """
    p = events.c.position
    while after < size:
        stop = min(after + PAGE, size)
        _check_rows(log, p.between(after + 1, stop))
        after = stop


def _check_rows(log: LedgerRecorder, which: ColumnElement[bool]) -> None:
    e = events.c
    found = select(e.position, e.match_id, e.version, e.type, func.substr(e.body, 1, BEGINNING)).where(which)
    for position, *told, body in log.select(found.order_by(e.position)):
        match_id, version, kind = told
        try:
            said = msgspec.json.encode([kind, match_id, version])[:-1] + b","
        except (TypeError, ValueError):  # bytes that are no text, or no number
            said = b""
        if not said or not isinstance(body, bytes | memoryview) or not bytes(body).startswith(said[:BEGINNING]):
            why = say(
                "the row of event {position} names a different match or version from its bytes", position=position
            )
            raise LedgerDamaged(why)


def count_events(log: LedgerRecorder, match_id: str | None, size: int) -> int:
    """Count the events up to a size of the log, of one match or of all (`None`)."""
    statement = select(func.count()).select_from(events).where(events.c.position <= size)
    if match_id is not None:
        statement = statement.where(events.c.match_id == match_id)
    return int(log.select(statement)[0][0])


def check_all_read(log: LedgerRecorder, size: int, read: int) -> None:
    """Check, after whole streams were read, that no event is missing; see `check_positions`.

    If the number of events read equals the last position, the log has no other rows, and they need not be counted.

    Raises:
        LedgerDamaged: an event is missing.
    """
    if read != size or _ends(log, size) != (1, size):
        check_positions(log, size, count_events(log, None, size), read)


def _ends(log: LedgerRecorder, size: int) -> tuple[Any, Any]:
    """Return the first and the last position up to a size of the log; `None` if there are none."""
    p = events.c.position
    ends = (select(end(p)).where(p <= size).scalar_subquery() for end in (func.min, func.max))  # one by one: no scan
    first, last = log.select(select(*ends))[0]
    return first, last


def check_positions(log: LedgerRecorder, size: int, total: int, in_matches: int) -> None:
    """Check that no event is missing, neither in the log nor at the beginning of a match.

    Args:
        log: the log.
        size: its last position when verification began.
        total: the number of events up to there.
        in_matches: the number of those that belong to checked matches, tournaments and the ledger's keys.

    Raises:
        LedgerDamaged: an event is missing.
    """
    first, last = _ends(log, size)
    if total and (first, last) != (1, total):  # positions are unique integers, so there is no gap between
        raise LedgerDamaged(
            plural(
                total,
                "positions have gaps: they go from {first} to {last}, but there is 1 event",
                "positions have gaps: they go from {first} to {last}, but there are {n} events",
                first=first,
                last=last,
            )
        )
    if in_matches != total:
        raise LedgerDamaged(
            plural(
                total - in_matches,
                "1 event belongs to a match whose first event is missing",
                "{n} events belong to matches whose first event is missing",
            )
        )
