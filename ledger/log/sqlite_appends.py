"""SQLite: insertion of an event and its command's answer in one statement, its own transaction.

The statement inserts into a temporary view, whose trigger inserts both. That takes fewer calls than a transaction of
two statements.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from tablescribe.ledger.log.schema_version import OF_EVENTS

if TYPE_CHECKING:
    from sqlalchemy import Table

ANSWERED = "answered"
"""Temporary view of the writer's connection. A row inserted into it is an event and its command's answer."""


def ends(cursor: Any, sql: Any, matches: Iterable[str]) -> tuple[int, dict[str, tuple[int, bytes]]]:
    """Return the log's last position, and the last version and head hash of each of these matches that exists."""
    found = {}
    for one in matches:
        cursor.execute(sql.end, (one,))
        if (end := cursor.fetchone()) is not None:
            found[one] = end
    cursor.execute(sql.last_position)
    return cursor.fetchone()[0] or 0, found


def is_one_statement(works: Sequence[Any]) -> bool:
    """Return whether `put` inserts the events of these appends with one statement, its own transaction."""
    return len(works) == 1 and len(works[0].events) == 1


def ready(connection: Any) -> None:
    """Create the temporary view and trigger with which `put` inserts an event and its answer in one statement."""
    connection.execute(
        f"CREATE TEMP VIEW IF NOT EXISTS {ANSWERED} AS "
        "SELECT events.*, command_id, digest FROM events JOIN commands USING (match_id)"
    )
    connection.execute(
        f"CREATE TEMP TRIGGER IF NOT EXISTS put_{ANSWERED} INSTEAD OF INSERT ON {ANSWERED} BEGIN "
        f"INSERT INTO events VALUES ({', '.join(f'NEW.{column}' for column in OF_EVENTS)}); "
        "INSERT INTO commands VALUES (NEW.match_id, NEW.command_id, NEW.digest, NEW.version, 1); END"
    )


def put_statements(events: Table, commands: Table) -> dict[tuple[bool, bool], str]:
    """Return the statement that inserts one event together with its answer. Keys: see `postgres.py`."""
    marks = ", ".join("?" * (len(events.c) + 2))
    return {(False, True): f"INSERT INTO {ANSWERED} VALUES ({marks})"}


def put(cursor: Any, sql: Any, events: Sequence[Any], commands: Sequence[Any]) -> bool:
    """Insert events and answers; a trigger refuses events that do not follow the last position.

    One event, with or without an answer, takes one statement. For more, the caller has begun a transaction.
    """
    if len(events) == 1:
        if commands:
            cursor.execute(sql.put[False, True], (*events[0], *commands[0][1:3]))
        else:
            cursor.execute(sql.insert_event, events[0])
        return True
    cursor.executemany(sql.insert_event, events)
    for answer in commands:
        cursor.execute(sql.insert_command, answer)
    return True
