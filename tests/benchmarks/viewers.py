"""Viewers of a tournament: they follow it on plain sockets, and fetch its standings whenever they change."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from tests.replays.web.crowd import HOST, running


async def fetch(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str, tag: str
) -> tuple[int, str, int]:
    """Request a page on an open connection; return status, tag and number of bytes."""
    asked = f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\nAccept: text/html\r\nAccept-Encoding: gzip\r\n"
    writer.write((asked + (f"If-None-Match: {tag}\r\n" if tag else "") + "\r\n").encode())
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    told = {name.lower(): value.strip() for name, _, value in (one.partition(":") for one in head.splitlines()[1:])}
    length = int(told.get("content-length", 0))
    if length:
        await reader.readexactly(length)
    return int(head.split(" ", 2)[1]), told.get("etag", ""), length


class Viewer:
    """A viewer who follows the tournament, and fetches the standings whenever they change."""

    def __init__(self, port: int, path: str, tell: Callable[[], None]) -> None:
        """Watch a path; `tell` is called whenever the standings have changed."""
        self.port, self.path, self.tell, self.tag = port, path, tell, ""
        self.seen: list[float] = []
        self.followed = asyncio.Event()

    async def look(self) -> tuple[int, int]:
        """Fetch the standings; return status and bytes."""
        reader, writer = await asyncio.open_connection(HOST, self.port)
        try:
            status, tag, length = await fetch(reader, writer, f"{self.path}/standings", self.tag)
            self.tag = tag or self.tag
            return status, length
        finally:
            writer.close()

    async def follow(self) -> None:
        """Follow until cancelled."""
        reader, writer = await asyncio.open_connection(HOST, self.port)
        writer.write(f"GET {self.path}/events HTTP/1.1\r\nHost: {HOST}\r\nAccept: text/event-stream\r\n\r\n".encode())
        try:
            while line := await reader.readline():
                if line.startswith(b"event: changed"):
                    if not self.followed.is_set():  # the state when the viewer connects
                        self.followed.set()
                        continue
                    await self.look()
                    self.tell()
                    self.seen.append(time.perf_counter())
        finally:
            writer.close()


@dataclass
class Watched:
    """What was measured while people watched.

    Attributes:
        first: the time to make the page; `fresh`, `same`: until all had it, and until all knew that it is unchanged.
        size: bytes of the page.
        reported: for each result, the time to record it.
        computed: for each result, the service's processor time until the first viewer had the standings.
        delays: for each result, the time until each viewer had them.
    """

    first: float = 0.0
    fresh: float = 0.0
    same: float = 0.0
    size: int = 0
    reported: list[float] = field(default_factory=list)
    computed: list[float] = field(default_factory=list)
    delays: list[list[float]] = field(default_factory=list)


async def watched(
    folder: Path,
    found: str,
    viewers: int,
    last: Sequence[str],
    play: Callable[[str], object],
    report: Callable[[], object],
) -> Watched:
    """Let viewers watch while the last tables report; return the measurements.

    Args:
        last: matches that are played one after another (`play`), and reported (`report`).
    """
    told, at_first = Watched(), list[float]()
    async with running(str(folder / "ledger.db"), folder) as served:
        process = psutil.Process(served.pid)

        def worked() -> float:
            return float(sum(process.cpu_times()[:2]))

        def tell() -> None:
            if not at_first:
                at_first.append(worked())

        people = [Viewer(served.port, f"/t/{found}", tell) for _ in range(viewers)]
        began = time.perf_counter()
        status, told.size = await people[0].look()
        told.first = time.perf_counter() - began
        assert status == 200, status
        began = time.perf_counter()
        answers = await in_turns(people, 200)
        told.fresh = time.perf_counter() - began
        began = time.perf_counter()
        again = await in_turns(people, 200)
        told.same = time.perf_counter() - began
        assert {status for status, _ in answers[1:]} == {200}, "everybody gets the page"
        assert {status for status, _ in again} == {304}, "nothing is sent twice"
        tasks = [asyncio.create_task(one.follow()) for one in people]
        for one in people:
            await asyncio.wait_for(one.followed.wait(), 60)
        for match_id in last:
            await asyncio.to_thread(play, match_id)
            for one in people:
                one.seen.clear()
            at_first.clear()
            before, began = worked(), time.perf_counter()
            await asyncio.to_thread(report)
            told.reported.append(time.perf_counter() - began)
            while not all(one.seen for one in people) and time.perf_counter() - began < 60:
                await asyncio.sleep(0.05)
            told.delays.append(sorted(at - began for one in people for at in one.seen[:1]))
            told.computed.append(at_first[0] - before)
        for task in tasks:
            task.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*tasks, return_exceptions=True)
    return told


async def in_turns(people: list[Viewer], at_once: int) -> list[tuple[int, int]]:
    """Let all fetch the standings, at most `at_once` at a time."""
    room = asyncio.Semaphore(at_once)

    async def one(viewer: Viewer) -> tuple[int, int]:
        async with room:
            return await viewer.look()

    return list(await asyncio.gather(*map(one, people)))
