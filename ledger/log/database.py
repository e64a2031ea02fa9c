"""Opening a database as a ledger: its kind, migrations, id, and errors by cause."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import msgspec

from tablescribe.domain.words.text import Text, say
from tablescribe.ledger.log import sqlite
from tablescribe.ledger.log.errors import (
    LedgerDamaged,
    LedgerError,
    LedgerReadOnly,
    LedgerUnavailable,
    NewerLedger,
    NotALedger,
    OutdatedLedger,
)
from tablescribe.ledger.log.schema_version import NEWEST

if TYPE_CHECKING:
    from sqlalchemy import URL, Connection, Engine, Table

MARKS = {"alembic_version", "about", "events"}
"""Tables that every version of a ledger has."""

PROGRAM = "program"
"""Key in the table `about`: the version of Tablescribe that last changed the schema."""


def connect(target: str | Path, *, create: bool = True, checked: bool = False) -> Engine:
    """Return an engine for a ledger, given as a path or a `sqlite:///` or `postgresql://` URL.

    With `checked`, the write-ahead log is not checked for damage, because the parent process has it open and did so.

    Raises:
        LedgerUnavailable: the file does not exist and `create` is false, its folder cannot be created, or the
            PostgreSQL driver is not installed.
        NotALedger: the URL's scheme is not supported.
    """
    url = _url_of(str(target))
    if isinstance(url, Path):
        return sqlite.connect(url, create=create, checked=checked)
    engine: Engine = postgres().connect(url)
    return engine


def postgres() -> ModuleType:
    """Import and return the PostgreSQL backend.

    Raises:
        LedgerUnavailable: the driver is not installed.
    """
    try:
        from tablescribe.ledger.log import postgres as module
    except ImportError as error:
        raise LedgerUnavailable(
            say("PostgreSQL needs its driver: install Tablescribe as tablescribe[postgres], or use a file")
        ) from error
    return module


def _url_of(target: str) -> Path | URL:
    if "://" not in target:
        return Path(target).expanduser()
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError

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
    """Return the backend module of an engine: `sqlite` or `postgres`."""
    if engine.name == "sqlite":
        return sqlite
    return postgres()


def where_is(engine: Engine) -> str:
    """Return a database's location for messages: its path, or its URL without the password."""
    if engine.name == "sqlite":
        return sqlite.path_of(engine)
    return engine.url.set(drivername="postgresql").render_as_string(hide_password=True)


class Migration(msgspec.Struct, frozen=True):
    """Result of migrating a ledger when it was opened.

    Attributes:
        where: path or URL of the ledger.
        before: schema version before the migration.
        after: schema version after the migration.
        copy: path of the copy made before; empty string on PostgreSQL.
    """

    where: str
    before: str
    after: str
    copy: str


def migrate(engine: Engine, *, create: bool = True, convert: bool = True) -> Migration | None:
    """Migrate the schema to the current version; in an empty database, create it if `create` is true.

    A file is copied before: `ledger.db` of schema 0011 to `ledger.db.schema-0011`; if another copy has that name, to
    `ledger.db.schema-0011-2`.

    Args:
        engine: from `connect`.
        create: whether to create the schema in an empty database.
        convert: whether to migrate a ledger of an earlier schema.

    Returns:
        The migration; `None` for a new ledger, or one whose schema is current.

    Raises:
        NotALedger: the database has other tables than a ledger's.
        NewerLedger: the version of its schema is unknown.
        OutdatedLedger: its schema is an earlier one, and `convert` is false.
        LedgerDamaged: it is a ledger, but its schema version is missing.
        LedgerUnavailable: the database or the copy cannot be written, or it is empty and `create` is false.
    """
    try:
        current = _is_current(engine)
    except LedgerUnavailable as error:
        if not backend_of(engine).fall_back(engine, error) or not _is_current(engine):
            raise
        return None
    if current or (create and _created(engine)):
        return None
    return _upgrade(engine, create=create, convert=convert)


