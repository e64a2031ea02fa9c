"""Backup and restore of a whole ledger into an empty database, verified there.

The source is read in one snapshot while recording continues. A backup includes names of people, secret seeds,
passes, PINs (as hashes) and the access trail. Only its owner can read the file. It leaves out what can be computed
again (the stored parts of the tree, the read models), and private keys, which are not part of a ledger. Restoring
can also move a ledger from SQLite to PostgreSQL and back.
"""

from __future__ import annotations

import secrets
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from eventsourcing.persistence import IntegrityError
from sqlalchemy import Connection, Row, Select, Table, func, select

from tablescribe.domain.words.text import Text, plural, say
from tablescribe.ledger.log.database import translated
from tablescribe.ledger.log.errors import LedgerDamaged, LedgerError, LedgerUnavailable, OutdatedLedger
from tablescribe.ledger.log.picture_checks import check_pictures
from tablescribe.ledger.log.schema import (
    about,
    access,
    access_log,
    boxes,
    checkpoints,
    commands,
    cosignatures,
    events,
    identities,
    imports,
    pictures,
    pins,
    seeds,
    service,
    spellings,
    texts,
    tracking,
)
from tablescribe.ledger.log.side_table_checks import check_texts
from tablescribe.ledger.log.stream_checks import StreamCheck
from tablescribe.ledger.log.torn_wal import sound_part, torn_log_of, write_healed
from tablescribe.ledger.matches.ledger import Ledger, Progress, open_ledger
from tablescribe.ledger.proofs.tree.high_water_mark import marks_of
from tablescribe.ledger.proofs.tree.log_tree import LogTree
from tablescribe.ledger.proofs.tree.verified_record import VerifiedRecord
from tablescribe.ledger.proofs.verification.incremental import IncrementalVerification
from tablescribe.ledger.read_models.store import NAME

CHUNK, LARGE_ROWS = 1000, 8

_TABLES: tuple[tuple[Table, str], ...] = (
    (events, "position"),
    (commands, "match_id"),
    (identities, "ref"),
    (texts, "commitment"),
    (pictures, "commitment"),
    (seeds, "match_id"),
    (tracking, "name"),
    (about, "key"),
    (access, "id"),
    (access_log, "id"),
    (pins, "match_id"),
    (service, "key"),
    (imports, "match_id"),
    (spellings, "spelt"),
    (boxes, "name"),
    (checkpoints, "size"),
    (cosignatures, "size"),
)


class NotEmpty(LedgerError):
    """The target of a restore is not an empty ledger."""

    code = "ledger.not_empty"


class CopyReport(NamedTuple):
    """Result of a copy, and how much of it was verified by reading.

    Attributes:
        events: number of copied events.
        unread: number of copied events that were not read in the copy, because `verify` had verified them before. The
            ends of their matches were compared.
        unknown: sentences on what this leaves unknown, and whether the record of earlier verification is unusable.
    """

    events: int
    unread: int = 0
    unknown: tuple[Text, ...] = ()


class RestoreReport(NamedTuple):
    """Result of a restore: the number of events, and the ledger that they are in now."""

    events: int
    where: str


def backup(
    ledger: Ledger,
    path: Path,
    progress: Progress | None = None,
    *,
    memory: VerifiedRecord | None = None,
    again: bool = False,
) -> CopyReport:
    """Copy a ledger to a file while it is in use, and verify the copy.

    Args:
        ledger: the ledger.
        path: the file to write.
        progress: called with the number of copied events.
        memory: record of earlier verification; the events in it are not read again in the copy. It is not updated,
            because only events are verified here, and the record also covers checkpoints and names.
        again: whether to read everything despite the record.

    Raises:
        LedgerUnavailable: the file exists, or cannot be written.
        LedgerDamaged: the copy does not verify; it is deleted.
    """
    if path.exists():
        raise LedgerUnavailable(say("{path} already exists. Name a new file, or move that one", path=str(path)))
    half = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        try:
            half.touch(mode=0o600, exist_ok=False)
        except OSError as error:
            raise LedgerUnavailable(
                say("{path} cannot be written: {why}", path=str(path), why=str(error.strerror))
            ) from error
        copy = open_ledger(half, ledger_id=ledger.ledger_id, record_id=False)
        try:
            copied = copy_into(ledger, copy, progress, memory=memory, again=again)
        finally:
            copy.close()
        with closing(sqlite3.connect(half)) as alone:
            alone.execute("PRAGMA journal_mode=DELETE")  # a single file
        half.replace(path)
    finally:
        for left in half.parent.glob(half.name + "*"):
            left.unlink()
    return copied


class OlderCopy(LedgerError):
    """The ledger's key has signed more events than the backup contains, or another log."""

    code = "ledger.older"


def restore(
    path: Path,
    target: str | Path,
    progress: Progress | None = None,
    *,
    keys: Path | None = None,
    older: bool = False,
) -> RestoreReport:
    """Copy a backup into a new ledger, and verify the copy.

    Args:
        path: the backup.
        target: path or URL of the new ledger.
        progress: called with the number of copied events.
        keys: folder of private keys. The records of what they signed show whether the backup is out of date.
        older: whether to restore an out-of-date backup.

    Raises:
        OlderCopy: the backup is out of date, and `older` is false.
        NotEmpty: the target is a ledger that already has events.
        LedgerError: the backup cannot be read, or the new ledger cannot be written.
        LedgerDamaged: the backup does not verify; do not use the new ledger.
    """
    with opened_backup(path) as source:
        source.verify()
        check_texts(source.log)
        check_pictures(source.log)
        if keys is not None and not older:
            _refuse_older(source, keys)
        copy = open_ledger(target, ledger_id=source.ledger_id, record_id=False)
        try:
            if copy.ledger_id != source.ledger_id or copy.log.max_notification_id():
                raise NotEmpty(
                    say("{where} already holds a ledger. Restore into a new one: --to NEW.db", where=copy.log.where)
                )
            return RestoreReport(copy_into(source, copy, progress).events, copy.log.where)
        finally:
            copy.close()


