"""PostgreSQL: settings, locks, errors by cause, several recorders and machines.

A writer first locks the one row of `head`, and keeps the lock until it commits: positions are gapless and in commit
order, and nobody can see a position before all earlier ones. A trigger advances the row with each event, so the
database itself refuses any position but the next.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any

import psycopg
from psycopg import errors as pg
from sqlalchemy import URL, Connection, Engine, Table, collate, create_engine, event, func, literal_column
from sqlalchemy.dialects.postgresql import aggregate_order_by, dialect, insert
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.elements import ColumnElement

from tablescribe.domain.words.text import say
from tablescribe.ledger.log.errors import (
    DiskFull,
    LedgerDamaged,
    LedgerError,
    LedgerLocked,
    LedgerLost,
    LedgerReadOnly,
    LedgerUnavailable,
)
from tablescribe.ledger.log.schema import LISTS, NAMED, PARTIAL

LOCK_TIMEOUT = 10.0
"""How many seconds a writer waits for another one."""

READERS = 20
"""How many threads of a process read at once: as many connections as that, one to write, and one a subscription."""

CHANNEL = "tablescribe"
"""What every commit is announced on. An announcement is a hint only: readers also look by themselves."""

ERRORS = (psycopg.Error,)
INTEGRITY_ERRORS = (pg.IntegrityError, pg.RaiseException)

BEGIN = "BEGIN; SELECT lock_head()"
"""Takes the write lock, before anything is read; at READ COMMITTED, later reads see all that was committed before."""

_MIGRATING = 0x7461626C65  # any number that other programs hardly lock

SNAPSHOT = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
"""Begins a transaction that sees one state from its first read on."""

for _index, _where in PARTIAL.items():
    _index.dialect_options["postgresql"]["where"] = literal_column(_where)

MARK = "%s"
"""Stands for a value in a statement."""

into = insert
"""An INSERT of this dialect, which knows `on_conflict_do_…`."""


def connect(url: URL) -> Engine:
    """Return an engine for a ledger in a PostgreSQL database."""
    asked = url.query.get("options", "")  # options of the URL count where they contradict none of ours
    settings = f"{asked if isinstance(asked, str) else ' '.join(asked)} -c synchronous_commit=on"
    settings += f" -c default_transaction_isolation=read\\ committed -c lock_timeout={int(LOCK_TIMEOUT * 1000)}"
    engine = create_engine(
        url.set(drivername="postgresql+psycopg"),
        paramstyle="format",
        pool_size=READERS,  # all are kept: making one costs the server a process
        max_overflow=-1,  # nobody waits here: see `Reader`
        connect_args={"options": settings, "application_name": "tablescribe", "connect_timeout": 10},
    )
    event.listen(engine, "connect", _settings)
    return engine


def _settings(connection: psycopg.Connection[Any], _record: object) -> None:
    connection.autocommit = True  # we begin transactions ourselves
    connection.prepare_threshold = 3


def give_back(engine: Engine) -> None:
    """Close the connections that nobody uses now."""
    engine.pool.dispose()


def prepare(engine: Engine, run: Callable[[str], object]) -> None:
    """Set nothing: a database keeps its own settings."""


def lock_schema(connection: Connection) -> None:
    """Begin a transaction in which only we may migrate."""
    connection.exec_driver_sql("BEGIN")
    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATING})")


def settle(connection: Connection) -> None:
    """Do nothing: a server keeps its files together."""


def place(where: str) -> None:
    """Return nothing: a server's database is not moved while it is in use."""


def open_beside(connection: Any, where: str) -> None:
    """Return nothing: a server keeps its files together."""


def is_read_only(engine: Engine) -> bool:
    """Return false: a server says by itself what may not be written."""
    return False


def joined(body: ColumnElement[bytes], version: ColumnElement[int]) -> ColumnElement[str]:
    """Return the expression that joins bodies by commas."""
    text = func.convert_from(body, literal_column("'UTF8'"))
    return func.string_agg(text, aggregate_order_by(literal_column("','"), version))


def in_bytes(text: ColumnElement[str]) -> ColumnElement[str]:
    """Return a text as it is compared byte by byte, whatever the order of the database's language is."""
    return collate(text, "C")


def ends(cursor: Any, sql: Any, matches: Iterable[str]) -> tuple[int, dict[str, tuple[int, bytes]]]:
    """Return where the log ends, and the last version and head hash of those of some matches that there are."""
    cursor.execute(_ENDS, (list(matches),))
    (_, last, _), *found = cursor.fetchall()
    return last, {one: (version, link) for one, version, link in found}


