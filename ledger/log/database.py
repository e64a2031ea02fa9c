"""Opening a database as a ledger: which one, migrations, its id, and errors by cause."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from sqlalchemy import URL, Connection, Engine, inspect, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from domain.text import say
from ledger.log import sqlite
from ledger.log.errors import LedgerDamaged, LedgerError, LedgerReadOnly, LedgerUnavailable, NewerLedger, NotALedger
from ledger.log.schema import NEWEST, about

MARKS = {"alembic_version", "about", "events"}
"""The tables by which a database is known to be a ledger, of whatever version."""


def connect(target: str | Path, *, create: bool = True) -> Engine:
    """Return an engine for a ledger given by its path, or by a `sqlite:///` or `postgresql://` URL.

    Raises:
        LedgerUnavailable: it does not exist and may not be created, or its folder cannot be made; or the driver for
            PostgreSQL is not installed.
        NotALedger: the URL is of a kind that is not supported.
    """
    url = _url_of(str(target))
    if isinstance(url, Path):
        return sqlite.connect(url, create=create)
    try:
        from ledger.log import postgres
    except ImportError as error:
        raise LedgerUnavailable(
            say("PostgreSQL needs its driver: install Tablescribe as tablescribe[postgres], or use a file")
        ) from error
    return postgres.connect(url)


def _url_of(target: str) -> Path | URL:
    if "://" not in target:
        return Path(target).expanduser()
    try:
        url = make_url(target.replace("postgres://", "postgresql://", 1))
    except (ArgumentError, ValueError) as error:
        raise NotALedger(say("{target} is not a path and not a database URL", target=target)) from error
    backend = url.get_backend_name()
    if backend == "sqlite" and url.database:
        return Path(url.database)
    if backend == "postgresql":
        return url
    raise NotALedger(
        say("{target}: a ledger is a path, sqlite:///PATH or postgresql://USER@HOST/DATABASE", target=target)
    )


def backend_of(engine: Engine) -> ModuleType:
    """Return the module that knows this engine's database: `sqlite` or `postgres`."""
    if engine.dialect.name == "sqlite":
        return sqlite
    from ledger.log import postgres

    return postgres


def where_is(engine: Engine) -> str:
    """Return a database's place, for messages: its path, or its URL without the password."""
    if engine.dialect.name == "sqlite":
        return str(engine.url.database)
    return engine.url.set(drivername="postgresql").render_as_string(hide_password=True)


def migrate(engine: Engine, *, create: bool = True) -> None:
    """Bring the schema up to date; make it in an empty database, if it may be created.

    Raises:
        NotALedger: the database holds something else.
        NewerLedger: its schema is of a version we do not know.
        LedgerDamaged: it is a ledger, but its schema's version is lost.
        LedgerUnavailable: it cannot be written, or is empty and may not be created.
    """
    where, backend = where_is(engine), backend_of(engine)
    with translated(where, backend), engine.connect() as connection:
        if backend.tables(connection) >= MARKS and _versions(connection) == [NEWEST]:
            backend.prepare(connection)
            return
    _upgrade(engine, create=create)


def _versions(connection: Connection) -> list[str]:
    return list(connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalars())


def _upgrade(engine: Engine, *, create: bool) -> None:
    """Let Alembic look, and do what is to be done: it is not even imported where there is nothing."""
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    folder = Path(__file__).parent / "migrations"
    config.set_main_option("script_location", str(folder).replace("%", "%%"))  # `%` has a meaning in configurations
    script = ScriptDirectory.from_config(config)
    newest = str(script.get_current_head())
    known = {revision.revision for revision in script.walk_revisions()}
    where, backend = where_is(engine), backend_of(engine)
    with translated(where, backend), engine.connect() as connection:
        present = revision_of(connection, where, known, newest)
        if present is None and not create:
            raise LedgerUnavailable(
                say(
                    "there is no ledger in {where}: it is empty. Record a match first, name another with "
                    "--ledger, or restore a backup if there was one",
                    where=where,
                )
            )
        backend.prepare(connection)
        if present == newest:
            return
        if backend.is_read_only(engine):
            why = say(
                "{where} is of an older form and cannot be brought up to date where it is read-only: copy it first",
                where=where,
            )
            raise LedgerReadOnly(why)
        connection.rollback()
        backend.lock_schema(connection)
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        connection.commit()


def revision_of(connection: Connection, where: str, known: set[str], newest: str) -> str | None:
    """Return the version of a ledger's schema, `None` for an empty database.

    Raises:
        NotALedger, NewerLedger, LedgerDamaged: see `migrate`.
    """
    from alembic.runtime.migration import MigrationContext

    tables = set(inspect(connection).get_table_names())
    if not tables - {"alembic_version"}:
        return None
    if not tables >= MARKS:
        names = ", ".join(sorted(tables)[:8])
        raise NotALedger(
            say(
                "{where} is a database, but no ledger: it has {names}. Name another with --ledger",
                where=where,
                names=names,
            )
        )
    present = MigrationContext.configure(connection).get_current_heads()
    if len(present) != 1:
        raise LedgerDamaged(say("{where} does not say the version of its schema: restore it from a copy", where=where))
    if present[0] not in known:
        raise NewerLedger(
            say(
                "{where} was written by a newer Tablescribe (schema {present}; we know {newest}): "
                "update Tablescribe, or export its matches there",
                where=where,
                present=present[0],
                newest=newest,
            )
        )
    return present[0]


def ledger_id_of(engine: Engine, new: str = "") -> str:
    """Return the ledger's id; give it one if it is new: that of the ledger it is a copy of, or a random one.

    Raises:
        LedgerUnavailable: it cannot be read or written.
    """
    wanted = select(about.c.value).where(about.c.key == "ledger_id")
    backend = backend_of(engine)
    with translated(where_is(engine), backend), engine.connect() as connection:
        if (found := connection.execute(wanted).scalar()) is not None:
            return str(found)
        mine = backend.into(about).values(key="ledger_id", value=new or secrets.token_hex(16))
        connection.execute(mine.on_conflict_do_nothing())  # of several that open it at once, one gives it its id
        backend.settle(connection)
        return str(connection.execute(wanted).scalar_one())


@contextmanager
def translated(where: str, backend: ModuleType) -> Iterator[None]:
    """Turn a database's own errors into ours, by cause."""
    try:
        yield
    except DBAPIError as error:
        raise cause_of(error.orig, where, backend) from error
    except backend.ERRORS as error:
        raise cause_of(error, where, backend) from error


def cause_of(error: Any, where: str, backend: ModuleType) -> LedgerError:
    """Return the error of ours that names the cause."""
    found: LedgerError = backend.cause_of(error, where)
    return found