def _is_current(engine: Engine) -> bool:
    """Return whether a database is a ledger with the newest schema; if so, prepare it for use."""
    backend = backend_of(engine)
    with translated(where_is(engine), backend), _asking(engine) as ask:
        if {*ask(backend.TABLES)} >= MARKS and ask("SELECT version_num FROM alembic_version") == [NEWEST]:
            backend.prepare(engine, ask)
            return True
    return False


def _created(engine: Engine) -> bool:
    """Create the schema in an empty file, without Alembic; return whether the file was empty and can be written."""
    from importlib.metadata import version

    backend = backend_of(engine)
    if not (statements := backend.of_a_new_ledger()) or backend.is_read_only(engine):
        return False
    with translated(where_is(engine), backend), _asking(engine) as ask:
        if ask(backend.EVERYTHING):
            return False
        backend.prepare(engine, ask)
        ask(backend.BEGIN)
        if ask(backend.EVERYTHING):  # another process created it before we had the lock
            return False
        for statement in statements:
            ask(statement)
        ask("INSERT INTO about VALUES (?, ?)", PROGRAM, version("tablescribe"))
        ask("COMMIT")
    return True


@contextmanager
def _asking(engine: Engine) -> Iterator[Callable[..., list[Any]]]:
    """Yield a function that executes a statement and returns the first value of each row."""
    connection = engine.raw_connection()
    try:
        cursor = connection.cursor()

        def ask(statement: str, *values: str) -> list[Any]:
            cursor.execute(statement, *([values] if values else []))
            return [row[0] for row in cursor.fetchall()]

        yield ask
        cursor.close()
    except BaseException:
        connection.invalidate()  # its state is unknown
        raise
    finally:
        connection.close()


def _upgrade(engine: Engine, *, create: bool, convert: bool) -> Migration | None:
    """Run Alembic's migrations. Alembic is imported only here, when there is something to do."""
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    folder = Path(__file__).parent / "migrations"
    config.set_main_option("script_location", str(folder).replace("%", "%%"))  # `%` is special in configuration files
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
        if present not in (None, newest) and not convert:
            raise OutdatedLedger(_outdated(engine, where, present, newest))
        backend.prepare(engine, connection.exec_driver_sql)
        if present == newest:
            return None
        if backend.is_read_only(engine):
            why = say(
                "{where} has an older schema and cannot be upgraded because it is read-only. Copy it first",
                where=where,
            )
            raise LedgerReadOnly(why)
        connection.rollback()
        backend.lock_schema(connection)
        # Another process may have migrated it before we had the lock.
        present = revision_of(connection, where, known, newest)
        outdated = present not in (None, newest)
        copy = backend.keep_copy(where, present) if outdated else ""
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        _sign(connection, backend)
        connection.commit()
    return Migration(where, str(present), newest, copy) if outdated else None


def _outdated(engine: Engine, where: str, present: str, newest: str) -> Text:
    """Return why a ledger is not opened, and the commands that convert it."""
    import shlex

    command = shlex.join(["tablescribe", "--ledger", where, "upgrade"])
    if engine.name != "sqlite":
        return say(
            "{where} was recorded by an earlier Tablescribe (schema {present}; this version uses {newest}). "
            "An upgrade keeps no copy of a database: stop the services that use it, and back it up with pg_dump. "
            "Then convert it: {command}",
            where=where, present=present, newest=newest, command=command,
        )  # fmt: skip
    return say(
        "{where} was recorded by an earlier Tablescribe (schema {present}; this version uses {newest}). "
        "Convert it first: {command}. That keeps a copy of the file",
        where=where, present=present, newest=newest, command=command,
    )  # fmt: skip


def _sign(connection: Connection, backend: ModuleType) -> None:
    """Store the version of this program; older programs name it if they cannot read the schema."""
    from importlib.metadata import version

    from tablescribe.ledger.log.schema import about

    program = {"value": version("tablescribe")}
    mine = backend.into(about).values(key=PROGRAM, **program)
    connection.execute(mine.on_conflict_do_update(index_elements=["key"], set_=program))


