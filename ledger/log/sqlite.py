"""SQLite: settings, locks, errors by cause."""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from tablescribe.domain.words.text import plural, say
from tablescribe.ledger.log import schema_copies, sqlite_appends, wal_space
from tablescribe.ledger.log.errors import (
    DiskFailed,
    DiskFull,
    LedgerDamaged,
    LedgerError,
    LedgerLocked,
    LedgerReadOnly,
    LedgerUnavailable,
    NotALedger,
)
from tablescribe.ledger.log.file_access import LOCK_TIMEOUT, SHARED_MEMORY, size_of
from tablescribe.ledger.log.lazy_engine import LazyEngine
from tablescribe.ledger.log.torn_wal import torn_log_of

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine, Table
    from sqlalchemy.dialects.sqlite import Insert
    from sqlalchemy.sql.elements import ColumnElement

READERS = 20
"""Maximum number of threads of a process that read at once."""

ERRORS = (sqlite3.Error, UnicodeDecodeError)  # the latter if even the error's message is damaged
INTEGRITY_ERRORS = (sqlite3.IntegrityError,)

BEGIN = "BEGIN IMMEDIATE"
"""Takes the write lock before anything is read."""

SNAPSHOT = "BEGIN"
"""Begins a snapshot transaction, which sees one state from its first read on."""

MARK = "?"
"""Placeholder of a value in a statement."""

place, open_beside = wal_space.place, wal_space.open_beside
keep_copy = schema_copies.keep_copy


def connect(path: Path, *, create: bool, checked: bool = False) -> Engine:
    """Return an engine for a ledger in a file; check its write-ahead log for damage, unless that is already `checked`.

    Raises:
        LedgerUnavailable: the file does not exist and `create` is false, or its folder cannot be created.
        LedgerDamaged: the file is missing or empty, but its write-ahead log exists; or that log is damaged.
    """
    if not checked:
        _check_log(path)
    if not path.exists():
        if not create:
            raise LedgerUnavailable(
                say("there is no ledger at {path}: record a match first, or name another with --ledger", path=str(path))
            )
        _make(path)
    return cast("Engine", LazyEngine(path, _make_engine))


def _make_engine(path: Path, open_file: Callable[[], sqlite3.Connection]) -> Engine:
    from sqlalchemy import URL, create_engine
    from sqlalchemy.pool import QueuePool

    from tablescribe.ledger.log.sqlite_dialect import COMPILED, DRIVER

    return create_engine(
        URL.create(DRIVER, database=str(path)),  # as text, a `?` in the path would begin the URL's query
        creator=open_file,
        poolclass=QueuePool,
        pool_size=READERS,
        max_overflow=-1,  # no thread waits here: see `Reader`
        execution_options={"compiled_cache": COMPILED},
    )


def path_of(engine: Engine) -> str:
    """Return the file's path."""
    return str(cast(LazyEngine, engine).path)


def give_back(engine: Engine) -> None:
    """Close the idle connections."""
    cast(LazyEngine, engine).give_back()


def into(table: Table) -> Insert:
    """Return an INSERT of this dialect, with its `on_conflict_do_…` methods."""
    from sqlalchemy.dialects.sqlite import insert

    return insert(table)


