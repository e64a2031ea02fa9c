"""Opening a database as a ledger: settings, migrations, and errors by cause."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event, inspect
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.pool import QueuePool

from ledger.errors import LedgerError, LedgerUnavailable, NewerLedger, NotALedger

LOCK_TIMEOUT = 10.0
"""How many seconds a writer waits for another one."""


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
        f"sqlite:///{path}",
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
    """Every commit is on the disk before it is answered; writers say so when they begin."""
    connection.isolation_level = None  # we begin transactions ourselves
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")


def migrate(engine: Engine) -> None:
    """Bring the schema up to date; make it in an empty database.

    Raises:
        NotALedger: the database holds something else.
        NewerLedger: its schema is of a version we do not know.
        LedgerUnavailable: it cannot be written.
    """
    from alembic import command
    from alembic.config import Config
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    script = ScriptDirectory.from_config(config)
    newest = script.get_current_head()
    with translated(str(engine.url.database)), engine.connect() as connection:
        present = MigrationContext.configure(connection).get_current_revision()
        if present == newest:
            return
        tables = set(inspect(connection).get_table_names())
        if present is None and tables - {"alembic_version"}:
            raise NotALedger(f"{engine.url.database} is a database, but no ledger: it has {', '.join(sorted(tables))}")
        if present is not None and present not in {revision.revision for revision in script.walk_revisions()}:
            raise NewerLedger(
                f"{engine.url.database} was written by a newer Tablescribe (schema {present}; we know {newest}): "
                "update Tablescribe, or export its matches there"
            )
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        connection.commit()


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
    ("locked", LedgerUnavailable, "is locked by another program: close it there, then try again"),
    ("readonly", LedgerUnavailable, "cannot be written: the file or its folder is read-only"),
    ("full", LedgerUnavailable, "cannot be written: the disk is full. What was recorded before is safe"),
    ("unable to open", LedgerUnavailable, "cannot be opened: check the folder and its permissions"),
    ("malformed", NotALedger, "is damaged as a database: restore it from a copy"),
)


def cause_of(error: Any, where: str) -> LedgerError:
    """Return the error of ours that names the cause."""
    text = str(error).lower()
    for sign, kind, words in _CAUSES:
        if sign in text:
            return kind(f"{where} {words}")
    return LedgerUnavailable(f"{where} cannot be used: {error}")