def revision_of(connection: Connection, where: str, known: set[str], newest: str) -> str | None:
    """Return the version of a ledger's schema, or `None` for an empty database.

    Raises:
        NotALedger, NewerLedger, LedgerDamaged: see `migrate`.
    """
    from alembic.runtime.migration import MigrationContext
    from sqlalchemy import inspect

    tables = set(inspect(connection).get_table_names())
    if not tables - {"alembic_version"}:
        return None
    if not tables >= MARKS:
        names = ", ".join(sorted(tables)[:8])
        raise NotALedger(
            say(
                "{where} is a database, but not a ledger: it contains {names}. Name a ledger with --ledger",
                where=where,
                names=names,
            )
        )
    present = MigrationContext.configure(connection).get_current_heads()
    if len(present) != 1:
        raise LedgerDamaged(say("{where} has no schema version. Restore it from a backup", where=where))
    if present[0] not in known:
        raise NewerLedger(
            say(
                "{where} was recorded by Tablescribe {program} (schema {present}; this version knows {newest}). "
                "Update Tablescribe, or export its matches there",
                where=where,
                program=_program_of(connection) or say("of a later version"),
                present=present[0],
                newest=newest,
            )
        )
    return present[0]


def _program_of(connection: Connection) -> str:
    """Return the version of Tablescribe that last changed the schema; empty string if unknown."""
    from sqlalchemy import select

    from tablescribe.ledger.log.schema import about

    return str(connection.execute(select(about.c.value).where(about.c.key == PROGRAM)).scalar() or "")


def ledger_id_of(engine: Engine, new: str = "", *, record: bool = True) -> str:
    """Return the ledger's id. A new ledger gets `new` (for a copy, the id of its source) or a random id.

    With `record=False`, `new` is only returned, and the caller records it.

    Raises:
        LedgerUnavailable: the database cannot be read or written.
    """
    backend = backend_of(engine)
    with translated(where_is(engine), backend), _asking(engine) as ask:
        if found := ask("SELECT value FROM about WHERE key = 'ledger_id'"):
            return str(found[0])
    return _given_id(engine, new) if record or not new else new


def _given_id(engine: Engine, new: str) -> str:
    from sqlalchemy import select

    from tablescribe.ledger.log.schema import about

    wanted = select(about.c.value).where(about.c.key == "ledger_id")
    backend = backend_of(engine)
    with translated(where_is(engine), backend), engine.connect() as connection:
        mine = backend.into(about).values(key="ledger_id", value=new or secrets.token_hex(16))
        connection.execute(mine.on_conflict_do_nothing())  # of concurrent processes, one sets the id
        backend.settle(connection)
        return str(connection.execute(wanted).scalar_one())


def missing_parts(engine: Engine, tables: Iterable[Table]) -> list[str]:
    """Return the missing ones of these tables, columns and indexes, each as text such as "index NAME of TABLE"."""
    from sqlalchemy import inspect

    there, found = inspect(getattr(engine, "toolkit", engine)), []
    present = {*there.get_table_names()}
    for table in tables:
        if table.name not in present:
            found.append(f"table {table.name}")
            continue
        columns = {one["name"] for one in there.get_columns(table.name)}
        indexes = {one["name"] for one in there.get_indexes(table.name)}
        found += [f"column {one.name} of {table.name}" for one in table.columns if one.name not in columns]
        found += [f"index {one.name} of {table.name}" for one in table.indexes if one.name not in indexes]
    return found


@contextmanager
def translated(where: str, backend: ModuleType) -> Iterator[None]:
    """Translate the driver's errors into ledger errors."""
    try:
        yield
    except backend.ERRORS as error:
        raise cause_of(error, where, backend) from error
    except Exception as error:
        toolkit = sys.modules.get("sqlalchemy.exc")  # not imported: it cannot have raised the error
        if toolkit is not None and isinstance(error, toolkit.DBAPIError):
            raise cause_of(error.orig, where, backend) from error
        raise


def cause_of(error: Any, where: str, backend: ModuleType) -> LedgerError:
    """Return the ledger error for a driver's error."""
    found: LedgerError = backend.cause_of(error, where)
    return found
