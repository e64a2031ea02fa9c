"""Worker threads: commands first, then updates for followers; nothing is lost, and nothing waits forever."""

from __future__ import annotations

import asyncio
import json
import threading
from typing import Any

import pytest

from tablescribe.replays.web.table.channels import LATER
from tablescribe.replays.web.table.live import LiveUpdates
from tablescribe.replays.web.table.queries import Queries
from tablescribe.replays.web.table.workers import Workers
from tests.replays.web.conftest import Service

DATABASES = ["sqlite", "postgresql"]


class Occupied:
    """Workers that are all blocked until released."""

    def __init__(self, many: int = 1) -> None:
        self.workers, self.done, self._go = Workers(many), list[str](), threading.Event()
        self._held = [asyncio.ensure_future(self.workers.run(self._wait)) for _ in range(many)]

    def _wait(self) -> None:
        assert self._go.wait(60)

    def queue(self, name: str, within: float = 0.0) -> asyncio.Future[None]:
        """Queue work that notes its name."""
        return asyncio.ensure_future(self.workers.run(lambda: self.done.append(name), within=within))

    async def let_go(self, *waiting: asyncio.Future[Any]) -> list[str]:
        """Release the workers; return what was done, in order."""
        await asyncio.sleep(0)  # so that all is queued
        self._go.set()
        await asyncio.wait_for(asyncio.gather(*self._held, *waiting, return_exceptions=True), 60)
        self.workers.close()
        return self.done


def test_commands_come_before_what_followers_are_told() -> None:
    async def scene() -> list[str]:
        busy = Occupied()
        await asyncio.sleep(0)
        return await busy.let_go(busy.queue("words", 3600), busy.queue("one command"), busy.queue("another"))

    assert asyncio.run(scene()) == ["one command", "another", "words"]


def test_what_followers_are_told_does_not_wait_for_later_commands() -> None:
    async def scene() -> list[str]:
        busy = Occupied()
        await asyncio.sleep(0)
        words = busy.queue("words", 0.01)
        await asyncio.sleep(0.05)
        return await busy.let_go(words, busy.queue("a command"))

    assert asyncio.run(scene()) == ["words", "a command"]


def test_an_error_is_raised_where_it_was_asked_for_and_a_cancelled_caller_hears_nothing() -> None:
    async def scene() -> tuple[list[str], list[Any]]:
        busy = Occupied()
        await asyncio.sleep(0)

        def broken() -> None:
            raise ZeroDivisionError

        gone, wrong, right = busy.queue("gone"), asyncio.ensure_future(busy.workers.run(broken)), busy.queue("right")
        await asyncio.sleep(0)
        gone.cancel()
        done = await busy.let_go(gone, wrong, right)
        return done, [wrong.exception(), right.result(), gone.cancelled()]

    done, (wrong, right, cancelled) = asyncio.run(scene())
    assert done == ["gone", "right"], "what was asked for is carried out"
    assert isinstance(wrong, ZeroDivisionError)
    assert (right, cancelled) == (None, True)


@pytest.mark.parametrize("many", [1, 4])
def test_all_that_waits_is_done_before_the_threads_end(many: int) -> None:
    async def scene() -> int:
        workers, done = Workers(many), list[int]()
        waiting = [asyncio.ensure_future(workers.run(lambda n=n: done.append(n))) for n in range(200)]  # type: ignore[misc]
        await asyncio.sleep(0)
        await asyncio.to_thread(workers.close)
        await asyncio.gather(*waiting)
        await asyncio.wait_for(workers.run(lambda: done.append(200)), 60)
        return len(done)

    assert asyncio.run(scene()) == 201, "and what comes too late is done as well"


def test_a_move_is_acknowledged_before_followers_are_told(
    service: Service, organiser: str, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given words for followers that cannot be had yet, a move is acknowledged; once they can, they hear of it."""
    assert LATER > 0
    live: LiveUpdates = service.app.state.live
    token, first, words = service.token("spectator"), threading.Event(), threading.Event()
    asked, reading = threading.Event(), Queries.lines

    def held(*given: Any, **named: Any) -> list[dict[str, Any]]:
        if first.is_set():
            asked.set()
            assert words.wait(60)
        return reading(*given, **named)

    monkeypatch.setattr(Queries, "lines", held)

    async def follow() -> list[dict[str, Any]]:
        found = list[dict[str, Any]]()
        async for chunk in live.follow(live.queries.access.who(token), token, match, 0):
            found += _told(chunk)
            first.set()
            if len(found) == 2:
                return found
        return found

    heard = service.portal.start_task_soon(follow)
    assert first.wait(60)
    answer = service.record(match, organiser, "moves", seat=1, action={"do": "skip"})
    assert answer.status_code == 201
    assert asked.wait(60)
    assert not heard.done()
    words.set()
    told = heard.result(60)
    assert [one["version"] for one in told] == [1, 2]
    assert told[1]["version"] == answer.json()["version"]


def test_many_who_record_at_once_are_each_acknowledged_once(service: Service, organiser: str) -> None:
    """Given more commands at a moment than there are threads, each match has its move, and its followers hear it."""
    found = [
        str(service.post("/api/v1/matches", organiser, game="freeform", names=["Ada", "Ben"]).json()["id"])
        for _ in range(20)
    ]
    answers = service.run(lambda: _all_at_once(service, organiser, found))
    assert answers == [(201, 2)] * len(found)


async def _all_at_once(service: Service, token: str, matches: list[str]) -> list[tuple[int, int]]:
    import httpx

    transport = httpx.ASGITransport(app=service.app)
    headers = {"Authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(transport=transport, base_url="http://table.test", headers=headers) as client:

        async def one(match: str) -> tuple[int, int]:
            body = {"command_id": f"{match}-1", "expected_version": 1, "seat": 1, "action": {"do": "pass"}}
            answer = await client.post(f"/api/v1/matches/{match}/moves", json=body)
            return answer.status_code, answer.json().get("version", 0)

        return list(await asyncio.gather(*map(one, matches)))


def _told(chunk: bytes) -> list[dict[str, Any]]:
    return [json.loads(line[6:]) for line in chunk.splitlines() if line.startswith(b'data: {"position"')]
