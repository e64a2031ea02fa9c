"""Coordination between service processes on one ledger: advisory locks, rate limits, notifications.

One process serves a SQLite ledger, so everything is in memory. Any number of processes, on any machines, may serve
a PostgreSQL ledger: locks and rates are on the server, and notifications use LISTEN/NOTIFY. A notification is only
a hint. After a lost connection, a listener receives `AGAIN` and reads the current state itself.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Any, Protocol

from tablescribe.ledger.log.database import translated
from tablescribe.ledger.log.errors import LedgerError
from tablescribe.ledger.log.reading import LITTLE
from tablescribe.ledger.log.recorder import LedgerRecorder
from tablescribe.ledger.log.writing import patiently

AGAIN = "again"
"""Notification that earlier ones may have been missed."""

CHANNEL = "tablescribe_service"

SLICE = 0.5
"""Maximum number of seconds to stop listening, and the wait before reconnecting."""

SWEEPS_EVERY = 120
"""Number of slices between deletions of old rate-limit buckets."""

KINDS = ("open", "chairs", "consent", "link", "import")
"""Kinds of locks: opening a match, taking seats, asking for consent, creating permanent links, tables of results."""

_LOCKS = 0x7461626C

_TAKE = (
    "INSERT INTO rates AS r (bucket, tokens, at) "
    "SELECT asked.bucket, %(burst)s - 1, extract(epoch FROM clock_timestamp()) "
    "FROM unnest(%(buckets)s::text[]) AS asked (bucket) ORDER BY 1 ON CONFLICT (bucket) DO UPDATE "
    "SET tokens = least(%(burst)s, r.tokens + greatest(0, excluded.at - r.at) * %(rate)s) - 1, "
    "at = greatest(excluded.at, r.at) "
    "WHERE least(%(burst)s, r.tokens + greatest(0, excluded.at - r.at) * %(rate)s) >= 1 RETURNING bucket"
)
_SWEEP = (
    "DELETE FROM rates WHERE bucket IN (SELECT bucket FROM rates "
    "WHERE at < extract(epoch FROM clock_timestamp()) - 600 FOR UPDATE SKIP LOCKED)"  # without waiting for locks
)

Hear = Callable[[str, str], None]
"""Listener, called with what happened and the id of the match or pass it concerns."""


class Coordination(Protocol):
    """Locks, rate limits and notifications shared by the processes that serve one ledger.

    Attributes:
        several: whether other processes may serve the same ledger.
    """

    several: bool

    def alone(self, kind: str, which: str = "") -> AbstractContextManager[object]:
        """Return a context that holds the exclusive lock of this kind and name, across all processes."""
        ...

    def take_all(self, buckets: Sequence[str], burst: float, a_second: float) -> list[bool]:
        """Take a token from each of these shared rate-limit buckets; return for each whether it had one."""
        ...

    def tell(self, what: str, about: str) -> None:
        """Notify all processes, including this one."""
        ...

    def listen(self, hear: Hear) -> None:
        """Start listening; `hear` may be called in another thread."""
        ...

    def close(self) -> None:
        """Stop listening."""
        ...


def coordination_of(log: LedgerRecorder) -> Coordination:
    """Return the coordination for a ledger: in memory, or on the PostgreSQL server."""
    return SeveralProcesses(log) if may_be_several(log) else SingleProcess()


def may_be_several(log: LedgerRecorder) -> bool:
    """Return whether several processes may serve a ledger, which PostgreSQL allows."""
    return bool(log.engine.dialect.name == "postgresql")


class SingleProcess:
    """Coordination in memory, for a ledger that one process serves."""

    several = False

    def __init__(self) -> None:
        self._locks = {kind: threading.Lock() for kind in KINDS}
        self._hear: Hear = lambda what, about: None

    def alone(self, kind: str, which: str = "") -> AbstractContextManager[object]:
        """Return the lock of a kind, whatever the name."""
        return self._locks[kind]

    def take_all(self, buckets: Sequence[str], burst: float, a_second: float) -> list[bool]:
        """Return true for each: this process's own rate limits are enough."""
        return [True] * len(buckets)

    def tell(self, what: str, about: str) -> None:
        """Call the listener."""
        self._hear(what, about)

    def listen(self, hear: Hear) -> None:
        """Set the listener."""
        self._hear = hear

    def close(self) -> None:
        """Remove the listener."""
        self._hear = lambda what, about: None


