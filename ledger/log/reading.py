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
"""Seconds: long enough to find that a connection of the pool is dead, and to make another."""

Done = TypeVar("Done")


class Reader:
    """Reads for as many threads at once as the database's module says (`READERS`); the others wait here.

    They may not wait inside the pool of connections: whoever does is forgotten there when those in use break, as when a
    server crashes.
    """

    def __init__(self, engine: Engine, hurry: threading.Event) -> None:
        """Read through an engine; once `hurry` is set, nobody waits for a server that is away."""
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
        """Give the connections back; whoever still reads gives its own back when it is done."""
        self._closed = True
        self._dispose()

    def read(self, work: Callable[[Any], Done]) -> Done:
        """Return what some work reads with a cursor; it is done again when the server was away.

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

        return patiently(attempt, hurry=self._hurry)

    def _read(self, work: Callable[[Any], Done]) -> Done:
        """Read through the connection that was read through last, if nobody has it: the pool takes longer than that."""
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
                connection.invalidate()  # not back to the pool: nobody knows what state it is in
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
        """Return the rows that a SELECT finds; see `read`."""

        def attempt(_again: bool) -> list[Any]:
            with self._place(), self.engine.connect() as connection:
                return list(connection.execute(statement))

        return patiently(attempt, hurry=self._hurry)

    def at_once(self, statement: Select[Any]) -> list[Any]:
        """Return the rows that a SELECT finds, without a place and nearly without patience: to see whether it works.

        Raises:
            LedgerUnavailable: the database cannot be read now.
        """

        def attempt(_again: bool) -> list[Any]:
            with translated(self.where, self.backend), self.engine.connect() as connection:
                return list(connection.execute(statement))

        return patiently(attempt, hurry=self._hurry, until=time.monotonic() + LITTLE)

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
        """Take a place among those who read; whoever reads within a read has one already."""
        if getattr(self._mine, "taken", False):
            yield
            return
        self._take()
        try:
            with translated(self.where, self.backend):
                yield
        finally:
            self._leave()
