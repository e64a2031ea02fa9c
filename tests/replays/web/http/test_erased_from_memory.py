"""Erased words are in no memory of a restarted service, and a running one shows them to nobody."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import httpx
import pytest

from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.tournaments.commands import TournamentCommands
from tablescribe.replays.web.access.access import Access
from tests.ledger.played_tournaments import opened, plan
from tests.replays.web.crowd import HOST, Running, running

pytestmark = [pytest.mark.deep, pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")]

NAME = "Zebediah Quux"


def memory_of(pid: int) -> Iterator[bytes]:
    """Yield the memory of a process in pieces."""
    pieces = [
        re.match("([0-9a-f]+)-([0-9a-f]+) r", line) for line in Path(f"/proc/{pid}/maps").read_text().splitlines()
    ]
    with Path(f"/proc/{pid}/mem").open("rb", buffering=0) as memory:
        for start, end in ((int(one[1], 16), int(one[2], 16)) for one in pieces if one):
            with suppress(OSError, OverflowError, ValueError):
                memory.seek(start)
                yield memory.read(end - start)


def has(service: Running) -> bool:
    return any(NAME.encode() in piece for piece in memory_of(service.pid))


def test_a_service_shows_nothing_of_what_was_erased_and_forgets_it_when_restarted(tmp_path: Path) -> None:
    """Given words that a service took and told, erased by another process."""
    target = str(tmp_path / "ledger.db")
    ledger = open_ledger(target)
    match = Scribe(ledger).new("freeform", ["Ada", "Ben"], data={"title": f"of {NAME}"}).id
    hall = TournamentCommands(Scribe(ledger))
    tournament = opened(hall, ["Ada", "Ben"], plan(name=f"for {NAME}"))
    hall.pair(tournament)
    hall.penalise(tournament, "Ada", Fraction(1), clause="1", reason=f"{NAME} saw it")
    organiser = Access(ledger).grant("organiser")[1]
    pages = (f"/api/v1/matches/{match}", f"/api/v1/matches/{match}/log", f"/m/{match}", "/api/v1/matches",
             f"/api/v1/tournaments/{tournament}", f"/api/v1/tournaments/{tournament}/log",
             f"/t/{tournament}/rulings")  # fmt: skip

    async def told(service: Running) -> list[bool]:
        base, head = f"http://{HOST}:{service.port}", {"Authorization": f"Bearer {organiser}"}
        async with httpx.AsyncClient(base_url=base, headers=head, timeout=60) as client:
            return [NAME in (await client.get(page)).text for page in pages]

    async def hold() -> None:
        async with running(target, tmp_path) as service:
            Scribe(ledger).note(match, f"{NAME} was late")
            assert await told(service) == [True] * len(pages)
            assert has(service)
            ledger.erase(NAME)
            assert await told(service) == [False] * len(pages)
            await service.stop()
            assert NAME not in service.log.read_text()
            await service.start_again()
            assert await told(service) == [False] * len(pages)
            assert not has(service)
            await service.stop()

    asyncio.run(hold())
    ledger.close()
