"""A small hall with failures: the database or the service crashes, clients time out and lose connections."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.depth import times
from tests.postgres_server import Server
from tests.replays.web.crowd import hall, running
from tests.replays.web.soak import Evening, faults

TABLES, SPECTATORS = 5, 20
DOWN = 1.0
LONG = 120.0
"""Seconds that an evening may take on a busy machine."""

PATIENT = """
import functools, uvicorn
uvicorn.Config.__init__ = functools.partialmethod(uvicorn.Config.__init__, timeout_keep_alive=600)
from tablescribe.cli.main import main
main()
"""
"""A service that gives connections ten minutes, not five seconds, in which nothing need come over them. So one that it
overlooks when it ends keeps it for the twenty seconds of uvicorn's patience, and the log tells that as an error."""

SOME_MOVES = times(3, 8)
"""How many moves every table records before a crash, and again after it."""


@pytest.fixture
def postgres() -> Iterator[Server]:
    server = Server(own=True)
    yield server
    server.close()


def test_when_postgresql_crashes_no_acknowledged_move_is_lost_and_nobody_misses_any(
    postgres: Server, tmp_path: Path
) -> None:
    target = postgres.database()
    evening = Evening(hall(target, TABLES), SPECTATORS)

    async def crash() -> None:
        await evening.more_moves(SOME_MOVES)
        await asyncio.to_thread(postgres.stop, "immediate")
        await asyncio.sleep(DOWN)
        await asyncio.to_thread(postgres.start)
        await evening.more_moves(SOME_MOVES)

    async def run() -> None:
        async with running(target, tmp_path, program=PATIENT, forked=True) as service, asyncio.timeout(LONG):
            await evening.happen(service, crash)

    asyncio.run(run())

    evening.check(target)
    assert all(recorder.retries > 0 for recorder in evening.recorders)
    assert not faults(tmp_path / "service.log")
    assert json.loads((tmp_path / "service.log").read_text().splitlines()[-1])["what"] == "stopped"


def test_when_the_service_is_killed_or_stopped_and_started_again_everybody_goes_on(tmp_path: Path) -> None:
    target = str(tmp_path / "ledger.db")
    evening = Evening(hall(target, TABLES), SPECTATORS)

    async def run() -> None:
        async with running(target, tmp_path, program=PATIENT, forked=True) as service, asyncio.timeout(LONG):

            async def crash() -> None:
                await evening.more_moves(SOME_MOVES)
                await service.kill()
                await service.start_again()
                await evening.more_moves(SOME_MOVES)
                await service.stop()
                await service.start_again()
                await evening.more_moves(SOME_MOVES)

            await evening.happen(service, crash)

    asyncio.run(run())

    evening.check(target)
    assert all(recorder.retries > 0 for recorder in evening.recorders)
    assert not faults(tmp_path / "service.log")
    log = [json.loads(line)["what"] for line in (tmp_path / "service.log").read_text().splitlines()]
    assert (log.count("ready"), log.count("stopped")) == (3, 2)
