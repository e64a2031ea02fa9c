"""The reading connections of a process, shared by its threads."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, TypeVar

from tablescribe.ledger.log.database import backend_of, translated, where_is
from tablescribe.ledger.log.writing import patiently

if TYPE_CHECKING:
    from sqlalchemy import Engine, Select

LITTLE = 0.5
"""Seconds of patience: enough to replace dead connections of the pool."""

Done = TypeVar("Done")


class Reader:
    """Reads for up to `READERS` threads at once (set by the backend); other threads wait here.

    They must not wait in the connection pool, which never wakes them if the connections in use break, as in a crash of
    the server.
    """

    def __init__(self, engine: Engine, hurry: threading.Event) -> None:
        """Use the connections of an engine. Setting `hurry` ends all waiting for a server."""
        self.engine = engine
        self.backend = backend_of(engine)
        self.where = where_is(engine)
        self._hurry = hurry
        self._places: SimpleQueue[None] = SimpleQueue()
        for _ in range(self.backend.READERS):
            self._places.put(None)
        self._mine = threading.local()
        self._spare: list[Any] = []
        self._closed = False

    def close(self) -> None:
        """Close the connections. Those in use are closed when their reads end."""
        self._closed = True
        self._dispose()

    def read(self, work: Callable[[Any], Done], *, within: float | None = None) -> Done:
        """Run `work` with a cursor and return its result. It is retried while the server is unreachable.

        With `within`, it is retried for at most this many seconds.

        Raises:
            LedgerUnavailable: the database cannot be read.
        """

        def attempt(_again: bool) -> Done:
            if getattr(self._mine, "taken", False):
                return self._read(work)
            self._take()
            try:
                return self._read(work)
            finally:
                self._leave()

        until = None if within is None else time.monotonic() + within
        return patiently(attempt, hurry=self._hurry, until=until)

    def _read(self, work: Callable[[Any], Done]) -> Done:
        """Read on the last used connection if it is free, which is faster than asking the pool."""
        self._keep_up()
        try:
            try:
                connection = self._spare.pop()
            except IndexError:
                connection = self.engine.raw_connection()
            try:
                cursor = connection.cursor()
                found = work(cursor)
                cursor.close()
            except self.backend.ERRORS:
                connection.invalidate()  # not back to the pool: its state is unknown
                raise
            except BaseException:
                connection.close()
                raise
        except Exception:
            with translated(self.where, self.backend):
                raise
        if self._spare or self._closed or self.backend.in_transaction(connection):
            connection.close()
        else:
            self._spare.append(connection)
        return found

    def select(self, statement: Select[Any]) -> list[Any]:
        """Return the rows of a SELECT; see `read`."""

        def attempt(_again: bool) -> list[Any]:
            self._keep_up()
            with self._place(), self.engine.connect() as connection:
                return list(connection.execute(statement).fetchall())

        return patiently(attempt, hurry=self._hurry)

    def at_once(self, statement: Select[Any]) -> list[Any]:
        """Return the rows of a SELECT without waiting for other readers, and fail fast: for health checks.

        Raises:
            LedgerUnavailable: the database cannot be read now.
        """

        def attempt(_again: bool) -> list[Any]:
            with translated(self.where, self.backend), self.engine.connect() as connection:
                return list(connection.execute(statement).fetchall())

        return patiently(attempt, hurry=self._hurry, until=time.monotonic() + LITTLE)

    def _keep_up(self) -> None:
        """Drop connections to a read-only file that changed since they were opened."""
        if self.backend.has_changed(self.engine):
            self._dispose()

    def _take(self) -> None:
        self._places.get()
        self._mine.taken = True

    def _leave(self) -> None:
        self._mine.taken = False
        self._places.put(None)
        if self._closed:
            self._dispose()

    def _dispose(self) -> None:
        with suppress(IndexError):
            while True:
                self._spare.pop().close()
        self.backend.give_back(self.engine)

    @contextmanager
    def _place(self) -> Iterator[None]:
        """Hold one of the `READERS` slots. A nested read uses the slot of the outer one."""
        if getattr(self._mine, "taken", False):
            yield
            return
        self._take()
        try:
            with translated(self.where, self.backend):
                yield
        finally:
            self._leave()
