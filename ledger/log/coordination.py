"""Coordination between service processes on one ledger: advisory locks, rate limits, notifications.

A ledger in SQLite is served by one process, so there it all lies in memory. In PostgreSQL any number of processes may
serve it, on any machines: locks and rates are the server's own, and what one tells all hear by LISTEN/NOTIFY. That is a
hint only: whoever missed one, as their connection was lost, hears `AGAIN` and looks for themselves.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Any, Protocol

from tablescribe.ledger.log.database import translated
from tablescribe.ledger.log.errors import LedgerError
from tablescribe.ledger.log.reading import LITTLE
from tablescribe.ledger.log.recorder import LedgerRecorder
from tablescribe.ledger.log.writing import patiently

AGAIN = "again"
"""What is heard when something may have been missed."""

CHANNEL = "tablescribe_service"

SLICE = 0.5
"""How many seconds it may take to stop listening, or until a lost connection is made anew."""

SWEEPS_EVERY = 120
"""Slices after which buckets are forgotten that are full again."""

KINDS = ("open", "chairs", "consent", "link")
"""What only one may do at a time: open a match of an id, count and take chairs, ask and agree, make lasting links."""

_LOCKS = 0x7461626C

_TAKE = (
    "INSERT INTO rates AS r (bucket, tokens, at) "
    "VALUES (%(bucket)s, %(burst)s - 1, extract(epoch FROM clock_timestamp())) ON CONFLICT (bucket) DO UPDATE "
    "SET tokens = least(%(burst)s, r.tokens + greatest(0, excluded.at - r.at) * %(rate)s) - 1, "
    "at = greatest(excluded.at, r.at) "
    "WHERE least(%(burst)s, r.tokens + greatest(0, excluded.at - r.at) * %(rate)s) >= 1"
)
_SWEEP = "DELETE FROM rates WHERE at < extract(epoch FROM clock_timestamp()) - 600"

Hear = Callable[[str, str], None]
"""Told what happened, and to what: the id of a match, of a pass."""


class Coordination(Protocol):
    """What processes have in common.

    Attributes:
        several: whether others may serve the same ledger.
    """

    several: bool

    def alone(self, kind: str, which: str = "") -> AbstractContextManager[object]:
        """Return a context in which nobody else, in any process, is in one of the same kind and name."""
        ...

    def take(self, bucket: str, burst: float, a_second: float) -> bool:
        """Take a token from a bucket that all share; return whether there was one."""
        ...

    def tell(self, what: str, about: str) -> None:
        """Tell all processes, this one included, that something happened."""
        ...

    def listen(self, hear: Hear) -> None:
        """Begin to listen, in a thread."""
        ...

    def close(self) -> None:
        """Listen no more."""
        ...


def coordination_of(log: LedgerRecorder) -> Coordination:
    """Return what the processes that serve a ledger have in common."""
    return SeveralProcesses(log) if may_be_several(log) else SingleProcess()


def may_be_several(log: LedgerRecorder) -> bool:
    """Return whether several processes may serve a ledger."""
    return bool(log.engine.dialect.name == "postgresql")


class SingleProcess:
    """There is no other process."""

    several = False

    def __init__(self) -> None:
        self._locks = {kind: threading.Lock() for kind in KINDS}
        self._hear: Hear = lambda what, about: None

    def alone(self, kind: str, which: str = "") -> AbstractContextManager[object]:
        """Return the lock of a kind."""
        return self._locks[kind]

    def take(self, bucket: str, burst: float, a_second: float) -> bool:
        """Return that there is one: what this process counts by itself is all there is."""
        return True

    def tell(self, what: str, about: str) -> None:
        """Tell it to ourselves."""
        self._hear(what, about)

    def listen(self, hear: Hear) -> None:
        """Hear it."""
        self._hear = hear

    def close(self) -> None:
        """Hear no more."""
        self._hear = lambda what, about: None


class SeveralProcesses:
    """Whoever serves the same database."""

    several = True

    def __init__(self, log: LedgerRecorder) -> None:
        self._log = log
        self._locks = {kind: threading.Lock() for kind in KINDS}
        self._ends = threading.Event()
        self._thread: threading.Thread | None = None

    @contextmanager
    def alone(self, kind: str, which: str = "") -> Iterator[None]:
        """Hold the server's lock of that name; it is free when this process ends, however it ends.

        Raises:
            LedgerUnavailable: the server is away, or somebody holds it for too long.
        """
        with self._locks[kind]:  # here they wait on one connection
            connection = self._asked("SELECT pg_advisory_lock(%s, hashtext(%s))", (_LOCKS, kind + which))[0]
            try:
                yield
                with translated(self._log.where, self._log.backend):
                    connection.cursor().execute("SELECT pg_advisory_unlock(%s, hashtext(%s))", (_LOCKS, kind + which))
                connection.close()
            except BaseException:
                connection.invalidate()  # ends the session, and the lock with it
                raise

    def take(self, bucket: str, burst: float, a_second: float) -> bool:
        """Take a token by one statement; while the server is away there is always one."""
        try:
            return self._run(_TAKE, {"bucket": bucket, "burst": burst, "rate": a_second}) > 0
        except LedgerError:
            return True

    def tell(self, what: str, about: str) -> None:
        """Announce it; an announcement that is lost is made up for by `AGAIN`."""
        with suppress(LedgerError):
            self._run("SELECT pg_notify(%(channel)s, %(told)s)", {"channel": CHANNEL, "told": f"{what} {about}"})

    def _run(self, statement: str, values: dict[str, Any]) -> int:
        connection, rows = self._asked(statement, values)
        connection.close()
        return rows

    def _asked(self, statement: str, values: Any) -> tuple[Any, int]:
        """Return a connection on which a statement was carried out, and how many rows it met.

        Connections that died in the pool, as a server's do that was started anew, are tried and thrown away.

        Raises:
            LedgerUnavailable: the server is away.
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
        """Listen no more."""
        self._ends.set()
        if self._thread is not None:
            self._thread.join()

    def _listen(self, hear: Hear) -> None:
        while not self._ends.is_set():
            try:
                self._follow(hear)
            except Exception:  # the server is away: it is asked again
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
