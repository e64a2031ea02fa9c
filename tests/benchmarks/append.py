"""Durable appends, one event per transaction: our recorder against the library's and against bare sqlite3.

Rounds are interleaved. The medians of elapsed time and of processor time are taken; elapsed time includes the wait for
the disk, which others share. Measured twice: over thousands of events, and over the first few hundred after a file was
opened, as on a club evening, while its write-ahead log is short. `python -m tests.benchmarks.append`
"""

from __future__ import annotations

import secrets
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from eventsourcing.persistence import StoredEvent
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteDatastore

from tablescribe.ledger.log.appending import Command
from tablescribe.ledger.log.database import connect, migrate
from tablescribe.ledger.log.recorder import LedgerRecorder
from tests.benchmarks.readings import keep

BODY = b"x" * 400
DIGEST = b"d" * 32
EVENTS, ROUNDS = 1500, 7
EVENING, EVENINGS = 250, 15

Append = Callable[[int], None]
Make = Callable[[Path, ExitStack], Append]


def bare(folder: Path, closing: ExitStack) -> Append:
    """Return a function that appends to a table with the same columns, and does nothing else."""
    connection = sqlite3.connect(folder / "bare.db", isolation_level=None)
    closing.callback(connection.close)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    columns = "match TEXT, version INTEGER, body BLOB, PRIMARY KEY (match, version)"
    connection.execute(f"CREATE TABLE IF NOT EXISTS events ({columns})")

    def append(n: int) -> None:
        connection.execute("BEGIN")
        connection.execute("INSERT INTO events VALUES (?, ?, ?)", ("match", n, BODY))
        connection.execute("COMMIT")

    return append


def library(folder: Path, closing: ExitStack) -> Append:
    """Return a function that appends through the library's SQLite recorder."""
    datastore = SQLiteDatastore(str(folder / "library.db"), originator_id_type="text")
    closing.callback(datastore.close)
    recorder = SQLiteApplicationRecorder(datastore)
    recorder.create_table()

    def append(n: int) -> None:
        recorder.insert_events([StoredEvent("match", n, "Played", BODY)])

    return append


def recorder_of(path: Path, closing: ExitStack) -> LedgerRecorder:
    """Return our recorder."""
    engine = connect(path)
    closing.callback(engine.dispose)
    migrate(engine)
    recorder = LedgerRecorder(engine, "ledger")
    closing.callback(recorder.close)
    return recorder


def ours(folder: Path, closing: ExitStack) -> Append:
    """Return a function that appends through our recorder: chained, and with a check of the expected version."""
    recorder = recorder_of(folder / "ours.db", closing)

    def append(n: int) -> None:
        recorder.insert_events([StoredEvent("match", n, "Played", BODY)], expected_version=n - 1)

    return append


def with_command(folder: Path, closing: ExitStack) -> Append:
    """Return the same with a command, whose id and answer are stored so that a retry is recorded once."""
    recorder = recorder_of(folder / "commands.db", closing)

    def append(n: int) -> None:
        command = Command(secrets.token_hex(8), DIGEST)
        recorder.insert_events([StoredEvent("match", n, "Played", BODY)], expected_version=n - 1, command=command)

    return append


MADE: dict[str, Make] = {make.__name__: make for make in (bare, library, ours, with_command)}


class Taken:
    """The measurements: events a second, and seconds of work per event."""

    def __init__(self) -> None:
        self.rates: dict[str, list[float]] = {name: [] for name in MADE}
        self.works: dict[str, list[float]] = {name: [] for name in MADE}

    def take(self, name: str, append: Append, versions: range) -> None:
        """Append events, and measure the time."""
        began, worked = time.perf_counter(), time.process_time()
        for n in versions:
            append(n)
        self.works[name].append((time.process_time() - worked) / len(versions))
        self.rates[name].append(len(versions) / (time.perf_counter() - began))

    def tell(self, title: str) -> None:
        """Print medians, and their ratios to the library's recorder."""
        rates = {name: statistics.median(values) for name, values in self.rates.items()}
        works = {name: statistics.median(values) for name, values in self.works.items()}
        print(title)
        for name, goal in {"ours": 1.0, "with_command": 1.0}.items():
            what = f"{title}: {name.replace('_', ' ')}, against the library's recorder"
            by_clock = zip(self.rates[name], self.rates["library"], strict=True)
            by_work = zip(self.works["library"], self.works[name], strict=True)
            keep(f"{what}, by the clock", *(one / other for one, other in by_clock), goal=goal)
            keep(f"{what}, by processor work", *(one / other for one, other in by_work), goal=goal)
        for name, rate in rates.items():
            print(f"  {name:<12} {rate:>8.0f} events/s   {rate / rates['library']:.2f} × the library's recorder   "
                  f"{works[name] * 1e6:5.0f} µs of work   {works['library'] / works[name]:.2f} ×")  # fmt: skip


def thousands() -> Taken:
    """Measure files that stay open."""
    taken = Taken()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as closing:
        variants = {name: make(Path(folder), closing) for name, make in MADE.items()}
        for turn in range(ROUNDS):
            for name, append in variants.items():
                taken.take(name, append, range(turn * EVENTS + 1, (turn + 1) * EVENTS + 1))
    return taken


def evenings() -> Taken:
    """Measure files that are opened, written for a while, and closed."""
    taken = Taken()
    with tempfile.TemporaryDirectory() as folder:
        for turn in range(EVENINGS + 1):
            for name, make in MADE.items():
                with ExitStack() as closing:
                    append = make(Path(folder), closing)
                    append(turn * EVENING + 1)
                    if turn:  # the first round created the file
                        taken.take(name, append, range(turn * EVENING + 2, (turn + 1) * EVENING + 1))
                    else:
                        for n in range(2, EVENING + 1):
                            append(n)
    return taken


def main() -> None:
    """Measure and print the ratios."""
    thousands().tell("durable appends, one event a transaction (SQLite, WAL, synchronous FULL)")
    evenings().tell(f"the same, {EVENING} after each opening of the file")


if __name__ == "__main__":
    main()
