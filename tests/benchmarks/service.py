"""The service under load on one machine: tables that record, spectators that follow.

Prints acknowledged moves a second, against bare appends of the recorder and against the scribe's moves, each from as
many threads in one process without a service. Also p50 and p99 of a move's answer, and of the delay until spectators
hear of it (since it was stamped, so recording counts). First every table records as fast as it can, then each a
move a second, which is more than in any real hall: all at the same moment, then spread over the second. On SQLite, on
PostgreSQL, and there with several processes. The clients share the machine with the service, so processor time is
printed too: of the service, for a move with all its consequences and without followers; and of the clients, whose time
the service lacked. If both together come near the machine's cores, the machine is the bottleneck. The latency of a
burst is the work for all of it: the number of moves times the service's time for one, divided by the remaining cores.

python -m tests.benchmarks.service [TABLES] [SPECTATORS] [SECONDS] [--on sqlite|postgresql] [--processes N]

By default on each database. `--processes` is the number of processes that serve the PostgreSQL ledger.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from eventsourcing.persistence import StoredEvent

from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tests.benchmarks.readings import keep
from tests.postgres_server import Server
from tests.replays.web.crowd import PASS, Caller, Hall, Running, a_move, hall, messages, running

BARE_SECONDS = 2.0
COMING_IN = 2.0
AT = b'"at":"'


def bare(target: str, tables: int) -> tuple[float, float]:
    """Return events a second appended by the recorder, and moves a second recorded by the scribe."""
    ledger = open_ledger(target)
    scribe = Scribe(ledger)
    matches = [scribe.new("freeform", ["Ada", "Ben"]).id for _ in range(tables)]

    def append(match: str, n: int) -> None:
        ledger.log.insert_events([StoredEvent(f"bare-{match}", n + 1, "Played", b"x" * 400)], expected_version=n)

    def play(match: str, n: int) -> None:
        scribe.play(match, n % 2 + 1, PASS)

    found = _rate(matches, append), _rate(matches, play)
    ledger.close()
    return found


def _rate(matches: list[str], do: Callable[[str, int], None]) -> float:
    until = time.monotonic() + BARE_SECONDS

    def work(match: str) -> int:
        n = 0
        while time.monotonic() < until:
            do(match, n)
            n += 1
        return n

    with ThreadPoolExecutor(len(matches)) as pool:
        return sum(pool.map(work, matches)) / BARE_SECONDS


async def follow(port: int, token: str, match: str, after: int, delays: list[float]) -> None:
    """Follow a match, and note the delay of each move in seconds."""
    async for _, data in messages(port, token, match, after):
        if b'"type":"Played"' in data:
            at = data[data.index(AT) + len(AT) :].partition(b'"')[0].decode()
            delays.append((datetime.now(UTC) - datetime.fromisoformat(at)).total_seconds())


async def ready(port: int, token: str, match: str) -> tuple[Caller, int]:
    """Connect to a table; return the connection and the match's version, once earlier requests are answered."""
    caller = Caller(port, token)
    _, told = await caller.ask("GET", f"/api/v1/matches/{match}")
    return caller, told["version"]


async def record(
    caller: Caller, version: int, match: str, answers: list[float], until: float, pace: float, later: float = 0.0
) -> None:
    """Record moves until the time is over, beginning after a delay; count each acknowledged one."""
    await asyncio.sleep(later)
    while (began := time.monotonic()) < until:
        status, told = await caller.ask("POST", f"/api/v1/matches/{match}/moves", a_move(match, version))
        if status == 429:  # faster than the rate limit of a table
            await asyncio.sleep(0.2)
            continue
        assert status == 201, told
        version = told["version"]
        answers.append(time.monotonic() - began)
        await asyncio.sleep(max(0.0, pace - answers[-1]))
    caller.close()


