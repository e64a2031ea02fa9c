"""PostgreSQL: settings, locks, errors by cause, several recorders and machines.

A writer first takes an advisory lock and keeps it until it commits. A trigger refuses an event unless the one before
it is visible, and the primary key refuses a position that is taken. So positions are gapless and in commit order, and
no position is visible before all earlier ones.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any

import psycopg
from psycopg import errors as pg
from sqlalchemy import URL, Connection, Engine, collate, create_engine, event, func, literal_column
from sqlalchemy.dialects.postgresql import aggregate_order_by, insert
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.elements import ColumnElement

from tablescribe.domain.words.text import say
from tablescribe.ledger.log import postgres_appends
from tablescribe.ledger.log.errors import (
    DiskFull,
    LedgerDamaged,
    LedgerError,
    LedgerLocked,
    LedgerLost,
    LedgerReadOnly,
    LedgerUnavailable,
)
from tablescribe.ledger.log.schema import DESCRIBED, LISTS, NAMED, PARTIAL, PICTURED
from tablescribe.ledger.log.triggers import WRITING

LOCK_TIMEOUT = 10.0
"""Seconds that a writer waits for another."""

READERS = 20
"""Maximum number of threads of a process that read at once, each on a connection.

One more connection writes, and each subscription has its own."""

CHANNEL = "tablescribe"
"""NOTIFY channel of commits. A notification is only a hint: readers also poll."""

ERRORS = (psycopg.Error,)
INTEGRITY_ERRORS = (pg.IntegrityError, pg.RaiseException)

BEGIN = f"BEGIN; SELECT pg_advisory_xact_lock({WRITING}, 'events'::regclass::oid::int4)"
"""Takes the write lock before anything is read. At READ COMMITTED, later reads see all earlier commits."""

_MIGRATING = 0x7461626C65  # an advisory lock that other programs are unlikely to use

SNAPSHOT = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
"""Begins a snapshot transaction, which sees one state from its first read on."""

for _index, _where in PARTIAL.items():
    _index.dialect_options["postgresql"]["where"] = literal_column(_where)

MARK = "%s"
"""Placeholder of a value in a statement."""

into = insert
"""INSERT of this dialect, with its `on_conflict_do_…` methods."""


def connect(url: URL) -> Engine:
    """Return an engine for a ledger in a PostgreSQL database."""
    asked = url.query.get("options", "")  # the URL's options apply unless ours override them
    settings = f"{asked if isinstance(asked, str) else ' '.join(asked)} -c synchronous_commit=on"
    settings += f" -c default_transaction_isolation=read\\ committed -c lock_timeout={int(LOCK_TIMEOUT * 1000)}"
    engine = create_engine(
        url.set(drivername="postgresql+psycopg"),
        paramstyle="format",
        pool_size=READERS,  # all are kept: each new one costs the server a process
        max_overflow=-1,  # no thread waits here: see `Reader`
        connect_args={"options": settings, "application_name": "tablescribe", "connect_timeout": 10},
    )
    event.listen(engine, "connect", _settings)
    return engine


def _settings(connection: psycopg.Connection[Any], _record: object) -> None:
    connection.autocommit = True  # we begin transactions ourselves
    connection.prepare_threshold = 3


def give_back(engine: Engine) -> None:
    """Close the idle connections."""
    engine.pool.dispose()


def prepare(engine: Engine, run: Callable[[str], object]) -> None:
    """Do nothing: settings belong to the server."""


def of_a_new_ledger() -> list[str]:
    """Return no statements: here the migrations create the schema."""
    return []


def lock_schema(connection: Connection) -> None:
    """Begin a transaction that keeps other processes from migrating.

    Raises:
        LedgerReadOnly: the tables exist, and this role does not own them.
    """
    connection.exec_driver_sql("BEGIN")
    owned = "SELECT pg_has_role(relowner, 'USAGE'), pg_get_userbyid(relowner) FROM pg_class WHERE oid = to_regclass(%s)"
    for ours, owner in connection.exec_driver_sql(owned, ("events",)):
        if not ours:
            raise LedgerReadOnly(
                say("only {owner}, the role that owns the tables, may convert this ledger: upgrade it as that role",
                    owner=str(owner))
            )  # fmt: skip
    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATING})")


def keep_copy(where: str, version: str) -> str:
    """Return an empty string: a server's database is copied by its own tools, and migrated in one transaction."""
    return ""


def settle(connection: Connection) -> None:
    """Do nothing: the server manages its files."""


def place(where: str) -> None:
    """Return `None`: a server's database is not moved while in use."""


def open_beside(connection: Any, where: str) -> None:
    """Return `None`: the server manages its files."""


def is_read_only(engine: Engine) -> bool:
    """Return false: the server refuses writes itself."""
    return False


