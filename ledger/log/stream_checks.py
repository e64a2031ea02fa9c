"""Verification of stored streams, by one process or several.

Each process opens the ledger by itself and reads its part. The first fault is the same however many there are.

A ledger may be recorded in while it is verified: everything is bounded by its size when verification began. Positions
are given one after the other and never change, so the events up to that size are one state of the log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

from sqlalchemy import func, select

from tablescribe.domain.words.text import plural, say
from tablescribe.ledger.log.chain import BrokenChain, Row, verify_chain
from tablescribe.ledger.log.codec import BadEvent, Recorded, check_all_canonical, check_canonical
from tablescribe.ledger.log.database import connect
from tablescribe.ledger.log.errors import LedgerDamaged, NoSuchMatch
from tablescribe.ledger.log.recorder import LedgerRecorder
from tablescribe.ledger.log.schema import events

MANY = 50_000
"""Events from which several processes are asked: where a system cannot copy one, each takes half a second to begin."""

SHARES = 8
"""Parts that each process gets one after another: some matches are longer than others."""

Ask = Callable[[list[Recorded]], Iterable[Any]]
"""What is asked of the events of a match; a function of a module, so that other processes find it."""


class StreamCheck(NamedTuple):
    """A question to the events of each match, and where what it finds is added, in the order of the matches."""

    ask: Ask
    found: list[Any]


class SoundStream(NamedTuple):
    """A match, or whatever else the log keeps, of which every event is right."""

    id: str
    head: bytes
    events: int
    found: list[Any]


def check_streams(
    log: LedgerRecorder, ids: Sequence[str], ask: Ask | None, processes: int, size: int
) -> Iterator[SoundStream]:
    """Check streams of a ledger up to a size of the log and yield each, in their order.

    Raises:
        NoSuchMatch: there is none of that id.
        LedgerDamaged: the first fault.
    """
    if processes == 1 or len(ids) < 2:
        yield from (_check_stream(log, one, ask, size) for one in ids)
        return
    share = max(1, len(ids) // (processes * SHARES))
    parts = [ids[n : n + share] for n in range(0, len(ids), share)]
    url = log.engine.url
    target = str(url.database) if url.get_backend_name() == "sqlite" else url.render_as_string(hide_password=False)
    with ProcessPoolExecutor(min(processes, len(parts))) as pool:
        for part in pool.map(partial(_check_part, target, log.ledger_id, ask, size), parts):
            yield from part


def _check_part(target: str, ledger_id: str, ask: Ask | None, size: int, ids: Sequence[str]) -> list[SoundStream]:
    """Check some streams in a process of its own, by a connection of its own: those of its parent are not touched."""
    log = LedgerRecorder(connect(target, create=False), ledger_id)
    try:
        return [_check_stream(log, one, ask, size) for one in ids]
    finally:
        log.close()


def _check_stream(log: LedgerRecorder, one: str, ask: Ask | None, size: int) -> SoundStream:
    rows, found = _rows_within(log, one, 0, size), list[Any]()
    if not rows:
        raise NoSuchMatch(say("there is no match {one}: `tablescribe matches` lists them", one=one))
    head = check_match(one, rows, lambda events: found.extend(ask(events) if ask is not None else ()))
    _check_order(one, rows)
    return SoundStream(one, head, len(rows), found)


def _rows_within(log: LedgerRecorder, one: str, after: int, size: int) -> list[Row]:
    return [row for row in log.rows(one, after) if not isinstance(row.position, int) or row.position <= size]


def heads_at(log: LedgerRecorder, size: int) -> dict[str, tuple[int, bytes]] | None:
    """Return how each match ended when the log had so many events: its version and head hash. Of each, one row is read.

    Nothing, if they have other events than those from the first on: only reading all of them tells what is wrong.
    """
    e = events.c
    ends = select(e.match_id, func.max(e.version).label("version")).where(e.position <= size).group_by(e.match_id)
    last = ends.subquery()
    found = select(e.match_id, e.version, e.hash).where(e.match_id == last.c.match_id, e.version == last.c.version)
    heads = {one: (version, head) for one, version, head in log.select(found)}
    return heads if sum(version for version, _ in heads.values()) == size else None


def check_grown(
    log: LedgerRecorder, after: int, size: int, heads: Mapping[str, tuple[int, bytes]], ask: Ask
) -> Iterator[SoundStream]:
    """Check the events after a position, which continue known heads; of each stream that grew, its known head too.

    Events beyond `size` came after verification began: they are left for the next one.

    Raises:
        LedgerDamaged: the first fault.
    """
    e = events.c
    grown = select(e.match_id).where(e.position > after, e.position <= size).distinct().order_by(e.match_id)
    for (one,) in log.select(grown):
        version, head = heads.get(one, (0, b""))
        rows = _rows_within(log, one, max(version - 1, 0), size)
        if version and (not rows or (rows[0].version, rows[0].hash) != (version, head)):
            why = say("match {match}: event {version} is not the one that it was", match=one, version=version)
            raise LedgerDamaged(why)
        found = list[Any]()
        now = check_match(one, rows, lambda recorded: found.extend(ask(recorded)), from_first=not version)  # noqa: B023
        _check_order(one, rows)
        yield SoundStream(one, now, len(rows) - bool(version), found)


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
    """Check a match's stored events: the chain, and that each event's bytes are canonical and tell its own place.

    They are all of its events, or those from one on whose hash is known.

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
    """Check all bodies at once, and only if something is wrong each by itself, to name it. Return their events."""
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
            raise BrokenChain(match_id, row.version, "its bytes tell another match or version")
    return [check_canonical(row.type, row.body) for row in rows]


def count_events(log: LedgerRecorder, match_id: str | None, size: int) -> int:
    """Return the number of events up to a size of the log: of one match, or of all (`None`)."""
    statement = select(func.count()).select_from(events).where(events.c.position <= size)
    if match_id is not None:
        statement = statement.where(events.c.match_id == match_id)
    return int(log.select(statement)[0][0])


def check_positions(log: LedgerRecorder, size: int, total: int, in_matches: int) -> None:
    """Check that no event is missing: between others, or at the beginning of a match.

    Args:
        log: the log.
        size: its last position when verification began.
        total: the number of events up to there.
        in_matches: the number of those that belong to checked matches, tournaments and the ledger's keys.

    Raises:
        LedgerDamaged: one is.
    """
    within = select(func.min(events.c.position), func.max(events.c.position)).where(events.c.position <= size)
    first, last = log.select(within)[0]
    if total and (first, last) != (1, total):  # they are whole numbers and unique, so nothing is missing between
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
