"""Several processes serve one ledger in PostgreSQL, and requests go to any of them."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from tablescribe.ledger.log.coordination import AGAIN, SeveralProcesses
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.replays.web.access.access import Access
from tablescribe.replays.web.access.pin_attempts import PIN_TRIES
from tests.postgres_server import Server
from tests.replays.web.crowd import HOST, Caller, Running, a_move, messages, running
from tests.replays.web.on_postgres import ledger, server, target

__all__ = ["ledger", "server", "target"]

PATIENCE = 60.0


@dataclass
class Both:
    """Two services over one ledger."""

    ledger: Ledger
    one: Running
    two: Running

    def token(self, role: str, **more: Any) -> str:
        return Access(self.ledger).grant(role, **more)[1]

    async def ask(self, at: Running, method: str, path: str, token: str, body: Any = None) -> tuple[int, Any]:
        caller = Caller(at.port, token)
        try:
            return await caller.ask(method, path, body)
        finally:
            caller.close()


@asynccontextmanager
async def both(ledger: Ledger, target: str, folder: Path) -> AsyncIterator[Both]:
    for name in ("one", "two"):
        (folder / name).mkdir()
    async with (
        running(target, folder / "one", forked=True) as one,
        running(target, folder / "two", forked=True) as two,
    ):
        yield Both(ledger, one, two)


@pytest.fixture
def with_both(ledger: Ledger, target: str, tmp_path: Path) -> Callable[[Callable[[Both], Awaitable[None]]], None]:
    """Start two services, and do something with both."""

    def do(what: Callable[[Both], Awaitable[None]]) -> None:
        async def run() -> None:
            async with both(ledger, target, tmp_path) as found:
                await what(found)

        asyncio.run(run())

    return do


async def heard(port: int, token: str, match: str, wanted: Callable[[bytes], bool], after: int = 0) -> int:
    """Follow a match until a condition holds; return the position of the last message with an id."""
    async with asyncio.timeout(PATIENCE), aclosing(messages(port, token, match, after)) as told:
        async for position, data in told:
            if wanted(data):
                return position
    raise AssertionError("the stream has ended")


Doing = Callable[[Callable[[Both], Awaitable[None]]], None]


def test_a_move_recorded_here_is_heard_there_and_a_killed_process_loses_nothing(with_both: Doing) -> None:
    async def do(found: Both) -> None:
        match = Scribe(found.ledger).new("freeform", ["Ada", "Ben"]).id
        recorder, spectator = found.token("recorder", match=match), found.token("spectator", match=match)
        path, acknowledged = f"/api/v1/matches/{match}/moves", list[int]()

        async def move(at: Running) -> None:
            status, told = await found.ask(at, "POST", path, recorder, a_move(match, acknowledged[-1]))
            assert status == 201, told
            acknowledged.append(told["version"])

        acknowledged.append(found.ledger.match(match).version)
        there = asyncio.create_task(heard(found.two.port, spectator, match, lambda data: b'"version":4' in data))
        here = asyncio.create_task(heard(found.one.port, spectator, match, lambda data: b'"version":3' in data))
        for at in (found.one, found.two, found.one):
            await move(at)
        position = await here
        assert await there == position + 1
        await found.one.kill()
        await move(found.two)
        assert await heard(found.two.port, spectator, match, lambda data: b'"version":5' in data, after=position) > 0
        async with aclosing(messages(found.two.port, spectator, match, position)) as told:
            again = [json.loads((await anext(told))[1])["version"] for _ in range(2)]
        assert again == [4, 5]
        assert acknowledged[-1] == found.ledger.match(match).version

    with_both(do)


def test_wrong_pins_count_for_both_and_a_chair_is_taken_once(with_both: Doing) -> None:
    async def do(found: Both) -> None:
        match = Scribe(found.ledger).new("freeform", ["Ada", "Ben"]).id
        access = Access(found.ledger)
        right = {seat: access.pins.assign(match, seat) for seat in (1, 2)}
        wrong = "000000" if right[1] != "000000" else "111111"

        def take(at: Running, seat: int, pin: str) -> dict[str, Any]:
            base = f"http://{HOST}:{at.port}"
            answer = httpx.post(f"{base}/api/v1/matches/{match}/chairs", json={"pin": pin, "seat": seat},
                                headers={"Origin": base}, timeout=PATIENCE)  # fmt: skip
            told: dict[str, Any] = answer.json()
            return told

        first, second = await asyncio.gather(
            *(asyncio.to_thread(take, at, 2, right[2]) for at in (found.one, found.two))
        )
        assert {first.get("code"), second.get("code")} == {None, "access.taken"}
        for n in range(PIN_TRIES):
            told = take((found.one, found.two)[n % 2], 1, wrong)
            assert (told["code"], told["detail"]) == (
                "access.pin",
                "wrong PIN for this seat. Check it, or ask the organiser for a link",
            ), n
        for at in (found.one, found.two):
            assert "too many wrong PINs" in take(at, 1, right[1])["detail"]

    with_both(do)


def test_rates_are_those_of_both_together(with_both: Doing) -> None:
    """At a door 20 may come at once, and one every two seconds after that."""

    async def do(found: Both) -> None:
        began, taken, refused = time.monotonic(), 0, 0
        with httpx.Client(timeout=PATIENCE) as client:
            while refused < 2:
                at = (found.one, found.two)[(taken + refused) % 2]
                status = client.get(f"http://{HOST}:{at.port}/enter/nobody").status_code
                taken, refused = taken + (status == 401), refused + (status == 429)
        assert 20 <= taken <= 21 + (time.monotonic() - began) / 2

    with_both(do)


def test_tokens_of_several_buckets_are_taken_together_and_one_named_twice_gives_two(ledger: Ledger) -> None:
    between = SeveralProcesses(ledger.log)
    assert between.take_all(["b", "a", "b", "b"], 2, 0) == [True, True, True, False]
    assert between.take_all(["c", "b", "a", "a"], 2, 0) == [True, False, True, False]
    assert between.take_all([], 2, 0) == []


def test_a_consent_given_here_is_seen_there(with_both: Doing) -> None:
    async def do(found: Both) -> None:
        scribe = Scribe(found.ledger)
        match = scribe.new("ultime", ["Ada", "Ben", "Cleo"], outcomes=[1], take_back="consent").id
        version = scribe.play(match, 1, {"do": "skip"})[-1].originator_version
        phones = {seat: found.token("seat", match=match, seat=seat) for seat in (1, 2, 3)}
        path = f"/api/v1/matches/{match}"
        waiting = [
            asyncio.create_task(heard(at.port, phones[seat], match, lambda data: b'"request"' in data))
            for at, seat in ((found.two, 2), (found.one, 3))
        ]
        body = {"command_id": "take-back-1", "expected_version": version, "to": 0}
        status, told = await found.ask(found.one, "POST", f"{path}/take-backs", phones[1], body)
        assert (status, told["code"]) == (202, "match.consent_pending"), told
        await asyncio.gather(*waiting)
        _, asked = await found.ask(found.two, "GET", f"{path}/consent", phones[2])
        assert (asked["by"], asked["agreed"]) == (1, [])
        answer = {"request": asked["request"], "agrees": True}
        agreed = asyncio.create_task(heard(found.one.port, phones[3], match, lambda data: b'"agreed":[2]' in data))
        _, told = await found.ask(found.two, "POST", f"{path}/consent", phones[2], answer)
        assert told["done"] is False
        await agreed
        _, asked = await found.ask(found.one, "GET", f"{path}/consent", phones[3])
        assert asked["agreed"] == [2]
        _, told = await found.ask(found.one, "POST", f"{path}/consent", phones[3], answer)
        assert told["done"] is True
        assert found.ledger.match(match).head == 0

    with_both(do)


def test_a_pass_revoked_here_is_refused_there_at_once_and_its_stream_ends(with_both: Doing) -> None:
    async def do(found: Both) -> None:
        match = Scribe(found.ledger).new("freeform", ["Ada", "Ben"]).id
        organiser = found.token("organiser")
        one, token = Access(found.ledger).grant("recorder", match=match)
        assert (await found.ask(found.two, "GET", "/api/v1/me", token))[0] == 200

        async def to_the_end() -> None:
            async for _ in messages(found.two.port, token, match, 0):
                following.set()

        following = asyncio.Event()
        stream = asyncio.create_task(to_the_end())
        await asyncio.wait_for(following.wait(), PATIENCE)
        caller = httpx.Client(headers={"Authorization": f"Bearer {organiser}"}, timeout=PATIENCE)
        with caller:
            answer = caller.delete(f"http://{HOST}:{found.one.port}/api/v1/passes/{one.id}")
        assert answer.json() == {"revoked": True}
        assert (await found.ask(found.two, "GET", "/api/v1/me", token))[0] == 401
        await asyncio.wait_for(stream, PATIENCE)

    with_both(do)


def test_a_match_opened_twice_at_once_is_one_with_the_seed_that_it_is_committed_to(with_both: Doing) -> None:
    async def do(found: Both) -> None:
        organiser = found.token("organiser")
        for n in range(6):
            body = {"game": "ultime", "names": ["Ada", "Ben", "Cleo"], "chance": "sealed", "command_id": f"opening-{n}"}
            answers = await asyncio.gather(
                *(found.ask(at, "POST", "/api/v1/matches", organiser, body) for at in (found.one, found.two))
            )
            assert {status for status, _ in answers} == {201}, answers
            (match,) = {told["id"] for _, told in answers}
            Scribe(found.ledger).close(match, abandoned=True)  # refuses a seed that is not the committed one
            found.ledger.verify(match)

    with_both(do)


def test_who_lost_the_connection_is_told_to_look_again(server: Server) -> None:
    """Announcements are hints: when the server ends all sessions, whoever listens looks for themselves."""
    own = Server(own=True)
    ledger = open_ledger(own.database())
    told, between = list[tuple[str, str]](), SeveralProcesses(ledger.log)
    between.listen(lambda what, about: told.append((what, about)))

    def until(holds: Callable[[], bool]) -> None:
        deadline = time.monotonic() + PATIENCE
        while not holds() and time.monotonic() < deadline:
            time.sleep(0.05)
        assert holds(), told

    try:
        until(lambda: told == [(AGAIN, "")])
        between.tell("asked", "m")
        until(lambda: told[1:] == [("asked", "m")])
        own.stop("fast")
        own.start()
        until(lambda: told[2:3] == [(AGAIN, "")])
        between.tell("asked", "n")
        until(lambda: ("asked", "n") in told)
    finally:
        between.close()
        ledger.close()
        own.close()