async def load(
    service: Running, people: Hall, what: str, spectators: int, seconds: float, pace: float, *, spread: bool = False
) -> None:
    """Let all tables record and all spectators follow, and print the measurements."""
    answers: list[float] = []
    delays: list[float] = []
    _, told = await Caller(service.port, "").ask("GET", "/healthz")
    after = told["position"]
    many = len(people.matches)
    async with asyncio.TaskGroup() as group:
        watching = [
            group.create_task(follow(service.port, people.spectator, people.matches[k % many], after, delays))
            for k in range(spectators)
        ]
        await asyncio.sleep(COMING_IN)
        tables = zip(people.recorders, people.matches, strict=True)
        callers = await asyncio.gather(*(ready(service.port, token, match) for token, match in tables))
        began, before, own = time.monotonic(), service.processor_time(), time.process_time()
        await asyncio.gather(
            *(
                record(*callers[k], match, answers, began + seconds, pace, k / many * pace if spread else 0.0)
                for k, match in enumerate(people.matches)
            )
        )
        took = time.monotonic() - began
        await _all_heard(delays, spectators * len(answers) // many)
        used, own = service.processor_time() - before, time.process_time() - own
        for task in watching:
            task.cancel()
    _tell(what, answers, delays, took, used)
    print(f"    of {os.cpu_count()} cores the service had {used / took:.2f}, these clients {own / took:.2f}")


async def _all_heard(delays: list[float], messages: int) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(5):
            while len(delays) < messages:
                await asyncio.sleep(0.05)


def _tell(what: str, answers: list[float], delays: list[float], took: float, used: float) -> None:
    (p50, p99), (late50, late99) = (percentiles(some) for some in (answers, delays))
    if "as fast" in what:
        keep(f"{what}: moves acknowledged", len(answers) / took, unit="/s", goal=600)
        keep(f"{what}: work of a move", used / len(answers) * 1000, unit="ms", better="less")
    else:
        keep(f"{what}: 99 of 100 moves acknowledged within", p99, unit="ms", better="less", goal=100)
    print(f"    {len(answers) / took:.0f} moves acknowledged a second: p50 {p50:.0f} ms, p99 {p99:.0f} ms")
    print(f"    {used / len(answers) * 1000:.1f} ms of processor time a move, with {len(delays) / len(answers):.1f} "
          "deliveries")  # fmt: skip
    print(
        f"    spectators late by p50 {late50:.0f} ms, p99 {late99:.0f} ms ({len(delays) / took:.0f} messages a second)"
    )


def percentiles(seconds: list[float]) -> tuple[float, float]:
    """Return the median and the 99th percentile in milliseconds; 0 if there are fewer than two values."""
    if len(seconds) < 2:
        return 0.0, 0.0
    cuts = statistics.quantiles(seconds, n=100)
    return cuts[49] * 1000, cuts[98] * 1000


async def serve(
    title: str, target: str, folder: Path, tables: int, spectators: int, seconds: float, *more: str
) -> None:
    """Start the service as a separate process, and measure it."""
    people = hall(target, tables)
    async with running(target, folder, *more) as service:
        await asyncio.sleep(COMING_IN if more else 0)  # until all processes listen
        for what, pace, many, spread in (
            ("as fast as they can", 0.0, spectators, False),
            ("a move a second each, all at the same moment", 1.0, spectators, False),
            ("a move a second each, spread over the second", 1.0, spectators, True),
            ("a move a second each, spread over the second", 1.0, 0, True),
        ):
            print(f"  {tables} tables, {many} spectators, {what}")
            row = f"{title}, {tables} tables, {many} spectators, {what}"
            await load(service, people, row, many, seconds, pace, spread=spread)
        print(f"  stopped in {await service.stop():.1f} s")


def main() -> None:
    """Measure and print."""
    given = argparse.ArgumentParser(prog="python -m tests.benchmarks.service")
    for name, usual in (("tables", 50), ("spectators", 500), ("seconds", 6)):
        given.add_argument(name, type=int, nargs="?", default=usual)
    given.add_argument("--on", choices=("sqlite", "postgresql"))
    given.add_argument("--processes", type=int)
    asked = given.parse_args()
    on = "postgresql" if asked.processes else asked.on
    server = Server() if on != "sqlite" else None
    counts = [asked.processes] if asked.processes else [1] if on else [1, 2]
    try:
        with tempfile.TemporaryDirectory() as name:
            places = [("SQLite", str(Path(name) / "ledger.db"), 1)] if on != "postgresql" else []
            if server is not None:
                places += [(f"PostgreSQL, processes: {n}", server.database(), n) for n in counts]
            for title, target, processes in places:
                appends, moves = bare(target, asked.tables)
                print(f"{title}: {appends:.0f} bare appends a second, {moves:.0f} moves of the scribe")
                more = ("--processes", str(processes)) if processes > 1 else ()
                asyncio.run(serve(title, target, Path(name), asked.tables, asked.spectators, asked.seconds, *more))
    finally:
        if server is not None:
            server.close()


if __name__ == "__main__":
    main()
