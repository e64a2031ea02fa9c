"""The cost of each part of an append, found by leaving it out: an event with its command, durable, one per transaction.

Rounds are interleaved, and medians are taken of elapsed time and of processor time, including that of the server
process for us. The cost of a part is that of the whole append minus that of an append without it, so overlapping parts
do not add up. All parts but durability are left out of appends that do not wait for the disk, which would hide them.
`python -m tests.benchmarks.append_parts [EVENTS ROUNDS]`
"""

from __future__ import annotations

import secrets
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

import psycopg
from eventsourcing.persistence import StoredEvent

from tablescribe.ledger.log.appending import Command
from tablescribe.ledger.log.database import connect, migrate
from tablescribe.ledger.log.recorder import LedgerRecorder
from tests.benchmarks.readings import keep
from tests.postgres_server import Server

BODY, DIGEST, WARM_UP = b"x" * 400, b"d" * 32, 20
WHOLE, QUICK, BARE = "the whole append", "the same without durability", "bare driver, durable"
BARE_TABLE = "CREATE TABLE bare (match_id TEXT, version INTEGER, body {}, PRIMARY KEY (match_id, version))"
TRIGGERS_OF_SQLITE = tuple(
    f"DROP TRIGGER {table}_refuse_{verb}"
    for table in ("events", "commands")
    for verb in ("replace", "update", "delete")
)


@dataclass(frozen=True)
class Leaving:
    """A part of an append that is left out.

    Attributes:
        statements: SQL statements to run on the database before.
        command: whether the events have a command.
        durable: whether a commit waits for the disk.
        around: a context manager around the appends.
    """

    statements: tuple[str, ...] = ()
    command: bool = True
    durable: bool = False
    around: Callable[[], AbstractContextManager[Any]] = nullcontext


def unchained() -> AbstractContextManager[Any]:
    """Give every event the same hash."""
    return patch("tablescribe.ledger.log.appending.event_hash", lambda *_: DIGEST)


def unwatched() -> AbstractContextManager[Any]:
    """Skip the check that the file and its write-ahead log still exist."""
    where = "tablescribe.ledger.log"
    stack = ExitStack()
    stack.enter_context(patch(f"{where}.writing.Writer._check_place", lambda _: None))
    stack.enter_context(patch(f"{where}.wal_space.WalFiles.is_there", lambda _: True))
    return stack


SQLITE = {
    WHOLE: Leaving(durable=True),
    QUICK: Leaving(),
    "the command": Leaving(command=False),
    "the chain": Leaving(around=unchained),
    "triggers: next position, nothing replaced": Leaving(TRIGGERS_OF_SQLITE),
    "checks of the files": Leaving(around=unwatched),
}
POSTGRESQL = {
    WHOLE: Leaving(durable=True),
    QUICK: Leaving(),
    "the command": Leaving(command=False),
    "the chain": Leaving(around=unchained),
    "the next position (lock, trigger, NOTIFY)": Leaving(("DROP TRIGGER events_take_position ON events",)),
}


class Appends:
    """Appends to a database without a part, with their measurements."""

    def __init__(self, run: Callable[[int], None], server: int = 0) -> None:
        """Run appends with `run`; `server` is the process that serves them, if any."""
        self._run, self._server = run, server
        self.clock: list[float] = []
        self.work: list[float] = []

    def measure(self, events: int) -> None:
        """Append events, and keep the microseconds of elapsed time and of processor time."""
        clock, mine, theirs = time.perf_counter(), time.process_time(), processor_time(self._server)
        self._run(events)
        self.clock.append((time.perf_counter() - clock) / events * 1e6)
        worked = time.process_time() - mine + processor_time(self._server) - theirs
        self.work.append(worked / events * 1e6)


def processor_time(process: int) -> float:
    """Return the processor seconds of a process; 0 without one."""
    return int(Path(f"/proc/{process}/schedstat").read_text().split()[0]) / 1e9 if process else 0.0


