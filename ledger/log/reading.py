"""The connections that a process reads through: a few, for many threads."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from ledger.log.database import backend_of, translated, where_is
from ledger.log.writing import patiently

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
        self._places = threading.BoundedSemaphore(self.backend.READERS)
        self._mine = threading.local()
        self._closed = False

    def close(self) -> None:
        """Give the connections back; whoever still reads gives its own back when it is done."""
        self._closed = True
        self.backend.give_back(self.engine)

    def read(self, work: Callable[[Any], Done]) -> Done:
        """Return what some work reads with a cursor; it is done again when the server was away.

        Raises:
            LedgerUnavailable: the database cannot be read.
        """

        def attempt(_again: bool) -> Done:
            with self._place():
                connection = self.engine.raw_connection()
                try:
                    cursor = connection.cursor()
                    found = work(cursor)
                    cursor.close()
                    return found
                except self.backend.ERRORS:
                    connection.invalidate()  # not back to the pool: nobody knows what state it is in
                    raise
                finally:
                    connection.close()

        return patiently(attempt, hurry=self._hurry)

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

    @contextmanager
    def _place(self) -> Iterator[None]:
        """Take a place among those who read; whoever reads within a read has one already."""
        if getattr(self._mine, "taken", False):
            yield
            return
        with self._places, translated(self.where, self.backend):
            self._mine.taken = True
            try:
                yield
            finally:
                self._mine.taken = False
                if self._closed:
                    self.backend.give_back(self.engine)
