"""Connections to a SQLite file, and an SQLAlchemy engine made on first use.

Importing SQLAlchemy takes longer than recording a move. The recorder's own statements are kept as text
(`statements.py`), so a short command needs only connections.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tablescribe.ledger.log.file_access import Access, access_of, access_without_writing, open_file, trace_of

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from tablescribe.ledger.log.errors import LedgerError


class LazyEngine:
    """Proxy of an SQLAlchemy engine; the engine is created when an attribute not defined here is first used.

    Attributes:
        name: name of the dialect, as on an engine.
        path: path of the database file.
        read_only: whether the file was opened read-only.
        cause: why it is read-only, if opening it for recording failed.
    """

    name = "sqlite"

    def __init__(self, path: Path, make: Callable[[Path, Callable[[], sqlite3.Connection]], Engine]) -> None:
        self.path = path
        self.cause: LedgerError | None = None
        self._make = make
        self._take_access(access_of(path))
        self._engine: Engine | None = None
        self._making = threading.Lock()
        self._idle: list[sqlite3.Connection] = []

    def _take_access(self, access: Access) -> None:
        self._access = access
        self.read_only = access is not Access.SHARED
        self._trace = trace_of(self.path) if self.read_only else None

    def _open(self) -> sqlite3.Connection:
        return open_file(self.path, self._access)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.toolkit, name)

    def fall_back(self, cause: LedgerError) -> bool:
        """Open the file read-only from now on, because of an error; return whether that is possible."""
        access = None if self.read_only else access_without_writing(self.path)
        if access is None:
            return False
        self._take_access(access)
        self.cause = cause
        self.give_back()
        return True

    def has_changed(self) -> bool:
        """Return whether a file opened read-only has changed since; if so, its access is determined again."""
        if not self.read_only or (now := trace_of(self.path)) == self._trace:
            return False
        access = access_of(self.path) if self.cause is None else access_without_writing(self.path)
        self._take_access(access or Access.SHARED)
        if not self.read_only:
            self.cause = None
        else:
            self._trace = now
        self.give_back()
        return True

    @property
    def toolkit(self) -> Engine:
        """The SQLAlchemy engine, created on first access."""
        with self._making:
            if self._engine is None:
                self._engine = self._make(self.path, self._open)
            return self._engine

    def raw_connection(self) -> Any:
        """Return a pooled connection; `close` returns it. Uses the engine's pool once the engine exists."""
        if self._engine is not None:
            return self._engine.raw_connection()
        with suppress(IndexError):
            return PooledConnection(self, self._idle.pop())
        return PooledConnection(self, self._open())

    def take_back(self, connection: sqlite3.Connection) -> None:
        """Return a connection to the pool, or close it if the engine's pool is in use by now."""
        if self._engine is None:
            self._idle.append(connection)
        else:
            connection.close()

    def give_back(self) -> None:
        """Close the idle connections."""
        while self._idle:
            with suppress(IndexError):  # another thread took it
                self._idle.pop().close()
        if self._engine is not None:
            self._engine.pool.dispose()

    def dispose(self) -> None:
        """Close the idle connections and start a new pool."""
        self.give_back()
        if self._engine is not None:
            self._engine.dispose()


class PooledConnection:
    """A connection that `close` returns to its pool, like those of an engine."""

    def __init__(self, owner: LazyEngine, connection: sqlite3.Connection) -> None:
        self._owner = owner
        self._connection: sqlite3.Connection | None = connection

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    def close(self) -> None:
        """Roll back and return the connection to the pool."""
        connection, self._connection = self._connection, None
        if connection is None:
            return
        try:
            connection.rollback()
        except sqlite3.Error:
            connection.close()
            raise
        self._owner.take_back(connection)

    def invalidate(self) -> None:
        """Close the connection for good, because its state is unknown."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()