def _make(path: Path) -> None:
    """Create an empty file and its folder. Only the owner may read the file, because it will hold names and seeds."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LedgerUnavailable(
            say("the folder {parent} cannot be created: {why}", parent=str(path.parent), why=str(error.strerror))
        ) from error
    with suppress(OSError):  # SQLite reports the cause
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def is_read_only(engine: Engine) -> bool:
    """Return whether the ledger was opened read-only."""
    return cast(LazyEngine, engine).read_only


def fall_back(engine: Engine, cause: LedgerError) -> bool:
    """Continue read-only after a failure to create the files beside the database; return whether that is possible.

    A later attempt to record raises `cause`, or `DiskFull` if the disk has no space for these files.
    """
    here = cast(LazyEngine, engine)
    if not isinstance(cause, LedgerUnavailable) or isinstance(cause, LedgerLocked):
        return False
    return here.fall_back(_full(here.path) or cause)


def why_unwritable(engine: Engine) -> LedgerError | None:
    """Return why a ledger is read-only, if it was opened for recording and that failed."""
    return cast(LazyEngine, engine).cause


def has_changed(engine: Engine) -> bool:
    """Return whether another program began to record in a ledger that was opened read-only.

    If so, the engine's connections are closed, and new ones see the recorded events.
    """
    return cast(LazyEngine, engine).has_changed()


def _full(path: Path) -> LedgerError | None:
    import shutil  # here: it loads what archives need

    with suppress(OSError):
        if shutil.disk_usage(path.parent).free < SHARED_MEMORY:
            return DiskFull(f"{path} {_FULL}")
    return None


def _check_log(path: Path) -> None:
    """Refuse a write-ahead log without its database, or damaged: SQLite would drop the latest events with it."""
    log = Path(f"{path}-wal")
    if size_of(log) and not size_of(path):
        raise LedgerDamaged(
            say(
                "{path} is {what}, but {log} exists and holds the latest events. Keep that file, and put "
                "the other one back or restore a backup elsewhere (--ledger)",
                path=str(path),
                what=say("empty") if path.exists() else say("gone"),
                log=str(log),
            )
        )
    if (torn := torn_log_of(path)) is not None:
        raise LedgerDamaged(
            plural(
                torn.lost,
                "{log} is damaged in the middle: at least 1 acknowledged commit cannot be read. Nothing "
                "was changed. Keep both files, and restore your latest backup or what can be read of this "
                "ledger: `tablescribe --ledger NEW restore {path}`",
                "{log} is damaged in the middle: at least {n} acknowledged commits cannot be read. Nothing "
                "was changed. Keep both files, and restore your latest backup or what can be read of this "
                "ledger: `tablescribe --ledger NEW restore {path}`",
                path=str(path),
                log=str(log),
            )
        )


def prepare(engine: Engine, run: Callable[[str], object]) -> None:
    """Apply persistent settings by running statements through `run`. Call it only on a file known to be a ledger.

    Two processes that create a ledger at the same time may block each other here. SQLite then refuses one of them
    without any timeout, so it retries.
    """
    patience = time.monotonic() + LOCK_TIMEOUT
    while not is_read_only(engine):
        try:
            run("PRAGMA journal_mode=WAL")
            return
        except Exception as error:
            if "locked" not in str(error) or time.monotonic() > patience:
                raise
            time.sleep(0.01)


def of_a_new_ledger() -> list[str]:
    """Return the statements that create the current schema in an empty file, with the same result as all migrations."""
    text = (Path(__file__).parent / "migrations" / "new_ledger.sql").read_text("utf-8")
    return text.split("\n\n")[1:]  # the first paragraph says what the file is


def lock_schema(connection: Connection) -> None:
    """Begin a transaction that keeps other processes from migrating."""
    connection.exec_driver_sql(BEGIN)


def settle(connection: Connection) -> None:
    """Checkpoint a new ledger into its file, so that it does not look empty if its write-ahead log is lost."""
    connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")


def joined(body: ColumnElement[bytes], _version: ColumnElement[int]) -> ColumnElement[str]:
    """Return the SQL expression that joins bodies with commas, in no guaranteed order."""
    from sqlalchemy import Text, func
    from sqlalchemy import cast as in_sql

    return func.group_concat(in_sql(body, Text))


def in_bytes(text: ColumnElement[str]) -> ColumnElement[str]:
    """Return the expression unchanged: SQLite compares texts byte by byte."""
    return text


ends, is_one_statement, ready = sqlite_appends.ends, sqlite_appends.is_one_statement, sqlite_appends.ready
put, put_statements = sqlite_appends.put, sqlite_appends.put_statements

TABLES = "SELECT name FROM sqlite_master WHERE type = 'table'"
"""Selects the names of the existing tables."""

EVERYTHING = "SELECT name FROM sqlite_master"
"""Selects the names of all tables, indexes and triggers in the file; no rows for an empty file."""


def in_transaction(connection: Any) -> bool:
    """Return whether a raw connection has an open transaction."""
    return bool(connection.in_transaction)


def scrub(engine: Engine, where: str) -> None:
    """Truncate the write-ahead log, where deleted rows remain readable, and delete statistics of names.

    Raises:
        LedgerLocked: another program is reading from the log.
    """
    from tablescribe.ledger.log.schema import DESCRIBED, NAMED

    ours = ", ".join(sorted({f"'{table}'" for table, _ in (*NAMED, *DESCRIBED)}))
    with engine.connect() as connection:
        made = "SELECT name FROM sqlite_master WHERE name IN ('sqlite_stat1', 'sqlite_stat3', 'sqlite_stat4')"
        for (table,) in connection.exec_driver_sql(made).fetchall():  # samples of values, left by ANALYZE
            connection.exec_driver_sql(f"DELETE FROM {table} WHERE tbl IN ({ours})")
        busy = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if busy is not None and busy[0]:
        raise LedgerLocked(
            say(
                "the erased data is deleted from {where}, but {where}-wal still contains it because "
                "another program is using it. Close the ledger there, then erase again",
                where=where,
            )
        )


class CommitSignals:
    """Wakes readers after commits of this process. SQLite does not announce those of others."""

    def __init__(self, engine: Engine, recorded: threading.Condition, ours: Callable[[], Any] = lambda: None) -> None:
        self._recorded = recorded

    def wait(self, seconds: float) -> bool:
        """Wait up to `seconds`; return whether something was recorded."""
        with self._recorded:
            return self._recorded.wait(seconds)

    def close(self) -> None:
        """Do nothing: no connection is held."""


class ServiceLock:
    """Exclusive lock of a service on a ledger: a lock on a file beside it, released when the process ends."""

    def __init__(self, engine: Engine) -> None:
        self._path = Path(f"{path_of(engine)}-served")
        self._file: Any = None

    def take(self) -> str:
        """Acquire or keep the lock; return a description of another process that has it, or an empty string."""
        import fcntl  # imported here: without it, everything but a service works
        import socket

        if self._file is None:
            descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
            file = open(descriptor, "a+", encoding="utf-8")  # noqa: PTH123, SIM115
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                file.seek(0)
                who = file.read(200)
                file.close()
                return who or "somebody"
            self._file = file
            file.truncate(0)
            file.write(f"process {os.getpid()} on {socket.gethostname()}")
            file.flush()
        return ""

    def close(self) -> None:
        """Release the lock. The file is not deleted, so that two services cannot lock different files of that name."""
        if self._file is not None:
            self._file.close()
            self._file = None


_FULL = "cannot be written: the disk is full. Everything recorded before is safe"

_RESTORE = "restore your latest backup into a new file: `tablescribe --ledger NEW restore BACKUP`"

_CAUSES: tuple[tuple[str, type[LedgerError], str], ...] = (
    (
        "file is not a database",
        NotALedger,
        "is not a ledger: the file is not a SQLite database. If it was your ledger, its beginning is damaged. ",
    ),
    ("locked", LedgerLocked, "is locked by another program. Close it there, then try again"),
    (
        "readonly",
        LedgerReadOnly,
        "cannot be written: the file or its folder is read-only. To record, copy it to another folder "
        "(`tablescribe backup FILE`), and name the copy with --ledger",
    ),
    ("full", DiskFull, _FULL),
    (
        "disk i/o error",
        DiskFailed,
        "cannot be read or written: the disk failed or is full, or a limit was reached. "
        "Everything recorded before is safe",
    ),
    ("unable to open", LedgerUnavailable, "cannot be opened. Check the folder and its permissions"),
    (
        "malformed",
        LedgerDamaged,
        "is damaged: the database cannot read all of its own file. Keep it and its companion files unchanged, and "
        f"{_RESTORE}",
    ),
    (
        "decode",
        LedgerDamaged,
        f"is damaged: it contains an invalid text. Keep it unchanged, and {_RESTORE}",
    ),
)


def cause_of(error: Any, where: str) -> LedgerError:
    """Return the ledger error for a driver's error."""
    text = str(error).lower()
    for sign, kind, words in _CAUSES:
        if sign in text:
            return kind(f"{where} {words}")
    return LedgerUnavailable(say("{where} cannot be used: {why}", where=where, why=str(error)))
