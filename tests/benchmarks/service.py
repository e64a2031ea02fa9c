"""The service under load on one machine: tables that record, spectators that follow.

Prints moves acknowledged a second against bare appends (the same moves through the scribe in one process, no HTTP), p50
and p99 of a move's answer, and how late spectators hear of it: first with every table recording as fast as it can,
then each at a move a second, as no real hall will.

    python -m tests.benchmarks.service [TABLES] [SPECTATORS] [SECONDS]
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import statistics
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

import httpx

from ledger.ledger import open_ledger
from ledger.scribe import Scribe
from replays.web.access import Access

PASS = {"do": "pass"}


class Hall:
    """Tables with their recorders' tokens, and a token for spectators."""

    def __init__(self, path: Path, tables: int) -> None:
        ledger = open_ledger(path)
        scribe, access = Scribe(ledger), Access(ledger)
        self.matches = [scribe.new("freeform", ["Ada", "Ben"]).id for _ in range(tables)]
        self.tokens = [access.grant("recorder", match=match)[1] for match in self.matches]
        self.spectator = access.grant("spectator")[1]
        ledger.close()


def bare_appends(path: Path, tables: int, seconds: float) -> float:
    """Return how many moves a second the scribe records from as many threads, without a service."""
    ledger = open_ledger(path)
    scribe = Scribe(ledger)
    matches = [scribe.new("freeform", ["Ada", "Ben"]).id for _ in range(tables)]
    until = time.monotonic() + seconds

    def record(match: str) -> int:
        done = 0
        while time.monotonic() < until:
            scribe.play(match, done % 2 + 1, PASS)
            done += 1
        return done

    with ThreadPoolExecutor(tables) as pool:
        done = sum(pool.map(record, matches))
    ledger.close()
    return done / seconds


async def follow(base: str, match: str, token: str, after: int, delays: list[float], until: float) -> None:
    """Follow a match, and note how late each move is heard of, in seconds."""
    where = urlsplit(base)
    reader, writer = await asyncio.open_connection(where.hostname, where.port)
    head = (
        f"GET /api/v1/matches/{match}/events?after={after} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n\r\n"
    )
    writer.write(head.encode())
    with contextlib.suppress(TimeoutError):
        while (left := until - time.monotonic()) > 0:
            line = await asyncio.wait_for(reader.readline(), left)
            if line.startswith(b"data: "):
                told = json.loads(line[6:])
                if told["type"] == "Played":
                    delays.append((datetime.now(UTC) - datetime.fromisoformat(told["at"])).total_seconds())
    writer.close()


async def record(
    client: httpx.AsyncClient, match: str, token: str, answers: list[float], until: float, pace: float
) -> None:
    """Record moves until the time is over; each is counted once it is acknowledged."""
    mine = {"Authorization": f"Bearer {token}"}
    path = f"/api/v1/matches/{match}"
    version = (await client.get(path, headers=mine)).json()["version"]
    while time.monotonic() < until:
        began = time.monotonic()
        body = {
            "command_id": f"{match}-{version}", "expected_version": version, "seat": version % 2 + 1, "action": PASS,
            "as_played": True,
        }  # fmt: skip
        answer = await client.post(f"{path}/moves", json=body, headers=mine)
        if answer.status_code == 429:
            await asyncio.sleep(0.2)
            continue
        assert answer.status_code == 201, answer.text
        version = answer.json()["version"]
        answers.append(time.monotonic() - began)
        await asyncio.sleep(max(0.0, pace - (time.monotonic() - began)))


async def load(base: str, hall: Hall, spectators: int, seconds: float, pace: float) -> tuple[list[float], list[float]]:
    """Let all tables record and all spectators follow; return the answers' and the spectators' delays."""
    answers: list[float] = []
    delays: list[float] = []
    until = time.monotonic() + seconds + 3
    async with httpx.AsyncClient(base_url=base) as client:
        after = (await client.get("/healthz")).json()["position"]
    watching = [
        asyncio.create_task(follow(base, hall.matches[k % len(hall.matches)], hall.spectator, after, delays, until + 1))
        for k in range(spectators)
    ]
    await asyncio.sleep(2)  # all have come in
    delays.clear()
    limits = httpx.Limits(max_connections=len(hall.matches))
    async with httpx.AsyncClient(base_url=base, limits=limits, timeout=60) as client:
        tables = zip(hall.matches, hall.tokens, strict=True)
        await asyncio.gather(*(record(client, match, token, answers, until, pace) for match, token in tables))
    await asyncio.gather(*watching)
    return answers, delays


def tell(what: str, seconds: float, answers: list[float], delays: list[float]) -> None:
    """Print what was measured."""
    (p50, p99), (late50, late99) = (_percentiles(some) for some in (answers, delays))
    print(f"{what}: {len(answers) / seconds:.0f} moves acknowledged a second, p50 {p50:.0f} ms, p99 {p99:.0f} ms")
    print(f"  spectators late by p50 {late50:.0f} ms, p99 {late99:.0f} ms ({len(delays)} messages)")


def _percentiles(seconds: list[float]) -> tuple[float, float]:
    cuts = statistics.quantiles(seconds, n=100)
    return cuts[49] * 1000, cuts[98] * 1000


async def serving(folder: Path, tables: int, spectators: int, seconds: float) -> None:
    """Start the service as a process of its own, and measure it."""
    hall = Hall(folder / "served.db", tables)
    command = [sys.executable, "-m", "cli.main", "--ledger", str(folder / "served.db"), "serve", "--no-open"]
    port = "8799"
    server = await asyncio.create_subprocess_exec(
        *command, "--port", port, "--keys", str(folder), stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    base = f"http://127.0.0.1:{port}"
    try:
        async with httpx.AsyncClient(base_url=base) as client:
            for _ in range(200):
                with contextlib.suppress(httpx.TransportError):
                    if (await client.get("/healthz")).status_code == 200:
                        break
                await asyncio.sleep(0.1)
        for what, pace in (("as fast as they can", 0.0), ("a move a second each", 1.0)):
            answers, delays = await load(base, hall, spectators, seconds, pace)
            tell(f"{tables} tables, {spectators} spectators, {what}", seconds + 1, answers, delays)
    finally:
        server.terminate()
        await server.wait()


def main() -> None:
    """Measure and print."""
    tables, spectators, seconds = (int(word) for word in [*sys.argv[1:], *("50", "500", "8")[len(sys.argv) - 1 :]])
    with tempfile.TemporaryDirectory() as name:
        rate = bare_appends(Path(name) / "bare.db", tables, seconds)
        print(f"bare appends: {rate:.0f} moves a second from {tables} threads, each on the disk")
        asyncio.run(serving(Path(name), tables, spectators, seconds))


if __name__ == "__main__":
    main()
