"""A hall full of people: the service in a separate process, recorders and spectators on plain sockets.

Uses the loopback interface only. An HTTP library for hundreds of clients would use more processor time than the
service.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sys
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.replays.web.access.access import Access
from tests.forks import Forked

HOST = "127.0.0.1"
PASS = {"do": "pass"}


@dataclass(frozen=True)
class Hall:
    """Matches, a recorder's token for each, and one token for all spectators."""

    matches: list[str]
    recorders: list[str]
    spectator: str


def hall(target: str, tables: int) -> Hall:
    """Open endless matches, and create the links."""
    ledger = open_ledger(target)
    scribe, access = Scribe(ledger), Access(ledger)
    matches = [scribe.new("freeform", ["Ada", "Ben"]).id for _ in range(tables)]
    recorders = [access.grant("recorder", match=match)[1] for match in matches]
    found = Hall(matches, recorders, access.grant("spectator")[1])
    ledger.close()
    return found


@dataclass
class Running:
    """The service: how it is started, its address, its log, and its process."""

    start: Callable[[], Awaitable[asyncio.subprocess.Process | Forked]]
    port: int
    log: Path
    process: asyncio.subprocess.Process | Forked

    @property
    def pid(self) -> int:
        """The id of its process."""
        return self.process.pid

    def processor_time(self) -> float:
        """Return the processor seconds that it and its child processes have used."""
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
        found = (Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in (self.pid, *children))
        return sum(int(one[11]) + int(one[12]) for one in found) / os.sysconf("SC_CLK_TCK")

    async def stop(self) -> float:
        """Ask it to stop; return the seconds until it did."""
        began = time.monotonic()
        self.process.terminate()
        await self.process.wait()
        return time.monotonic() - began

    async def kill(self) -> None:
        """Kill it as in a crash."""
        self.process.kill()
        await self.process.wait()

    async def start_again(self) -> None:
        """Start it again at the same address, and wait until it answers."""
        self.process = await self.start()
        await self._until_it_answers()

    async def _until_it_answers(self) -> None:
        async with asyncio.timeout(90):
            while not await _answers(self.port):
                assert self.process.returncode is None, self.log.read_text()
                await asyncio.sleep(0.05)


@asynccontextmanager
async def running(
    target: str, folder: Path, *more: str, program: str = "", forked: bool = False
) -> AsyncIterator[Running]:
    """Start `tablescribe serve` on a ledger, and end it finally; its log is in the folder.

    Args:
        target: the ledger.
        folder: the folder for its keys and its log.
        more: more arguments of the command.
        program: a Python program that starts it differently.
        forked: fork it from a process that has imported everything, which saves a second or two.
    """
    with socket.socket() as free:
        free.bind((HOST, 0))
        port = free.getsockname()[1]
    words = ["--ledger", target, "serve", "--no-open", "--port", str(port), "--keys", str(folder / "keys"), *more]
    log = folder / "service.log"

    async def start() -> asyncio.subprocess.Process | Forked:
        if forked:
            return Forked(words, log, program)
        command = [sys.executable, *(("-c", program) if program else ("-m", "tablescribe.cli.main")), *words]
        with log.open("ab") as errors:
            return await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.DEVNULL, stderr=errors)

    service = Running(start, port, log, await start())
    try:
        await service._until_it_answers()
        yield service
    finally:
        if service.process.returncode is None:
            await service.kill()


async def _answers(port: int) -> bool:
    with suppress(OSError):
        _, writer = await asyncio.open_connection(HOST, port)
        writer.close()
        return True
    return False


class Caller:
    """A client with one persistent connection; after a loss, the next call reconnects."""

    def __init__(self, port: int, token: str) -> None:
        self.port, self.token = port, token
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Return status and data of an answer.

        Raises:
            OSError, EOFError: the connection was lost; whether the request was carried out is unknown.
        """
        if self._streams is None:
            self._streams = await asyncio.open_connection(HOST, self.port)
        reader, writer = self._streams
        try:
            writer.write(_request(method, path, self.token, b"" if body is None else json.dumps(body).encode()))
            await writer.drain()
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
            length = int(head.partition("content-length: ")[2].partition("\r\n")[0])
            return int(head.split()[1]), json.loads(await reader.readexactly(length))
        except (OSError, EOFError):
            self.close()
            raise

    def close(self) -> None:
        """Close the connection."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


def _request(method: str, path: str, token: str, body: bytes, more: str = "") -> bytes:
    head = f"{method} {path} HTTP/1.1\r\nHost: {HOST}\r\nAuthorization: Bearer {token}\r\n{more}"
    return f"{head}Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body


async def messages(port: int, token: str, match_id: str, after: int) -> AsyncGenerator[tuple[int, bytes], None]:
    """Yield the messages of one stream, id and data, until the service ends it.

    Raises:
        OSError, EOFError: the connection was lost, or the service is unavailable.
    """
    reader, writer = await asyncio.open_connection(HOST, port, limit=2**20)
    try:
        path = f"/api/v1/matches/{match_id}/events"
        writer.write(_request("GET", path, token, b"", f"Last-Event-ID: {after}\r\n"))
        head = await reader.readuntil(b"\r\n\r\n")
        if b" 200 " not in head.partition(b"\r\n")[0]:
            raise ConnectionError(head.decode("latin-1"))
        position = after
        while line := await reader.readline():
            if line.startswith(b"id: "):
                position = int(line[4:])
            elif line.startswith(b"data: {"):
                yield position, line[6:]
    finally:
        writer.close()


def a_move(match_id: str, version: int) -> dict[str, Any]:
    """Return a move for the match at a version. Its command id is the same for each retry."""
    return {
        "command_id": f"{match_id}-{version}", "expected_version": version, "seat": version % 2 + 1, "action": PASS,
    }  # fmt: skip
