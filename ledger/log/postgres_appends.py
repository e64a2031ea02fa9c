"""PostgreSQL: events and answers of commands in one statement, its own transaction.

It is sent as a prepared statement straight through the driver's protocol level, because the cursor takes longer to
adapt thirteen known values than the server to insert them; and thirteen lists, where several events are a batch.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Sequence
from functools import lru_cache
from itertools import count
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

import psycopg
from psycopg import errors as pg
from psycopg.generators import execute
from psycopg.pq import ExecStatus, Format, TransactionStatus
from sqlalchemy import Table
from sqlalchemy.dialects.postgresql import dialect

_DIALECT: Any = dialect
_INSERTED = ExecStatus.COMMAND_OK
_FORMATS = {int: Format.TEXT, str: Format.BINARY, bytes: Format.BINARY}
_OIDS = {str: 25, bytes: 17}  # of the types text and bytea, which the server never changes

Value: TypeAlias = int | str | bytes

_numbers = count(1)
_prepared: WeakKeyDictionary[Any, dict[str, bytes]] = WeakKeyDictionary()
"""Names of the prepared statements of each connection."""


def put_statements(events: Table, commands: Table) -> dict[tuple[bool, bool], str]:
    """Return the statements that insert events and answers if the first event's position is free.

    They look without a lock, only to spare the server an error. The events' trigger takes the write lock, and the
    database refuses a position that another writer took meanwhile. Answers are inserted after the events, so the lock
    is always taken first. Keys: whether there are several events, and whether there are answers.
    """

    def rows(table: Table, several: bool) -> tuple[str, str]:
        kinds = [column.type.compile(_DIALECT()) for column in table.c]
        marks = [f"{'%b' if kind == 'BYTEA' else '%s'}::{kind}" for kind in kinds]
        given = f"unnest({'[], '.join(marks)}[])" if several else f"(SELECT {', '.join(marks)})"
        return f"{table.name} ({', '.join(table.c.keys())})", given

    def made(several: bool, answered: bool) -> str:
        (log, added), (answers, told) = rows(events, several), rows(commands, several)
        free = "NOT EXISTS (SELECT FROM events WHERE position = %s::BIGINT)"
        put = f"INSERT INTO {log} SELECT added.* FROM {added} AS added WHERE {free}"
        if several:
            put += " ORDER BY 1"
        if not answered:
            return put
        if not several:
            return f"WITH put AS ({put} RETURNING 1) INSERT INTO {answers} SELECT told.* FROM put, {told} AS told"
        return (
            f"WITH put AS ({put} RETURNING 1), done AS (SELECT count(*) AS events FROM put) "
            f"INSERT INTO {answers} SELECT told.* FROM done, {told} AS told WHERE done.events > 0"
        )

    return {(several, answered): made(several, answered) for several in (False, True) for answered in (False, True)}


def put(cursor: Any, sql: Any, events: Sequence[Any], commands: Sequence[Any], last: int) -> bool:
    """Insert events and answers in one statement; return whether the log ended at position `last`.

    Another writer's event in the same moment raises one of INTEGRITY_ERRORS instead.
    """
    statement = sql.put[len(events) > 1, bool(commands)]
    values: Sequence[Any]
    if len(events) > 1:
        added, told = ([*map(list, zip(*rows, strict=True))] for rows in (events, commands))
        values = (*added, last + 1, *told)
    else:
        values = (*events[0], last + 1, *(commands[0] if commands else ()))
    connection = cursor.connection
    if connection.pgconn.transaction_status != TransactionStatus.IDLE:
        cursor.execute(statement, values)
        return bool(cursor.rowcount)
    return insert_prepared(connection, statement, values) > 0


def insert_prepared(connection: psycopg.Connection[Any], statement: str, values: Sequence[Value | list[Value]]) -> int:
    """Execute an INSERT as a prepared statement and its own transaction; return the number of rows.

    A list is an array, of at least one value.

    Raises:
        psycopg.Error: as by a cursor.
    """
    names = _prepared.setdefault(connection, {})
    if statement not in names:
        _prepare(connection, names, statement)
    try:
        return _execute(connection, names[statement], values)
    except pg.InvalidSqlStatementName:  # the driver deallocates all after a rollback, others may at any time
        _prepare(connection, names, statement)
        return _execute(connection, names[statement], values)


def _prepare(connection: psycopg.Connection[Any], names: dict[str, bytes], statement: str) -> None:
    name = b"tablescribe_%d" % next(_numbers)
    with connection.lock:
        connection.pgconn.send_prepare(name, numbered(statement).encode())
        _result(connection)
    names[statement] = name


def _execute(connection: psycopg.Connection[Any], name: bytes, values: Sequence[Value | list[Value]]) -> int:
    encoding = connection.info.encoding
    sent = [_array(one, encoding) if isinstance(one, list) else _encoded(one, encoding) for one in values]
    kinds = [type(one[0] if isinstance(one, list) else one) for one in values]
    with connection.lock:
        connection.pgconn.send_query_prepared(name, sent, [_FORMATS[kind] for kind in kinds])
        return _result(connection).command_tuples or 0


def _encoded(value: Value, encoding: str) -> bytes:
    return value if isinstance(value, bytes) else b"%d" % value if isinstance(value, int) else value.encode(encoding)


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


@lru_cache(maxsize=16)
def numbered(statement: str) -> str:
    """Return a statement with the server's placeholders ($1, $2, …) in place of the driver's."""
    numbers = count(1)
    return re.sub("%[sb]", lambda _: f"${next(numbers)}", statement)