@contextmanager
def opened_backup(path: Path) -> Iterator[Ledger]:
    """Open a backup, or a ledger itself. It stays as it is.

    If it cannot be read as it is, a copy in a temporary folder is opened. There, an earlier schema is migrated, and a
    damaged write-ahead log is healed or cut to its readable part.
    """
    with ExitStack() as later:
        if (torn := torn_log_of(path)) is not None:
            copy = shutil.copy(path, later.enter_context(tempfile.TemporaryDirectory(prefix="tablescribe-restore-")))
            if not write_healed(path, Path(copy)):
                Path(f"{copy}-wal").write_bytes(sound_part(path, torn))
            path = Path(copy)
        try:
            source = open_ledger(path, create=False, convert=False)
        except OutdatedLedger:
            folder = later.enter_context(tempfile.TemporaryDirectory(prefix="tablescribe-restore-"))
            source = open_ledger(shutil.copy(path, folder), create=False)
        yield later.enter_context(closing(source))


def _refuse_older(source: Ledger, keys: Path) -> None:
    ours = source.log.max_notification_id() or 0
    for at, signed in marks_of(keys, LogTree(source).origin):
        if signed.size > ours or LogTree(source).tree(trusting=False).root(signed.size) != signed.root:
            raise OlderCopy(
                plural(
                    ours,
                    "the backup has 1 event, but {signed} were signed ({path}): it is older, or from another "
                    "log. Find a newer backup, or restore this one with --older and continue with a new key "
                    "(`keys rotate`)",
                    "the backup has {n} events, but {signed} were signed ({path}): it is older, or from "
                    "another log. Find a newer backup, or restore this one with --older and continue with a "
                    "new key (`keys rotate`)",
                    signed=signed.size,
                    path=str(at),
                )
            )


def copy_into(
    source: Ledger,
    copy: Ledger,
    progress: Progress | None = None,
    *,
    memory: VerifiedRecord | None = None,
    again: bool = False,
) -> CopyReport:
    """Copy a ledger into an empty one with the same id and verify it there; see `backup`.

    Raises:
        LedgerDamaged: the copy differs from the source.
    """
    with _snapshot(source) as reading:
        total = int(reading.execute(select(func.count()).select_from(events)).scalar_one())
        last = reading.execute(select(events.c.hash).order_by(events.c.position.desc()).limit(1)).scalar()
        with _whole(source), copy.log.writer.transaction() as cursor:  # a partial ledger would verify, too
            for table, order in _TABLES:
                _copy_table(source, reading, copy, cursor, table, order, total, progress)
    checking = IncrementalVerification(copy, memory, again=again)
    checking.heads(None, StreamCheck(_nothing, []), None)
    LogTree(copy).grow()
    arrived = copy.log.select(select(events.c.hash).order_by(events.c.position.desc()).limit(1))
    if (arrived[0][0] if arrived else None) != last or copy.log.max_notification_id() != (total or None):
        raise LedgerDamaged(say("the copy does not match the original. Do not use it"))
    return CopyReport(total, checking.unread, tuple(checking.unknown()))


def _nothing(_: object) -> tuple[()]:
    """Find nothing: a copy needs no checks beyond those of its events."""
    return ()


@contextmanager
def _snapshot(ledger: Ledger) -> Iterator[Connection]:
    """Yield a connection in a snapshot transaction, unaffected by concurrent recording."""
    with translated(ledger.log.where, ledger.log.backend), ledger.log.engine.connect() as connection:
        connection.exec_driver_sql(ledger.log.backend.SNAPSHOT)
        try:
            yield connection
        finally:
            connection.exec_driver_sql("ROLLBACK")


@contextmanager
def _whole(source: Ledger) -> Iterator[None]:
    """Raise `LedgerDamaged` for a row that the copy refuses: an undamaged source could not contain it."""
    try:
        yield
    except IntegrityError as error:
        raise LedgerDamaged(
            say(
                "{where} is damaged: it has an invalid row ({why}). Nothing was copied. To find the row: "
                "`tablescribe verify --again`",
                where=source.log.where,
                why=str(error),
            )
        ) from error


def _chunks(source: Ledger, reading: Connection, wanted: Select[Any], some: int) -> Iterator[Sequence[Row[Any]]]:
    """Yield rows of the source in chunks; a read error names the source, even though the copy is being written."""
    with translated(source.log.where, source.log.backend):
        yield from reading.execute(wanted).partitions(some)


def _copy_table(
    source: Ledger,
    reading: Connection,
    copy: Ledger,
    cursor: Any,
    table: Table,
    order: str,
    total: int,
    progress: Progress | None,
) -> None:
    done = 0
    wanted = select(table).order_by(table.c[order])
    if table is tracking:  # read models are not copied but rebuilt
        wanted = wanted.where(table.c.name != NAME)
    statement = copy.log.into(table) if table is about else table.insert()
    text = str(statement.compile(dialect=copy.log.engine.dialect))
    some = LARGE_ROWS if table is pictures else CHUNK
    for rows in _chunks(source, reading, wanted, some):
        cursor.executemany(text, [tuple(row) for row in rows])
        done += len(rows)
        if progress is not None and table is events:
            progress(done, total)