_ENDS = (
    "SELECT NULL::text, coalesce(max(position), 0), NULL::bytea FROM events UNION ALL "
    "SELECT asked.one, e.version, e.hash FROM unnest(%s::text[]) AS asked (one) CROSS JOIN LATERAL "
    "(SELECT version, hash FROM events WHERE match_id = asked.one ORDER BY version DESC LIMIT 1) AS e"
)


def is_one_statement(events: int) -> bool:
    """Return whether so many events and their answers are put in by one statement, which is a transaction by itself."""
    return True


def ready(connection: Any) -> None:
    """Do nothing: the statements of `put` need nothing of their connection."""


def put_statements(events: Table, commands: Table) -> dict[tuple[bool, bool], str]:
    """Return the statements that put events and answers in, if the log ends where it is said to: one or any number.

    They take the write lock before they look. Keys: whether there are several events, and whether there are answers.
    """

    def rows(table: Table, several: bool) -> tuple[str, str]:
        kinds = [column.type.compile(_DIALECT()) for column in table.c]
        marks = [f"{'%b' if kind == 'BYTEA' else '%s'}::{kind}" for kind in kinds]
        given = f"unnest({'[], '.join(marks)}[])" if several else f"(SELECT {', '.join(marks)})"
        return f"{table.name} ({', '.join(table.c.keys())})", given

    def made(several: bool, answered: bool) -> str:
        (answers, told), (log, added) = rows(commands, several), rows(events, several)
        put = f"answered AS (INSERT INTO {answers} SELECT told.* FROM head, {told} AS told WHERE head.position = %s) "
        return (
            f"WITH head AS MATERIALIZED (SELECT lock_head() AS position){', ' + put if answered else ' '}"
            f"INSERT INTO {log} SELECT added.* FROM head, {added} AS added WHERE head.position = %s ORDER BY 1"
        )

    return {(several, answered): made(several, answered) for several in (False, True) for answered in (False, True)}


def put(cursor: Any, sql: Any, events: Sequence[Any], commands: Sequence[Any], last: int) -> bool:
    """Put events and answers in, in one statement; return whether the log ended where it is said to."""
    several = len(events) > 1  # one by one, values cost less than arrays of them
    given = [[*map(list, zip(*rows, strict=True))] if several else rows[0] for rows in (commands, events) if rows]
    cursor.execute(sql.put[several, bool(commands)], [value for rows in given for value in (*rows, last)])
    return bool(cursor.rowcount)


TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
"""Finds the names of the tables there are."""


def in_transaction(connection: Any) -> bool:
    """Return whether a raw connection has a transaction open."""
    status = connection.driver_connection.info.transaction_status
    return bool(status in (psycopg.pq.TransactionStatus.INTRANS, psycopg.pq.TransactionStatus.INERROR))


def scrub(engine: Engine, where: str) -> None:
    """Rewrite the table of names without the rows that were deleted, and what the server's statistics kept of them.

    Raises:
        LedgerReadOnly: only the owner of the table may.
    """
    with engine.connect() as connection:
        ours = "SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = 'identities'::regclass"
        if not connection.exec_driver_sql(ours).scalar():
            raise LedgerReadOnly(
                say(
                    "what was erased from {where} is deleted, but its bytes may still lie in the table's "
                    "file: let the owner of the tables run VACUUM FULL identities, access, spellings, listed_people",
                    where=where,
                )
            )
        for table in dict.fromkeys(table for table, _ in NAMED):
            connection.exec_driver_sql(f"VACUUM FULL {table}")
        for table, column in NAMED:
            connection.exec_driver_sql(f"ALTER TABLE {table} ALTER COLUMN {column} SET STATISTICS 0")
            connection.exec_driver_sql(f"ALTER TABLE {table} ALTER COLUMN {column} TYPE text")  # drops its statistics
        with suppress(DBAPIError):  # dead rows of the catalogue: only the database's owner may
            connection.exec_driver_sql("VACUUM FULL pg_statistic")


_DIALECT: Any = dialect
_LISTS = ", ".join(table.name for table in LISTS)

