"""`serve --processes`: several processes on one port, any of which may be killed."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sys
from contextlib import aclosing, suppress
from pathlib import Path

import httpx
import pytest

from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.replays.web.access.access import Access
from tests.replays.web.crowd import HOST, Caller, Running, a_move, messages, running
from tests.replays.web.on_postgres import ledger, server, target

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere several ports are used")

__all__ = ["ledger", "server", "target"]

PATIENCE = 90.0
MOVES, KILLED_AFTER = 24, 8


def children(service: Running) -> set[int]:
    """Return the serving or starting processes, without Python's own helper."""
    found = Path(f"/proc/{service.pid}/task/{service.pid}/children").read_text().split()
    return {int(one) for one in found if b"spawn_main" in Path(f"/proc/{one}/cmdline").read_bytes()}


def listens(pid: int) -> bool:
    """Return whether a process listens at any port."""
    listening = {line.split()[9] for line in Path("/proc/net/tcp").read_text().splitlines() if " 0A " in line}
    with suppress(OSError):
        links = [str(one.readlink()) for one in Path(f"/proc/{pid}/fd").iterdir()]
        return not {f"socket:[{inode}]" for inode in listening}.isdisjoint(links)
    return False


async def two_serve(service: Running) -> None:
    """Wait until two processes listen."""
    async with asyncio.timeout(PATIENCE):
        while sum(map(listens, children(service))) < 2:
            await asyncio.sleep(0.1)


async def follow(service: Running, token: str, match: str, versions: list[int]) -> None:
    """Note the versions that a spectator hears of, through every loss of the connection."""
    last = 0
    while True:
        with suppress(OSError, EOFError):
            async with aclosing(messages(service.port, token, match, last)) as told:
                async for position, data in told:
                    versions.append(json.loads(data)["version"])
                    last = position
        await asyncio.sleep(0.1)


async def move(service: Running, token: str, match: str, version: int) -> int:
    """Record a move, as often as the connection is lost; return the version."""
    while True:
        caller = Caller(service.port, token)
        try:
            status, told = await caller.ask("POST", f"/api/v1/matches/{match}/moves", a_move(match, version))
        except (OSError, EOFError):
            await asyncio.sleep(0.1)
            continue
        finally:
            caller.close()
        assert status == 201, told
        return int(told["version"])


def moves_told(service: Running, token: str) -> float:
    """Return the number of recorded moves, from the metrics of any process."""
    mine, address = {"Authorization": f"Bearer {token}"}, f"http://{HOST}:{service.port}/metrics"
    found = re.search(
        r"^tablescribe_moves_total (\S+)", httpx.get(address, headers=mine, timeout=60).text, re.MULTILINE
    )
    assert found is not None
    return float(found[1])


def test_a_killed_process_loses_nothing_and_another_takes_its_place(
    ledger: Ledger, target: str, tmp_path: Path
) -> None:
    match, access = Scribe(ledger).new("freeform", ["Ada", "Ben"]).id, Access(ledger)
    recorder, spectator = access.grant("recorder", match=match)[1], access.grant("spectator")[1]
    seen = list[int]()

    async def do(service: Running) -> None:
        version = 1
        for n in range(MOVES):
            if n == KILLED_AFTER:
                os.kill(min(children(service)), signal.SIGKILL)
            version = await move(service, recorder, match, version)
        await two_serve(service)
        async with asyncio.timeout(PATIENCE):
            while not seen or seen[-1] < version:
                await asyncio.sleep(0.05)
        assert seen == list(range(1, MOVES + 2))
        assert MOVES - 1 <= moves_told(service, access.grant("organiser")[1]) <= MOVES + 1  # one may be told twice

    async def run() -> None:
        async with running(target, tmp_path, "--processes", "2") as service:
            await two_serve(service)
            watching = [asyncio.create_task(follow(service, spectator, match, seen))]
            await do(service)
            watching[0].cancel()
            await asyncio.gather(*watching, return_exceptions=True)
            serving = children(service)
            await service.stop()
            assert service.process.returncode == 0
            assert not any(Path(f"/proc/{one}").exists() for one in serving)

    asyncio.run(run())
    assert "it is started again" in (tmp_path / "service.log").read_text()


@pytest.mark.deep
def test_no_process_stays_when_the_one_that_started_them_is_killed(target: str, tmp_path: Path) -> None:
    open_ledger(target).close()

    async def run() -> None:
        async with running(target, tmp_path, "--processes", "2") as service:
            await two_serve(service)
            serving = children(service)
            await service.kill()
            async with asyncio.timeout(PATIENCE):
                while any(map(listens, serving)):
                    await asyncio.sleep(0.1)

    asyncio.run(run())