def fall_back(engine: Engine, cause: LedgerError) -> bool:
    """Return false: the server manages its files."""
    return False


def why_unwritable(engine: Engine) -> None:
    """Return `None`: the server says why it refuses to write."""


def has_changed(engine: Engine) -> bool:
    """Return false: every connection sees what was committed."""
    return False


def joined(body: ColumnElement[bytes], version: ColumnElement[int]) -> ColumnElement[str]:
    """Return the SQL expression that joins bodies with commas, ordered by version."""
    text = func.convert_from(body, literal_column("'UTF8'"))
    return func.string_agg(text, aggregate_order_by(literal_column("','"), version))


def in_bytes(text: ColumnElement[str]) -> ColumnElement[str]:
    """Return the expression with byte order (collation C), independent of the database's collation."""
    return collate(text, "C")


def ends(cursor: Any, sql: Any, matches: Iterable[str]) -> tuple[int, dict[str, tuple[int, bytes]]]:
    """Return the log's last position, and the last version and head hash of each of these matches that exists."""
    cursor.execute(_ENDS, (list(matches),))
    (_, last, _), *found = cursor.fetchall()
    return last, {one: (version, link) for one, version, link in found}


_ENDS = (
    "SELECT NULL::text, coalesce(max(position), 0), NULL::bytea FROM events UNION ALL "
    "SELECT asked.one, e.version, e.hash FROM unnest(%s::text[]) AS asked (one) CROSS JOIN LATERAL "
    "(SELECT version, hash FROM events WHERE match_id = asked.one ORDER BY version DESC LIMIT 1) AS e"
)


def is_one_statement(works: Sequence[Any]) -> bool:
    """Return whether `put` inserts the events of these appends with one statement, its own transaction."""
    return True


def ready(connection: Any) -> None:
    """Do nothing: the statements of `put` need no preparation."""


put, put_statements = postgres_appends.put, postgres_appends.put_statements

TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
"""Selects the names of the existing tables."""


def in_transaction(connection: Any) -> bool:
    """Return whether a raw connection has an open transaction."""
    status = connection.driver_connection.info.transaction_status
    return bool(status in (psycopg.pq.TransactionStatus.INTRANS, psycopg.pq.TransactionStatus.INERROR))


def scrub(engine: Engine, where: str) -> None:
    """Rewrite the tables with names and words without their deleted rows, and delete the server's statistics of them.

    Raises:
        LedgerReadOnly: this role does not own the table.
    """
    tables = list(dict.fromkeys(table for table, _ in (*NAMED, *DESCRIBED, *PICTURED)))
    with engine.connect() as connection:
        ours = "SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = 'identities'::regclass"
        if not connection.exec_driver_sql(ours).scalar():
            raise LedgerReadOnly(
                say(
                    "the erased data is deleted from {where}, but its bytes may still be in the table's file. "
                    "Ask the owner of the tables to run VACUUM FULL {tables}",
                    where=where,
                    tables=", ".join(tables),
                )
            )
        for table in tables:
            connection.exec_driver_sql(f"VACUUM FULL {table}")
        for table, column in NAMED:
            connection.exec_driver_sql(f"ALTER TABLE {table} ALTER COLUMN {column} SET STATISTICS 0")
        for table, column in PICTURED:
            connection.exec_driver_sql(f"ALTER TABLE {table} ALTER COLUMN {column} SET STATISTICS 0")
        for table, column in (*NAMED, *DESCRIBED):
            connection.exec_driver_sql(f"ALTER TABLE {table} ALTER COLUMN {column} TYPE text")  # drops its statistics
        with suppress(DBAPIError):  # dead rows of the catalogue: needs the database's owner
            connection.exec_driver_sql("VACUUM FULL pg_statistic")


_LISTS = ", ".join(table.name for table in LISTS)

