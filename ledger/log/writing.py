"""The writing connection of a process, shared by its threads.

Threads that wait for another commit share one transaction (`group_commit.py`), because a disk takes as long to commit
sixty events as one.

If the server becomes unreachable, the outcome of the last commit is unknown. So the work is retried with `again` set,
and can check whether it is already recorded.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, NoReturn, Protocol, TypeAlias, TypeVar, cast

from eventsourcing.persistence import IntegrityError

from tablescribe.domain.words.text import say
from tablescribe.ledger.log.appending import Append, Appender
from tablescribe.ledger.log.database import backend_of, translated, where_is
from tablescribe.ledger.log.errors import LedgerLost, LedgerReadOnly, LedgerUnavailable
from tablescribe.ledger.log.group_commit import GroupCommit, Request

if TYPE_CHECKING:
    from sqlalchemy import Engine

PATIENCE = 30.0
"""Seconds that a server may be unreachable before work fails."""

SOON = 0.05
"""Seconds after which a statement probably waited for another writer, so the file is checked once more."""

AGAIN = 0.05
"""Seconds between retries while a server is unreachable."""

Done = TypeVar("Done")
Done_co = TypeVar("Done_co", covariant=True)


class Work(Protocol[Done_co]):
    """Work in a write transaction. With `again`, an earlier attempt may have been committed."""

    def __call__(self, cursor: Any, *, again: bool) -> Done_co:
        """Do the work and return its result."""
        ...


_Task: TypeAlias = "Request[Work[Any] | Append, Any]"


class Writer:
    """Runs work in write transactions, on its own connection."""

    def __init__(self, engine: Engine, hurry: threading.Event, appender: Appender | None = None) -> None:
        """Open the connection. `appender` appends to the log; setting `hurry` ends all waiting for a server."""
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
        self._threads = GroupCommit(self._carry_out)
        with translated(self.where, self.backend):
            self._connect()

    def close(self) -> None:
        """Close the connection."""
        self._disconnect()

    # --- one transaction ------------------------------------------------------------------

    @contextmanager
    def transaction(self) -> Iterator[Any]:
        """Yield a cursor in a write transaction, which is committed at the end and rolled back on an exception.

        Raises:
            LedgerUnavailable: the database cannot be written, or its file was replaced or removed. After `LedgerLost`,
                the outcome is unknown.
        """
        with self._writing:
            try:
                yield self._begin()
                self._commit()
            except BaseException as error:
                self._undo(error)

    def _at_once(self, works: Sequence[Append], appender: Appender) -> list[list[int] | None] | None:
        """Append from the cached ends, in one statement that is its own transaction where the backend allows it."""
        with self._writing:
            try:
                if not self.backend.is_one_statement(works):
                    done = appender.at_once(self._begin(), works)
                    self._commit()
                    return done
                cursor, began = self._at_hand(), time.monotonic()
                self._check_place()
                done = appender.at_once(cursor, works)
                if time.monotonic() - began > SOON:
                    self._check_place()  # it probably waited for another writer
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
        self._check_beside()  # a commit to a lost file must not be acknowledged

    def _undo(self, error: BaseException) -> NoReturn:
        """Roll back and raise the error, translated if it is the driver's. Call it in the `except` block."""
        self._roll_back()
        if isinstance(error, self.backend.INTEGRITY_ERRORS):
            raise IntegrityError(str(error).splitlines()[0]) from error
        try:
            with translated(self.where, self.backend):
                raise error
        except LedgerReadOnly as refused:
            if (cause := self.backend.why_unwritable(self.engine)) is not None:
                raise cause from error
            raise refused from error

    def _roll_back(self) -> None:
        if self._appender is not None:
            self._appender.forget()
        try:
            if self.connection is not None and self.backend.in_transaction(self.connection):
                self._cursor.execute("ROLLBACK")
        except self.backend.ERRORS:
            self._disconnect()

    def _check_place(self) -> None:
        """Refuse to write to a file that was deleted or moved, which SQLite would continue to use."""
        if self.backend.place(self.where) != self._place:
            raise LedgerUnavailable(
                say(
                    "{where} was moved or deleted while it was in use, so nothing can be recorded. Put it "
                    "back, together with the file that ends in -wal, or name another ledger with --ledger",
                    where=self.where,
                )
            )

    def _check_beside(self) -> None:
        """Refuse to acknowledge a commit, and all later ones, if the write-ahead log was removed or replaced.

        Otherwise preallocate space in it.
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
                    "the file {where}-wal or {where}-shm was removed or replaced while the ledger was in use, "
                    "so nothing can be recorded. Stop every program that uses the ledger, then check it: "
                    "`tablescribe doctor`",
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
                    self._cursor.close()  # a failed statement would keep SQLite's file open
                with suppress(*self.backend.ERRORS):
                    self.connection.invalidate()  # not back to the pool: its state is unknown
            self.connection = self._cursor = None

    # --- many threads' work in one transaction ------------------------------------------------

    def run(self, work: Work[Done]) -> Done:
        """Run work atomically, in one transaction with the work of other threads that are waiting.

        Raises:
            Exception: whatever the work or the database raises. Only this work fails.
        """
        done: Done = self._threads.run(work)
        return done

    def append(self, work: Append) -> list[int]:
        """Append to the log as `run` does; return the positions. For errors, see `Appender.alone`.

        A thread that finds no other writing tries one statement first. Nearly every move takes this path.
        """
        threads, appender, answers = self._threads, self._appender, None
        if (leader := threads.try_lead()) is None:
            positions: list[int] = threads.run(work)
            return positions
        try:
            if appender is not None and appender.knows((work,)):
                try:
                    answers = self._at_once((work,), appender)
                except IntegrityError:  # another process has recorded
                    pass
                except Exception as error:
                    return cast(list[int], self._alone(work, again=isinstance(error, LedgerLost)))
            if answers is None or answers[0] is None:
                task: _Task = Request(work)
                self._carry_out([task])
                return cast(list[int], task.result())
            return answers[0]
        finally:
            threads.hand_over(leader)

    def _carry_out(self, tasks: Sequence[_Task]) -> None:
        """Run tasks together. Those that fail or must run alone are retried one by one."""
        again = False
        if len(tasks) > 1 or isinstance(tasks[0].asked, Append):
            try:
                self._together(tasks)
            except Exception as error:  # whichever task caused it: alone, each gets its own error
                again = isinstance(error, LedgerLost)
        for task in tasks:
            if not task.over:
                try:
                    task.end(self._alone(task.asked, again=again, since=task.since))
                except Exception as error:
                    task.error = error

    def _together(self, tasks: Sequence[_Task]) -> None:
        """Run tasks in one transaction: appends first, in as few statements as possible."""
        joint = [task for task in tasks if isinstance(task.asked, Append)]
        others = [task for task in tasks if not isinstance(task.asked, Append)] if len(joint) < len(tasks) else []
        works, appender = [cast(Append, task.asked) for task in joint], self._appender

        answers, done = None, list[Any]()
        if appender is not None and not others and appender.knows(works):
            with suppress(IntegrityError):  # another process recorded meanwhile
                answers = self._at_once(works, appender)
        if answers is None:
            with self.transaction() as cursor:
                answers = appender.together(cursor, works) if appender is not None and works else []
                done = [cast(Work[Any], task.asked)(cursor, again=False) for task in others]
        for task, positions in zip(joint, answers, strict=True):
            if positions is not None:
                task.end(positions)
        for task, came in zip(others, done, strict=True):
            task.end(came)

    def _alone(self, work: Work[Any] | Append, *, again: bool = False, since: float | None = None) -> Any:
        """Run work in its own transaction, with retries while the server is unreachable.

        Args:
            work: the work.
            again: whether an earlier attempt may have been committed.
            since: monotonic time at which its thread began to wait, by default now.
        """

        def attempt(again_now: bool) -> Any:
            with self.transaction() as cursor:
                if isinstance(work, Append):
                    assert self._appender is not None
                    return self._appender.alone(cursor, work, again=again or again_now)
                return work(cursor, again=again or again_now)

        until = (time.monotonic() if since is None else since) + PATIENCE
        return patiently(attempt, self._disconnect, hurry=self._hurry, until=until)


def patiently(
    attempt: Callable[[bool], Done],
    on_loss: Callable[[], None] = lambda: None,
    *,
    hurry: threading.Event,
    until: float | None = None,
) -> Done:
    """Retry `attempt` while the server is unreachable; its argument says whether it was tried before.

    Args:
        attempt: the operation.
        on_loss: called after each loss of the server.
        hurry: when set, the operation is not retried.
        until: monotonic time of the deadline, by default `PATIENCE` seconds after the first loss. For queued
            work, the time in the queue counts.

    Raises:
        LedgerLost: the server was still unreachable at the deadline.
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
