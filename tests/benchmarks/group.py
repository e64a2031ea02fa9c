"""Group commit: many writers with our recorder, against one event per transaction with the bare driver.

Rounds are interleaved, and the median is taken. `python -m tests.benchmarks.group`
"""

from __future__ import annotations

import sqlite3
import statistics
import tempfile
import threading
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path

import psycopg
from eventsourcing.persistence import StoredEvent

from tablescribe.ledger.log.database import connect, migrate
from tablescribe.ledger.log.recorder import LedgerRecorder
from tests.benchmarks.readings import keep
from tests.postgres_server import Server

BODY = b"x" * 400
ROUNDS = 5
GOALS = {("durable appends on PostgreSQL", "Tablescribe, 1 writers"): 0.9}
CREATE = "CREATE TABLE bare (match_id TEXT, version INTEGER, body {}, PRIMARY KEY (match_id, version))"


def bare_sqlite(folder: Path) -> Callable[[int], None]:
    """Return a function that appends with sqlite3, each event in a separate transaction."""
    connection = sqlite3.connect(folder / "bare.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute(CREATE.format("BLOB"))
    versions = count(1)

    def run(events: int) -> None:
        for _ in range(events):
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("INSERT INTO bare VALUES (?, ?, ?)", ("match", next(versions), BODY))
            connection.execute("COMMIT")

    return run


def bare_postgres(url: str) -> Callable[[int], None]:
    """Return a function that appends with psycopg, each event in a separate transaction."""
    connection = psycopg.connect(url, autocommit=True)
    connection.execute(CREATE.format("BYTEA"))
    versions = count(1)

    def run(events: int) -> None:
        for _ in range(events):
            connection.execute("INSERT INTO bare VALUES (%s, %s, %s)", ("match", next(versions), BODY))

    return run


def ours(target: str | Path, writers: int) -> Callable[[int], None]:
    """Return a function that appends with this many threads, each in a match of its own, one event at a time."""
    engine = connect(target)
    migrate(engine)
    recorder = LedgerRecorder(engine, "ledger")
    versions = [0] * writers

    def write(k: int, events: int) -> None:
        for _ in range(events):
            versions[k] += 1
            stored = StoredEvent(f"{writers}-{k}", versions[k], "Played", BODY)
            recorder.insert_events([stored], expected_version=versions[k] - 1)

    def run(events: int) -> None:
        threads = [threading.Thread(target=write, args=(k, events // writers)) for k in range(writers)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    return run


def measure(title: str, variants: dict[str, Callable[[int], None]], events: int) -> None:
    """Print events a second, and the ratio to the first variant."""
    rates: dict[str, list[float]] = {name: [] for name in variants}
    for _ in range(ROUNDS):
        for name, run in variants.items():
            began = time.perf_counter()
            run(events)
            rates[name].append(events / (time.perf_counter() - began))
    middle = {name: statistics.median(values) for name, values in rates.items()}
    bare, *_ = middle
    print(title)
    for name, rate in middle.items():
        print(f"  {name:<28} {rate:>8.0f} events/s   {rate / middle[bare]:.2f} × the bare driver")
        if name != bare:
            ratios = (one / other for one, other in zip(rates[name], rates[bare], strict=True))
            keep(f"{title}: {name}, against {bare}", *ratios, goal=GOALS.get((title, name)))


def main() -> None:
    """Measure and print the ratios."""
    with tempfile.TemporaryDirectory() as folder:
        variants = {"sqlite3, 1 an event": bare_sqlite(Path(folder))}
        for writers in (1, 16, 64):
            variants[f"Tablescribe, {writers} writers"] = ours(Path(folder) / f"{writers}.db", writers)
        measure("durable appends on SQLite (WAL, synchronous FULL)", variants, 3200)
    server = Server()
    variants = {"psycopg, 1 an event": bare_postgres(server.database())}
    for writers in (1, 16, 64):
        variants[f"Tablescribe, {writers} writers"] = ours(server.database(), writers)
    measure("durable appends on PostgreSQL", variants, 1600)
    server.close()


if __name__ == "__main__":
    main()