RIGHTS: dict[str, tuple[str, ...]] = {
    "record": (
        "GRANT SELECT ON alembic_version, about, events, commands, tracking, identities, subtrees, checkpoints, "
        "cosignatures, imports, spellings, boxes, texts, pictures TO {}",
        "GRANT INSERT ON events, commands, tracking, identities, about, imports, boxes, texts, pictures TO {}",
        "GRANT UPDATE ON tracking TO {}",
        f"GRANT SELECT, INSERT, UPDATE, DELETE ON {_LISTS} TO {{}}",
    ),
    "deal": ("GRANT SELECT, INSERT ON seeds TO {}",),
    "serve": (
        "GRANT SELECT, INSERT ON access, access_log, pins, service TO {}",
        "GRANT UPDATE (revoked) ON access TO {}",
        "GRANT DELETE ON pins, service TO {}",
        "GRANT SELECT, INSERT, UPDATE, DELETE ON wrong_pins, consents, rates TO {}",
    ),
    "sign": (
        "GRANT INSERT ON subtrees, checkpoints, cosignatures TO {}",
        "GRANT DELETE ON subtrees TO {}",
    ),
    "erase": (
        "GRANT DELETE ON identities, texts, pictures TO {}",
        "GRANT SELECT (match_id, reason), UPDATE (reason) ON consents TO {}",
        "GRANT SELECT (id, label), UPDATE (label) ON access TO {}",
        "GRANT DELETE ON spellings TO {}",
    ),
    "people": ("GRANT INSERT, UPDATE, DELETE ON spellings TO {}",),
}
"""Statements that grant a role the rights for each task.

`record`: recording, except in sealed matches. `deal`: sealed matches, too; the role can read every live seed, and
so future draws. `serve`: passes, PINs and the access trail; the role can issue itself any pass. `sign`: checkpoints
and bundles. `erase`: erasing names and words. `people`: renaming people. Every recording role may change the read
models, because nothing relies on them."""


def rights(role: str, tasks: Iterable[str] = ()) -> list[str]:
    """Return the GRANT statements that allow a role to record and to do the given tasks, and nothing else.

    Run them as the owner. An owner could disable the triggers; a role with these rights cannot.
    """
    name = '"' + role.replace('"', '""') + '"'
    return [statement.format(name) for task in dict.fromkeys(["record", *tasks]) for statement in RIGHTS[task]]


class CommitSignals:
    """Wakes readers after commits of any process. A lost notification delays events but never loses them."""

    def __init__(self, engine: Engine, recorded: threading.Condition, ours: Callable[[], Any] = lambda: None) -> None:
        """Listen to commits, except those of the connection that `ours` returns."""
        self._engine = engine
        self._recorded = recorded
        self._ours = ours
        self._connection: Any = None

    def wait(self, seconds: float) -> bool:
        """Wait up to `seconds`; return whether a commit was announced."""
        try:
            if self._connection is None:
                self._connection = self._engine.raw_connection()
                self._connection.cursor().execute(f"LISTEN {CHANNEL}")
            own = self._own_pid()
            return any(notice.pid != own for notice in self._connection.driver_connection.notifies(timeout=seconds))
        except Exception:  # the server is unreachable: readers keep polling
            self.close()
            with self._recorded:
                return self._recorded.wait(seconds)

    def _own_pid(self) -> int | None:
        """Return the id of the server process of our connection; `None` if not connected."""
        try:
            return int(self._ours().driver_connection.info.backend_pid)
        except (AttributeError, psycopg.Error):
            return None

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.invalidate()
            self._connection = None


_AWAY = (pg.AdminShutdown, pg.CrashShutdown, pg.CannotConnectNow, pg.IdleSessionTimeout)

_CAUSES: tuple[tuple[tuple[type[Exception], ...], type[LedgerError], str], ...] = (
    (_AWAY, LedgerLost, "is not available: the server is stopping or starting"),
    ((pg.LockNotAvailable, pg.DeadlockDetected), LedgerLocked, "is locked by another program. Try again"),
    ((pg.DiskFull,), DiskFull, "cannot be written: the disk is full. Everything recorded before is safe"),
    (
        (pg.ReadOnlySqlTransaction, pg.InsufficientPrivilege),
        LedgerReadOnly,
        "does not give this role the right to do that",
    ),
    (
        (pg.InvalidPassword, pg.InvalidAuthorizationSpecification),
        LedgerUnavailable,
        "does not let this role connect. Check user and password",
    ),
    ((pg.InvalidCatalogName,), LedgerUnavailable, "does not exist. Create the database first, with createdb"),
    (
        (pg.DataCorrupted, pg.IndexCorrupted),
        LedgerDamaged,
        "is damaged: PostgreSQL cannot read all of it. Keep it unchanged, and restore your latest backup into a new "
        "database: `tablescribe --ledger NEW restore BACKUP`",
    ),
    ((pg.CharacterNotInRepertoire,), LedgerDamaged, "contains an invalid text: another program wrote to it"),
)


def cause_of(error: Any, where: str) -> LedgerError:
    """Return the ledger error for a driver's error."""
    for kinds, kind, words in _CAUSES:
        if isinstance(error, kinds):
            return kind(f"{where} {words}")
    first = (str(error).strip().splitlines() or [type(error).__name__])[0]
    if isinstance(error, psycopg.OperationalError | psycopg.InterfaceError) and not getattr(error, "sqlstate", None):
        return LedgerLost(
            say(
                "{where} cannot be reached: {why}. Check that the server runs and the URL is right",
                where=where,
                why=first,
            )
        )
    return LedgerUnavailable(say("{where} cannot be used: {why}", where=where, why=first))
