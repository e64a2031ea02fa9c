"""Intercept every write of this process, and crash at the n-th one.

Counted are writing statements, commits (again after they are done), and files that are opened for writing, renamed or
removed. Call `watch` only in a process that ends soon: nothing is restored.
"""

from __future__ import annotations

import os
import re
import signal
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg

WRITES = re.compile(
    r"\s*(INSERT|UPDATE|DELETE|REPLACE|CREATE|DROP|ALTER|COMMIT|TRUNCATE|WITH|VACUUM|PRAGMA wal_checkpoint)", re.I
)
TEMPORARY = re.compile(r"\s*CREATE TEMP", re.I)
FILES = {"os.rename", "os.remove", "os.truncate", "os.link"}


class Crash(BaseException):
    """A simulated crash of the process."""


class Writes:
    """Counts writes, and crashes at one of them."""

    def __init__(self, folder: Path, at: int | None, *, kill: bool) -> None:
        """Crash at number `at`, by SIGKILL or an exception; with `None`, only count."""
        self.folder = str(folder)
        self.at = at
        self.kill = kill
        self.seen: list[str] = []

    def passes(self, what: str) -> None:
        """Count a write, and crash if it is the chosen one."""
        self.seen.append(what)
        if len(self.seen) == self.at:
            if self.kill:
                os.kill(os.getpid(), signal.SIGKILL)
            raise Crash(what)

    def statement(self, text: object, run: Callable[[], Any], committed: Callable[[], bool]) -> Any:
        """Run a statement, and count it if it writes: before it runs, and again after a commit."""
        words = str(text)
        if not WRITES.match(words) or TEMPORARY.match(words):
            return run()
        self.passes(words[:60])
        done = run()
        if committed():
            self.passes(f"after {words[:60]}")
        return done

    def event(self, name: str, given: tuple[Any, ...]) -> None:
        """Count a write to a file in the folder, from an audit event."""
        if name == "open":
            place, mode, flags = given
            writes = (isinstance(mode, str) and set(mode) & set("wax+")) or (flags or 0) & (os.O_WRONLY | os.O_RDWR)
            if writes and self._is_here(place):
                self.passes(f"open {place}")
        elif name in FILES and self._is_here(given[0]):
            self.passes(f"{name} {given[0]}")

    def _is_here(self, place: object) -> bool:
        return isinstance(place, str | os.PathLike) and os.fspath(place).startswith(self.folder)


def watch(writes: Writes) -> None:
    """Intercept all writes of this process from now on."""

    class Cursor(sqlite3.Cursor):
        def execute(self, sql: str, *words: Any) -> Any:
            def committed() -> bool:
                return not self.connection.in_transaction

            return writes.statement(sql, lambda: super(Cursor, self).execute(sql, *words), committed)

        def executemany(self, sql: str, *words: Any) -> Any:
            def committed() -> bool:
                return not self.connection.in_transaction

            return writes.statement(sql, lambda: super(Cursor, self).executemany(sql, *words), committed)

    class Connection(sqlite3.Connection):
        def cursor(self, factory: Any = Cursor) -> Any:
            return super().cursor(factory)

        def backup(self, *words: Any, **more: Any) -> None:
            writes.statement("COMMIT of a copy", lambda: super(Connection, self).backup(*words, **more), lambda: True)

    connect = sqlite3.connect
    sqlite3.connect = lambda *words, **more: connect(*words, **{"factory": Connection, **more})

    def of_server(method: Callable[..., Any]) -> Callable[..., Any]:
        def execute(self: psycopg.Cursor[Any], query: Any, *words: Any, **more: Any) -> Any:
            def committed() -> bool:
                return self.connection.info.transaction_status == psycopg.pq.TransactionStatus.IDLE

            text = query.decode() if isinstance(query, bytes) else query
            return writes.statement(text, lambda: method(self, query, *words, **more), committed)

        return execute

    psycopg.Cursor.execute = of_server(psycopg.Cursor.execute)  # type: ignore[method-assign]
    psycopg.Cursor.executemany = of_server(psycopg.Cursor.executemany)  # type: ignore[method-assign]
    sys.addaudithook(writes.event)
