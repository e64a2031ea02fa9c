"""A small hall on its worst evening: the database or the service crashes, clients lose patience and connections."""

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
SOON = 4.5
"""Seconds within which the service stops on a busy machine; a connection that it overlooks would take five."""

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

    async def run() -> float:
        async with running(target, tmp_path) as service, asyncio.timeout(60 + DOWN):
            return await evening.happen(service, crash)

    stopping = asyncio.run(run())

    evening.check(target)
    assert all(recorder.retries > 0 for recorder in evening.recorders)
    assert stopping < SOON
    assert not faults(tmp_path / "service.log")
    assert json.loads((tmp_path / "service.log").read_text().splitlines()[-1])["what"] == "stopped"


def test_when_the_service_is_killed_or_stopped_and_started_again_everybody_goes_on(tmp_path: Path) -> None:
    target = str(tmp_path / "ledger.db")
    evening = Evening(hall(target, TABLES), SPECTATORS)

    async def run() -> float:
        async with running(target, tmp_path) as service, asyncio.timeout(60):

            async def crash() -> None:
                await evening.more_moves(SOME_MOVES)
                await service.kill()
                await service.start_again()
                await evening.more_moves(SOME_MOVES)
                assert await service.stop() < SOON
                await service.start_again()
                await evening.more_moves(SOME_MOVES)

            return await evening.happen(service, crash)

    assert asyncio.run(run()) < SOON

    evening.check(target)
    assert all(recorder.retries > 0 for recorder in evening.recorders)
    assert not faults(tmp_path / "service.log")
    log = [json.loads(line)["what"] for line in (tmp_path / "service.log").read_text().splitlines()]
    assert (log.count("ready"), log.count("stopped")) == (3, 2)
