"""Opening a database as a ledger: settings, migrations, and errors by cause."""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, insert, inspect, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.pool import QueuePool

from ledger.errors import (
    DiskFull,
    LedgerDamaged,
    LedgerError,
    LedgerLocked,
    LedgerReadOnly,
    LedgerUnavailable,
    NewerLedger,
    NotALedger,
)
from ledger.schema import about

LOCK_TIMEOUT = 10.0
"""How many seconds a writer waits for another one."""

MARKS = {"alembic_version", "about", "events"}
"""The tables by which a database is known to be a ledger, of whatever version."""


def connect(target: str | Path, *, create: bool = True) -> Engine:
    """Return an engine for a ledger given by its path or by a `sqlite:///` URL.

    Raises:
        LedgerUnavailable: it does not exist and may not be created, or its folder cannot be made.
        NotALedger: the URL is of a kind that is not supported.
    """
    path = _path_of(str(target))
    if not path.exists():
        if not create:
            raise LedgerUnavailable(
                f"there is no ledger at {path}: record a match first, or name another with --ledger"
            )
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise LedgerUnavailable(f"the folder {path.parent} cannot be made: {error.strerror}") from error
    engine = create_engine(
        URL.create("sqlite", database=str(path)),  # as text, a `?` in the path would begin the URL's query
        poolclass=QueuePool,
        pool_size=5,
        max_overflow=20,
        connect_args={"check_same_thread": False, "timeout": LOCK_TIMEOUT},
    )
    event.listen(engine, "connect", _settings)
    return engine


def _path_of(target: str) -> Path:
    if "://" not in target:
        return Path(target).expanduser()
    try:
        url = make_url(target)
    except ArgumentError as error:
        raise NotALedger(f"{target} is not a path and not a database URL") from error
    if url.get_backend_name() != "sqlite" or not url.database:
        raise NotALedger(f"{target}: only SQLite ledgers (a path, or sqlite:///path) can be opened by this version")
    return Path(url.database)


def _settings(connection: sqlite3.Connection, _record: object) -> None:
    """Every commit is on the disk before it is answered. Nothing here writes: the file may not be ours."""
    connection.isolation_level = None  # we begin transactions ourselves
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")
    connection.execute("PRAGMA secure_delete=ON")  # erased names are overwritten; SQLite's default depends on its build


def migrate(engine: Engine) -> None:
    """Bring the schema up to date; make it in an empty database.

    Raises:
        NotALedger: the database holds something else.
        NewerLedger: its schema is of a version we do not know.
        LedgerDamaged: it is a ledger, but its schema's version is lost.
        LedgerUnavailable: it cannot be written.
    """
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    folder = Path(__file__).parent / "migrations"
    config.set_main_option("script_location", str(folder).replace("%", "%%"))  # `%` has a meaning in configurations
    script = ScriptDirectory.from_config(config)
    newest = str(script.get_current_head())
    known = {revision.revision for revision in script.walk_revisions()}
    where = str(engine.url.database)
    with translated(where), engine.connect() as connection:
        present = _revision(connection, where, known, newest)
        connection.exec_driver_sql("PRAGMA journal_mode=WAL")  # it stays in the file; only now do we know it is ours
        if present == newest:
            return
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        connection.commit()


def _revision(connection: Connection, where: str, known: set[str], newest: str) -> str | None:
    """Return the version of a ledger's schema, `None` for an empty database."""
    from alembic.runtime.migration import MigrationContext

    tables = set(inspect(connection).get_table_names())
    if not tables - {"alembic_version"}:
        return None
    if not tables >= MARKS:
        names = ", ".join(sorted(tables)[:8])
        raise NotALedger(f"{where} is a database, but no ledger: it has {names}. Name another with --ledger")
    present = MigrationContext.configure(connection).get_current_heads()
    if len(present) != 1:
        raise LedgerDamaged(f"{where} does not say the version of its schema: restore it from a copy")
    if present[0] not in known:
        raise NewerLedger(
            f"{where} was written by a newer Tablescribe (schema {present[0]}; we know {newest}): "
            "update Tablescribe, or export its matches there"
        )
    return present[0]


def ledger_id_of(engine: Engine) -> str:
    """Return the ledger's id; give it one if it is new.

    Raises:
        LedgerUnavailable: it cannot be read or written.
    """
    wanted = select(about.c.value).where(about.c.key == "ledger_id")
    with translated(str(engine.url.database)), engine.connect() as connection:
        if (found := connection.execute(wanted).scalar()) is not None:
            return str(found)
        connection.rollback()
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        if (found := connection.execute(wanted).scalar()) is None:
            found = secrets.token_hex(16)
            connection.execute(insert(about).values(key="ledger_id", value=found))
        connection.commit()
        return str(found)


def scrub(engine: Engine) -> None:
    """Empty the write-ahead log, where deleted rows can still be read after their transaction.

    Raises:
        LedgerLocked: another program is reading from it.
    """
    where = str(engine.url.database)
    with translated(where), engine.connect() as connection:
        busy = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if busy is not None and busy[0]:
        raise LedgerLocked(
            f"what was erased from {where} is deleted, but another program still reads {where}-wal, which has it too: "
            "close the ledger there, then erase once more"
        )


@contextmanager
def translated(where: str) -> Iterator[None]:
    """Turn a database's own errors into ours, by cause."""
    try:
        yield
    except DBAPIError as error:
        raise cause_of(error.orig, where) from error
    except sqlite3.Error as error:
        raise cause_of(error, where) from error


_CAUSES: tuple[tuple[str, type[LedgerError], str], ...] = (
    ("file is not a database", NotALedger, "is not a ledger: the file is no SQLite database"),
    ("locked", LedgerLocked, "is locked by another program: close it there, then try again"),
    ("readonly", LedgerReadOnly, "cannot be written: the file or its folder is read-only"),
    ("full", DiskFull, "cannot be written: the disk is full. What was recorded before is safe"),
    ("unable to open", LedgerUnavailable, "cannot be opened: check the folder and its permissions"),
    ("malformed", LedgerDamaged, "is damaged as a database: restore it from a copy"),
    (
        "could not decode",
        LedgerDamaged,
        "holds a text that is none: something else wrote into it. Restore it from a copy",
    ),
)


def cause_of(error: Any, where: str) -> LedgerError:
    """Return the error of ours that names the cause."""
    text = str(error).lower()
    for sign, kind, words in _CAUSES:
        if sign in text:
            return kind(f"{where} {words}")
    return LedgerUnavailable(f"{where} cannot be used: {error}")
