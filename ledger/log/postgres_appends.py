"""PostgreSQL: events and answers of commands in one statement, its own transaction.

It is sent as a prepared statement straight through the driver's protocol level, because the cursor takes longer to
adapt ten known values than the server to insert them; and thirteen lists, where several events are a batch.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from itertools import count
from typing import Any, NamedTuple, TypeAlias
from weakref import WeakKeyDictionary

import psycopg
from psycopg import errors as pg
from psycopg.generators import execute
from psycopg.pq import ExecStatus, TransactionStatus
from sqlalchemy import Table
from sqlalchemy.dialects.postgresql import dialect

_DIALECT: Any = dialect
_INSERTED, _IDLE = int(ExecStatus.COMMAND_OK), int(TransactionStatus.IDLE)
_TEXT, _BINARY = 0, 1
_OIDS = {str: 25, bytes: 17}  # of the types text and bytea, which the server never changes

Value: TypeAlias = int | str | bytes


class _Prepared(NamedTuple):
    """A prepared statement of a connection: its name, and the formats and encoding of the values it is sent."""

    name: bytes
    formats: list[int]
    encoding: str


_numbers = count(1)
_prepared: WeakKeyDictionary[Any, dict[str, _Prepared]] = WeakKeyDictionary()
"""The prepared statements of each connection."""


def put_statements(events: Table, commands: Table) -> dict[tuple[bool, bool], str]:
    """Return the statements that insert events and answers if the first event's position is free.

    They look without a lock, only to spare the server an error. The events' trigger takes the write lock, and the
    database refuses a position that another writer took meanwhile. Answers are inserted after the events, so the lock
    is always taken first. Values are numbered as the server does: those of an event, or a list for each column, then
    those of answers; one event has its match, its version and that it is one in common with its answer.
    Keys: whether there are several events, and whether there are answers.
    """
    kinds = {table: [column.type.compile(_DIALECT()) for column in table.c] for table in (events, commands)}
    into = {table: f"{table.name} ({', '.join(table.c.keys())})" for table in (events, commands)}
    columns = events.c.keys()

    def one(answered: bool) -> str:
        values = [f"${n}::{kind}" for n, kind in enumerate(kinds[events], start=1)]
        free = f"NOT EXISTS (SELECT FROM events WHERE position = {values[0]})"
        put = f"INSERT INTO {into[events]} SELECT {', '.join(values)} WHERE {free}"
        if not answered:
            return put
        match_id, version = (values[columns.index(name)] for name in ("match_id", "version"))
        own = [f"${len(values) + n}::{kind}" for n, kind in enumerate(kinds[commands][1:3], start=1)]
        told = ", ".join((match_id, *own, version, "1"))
        return f"WITH put AS ({put} RETURNING 1) INSERT INTO {into[commands]} SELECT {told} FROM put"

    def several(answered: bool) -> str:
        every = [f"${n}::{kind}[]" for n, kind in enumerate([*kinds[events], *kinds[commands]], start=1)]
        added, told = every[: len(columns)], every[len(columns) :]
        free = f"NOT EXISTS (SELECT FROM events WHERE position = ({every[0]})[1])"
        put = f"INSERT INTO {into[events]} SELECT * FROM unnest({', '.join(added)}) WHERE {free} ORDER BY 1"
        if not answered:
            return put
        return (
            f"WITH put AS ({put} RETURNING 1), done AS (SELECT count(*) AS events FROM put) "
            f"INSERT INTO {into[commands]} SELECT told.* FROM done, unnest({', '.join(told)}) AS told "
            "WHERE done.events > 0"
        )

    return {
        (many, answered): (several if many else one)(answered) for many in (False, True) for answered in (False, True)
    }


def put(cursor: Any, sql: Any, events: Sequence[Any], commands: Sequence[Any]) -> bool:
    """Insert events and answers in one statement; return whether the log ended just before the first event.

    Another writer's event in the same moment raises one of INTEGRITY_ERRORS instead.
    """
    several = len(events) > 1
    statement, connection = sql.put[several, bool(commands)], cursor.connection
    values: Sequence[Any]
    if several:
        values = [list(column) for rows in (events, commands) for column in zip(*rows, strict=True)]
    else:
        values = (*events[0], *commands[0][1:3]) if commands else events[0]
    if connection.pgconn.transaction_status != _IDLE:
        return psycopg.RawCursor(connection).execute(statement, values).rowcount > 0
    return insert_prepared(connection, statement, values) > 0


def insert_prepared(connection: psycopg.Connection[Any], statement: str, values: Sequence[Value | list[Value]]) -> int:
    """Execute an INSERT as a prepared statement and its own transaction; return the number of rows.

    A list is an array, of at least one value. The types of a statement's values are always the same.

    Raises:
        psycopg.Error: as by a cursor.
    """
    known = _prepared.get(connection, {}).get(statement) or _prepare(connection, statement, values)
    try:
        return _execute(connection, known, values)
    except pg.InvalidSqlStatementName:  # the driver deallocates all after a rollback, others may at any time
        return _execute(connection, _prepare(connection, statement, values), values)


def _prepare(connection: psycopg.Connection[Any], statement: str, values: Sequence[Value | list[Value]]) -> _Prepared:
    name = b"tablescribe_%d" % next(_numbers)
    with connection.lock:
        connection.pgconn.send_prepare(name, statement.encode())
        _result(connection)
    firsts = (one[0] if isinstance(one, list) else one for one in values)
    formats = [_TEXT if isinstance(first, int) else _BINARY for first in firsts]
    known = _Prepared(name, formats, connection.info.encoding)
    _prepared.setdefault(connection, {})[statement] = known
    return known


def _execute(connection: psycopg.Connection[Any], known: _Prepared, values: Sequence[Value | list[Value]]) -> int:
    name, formats, encoding = known
    sent = [one if isinstance(one, bytes) else _encoded(one, encoding) for one in values]
    with connection.lock:
        connection.pgconn.send_query_prepared(name, sent, formats)
        return _result(connection).command_tuples or 0


def _encoded(value: Value | list[Value], encoding: str) -> bytes:
    if isinstance(value, int):
        return b"%d" % value
    if isinstance(value, str):
        return value.encode(encoding)
    return value if isinstance(value, bytes) else _array(value, encoding)


def _array(values: list[Value], encoding: str) -> bytes:
    """Return an array as the server reads it: of numbers as text, of others its dimensions, lengths and bytes."""
    encoded = [_encoded(value, encoding) for value in values]
    if isinstance(values[0], int):
        return b"{%b}" % b",".join(encoded)
    head = struct.pack("!5i", 1, 0, _OIDS[type(values[0])], len(values), 1)
    return head + b"".join([struct.pack("!i", len(one)) + one for one in encoded])


def _result(connection: psycopg.Connection[Any]) -> Any:
    results = connection.wait(execute(connection.pgconn))  # an interrupt cancels the statement
    for result in results:
        if result.status != _INSERTED:
            raise pg.error_from_result(result, encoding=connection.info.encoding)
    return results[-1]
