"""Ten thousand open matches on one PostgreSQL server, with more moves than this machine can handle.

Generators in separate processes send moves at fixed times: each table's moves are due whether or not the last one was
answered, and a move is timed from when it was due. If a table's last move is unanswered when the next is due, it misses
that one. Meanwhile, processor time and memory of the service, the database and the generators are measured, to show
which resource runs out first. At the end the log must contain every acknowledged move.

python -m tests.benchmarks.scale [--matches 10000] [--offered 100 300 2000] [--seconds 60 60 600] [--processes 2]

The last rate is the overload; those before it show where the limit is. Takes about 15 minutes.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import psycopg

from tests.benchmarks.offering import PATIENCE, Table
from tests.benchmarks.processes import MIB, family, memory_of, seconds_of
from tests.benchmarks.readings import keep
from tests.benchmarks.service import percentiles
from tests.postgres_server import Server
from tests.replays.web.crowd import Running, hall, running

GENERATORS = 2
EVERY = 10.0
"""Seconds between two lines of progress."""


@dataclass(frozen=True)
class Look:
    """Processor seconds so far of service, database and ended generators; bytes of memory of service and database."""

    service: float
    database: float
    generators: float
    memory: int
    database_memory: int

    @classmethod
    def now(cls, service: Running, postmaster: psutil.Process) -> Look:
        """Measure all processes."""
        servers, backends = family(service.pid), family(postmaster.pid)
        ended = psutil.Process().cpu_times()
        return cls(
            seconds_of(servers), seconds_of(backends), ended.children_user + ended.children_system,
            memory_of(servers), memory_of(backends),
        )  # fmt: skip


@dataclass
class Came:
    """The results of one rate, from all generators."""

    rate: float
    seconds: float
    due: int
    missed: int
    acknowledged: list[tuple[float, float]]
    refused: Counter[str]
    versions: dict[str, int]

    @classmethod
    def of(cls, rate: float, seconds: float, told: Sequence[Any]) -> Came:
        """Combine the results of generators."""
        came = cls(rate, seconds, 0, 0, [], Counter(), {})
        for one in told:
            came.due += one["due"]
            came.missed += one["missed"]
            came.acknowledged += one["acknowledged"]
            came.refused.update(one["refused"])
            came.versions |= one["versions"]
        return came

    def tell(self, before: Look, after: Look, took: float) -> None:
        """Print the results."""
        late = [seconds * 1000 for _, seconds in self.acknowledged]
        p50, p99 = percentiles([seconds for _, seconds in self.acknowledged])
        many = max(1, len(late))
        work, of_database = (after.service - before.service) / many, (after.database - before.database) / many
        cores = [(getattr(after, who) - getattr(before, who)) / took for who in ("service", "database", "generators")]
        print(f"\n{self.rate:.0f} moves a second offered for {self.seconds:.0f} s: {self.due:,} due")
        print(f"  acknowledged {len(late):,} ({len(late) / took:.0f} a second), missed {self.missed:,}, "
              f"other answers {dict(self.refused)}")  # fmt: skip
        print(f"  p50 {p50:,.0f} ms, p99 {p99:,.0f} ms after they were due")
        print(f"  processor time a move: service {work * 1000:.2f} ms, database {of_database * 1000:.2f} ms")
        print("  cores in use: " + ", ".join(
            f"{who} {used:.2f}" for who, used in zip(("service", "database", "generators"), cores, strict=True)
        ) + f" of {os.cpu_count()}")  # fmt: skip
        print(f"  memory: service {after.memory / MIB:,.0f} MiB ({(after.memory - before.memory) / MIB:+,.0f}), "
              f"database {after.database_memory / MIB:,.0f} MiB")  # fmt: skip
        print(f"  for every core of a hall: {1 / (work + of_database):.0f} moves a second")
        self._by_time(late)
        row = f"{len(self.versions):,} open matches on PostgreSQL, {self.rate:.0f} moves a second offered"
        keep(f"{row}: acknowledged", len(late) / took, unit="/s")
        keep(f"{row}: 99 of 100 acknowledged within", p99, unit="ms", better="less")

    def _by_time(self, late: list[float]) -> None:
        """Print the results over time, in tenths."""
        for tenth in range(10):
            low, high = self.seconds * tenth / 10, self.seconds * (tenth + 1) / 10
            here = sorted(ms for (due, _), ms in zip(self.acknowledged, late, strict=True) if low <= due < high)
            if here:
                p50, p99 = here[len(here) // 2], here[len(here) * 99 // 100]
                print(
                    f"    {low:4.0f}–{high:4.0f} s  {len(here):7,} acknowledged, p50 {p50:,.0f} ms, p99 {p99:,.0f} ms"
                )


async def offered(
    service: Running, tables: Sequence[Table], rate: float, seconds: float, postmaster: psutil.Process
) -> Came:
    """Send moves at a rate, and print the results."""
    before = Look.now(service, postmaster)
    loop = asyncio.get_running_loop()
    began = loop.time()
    shares = [tables[k::GENERATORS] for k in range(GENERATORS)]
    generators = [
        await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.benchmarks.offering", str(service.port), str(rate / GENERATORS), str(seconds),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        )
        for _ in shares
    ]  # fmt: skip
    telling = asyncio.create_task(_progress(service, postmaster, rate))
    said = await asyncio.gather(
        *(one.communicate(json.dumps(share).encode()) for one, share in zip(generators, shares, strict=True))
    )
    telling.cancel()
    assert all(one.returncode == 0 for one in generators)
    took = max(seconds, loop.time() - began)
    came = Came.of(rate, seconds, [json.loads(out) for out, _ in said])
    after = Look.now(service, postmaster)
    came.tell(before, after, took)
    return came


async def _progress(service: Running, postmaster: psutil.Process, rate: float) -> None:
    while True:
        await asyncio.sleep(EVERY)
        look = Look.now(service, postmaster)
        print(
            f"  {rate:.0f}/s: service {look.memory / MIB:,.0f} MiB, {look.service:,.0f} s of processor; "
            f"database {look.database_memory / MIB:,.0f} MiB, {look.database:,.0f} s",
            file=sys.stderr, flush=True,
        )  # fmt: skip


def lost(target: str, versions: dict[str, int]) -> int:
    """Return how many acknowledged moves are missing from the log, and whether a match has a gap."""
    with psycopg.connect(target) as connection:
        rows = connection.execute("SELECT match_id, max(version), count(*) FROM events GROUP BY match_id").fetchall()
    assert all(last == many for _, last, many in rows), "a match has a gap"
    there = {match: last for match, last, _ in rows}
    return sum(max(0, version - there.get(match, 0)) for match, version in versions.items())


async def measure(server: Server, matches: int, rates: Sequence[float], seconds: Sequence[float], *more: str) -> None:
    """Open the matches, start the service, send each rate, and check the acknowledged moves."""
    target = server.ledger()
    print(f"opening {matches:,} matches …", file=sys.stderr, flush=True)
    people = hall(target, matches)
    with psycopg.connect(target) as connection:
        backend = connection.execute("SELECT pg_backend_pid()").fetchone()
        assert backend is not None
        postmaster = psutil.Process(backend[0]).parent()
        assert postmaster is not None
        rows = connection.execute("SELECT match_id, max(version) FROM events GROUP BY match_id").fetchall()
    versions: dict[str, int] = dict(rows)
    with tempfile.TemporaryDirectory() as name:
        async with running(target, Path(name), *more) as service:
            await asyncio.sleep(5)  # until all processes listen
            for rate, lasts in zip(rates, seconds, strict=True):
                tables = [
                    (match, token, versions[match])
                    for match, token in zip(people.matches, people.recorders, strict=True)
                ]
                came = await offered(service, tables, rate, lasts, postmaster)
                versions |= came.versions
    away = lost(target, versions)
    print(f"\nacknowledged moves that the log does not have: {away}")
    assert away == 0


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.scale")
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--offered", type=float, nargs="+", default=[100, 300, 2000])
    parser.add_argument("--seconds", type=float, nargs="+", default=[60, 60, 600])
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--match-memory", type=float, default=75, help="MB for matches in each process")
    args = parser.parse_args()
    if len(args.offered) != len(args.seconds):
        parser.error("--offered and --seconds need as many values as each other")
    print(f"load of the machine {os.getloadavg()[0]:.1f}; answers are waited for {PATIENCE:.0f} s")
    more = ("--processes", str(args.processes), "--match-memory", str(args.match_memory))
    asyncio.run(measure(Server(), args.matches, args.offered, args.seconds, *more))


if __name__ == "__main__":
    main()