def ours(target: str | Path, leaving: Leaving) -> Appends:
    """Return appends by our recorder without a part."""
    engine = connect(target)
    migrate(engine)
    recorder = LedgerRecorder(engine, "ledger")
    driver = recorder.writer.connection.cursor().connection  # the driver's own connection, without the pool
    is_server = isinstance(driver, psycopg.Connection)
    if not leaving.durable:
        driver.execute("SET synchronous_commit=off" if is_server else "PRAGMA synchronous=OFF")
    for statement in leaving.statements:
        driver.execute(statement)
    versions = count(1)

    def run(events: int) -> None:
        with leaving.around():
            for _ in range(events):
                version = next(versions)
                command = Command(secrets.token_hex(8), DIGEST) if leaving.command else None
                stored = StoredEvent("match", version, "Played", BODY)
                recorder.insert_events([stored], expected_version=version - 1, command=command)

    return Appends(run, driver.info.backend_pid if is_server else 0)


def bare_sqlite(path: Path) -> Appends:
    """Return inserts with the driver into a table of three columns."""
    connection, versions = sqlite3.connect(path, isolation_level=None), count(1)
    for statement in ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", BARE_TABLE.format("BLOB")):
        connection.execute(statement)

    def run(events: int) -> None:
        for _ in range(events):
            connection.execute("INSERT INTO bare VALUES (?, ?, ?)", ("match", next(versions), BODY))

    return Appends(run)


def bare_postgresql(url: str) -> Appends:
    """Return inserts with the driver into a table of three columns."""
    connection, versions = psycopg.connect(url, autocommit=True), count(1)
    connection.execute(BARE_TABLE.format("BYTEA"))

    def run(events: int) -> None:
        for _ in range(events):
            connection.execute("INSERT INTO bare VALUES (%s, %s, %s)", ("match", next(versions), BODY))

    return Appends(run, connection.info.backend_pid)


def tell(title: str, found: dict[str, Appends], events: int, rounds: int) -> None:
    """Measure, and print the cost of the whole and of each part."""
    for appends in found.values():
        appends.measure(WARM_UP)
        appends.clock.clear()
        appends.work.clear()
    for _ in range(rounds):
        for appends in found.values():
            appends.measure(events)
    print(f"{title}\n  {'':<52} {'clock':>9} {'work':>9}")
    for name in (BARE, WHOLE, QUICK):
        clock, work = statistics.median(found[name].clock), statistics.median(found[name].work)
        print(f"  {name:<52} {clock:6.0f} µs {work:6.0f} µs")
    quick = found[QUICK]
    for name, appends in found.items():
        if name not in (BARE, WHOLE, QUICK):
            clock, work = (
                statistics.median(one - other for one, other in zip(*pair, strict=True))
                for pair in ((quick.clock, appends.clock), (quick.work, appends.work))
            )
            print(f"  of it, {name:<45} {clock:6.0f} µs {work:6.0f} µs   {work / statistics.median(quick.work):4.0%}")
    ratios = (bare / one for bare, one in zip(found[BARE].work, found[WHOLE].work, strict=True))
    keep(f"{title}: an event with its command, against the bare driver, by processor work", *ratios)


def main() -> None:
    """Measure both databases."""
    events, rounds = [int(word) for word in sys.argv[1:3]] or (100, 40)
    with tempfile.TemporaryDirectory() as folder:
        paths = (Path(folder) / f"{n}.db" for n in count())
        found = {BARE: bare_sqlite(next(paths))}
        found |= {name: ours(next(paths), leaving) for name, leaving in SQLITE.items()}
        tell("parts of an append on SQLite", found, events, rounds)
    server = Server()
    found = {BARE: bare_postgresql(server.database())}
    found |= {name: ours(server.database(), leaving) for name, leaving in POSTGRESQL.items()}
    tell("parts of an append on PostgreSQL", found, events, rounds)
    server.close()


if __name__ == "__main__":
    main()
