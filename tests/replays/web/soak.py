"""A hall with failures: the database or the service crashes, clients time out and lose connections.

In the end nobody may notice: each acknowledged move is in the ledger once, and each spectator saw every position once.
The tests run this for seconds, this script for as long as you like:

python -m tests.replays.web.soak [--minutes 20] [--tables 20] [--spectators 100] [--on postgresql|sqlite]

On PostgreSQL the server crashes every two minutes, and is stopped regularly in between. On SQLite, the service
itself is killed every two minutes. The size of the service is measured every few seconds; it may not grow steadily.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import aclosing, suppress
from dataclasses import dataclass, field
from pathlib import Path

import click
from sqlalchemy import select

from tablescribe.domain.match.events import Played
from tablescribe.ledger.log.schema import commands, events
from tablescribe.ledger.matches.ledger import open_ledger
from tests.postgres_server import Server
from tests.replays.web.crowd import Caller, Hall, Running, a_move, hall, messages, running

PATIENCE = 0.4
"""Seconds until a recorder gives up on a request and retries; later retries wait longer."""

MOST_PATIENCE = 5.0

LOSES_AFTER = 9
"""Messages after which a spectator's connection is lost."""

MOST_THREADS = 60
"""The thread pool has forty; the others follow and listen."""

MOST_KIB_A_MOVE = 12.0
"""Maximum memory of the service per move of an open match: event, words for two kinds of viewers, message."""

EVERY = 60.0
"""Seconds between failures in a long run."""


@dataclass
class Recorder:
    """Records moves, retrying each until it is acknowledged, and keeps the acknowledged ones."""

    match: str
    token: str
    pace: float = 0.1
    acknowledged: dict[str, int] = field(default_factory=dict)
    retries: int = 0

    async def work(self, port: int, enough: asyncio.Event) -> None:
        """Record until told to stop."""
        caller, version = Caller(port, self.token), 1
        while not enough.is_set():
            body = a_move(self.match, version)
            version = await self._insist(caller, body)
            self.acknowledged[body["command_id"]] = version
            await asyncio.sleep(self.pace)
        caller.close()

    async def _insist(self, caller: Caller, body: dict[str, object]) -> int:
        patience = PATIENCE
        while True:
            with suppress(OSError, EOFError):
                async with asyncio.timeout(patience):
                    status, told = await caller.ask("POST", f"/api/v1/matches/{self.match}/moves", body)
                if status == 201:
                    return int(told["version"])
                assert status in (429, 503), told
            await asyncio.sleep(0.2)
            caller.close()
            self.retries += 1
            patience = min(2 * patience, MOST_PATIENCE)

    async def has_recorded(self, moves: int) -> None:
        """Wait until this many moves are acknowledged."""
        while len(self.acknowledged) < moves:
            await asyncio.sleep(0.05)


@dataclass
class Spectator:
    """Follows a match over connections that keep failing; continues after the last message seen."""

    match: str
    token: str
    seen: list[int] = field(default_factory=list)
    version: int = 0
    connections: int = 0

    async def work(self, port: int, gone: asyncio.Event) -> None:
        """Follow until told to stop."""
        while not gone.is_set():
            self.connections += 1
            with suppress(OSError, EOFError):
                last = self.seen[-1] if self.seen else 0
                async with aclosing(messages(port, self.token, self.match, last)) as stream:
                    async for position, data in stream:
                        self.seen.append(position)
                        self.version = json.loads(data)["version"]
                        if len(self.seen) % LOSES_AFTER == 0 and not gone.is_set():
                            break
            await asyncio.sleep(0.05)

    async def has_seen(self, version: int) -> None:
        """Wait until that version was seen."""
        while self.version < version:
            await asyncio.sleep(0.05)


@dataclass
class Size:
    """The size of the service's process at a moment."""

    at: float
    mib: float
    threads: int
    files: int

    @classmethod
    def of(cls, pid: int, at: float) -> Size:
        """Measure a process: resident memory, threads, and open files including connections."""
        lines = (line.split(":") for line in Path(f"/proc/{pid}/status").read_text().splitlines())
        told = {name: words.split()[0] for name, words in lines if words.strip()}
        files = len(list(Path(f"/proc/{pid}/fd").iterdir()))
        return cls(at, int(told["VmRSS"]) / 1024, int(told["Threads"]), files)


class Evening:
    """Tables that record and spectators that follow, until told to stop."""

    def __init__(self, people: Hall, spectators: int, pace: float = 0.1) -> None:
        """Let every table record a move each `pace` seconds, and distribute the spectators evenly."""
        pairs = zip(people.matches, people.recorders, strict=True)
        self.recorders = [Recorder(match, token, pace) for match, token in pairs]
        many = len(people.matches)
        self.spectators = [Spectator(people.matches[k % many], people.spectator) for k in range(spectators)]

    async def happen(self, service: Running, calamities: Callable[[], Awaitable[None]]) -> float:
        """Run until all have seen everything; then stop the service, and return the seconds that took."""
        enough, gone = asyncio.Event(), asyncio.Event()
        async with asyncio.TaskGroup() as group:
            for spectator in self.spectators:
                group.create_task(spectator.work(service.port, gone))
            recording = [group.create_task(one.work(service.port, enough)) for one in self.recorders]
            await calamities()
            enough.set()
            await asyncio.gather(*recording)
            last = {one.match: max(one.acknowledged.values()) for one in self.recorders}
            await asyncio.gather(*(one.has_seen(last[one.match]) for one in self.spectators))
            gone.set()
            return await service.stop()

    async def more_moves(self, moves: int) -> None:
        """Wait until every table has recorded this many more moves."""
        await asyncio.gather(*(one.has_recorded(len(one.acknowledged) + moves) for one in self.recorders))

    def check(self, target: str) -> None:
        """Compare what everybody was told with the ledger."""
        for recorder in self.recorders:
            positions, moves, answered = the_log(target, recorder.match)
            assert answered == recorder.acknowledged
            assert moves == list(recorder.acknowledged.values())  # each once, and no unacknowledged ones
            for spectator in self.spectators:
                if spectator.match == recorder.match:
                    assert spectator.seen == positions
                    assert spectator.connections > (len(positions) - 1) // LOSES_AFTER  # the last loss may be the end