RIGHTS: dict[str, tuple[str, ...]] = {
    "record": (
        "GRANT SELECT ON alembic_version, about, events, commands, tracking, head, identities, subtrees, checkpoints, "
        "cosignatures, imports, spellings, boxes TO {}",
        "GRANT INSERT ON events, commands, tracking, identities, about, imports, boxes TO {}",
        "GRANT UPDATE ON tracking TO {}",
        f"GRANT SELECT, INSERT, UPDATE, DELETE ON {_LISTS} TO {{}}",
        "GRANT EXECUTE ON FUNCTION lock_head() TO {}",
    ),
    "deal": ("GRANT SELECT, INSERT ON seeds TO {}",),
    "serve": (
        "GRANT SELECT, INSERT ON access, access_log, pins, service TO {}",
        "GRANT UPDATE (revoked) ON access TO {}",
        "GRANT DELETE ON pins TO {}",
        "GRANT SELECT, INSERT, UPDATE, DELETE ON wrong_pins, consents, rates TO {}",
    ),
    "sign": (
        "GRANT INSERT ON subtrees, checkpoints, cosignatures TO {}",
        "GRANT DELETE ON subtrees TO {}",
    ),
    "erase": (
        "GRANT DELETE ON identities TO {}",
        "GRANT SELECT (id, label), UPDATE (label) ON access TO {}",
        "GRANT DELETE ON spellings TO {}",
    ),
    "people": ("GRANT INSERT, UPDATE, DELETE ON spellings TO {}",),
}
"""What a role needs for what it does. `record`: everything but matches whose chance is sealed. `deal`: these too; who
may do that reads every live seed, and so the draws to come. `serve`: passes, PINs and the trail of looks; who may do
that can give themselves any pass. `sign`: checkpoints and bundles. `erase`: names. `people`: what people
are called. Lists may be changed by whoever records: they are made from the log, and nothing believes them."""


def rights(role: str, tasks: Iterable[str] = ()) -> list[str]:
    """Return the statements by which a role may record and do some tasks, and nothing else: run them as the owner.

    An owner could switch the triggers off, and set `head`. A role with these rights cannot.
    """
    name = '"' + role.replace('"', '""') + '"'
    return [statement.format(name) for task in dict.fromkeys(["record", *tasks]) for statement in RIGHTS[task]]


class CommitSignals:
    """Wakes readers up when any process has committed. Lost announcements cost time, never events."""

    def __init__(self, engine: Engine, recorded: threading.Condition) -> None:
        self._engine = engine
        self._recorded = recorded
        self._connection: Any = None

    def wait(self, seconds: float) -> bool:
        """Return whether something was announced within so many seconds."""
        try:
            if self._connection is None:
                self._connection = self._engine.raw_connection()
                self._connection.cursor().execute(f"LISTEN {CHANNEL}")
            notices = self._connection.driver_connection.notifies(timeout=seconds, stop_after=1)
            return any(True for _ in notices)
        except Exception:  # the server is away: readers go on looking by themselves
            self.close()
            with self._recorded:
                return self._recorded.wait(seconds)

    def close(self) -> None:
        """Give the connection back."""
        if self._connection is not None:
            self._connection.invalidate()
            self._connection = None


_AWAY = (pg.AdminShutdown, pg.CrashShutdown, pg.CannotConnectNow, pg.IdleSessionTimeout)

_CAUSES: tuple[tuple[tuple[type[Exception], ...], type[LedgerError], str], ...] = (
    (_AWAY, LedgerLost, "has gone away: the server stops or starts"),
    ((pg.LockNotAvailable, pg.DeadlockDetected), LedgerLocked, "is locked by another program: try again"),
    ((pg.DiskFull,), DiskFull, "cannot be written: the disk is full. What was recorded before is safe"),
    (
        (pg.ReadOnlySqlTransaction, pg.InsufficientPrivilege),
        LedgerReadOnly,
        "cannot be used like that: the database does not give this role the right to",
    ),
    (
        (pg.InvalidPassword, pg.InvalidAuthorizationSpecification),
        LedgerUnavailable,
        "does not let this role in: check user and password",
    ),
    ((pg.InvalidCatalogName,), LedgerUnavailable, "does not exist: make the database first, with createdb"),
    ((pg.DataCorrupted, pg.IndexCorrupted), LedgerDamaged, "is damaged as a database: restore it from a copy"),
    ((pg.CharacterNotInRepertoire,), LedgerDamaged, "holds a text that is none: something else wrote into it"),
)


def cause_of(error: Any, where: str) -> LedgerError:
    """Return the error of ours that names the cause."""
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