class SeveralProcesses:
    """Coordination through the PostgreSQL server, for any number of processes."""

    several = True

    def __init__(self, log: LedgerRecorder) -> None:
        self._log = log
        self._locks = {kind: threading.Lock() for kind in KINDS}
        self._ends = threading.Event()
        self._thread: threading.Thread | None = None

    @contextmanager
    def alone(self, kind: str, which: str = "") -> Iterator[None]:
        """Hold an advisory lock of the server, which is released when this process ends for any reason.

        Raises:
            LedgerUnavailable: the server is unreachable, or the lock was not free in time.
        """
        with self._locks[kind]:  # threads of this process wait here, so only one uses a connection
            connection = self._asked("SELECT pg_advisory_lock(%s, hashtext(%s))", (_LOCKS, kind + which))[0]
            try:
                yield
                with translated(self._log.where, self._log.backend):
                    connection.cursor().execute("SELECT pg_advisory_unlock(%s, hashtext(%s))", (_LOCKS, kind + which))
                connection.close()
            except BaseException:
                connection.invalidate()  # ends the session, and the lock with it
                raise

    def take_all(self, buckets: Sequence[str], burst: float, a_second: float) -> list[bool]:
        """Take tokens with one statement; while the server is unreachable, always succeed.

        A repeated bucket needs another statement, because a statement changes a row only once.
        """
        taken, waiting = [False] * len(buckets), list(enumerate(buckets))
        while waiting:
            numbers = {bucket: n for n, bucket in reversed(waiting)}  # the first of each name
            for bucket in self._take(list(numbers), burst, a_second):
                taken[numbers[bucket]] = True
            waiting = [(n, bucket) for n, bucket in waiting if numbers[bucket] != n]
        return taken

    def _take(self, buckets: list[str], burst: float, a_second: float) -> list[str]:
        """Take a token from each of these different buckets; return the buckets that had one.

        Rows are locked in order, so that no two processes wait for each other. A role that may not write the table is
        not limited.
        """

        def take(cursor: Any) -> list[str]:
            cursor.execute(_TAKE, {"buckets": buckets, "burst": burst, "rate": a_second})
            return [row[0] for row in cursor.fetchall()]

        try:
            return self._log.reader.read(take, within=LITTLE)
        except LedgerError:
            return buckets

    def tell(self, what: str, about: str) -> None:
        """Send a notification. If it is lost, listeners receive `AGAIN`."""
        with suppress(LedgerError):
            self._run("SELECT pg_notify(%(channel)s, %(told)s)", {"channel": CHANNEL, "told": f"{what} {about}"})

    def _run(self, statement: str, values: dict[str, Any]) -> int:
        connection, rows = self._asked(statement, values)
        connection.close()
        return rows

    def _asked(self, statement: str, values: Any) -> tuple[Any, int]:
        """Execute a statement; return its connection and the number of rows.

        Dead connections of the pool, as after a server restart, are tried and discarded.

        Raises:
            LedgerUnavailable: the server is unreachable.
        """

        def attempt(_again: bool) -> tuple[Any, int]:
            with translated(self._log.where, self._log.backend):
                connection = self._log.engine.raw_connection()
                try:
                    return connection, int(connection.cursor().execute(statement, values).rowcount)
                except BaseException:
                    connection.invalidate()
                    raise

        return patiently(attempt, hurry=self._ends, until=time.monotonic() + LITTLE)

    def listen(self, hear: Hear) -> None:
        """Listen in a thread until `close`."""
        self._thread = threading.Thread(target=self._listen, args=(hear,), name="between", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening."""
        self._ends.set()
        if self._thread is not None:
            self._thread.join()

    def _listen(self, hear: Hear) -> None:
        while not self._ends.is_set():
            try:
                self._follow(hear)
            except Exception:  # the server is unreachable: reconnect
                self._ends.wait(SLICE)

    def _follow(self, hear: Hear) -> None:
        connection: Any = self._log.engine.raw_connection()
        try:
            connection.cursor().execute(f"LISTEN {CHANNEL}")
            hear(AGAIN, "")
            slices = 0
            while not self._ends.is_set():
                for notice in connection.driver_connection.notifies(timeout=SLICE):
                    what, _, about = notice.payload.partition(" ")
                    hear(what, about)
                slices += 1
                if slices % SWEEPS_EVERY == 0:
                    connection.cursor().execute(_SWEEP)
        finally:
            connection.invalidate()
