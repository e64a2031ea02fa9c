"""The writing connection of a process, shared by its threads.

Group commit: while one thread commits, the others queue. The next one takes the whole queue into a single
transaction, because a disk needs as long for one commit of sixty events as for one of a single event. Nobody waits for
company: a thread that finds nobody writing begins at once.

A server that goes away takes the answer to the last commit with it. Work is therefore asked a second time, and told so
(`again`), so that it can look whether it is recorded already.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Generic, NoReturn, Protocol, TypeVar, cast

from eventsourcing.persistence import IntegrityError

from tablescribe.domain.words.text import say
from tablescribe.ledger.log.appending import Append, Appender
from tablescribe.ledger.log.database import backend_of, translated, where_is
from tablescribe.ledger.log.errors import LedgerLost, LedgerUnavailable

if TYPE_CHECKING:
    from sqlalchemy import Engine

PATIENCE = 30.0
"""How many seconds a server may be away before we give up."""

SOON = 0.05
"""Seconds after which a statement is thought to have waited for another writer, who may have seen the file move."""

AGAIN = 0.05
"""Seconds after which a server that is away is asked again."""

Done = TypeVar("Done")
Done_co = TypeVar("Done_co", covariant=True)


class Work(Protocol[Done_co]):
    """What is to be done inside a write transaction. With `again`, it may have been committed already."""

    def __call__(self, cursor: Any, *, again: bool) -> Done_co:
        """Do it, and return what came of it."""
        ...


class _Gate:
    """Where one thread waits until another lets it through, once: a lock, which costs a tenth of an event."""

    __slots__ = ("_lock",)

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._lock.acquire()

    def wait(self) -> None:
        """Wait until somebody opens."""
        self._lock.acquire()

    def open(self) -> None:
        """Let through who waits; to be called once."""
        self._lock.release()


class _Task(Generic[Done]):
    """Work in the queue, and what came of it."""

    __slots__ = ("done", "error", "gate", "leads", "over", "since", "work")

    def __init__(self, work: Work[Done] | Append) -> None:
        self.work = work
        self.since = time.monotonic()
        self.gate: _Gate | None = None
        self.leads = self.over = False
        self.done: Done | None = None
        self.error: BaseException | None = None

    def end(self, done: Done) -> None:
        """Take what came of it."""
        self.done, self.over = done, True


class Writer:
    """Carries out work in write transactions, on a connection of its own."""

    def __init__(self, engine: Engine, hurry: threading.Event, appender: Appender | None = None) -> None:
        """Write through an engine, into its log by `appender`; once `hurry` is set, nobody waits for a server."""
        self.engine = engine
        self._hurry = hurry
        self._appender = appender
        self.backend = backend_of(engine)
        self.where = where_is(engine)
        self.connection: Any = None
        self._cursor: Any = None
        self._place: Any = None
        self._beside: Any = None
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
        with self._writing:
            try:
                yield self._begin()
                self._commit()
            except BaseException as error:
                self._undo(error)

    def _at_once(self, works: Sequence[Append], appender: Appender) -> list[list[int] | None] | None:
        """Append without a look, in a statement that is its own transaction where that is possible."""
        with self._writing:
            try:
                if not self.backend.is_one_statement(sum([len(work.events) for work in works])):
                    done = appender.at_once(self._begin(), works)
                    self._commit()
                    return done
                cursor, began = self._at_hand(), time.monotonic()
                self._check_place()
                done = appender.at_once(cursor, works)
                if time.monotonic() - began > SOON:
                    self._check_place()  # it waited for another writer
                self._check_beside()
                return done
            except BaseException as error:
                self._undo(error)

    def _at_hand(self) -> Any:
        if self.connection is None:
            self._connect()
        if self._lost:
            self._check_beside()
        return self._cursor

    def _begin(self) -> Any:
        cursor = self._at_hand()
        cursor.execute(self.backend.BEGIN)
        self._check_place()
        return cursor

    def _commit(self) -> None:
        self._cursor.execute("COMMIT")
        self._check_beside()  # a commit into a file that nobody finds is not to be acknowledged

    def _undo(self, error: BaseException) -> NoReturn:
        """Roll back, and raise the error, a database's own by its cause; to be called where it was caught."""
        self._roll_back()
        if isinstance(error, self.backend.INTEGRITY_ERRORS):
            raise IntegrityError(str(error).splitlines()[0]) from error
        with translated(self.where, self.backend):
            raise error

    def _roll_back(self) -> None:
        if self._appender is not None:
            self._appender.forget()
        try:
            if self.connection is not None and self.backend.in_transaction(self.connection):
                self._cursor.execute("ROLLBACK")
        except self.backend.ERRORS:
            self._disconnect()

    def _check_place(self) -> None:
        """Refuse to write into a file that nobody will find: SQLite goes on with one that was deleted or moved."""
        if self.backend.place(self.where) != self._place:
            raise LedgerUnavailable(
                say(
                    "{where} was moved or deleted while it was in use, so nothing can be recorded: put it back "
                    "where it was, with the file that ends in -wal, or name another ledger with --ledger",
                    where=self.where,
                )
            )

    def _check_beside(self) -> None:
        """Refuse to acknowledge what went into a write-ahead log that nobody will find, and anything from then on.

        Give it room if it is there.
        """
        if self._beside is None:
            return
        if not self._lost:
            self._lost = not self._beside.is_there()
            if self._lost:
                self._roll_back()
                self._beside.rescue(self.connection)
        if self._lost:
            raise LedgerUnavailable(
                say(
                    "the file {where}-wal or {where}-shm was removed or exchanged while the ledger was in use, so "
                    "nothing can be recorded: stop every program that uses it, then look at what is there "
                    "(`tablescribe doctor`)",
                    where=self.where,
                )
            )
        self._beside.make_room()

    def _connect(self) -> None:
        self.connection = self.engine.raw_connection()
        self._cursor = self.connection.cursor()
        self._place = self.backend.place(self.where)
        self._beside = self.backend.open_beside(self.connection, self.where)
        self.backend.ready(self.connection)

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
        return self._through_queue(_Task(work))

    def append(self, work: Append) -> list[int]:
        """Append to the log as `run` carries work out, and return the positions; see `Appender.alone`."""
        with self._queueing:
            free, self._led = not self._led, True
        return self._straight(work) if free else self._through_queue(_Task(work))

    def _straight(self, work: Append) -> list[int]:
        """Append for a thread that found nobody writing, and leads now: the short way, which nearly every move goes."""
        appender, answers = self._appender, None
        task: _Task[Any] = _Task(work)
        try:
            if appender is not None and appender.knows((work,)):
                try:
                    answers = self._at_once((work,), appender)
                except IntegrityError:  # somebody else recorded meanwhile
                    pass
                except Exception as error:
                    return cast(list[int], self._alone(task, again=isinstance(error, LedgerLost)))
            if answers is None or answers[0] is None:
                self._carry_out([task])
                if task.error is not None:
                    raise task.error
                return cast(list[int], task.done)
            return answers[0]
        finally:
            with self._queueing:
                self._hand_over()

    def _through_queue(self, task: _Task[Done]) -> Done:
        with self._queueing:
            self._queue.append(task)
            task.leads, self._led = not self._led, True
            if not task.leads:
                task.gate = _Gate()
        if task.gate is not None:
            self._wait(task, task.gate)
        if task.leads:
            self._lead()
        if task.error is not None:
            raise task.error
        return task.done  # type: ignore[return-value]

    def _wait(self, task: _Task[Any], gate: _Gate) -> None:
        try:
            gate.wait()
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
            first = self._queue[0]
            first.leads = True
            if first.gate is not None:
                first.gate.open()

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
            if task.gate is not None and not task.leads:
                task.gate.open()

    def _carry_out(self, tasks: list[_Task[Any]]) -> None:
        """Carry out tasks together; if that fails, or one of them has to be, each by itself."""
        again = False
        if len(tasks) > 1 or isinstance(tasks[0].work, Append):
            try:
                self._together(tasks)
            except Exception as error:  # whosever it is: alone, each gets its own
                again = isinstance(error, LedgerLost)
        for task in tasks:
            if not task.over:
                try:
                    task.end(self._alone(task, again=again))
                except Exception as error:
                    task.error = error

    def _together(self, tasks: list[_Task[Any]]) -> None:
        """Carry out tasks in one transaction: what is appended first, in as few statements as can be."""
        joint = [task for task in tasks if isinstance(task.work, Append)]
        others = [task for task in tasks if not isinstance(task.work, Append)] if len(joint) < len(tasks) else []
        works, appender = [cast(Append, task.work) for task in joint], self._appender

        answers, done = None, list[Any]()
        if appender is not None and not others and appender.knows(works):
            with suppress(IntegrityError):  # somebody else recorded meanwhile
                answers = self._at_once(works, appender)
        if answers is None:
            with self.transaction() as cursor:
                answers = appender.together(cursor, works) if appender is not None and works else []
                done = [cast(Work[Any], task.work)(cursor, again=False) for task in others]
        for task, positions in zip(joint, answers, strict=True):
            if positions is not None:
                task.end(positions)
        for task, came in zip(others, done, strict=True):
            task.end(came)

    def _alone(self, task: _Task[Any], *, again: bool) -> Any:
        """Carry work out in a transaction of its own, and once more when the server was away."""

        def attempt(again_now: bool) -> Any:
            with self.transaction() as cursor:
                if isinstance(task.work, Append):
                    assert self._appender is not None
                    return self._appender.alone(cursor, task.work, again=again or again_now)
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
