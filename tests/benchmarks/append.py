"""Durable appends, one event a transaction: our recorder against the library's own and against bare sqlite3.

Rounds are interleaved, and the median is taken, of the time on the clock and of processor time: the former has the wait
for the disk, which others share. `python -m tests.benchmarks.append`
"""

from __future__ import annotations

import secrets
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from eventsourcing.persistence import StoredEvent
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteDatastore

from ledger.log.appending import Command
from ledger.log.database import connect, migrate
from ledger.log.recorder import LedgerRecorder

BODY = b"x" * 400
DIGEST = b"d" * 32
EVENTS, ROUNDS = 1500, 7


def bare(folder: Path) -> Callable[[int], None]:
    """Return an append to a table of the same columns, with nothing else around it."""
    connection = sqlite3.connect(folder / "bare.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE events (match TEXT, version INTEGER, body BLOB, PRIMARY KEY (match, version))")

    def append(n: int) -> None:
        connection.execute("BEGIN")
        connection.execute("INSERT INTO events VALUES (?, ?, ?)", ("match", n, BODY))
        connection.execute("COMMIT")

    return append


def library(folder: Path) -> Callable[[int], None]:
    """Return an append through the library's SQLite recorder."""
    recorder = SQLiteApplicationRecorder(SQLiteDatastore(str(folder / "library.db"), originator_id_type="text"))
    recorder.create_table()

    def append(n: int) -> None:
        recorder.insert_events([StoredEvent("match", n, "Played", BODY)])

    return append


def ours(folder: Path) -> Callable[[int], None]:
    """Return an append through our recorder: chained, and with the expected version checked."""
    engine = connect(folder / "ours.db")
    migrate(engine)
    recorder = LedgerRecorder(engine, "ledger")

    def append(n: int) -> None:
        recorder.insert_events([StoredEvent("match", n, "Played", BODY)], expected_version=n - 1)

    return append


def with_command(folder: Path) -> Callable[[int], None]:
    """Return the same with a command, whose id and answer are kept so that a retry is recorded once."""
    engine = connect(folder / "commands.db")
    migrate(engine)
    recorder = LedgerRecorder(engine, "ledger")

    def append(n: int) -> None:
        command = Command(secrets.token_hex(8), DIGEST)
        recorder.insert_events([StoredEvent("match", n, "Played", BODY)], expected_version=n - 1, command=command)

    return append


def main() -> None:
    """Measure and print the ratios."""
    with tempfile.TemporaryDirectory() as folder:
        variants = {make.__name__: make(Path(folder)) for make in (bare, library, ours, with_command)}
        rates: dict[str, list[float]] = {name: [] for name in variants}
        works: dict[str, list[float]] = {name: [] for name in variants}
        for turn in range(ROUNDS):
            for name, append in variants.items():
                began, worked = time.perf_counter(), time.process_time()
                for n in range(turn * EVENTS + 1, (turn + 1) * EVENTS + 1):
                    append(n)
                rates[name].append(EVENTS / (time.perf_counter() - began))
                works[name].append((time.process_time() - worked) / EVENTS)
        work = {name: statistics.median(values) for name, values in works.items()}
        middle = {name: statistics.median(values) for name, values in rates.items()}
    print("durable appends, one event a transaction (SQLite, WAL, synchronous FULL)")
    for name, rate in middle.items():
        print(f"  {name:<12} {rate:>8.0f} events/s   {rate / middle['library']:.2f} × the library's recorder   "
              f"{work[name] * 1e6:5.0f} µs of work   {work['library'] / work[name]:.2f} ×")  # fmt: skip


if __name__ == "__main__":
    main()
