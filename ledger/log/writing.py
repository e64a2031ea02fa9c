"""The one connection that a process writes through, and how many threads share its transactions.

Group commit: while one thread commits, the others queue. The next one takes the whole queue into a single
transaction, because a disk needs as long for one commit of sixty events as for one of a single event. Nobody waits for
company: a thread that finds nobody writing begins at once.

A server that goes away takes the answer to the last commit with it. Work is therefore asked a second time, and told so
(`again`), so that it can look whether it is recorded already.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Generic, Protocol, TypeVar

from eventsourcing.persistence import IntegrityError
from sqlalchemy import Engine

from domain.text import say
from ledger.log.database import backend_of, translated, where_is
from ledger.log.errors import LedgerLost, LedgerUnavailable

PATIENCE = 30.0
"""How many seconds a server may be away before we give up."""

LOOKS = 1.0
"""Seconds after which it is looked whether the memory that processes share is still there; the log, at each commit."""

AGAIN = 0.05
"""Seconds after which a server that is away is asked again."""

Done = TypeVar("Done")
Done_co = TypeVar("Done_co", covariant=True)


class Work(Protocol[Done_co]):
    """What is to be done inside a write transaction. With `again`, it may have been committed already."""

    def __call__(self, cursor: Any, *, again: bool) -> Done_co:
        """Do it, and return what came of it."""
        ...


class _Task(Generic[Done]):
    """Work in the queue, and what came of it."""

    def __init__(self, work: Work[Done]) -> None:
        self.work = work
        self.since = time.monotonic()
        self.woken = threading.Event()
        self.leads = False
        self.done: Done | None = None
        self.error: BaseException | None = None


class Writer:
    """Carries out work in write transactions, on a connection of its own."""

    def __init__(self, engine: Engine, hurry: threading.Event) -> None:
        """Write through an engine; once `hurry` is set, nobody waits for a server that is away."""
        self.engine = engine
        self._hurry = hurry
        self.backend = backend_of(engine)
        self.where = where_is(engine)
        self.connection: Any = None
        self._cursor: Any = None
        self._place: Any = None
        self._beside: Any = None
        self._looked = 0.0
        self._lost = False
        self._writing = threading.RLock()
        self._queueing = threading.Lock()
        self._queue: list[_Task[Any]] = []
        self._led = False
        with translated(self.where, self.backend):
            self._connect()

    def close(self) -> None:
        """Give the connection back."""
        self._disconnect()

    # --- one transaction ------------------------------------------------------------------

    @contextmanager
    def transaction(self) -> Iterator[Any]:
        """Yield a cursor inside a write transaction: committed at the end, rolled back if anything raises.

        Raises:
            LedgerUnavailable: the database cannot be written, or its file is another one or gone; with `LedgerLost`
                nobody knows whether it was written.
        """
        with self._writing, translated(self.where, self.backend):
            if self.connection is None:
                self._connect()
            cursor = self._cursor
            if self._lost:
                self._check_beside()
            try:
                cursor.execute(self.backend.BEGIN)
                self._check_place()
                yield cursor
                cursor.execute("COMMIT")
                self._check_beside()  # a commit into a file that nobody finds is not to be acknowledged
            except BaseException as error:
                self._roll_back()
                if isinstance(error, self.backend.INTEGRITY_ERRORS):
                    raise IntegrityError(str(error).splitlines()[0]) from error
                raise

    def _roll_back(self) -> None:
        try:
            if self.backend.in_transaction(self.connection):
                self._cursor.execute("ROLLBACK")
        except self.backend.ERRORS:
            self._disconnect()

    def _check_place(self) -> None:
        """Refuse to write into a file that nobody will find: SQLite goes on with one that was deleted or moved."""
        if self.backend.place(self.where) != self._place:
            raise LedgerUnavailable(
                say(
                    "{where} was moved or deleted while it was in use, so nothing can be recorded: put it "
                    "back where it was, with the file that ends in -wal, or name another ledger with "
                    "--ledger",
                    where=self.where,
                )
            )

    def _check_beside(self) -> None:
        """Refuse to acknowledge what went into a write-ahead log that nobody will find; and anything from then on."""
        if self._beside is None:
            return
        now = time.monotonic()
        memory = now - self._looked > LOOKS
        if not self._lost:
            found = self.backend.beside(self.where, memory=memory)
            self._lost = found != self._beside[: len(found)]
            if self._lost:
                self._roll_back()
                self.backend.rescue(self.connection, self.where)
            elif memory:
                self._looked = now
        if self._lost:
            raise LedgerUnavailable(
                say(
                    "the file {where}-wal or {where}-shm was removed or exchanged while the ledger was in use, so "
                    "nothing can be recorded: stop every program that uses it, then look at what is there "
                    "(`tablescribe doctor`)",
                    where=self.where,
                )
            )

    def _connect(self) -> None:
        self.connection = self.engine.raw_connection()
        self._cursor = self.connection.cursor()
        self._place = self.backend.place(self.where)
        self._beside = self.backend.open_beside(self.connection, self.where)

    def _disconnect(self) -> None:
        with self._writing:
            if self.connection is not None:
                with suppress(*self.backend.ERRORS):
                    self._cursor.close()  # a statement that failed would keep SQLite's file open
                with suppress(*self.backend.ERRORS):
                    self.connection.invalidate()  # not back to the pool: nobody knows what state it is in
            self.connection = self._cursor = None

    # --- many threads' work in one transaction ------------------------------------------------

    def run(self, work: Work[Done]) -> Done:
        """Carry work out, in one transaction with that of other threads if they wait; all of it or nothing.

        Raises:
            Exception: whatever the work raises, or the database; only this work fails by it.
        """
        task = _Task(work)
        with self._queueing:
            self._queue.append(task)
            task.leads, self._led = not self._led, True
        if not task.leads:
            self._wait(task)
        if task.leads:
            self._lead()
        if task.error is not None:
            raise task.error
        return task.done  # type: ignore[return-value]

    def _wait(self, task: _Task[Any]) -> None:
        try:
            task.woken.wait()
        except BaseException:  # interrupted: let the others go on without us
            with self._queueing:
                self._queue = [other for other in self._queue if other is not task]
                if task.leads:
                    self._hand_over()
            raise

    def _hand_over(self) -> None:
        """Let the first in the queue lead; to be called with the queue locked."""
        self._led = bool(self._queue)
        if self._queue:
            self._queue[0].leads = True
            self._queue[0].woken.set()

    def _lead(self) -> None:
        """Carry out all that is queued, wake its owners up, and hand over to the first who came meanwhile."""
        with self._queueing:
            tasks, self._queue = self._queue, []
        try:
            self._carry_out(tasks)
        except BaseException as error:  # an interrupt must not leave the others waiting
            for task in tasks:
                task.error = task.error or error
        with self._queueing:
            self._hand_over()
        for task in tasks:
            task.woken.set()

    def _carry_out(self, tasks: list[_Task[Any]]) -> None:
        """Carry out tasks together; if one of them fails, each by itself."""
        again = False
        if len(tasks) > 1:
            try:
                with self.transaction() as cursor:
                    answers = [task.work(cursor, again=False) for task in tasks]
            except Exception as error:  # whosever it is: alone, each gets its own
                again = isinstance(error, LedgerLost)
            else:
                for task, answer in zip(tasks, answers, strict=True):
                    task.done = answer
                return
        for task in tasks:
            try:
                task.done = self._alone(task, again=again)
            except Exception as error:
                task.error = error

    def _alone(self, task: _Task[Done], *, again: bool) -> Done:
        """Carry work out in a transaction of its own, and once more when the server was away."""

        def attempt(again_now: bool) -> Done:
            with self.transaction() as cursor:
                return task.work(cursor, again=again or again_now)

        return patiently(attempt, self._disconnect, hurry=self._hurry, until=task.since + PATIENCE)


def patiently(
    attempt: Callable[[bool], Done],
    on_loss: Callable[[], None] = lambda: None,
    *,
    hurry: threading.Event,
    until: float | None = None,
) -> Done:
    """Try something until the server is there again; `attempt` is told whether it was tried before.

    Args:
        attempt: what is tried.
        on_loss: what is done each time the server was away.
        hurry: when it is set, nothing is tried again.
        until: the monotonic time at which patience ends, by default `PATIENCE` after the first loss. Whoever queued
            behind others was patient then.

    Raises:
        LedgerLost: the server stayed away for longer.
    """
    tried = False
    while True:
        try:
            return attempt(tried)
        except LedgerLost:
            tried = True
            on_loss()
            now = time.monotonic()
            until = now + PATIENCE if until is None else until
            if now > until or hurry.wait(AGAIN):
                raise
