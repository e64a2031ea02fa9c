"""Connections to a SQLite file, and an SQLAlchemy engine made on first use.

To load the toolkit takes longer than to record a move. What the recorder asks with each move is kept as text
(`statements.py`), so that a short command needs connections and nothing else.
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
    """Stands for an engine of SQLAlchemy: whatever it does not know itself, it asks that one, which it makes then.

    Attributes:
        name: of the database's kind, as an engine tells it.
        path: of the file.
        read_only: whether it was opened for reading alone.
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
        """SQLAlchemy's engine."""
        with self._making:
            if self._engine is None:
                self._engine = self._make(self.path, self._open)
            return self._engine

    def raw_connection(self) -> Any:
        """Return a connection, to be given back by `close`: of the engine's pool, if there is one already."""
        if self._engine is not None:
            return self._engine.raw_connection()
        with suppress(IndexError):
            return PooledConnection(self, self._idle.pop())
        return PooledConnection(self, self._open())

    def take_back(self, connection: sqlite3.Connection) -> None:
        """Keep a connection for whoever asks next."""
        if self._engine is None:
            self._idle.append(connection)
        else:
            connection.close()

    def give_back(self) -> None:
        """Close the connections that nobody uses now."""
        while self._idle:
            with suppress(IndexError):  # somebody else was faster
                self._idle.pop().close()
        if self._engine is not None:
            self._engine.pool.dispose()

    def dispose(self) -> None:
        """Close what nobody uses now, and begin with a new pool."""
        self.give_back()
        if self._engine is not None:
            self._engine.dispose()


class PooledConnection:
    """A connection that goes back when it is closed, as those of an engine's pool do."""

    def __init__(self, owner: LazyEngine, connection: sqlite3.Connection) -> None:
        self._owner = owner
        self._connection: sqlite3.Connection | None = connection

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    def close(self) -> None:
        """Give it back, rolled back."""
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
        """Close it: nobody knows what state it is in."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()