def the_log(target: str, match: str) -> tuple[list[int], list[int], dict[str, int]]:
    """Return a match's positions, the versions of its moves, and its commands with their versions."""
    ledger = open_ledger(target)
    try:
        ledger.verify(match)
        positions = ledger.log.select(select(events.c.position).where(events.c.match_id == match).order_by("version"))
        moves = [one.originator_version for one in ledger.events_of(match) if isinstance(one, Played)]
        c = commands.c
        answers = ledger.log.select(select(c.command_id, c.first_version).where(c.match_id == match))
        return [row[0] for row in positions], moves, {row[0]: row[1] for row in answers}
    finally:
        ledger.close()


def faults(log: Path) -> list[str]:
    """Return the lines of a service's log that report an error, or are not JSON."""
    return [line for line in log.read_text().splitlines() if not line.startswith("{") or '"level": "error"' in line]


# --- long run -------------------------------------------------------------------------------------


async def soak(target: str, server: Server | None, evening: Evening, folder: Path, minutes: float) -> list[Size]:
    """Run with repeated failures; without a server, the service is killed. Return the measured sizes."""
    sizes: list[Size] = []
    began = time.monotonic()

    async with running(target, folder) as service:

        async def calamities() -> None:
            number = 0
            while (now := time.monotonic() - began) < minutes * 60:
                await asyncio.sleep(5)
                sizes.append(Size.of(service.pid, now))
                if now > (number + 1) * EVERY and now < minutes * 60 - EVERY / 2:
                    number += 1
                    await calamity(number)
                    await evening.more_moves(1)
                    _tell(evening, sizes[-1])

        async def calamity(number: int) -> None:
            if server is not None:
                await asyncio.to_thread(server.stop, "immediate" if number % 2 else "fast")
                await asyncio.sleep(2)
                await asyncio.to_thread(server.start)
            elif number % 2 == 0:
                await service.kill()
                await asyncio.sleep(1)
                await service.start_again()

        stopped = await evening.happen(service, calamities)
    click.echo(f"stopped in {stopped:.1f} s")
    return sizes


def check_sizes(sizes: list[Size], evening: Evening) -> None:
    """Check that threads and connections stay constant, and memory grows only with open matches."""
    half = len(sizes) // 2
    early, late = sizes[half // 2 : half], sizes[half:]
    assert max(size.threads for size in late) <= MOST_THREADS
    assert max(size.files for size in late) <= max(size.files for size in early) + 20
    moves = sum(len(one.acknowledged) for one in evening.recorders)
    grown = max(size.mib for size in late) - sizes[0].mib
    click.echo(f"the service grew by {grown * 1024 / moves:.1f} KiB a move, of matches that it keeps at hand")
    assert grown * 1024 / moves < MOST_KIB_A_MOVE


def _tell(evening: Evening, size: Size) -> None:
    moves = sum(len(one.acknowledged) for one in evening.recorders)
    retries = sum(one.retries for one in evening.recorders)
    connections = sum(one.connections for one in evening.spectators)
    click.echo(
        f"{size.at / 60:5.1f} min: {moves} moves acknowledged, {retries} sent again, {connections} streams begun; "
        f"{size.mib:.0f} MiB, {size.threads} threads, {size.files} files open"
    )


@click.command()
@click.option("--minutes", default=20.0, show_default=True)
@click.option("--tables", default=20, show_default=True)
@click.option("--spectators", default=100, show_default=True)
@click.option("--pace", default=1.0, show_default=True, help="Seconds between a table's moves.")
@click.option("--on", "database", type=click.Choice(["postgresql", "sqlite"]), default="postgresql", show_default=True)
def main(minutes: float, tables: int, spectators: int, pace: float, database: str) -> None:
    """Let it happen, and compare."""
    server = Server(own=True) if database == "postgresql" else None
    try:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            target = server.database() if server is not None else str(folder / "ledger.db")
            evening = Evening(hall(target, tables), spectators, pace)
            sizes = asyncio.run(soak(target, server, evening, folder, minutes))
            evening.check(target)
            _tell(evening, sizes[-1])
            check_sizes(sizes, evening)
            for line in (found := faults(folder / "service.log")):
                click.echo(line)
            assert not found
            click.echo("every acknowledged move is there once; every spectator saw every position once; no faults")
    finally:
        if server is not None:
            server.close()


if __name__ == "__main__":
    main()
