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

if TYPE_CHECKING:
    from sqlalchemy import Engine


class LazyEngine:
    """Proxy of an SQLAlchemy engine, which is created when an attribute other than those here is first used.

    Attributes:
        name: name of the dialect, as on an engine.
        path: path of the database file.
        read_only: whether the file was opened read-only.
    """

    name = "sqlite"

    def __init__(
        self,
        path: Path,
        open_file: Callable[[], sqlite3.Connection],
        make: Callable[[Path, Callable[[], sqlite3.Connection]], Engine],
        *,
        read_only: bool,
    ) -> None:
        self.path = path
        self.read_only = read_only
        self._open = open_file
        self._make = make
        self._engine: Engine | None = None
        self._making = threading.Lock()
        self._idle: list[sqlite3.Connection] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self.toolkit, name)

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
