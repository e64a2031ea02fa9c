"""Following a match: everything once, in order, resumed after interruptions, and nothing a viewer may not see."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from anyio import CapacityLimiter

from tablescribe.ledger.log.errors import LedgerDamaged
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.web.access.access import Access
from tablescribe.replays.web.table import worded_events
from tablescribe.replays.web.table.channels import Channel, read_together
from tablescribe.replays.web.table.commands import Commands
from tablescribe.replays.web.table.consent import Pending
from tablescribe.replays.web.table.live import LiveUpdates
from tablescribe.replays.web.table.queries import Queries
from tablescribe.replays.web.table.workers import Workers
from tests.postgres_server import Server

DATABASES = ["sqlite", "postgresql"]
SKIP = {"do": "skip"}


class Follower:
    """One stream, read message by message."""

    def __init__(self, live: LiveUpdates, token: str, match: str, after: int = 0) -> None:
        who = live.queries.access.who(token)
        self._stream: AsyncIterator[bytes] = live.follow(who, token, match, after)
        self._waiting: list[dict[str, Any]] = []

    async def next(self, seconds: float = 60) -> dict[str, Any]:
        """Return the next message of the stream."""
        while not self._waiting:
            chunk = (await asyncio.wait_for(anext(self._stream), seconds)).decode()
            for part in chunk.split("\n\n"):
                fields = dict(line.split(": ", 1) for line in part.splitlines())
                if "data" in fields:
                    self._waiting.append(
                        {"event": fields["event"], "id": fields.get("id")} | json.loads(fields["data"])
                    )
        return self._waiting.pop(0)

    async def comment(self, seconds: float = 60) -> str:
        """Return the next comment about the ledger, after those that say that the stream is there."""
        while "ledger" not in (chunk := (await asyncio.wait_for(anext(self._stream), seconds)).decode()):
            pass
        return chunk

    async def close(self) -> None:
        await self._stream.aclose()  # type: ignore[attr-defined]


@pytest.fixture
def opened(ledger: Ledger) -> str:
    return Scribe(ledger).new("ultime", ["Ada", "Ben", "Cleo"], outcomes=[1]).id


def test_what_any_process_records_arrives_once_and_in_order(ledger: Ledger, target: str, opened: str) -> None:
    other = open_ledger(target)  # as another process has it

    async def scene() -> list[tuple[str, int]]:
        live = LiveUpdates(Queries(ledger, Access(ledger)))
        live.start()
        follower = Follower(live, live.queries.access.grant("spectator", match=opened)[1], opened)
        await follower.next()
        for n, scribe in enumerate((Scribe(ledger), Scribe(other), Scribe(ledger)), start=1):
            await asyncio.to_thread(scribe.play, opened, n, SKIP)
        told = [await follower.next() for _ in range(3)]
        await follower.close()
        live.stop()
        assert live.followers == 0
        return [(one["id"], one["move"]) for one in told]

    told = asyncio.run(scene())
    other.close()
    assert told == [("2", 1), ("3", 2), ("4", 3)]


def test_what_another_process_records_is_told_without_reading_its_match_again(
    ledger: Ledger, target: str, opened: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a match that is followed here, the log as it is followed has all that is told of others' moves."""
    read, rows_told = list[str](), ledger.rows_told

    def watched(match: str, **more: Any) -> Any:
        read.append(match)
        return rows_told(match, **more)

    monkeypatch.setattr(ledger, "rows_told", watched)
    other = open_ledger(target)  # as another process has it

    async def scene() -> list[list[int]]:
        live = LiveUpdates(Queries(ledger, Access(ledger)))
        live.start()
        access = live.queries.access
        passes = [access.grant("spectator")[1], access.grant("seat", match=opened, seat=2)[1]]
        followers = [Follower(live, token, opened) for token in passes]
        for one in followers:
            await one.next()
        before = len(read)
        for seat in (1, 2, 3):
            await asyncio.to_thread(Scribe(other).play, opened, seat, SKIP)
        told = [[int((await one.next())["id"]) for _ in range(3)] for one in followers]
        assert len(read) == before
        for one in followers:
            await one.close()
        live.stop()
        return told

    told = asyncio.run(scene())
    other.close()
    assert told == [[2, 3, 4]] * 2


def test_a_stream_resumes_after_the_last_one_seen(ledger: Ledger, opened: str) -> None:
    scribe = Scribe(ledger)
    for seat in (1, 2, 3):
        scribe.play(opened, seat, SKIP)

    async def scene() -> str:
        live = LiveUpdates(Queries(ledger, Access(ledger)))
        live.start()
        follower = Follower(live, live.queries.access.grant("spectator")[1], opened, after=3)
        told = await follower.next()
        await follower.close()
        live.stop()
        return str(told["id"])

    assert asyncio.run(scene()) == "4"


def test_whoever_comes_with_less_is_told_the_rest_and_nobody_else_hears_it_again(ledger: Ledger, opened: str) -> None:
    """Given one who follows from the latest on, when another comes with nothing, each hears all that is new to them."""
    scribe = Scribe(ledger)
    for seat in (1, 2):
        scribe.play(opened, seat, SKIP)

    async def scene() -> list[list[str]]:
        live = LiveUpdates(Queries(ledger, Access(ledger)))
        live.start()
        token = live.queries.access.grant("spectator")[1]
        latest = Follower(live, token, opened, after=3)
        waiting = asyncio.create_task(latest.next())
        while not live.followers:
            await asyncio.sleep(0.01)
        some, all_ = Follower(live, token, opened, after=2), Follower(live, token, opened)
        told = [[str((await some.next())["id"])], [str((await all_.next())["id"]) for _ in range(3)]]
        assert not waiting.done()
        await asyncio.to_thread(scribe.play, opened, 3, SKIP)
        told = [[*one, str((await who.next())["id"])] for one, who in zip(told, (some, all_), strict=True)]
        told.append([str((await waiting)["id"])])
        for who in (latest, some, all_):
            await who.close()
        live.stop()
        return told

    assert asyncio.run(scene()) == [["3", "4"], ["1", "2", "3", "4"], ["4"]]


def test_only_what_is_asked_for_is_put_into_words(ledger: Ledger, opened: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a match that nobody looked at yet, who asks for the latest waits for no words on all the rest."""
    scribe, queries = Scribe(ledger), Queries(ledger, Access(ledger))
    for seat in (1, 2, 3):
        scribe.play(opened, seat, SKIP)
    told, telling = list[int](), worded_events._line

    def watched(*given: Any) -> dict[str, Any]:
        told.append(given[2])
        return telling(*given)

    monkeypatch.setattr(worded_events, "_line", watched)
    who = queries.access.grant("organiser")[0]
    assert [line["version"] for line in queries.lines(who, opened, 3)] == [4]
    assert told == [3]
    assert [line["version"] for line in queries.lines(who, opened)] == [1, 2, 3, 4]
    assert told == [3, 0, 1, 2]


def test_a_look_that_finds_nothing_wakes_nobody(ledger: Ledger, opened: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given many who follow, each of whom looks now and then by itself, the others sleep on unless there is news."""
    woken = list[int]()
    monkeypatch.setattr(Channel, "tell", lambda self: woken.append(len(self.positions)))

    async def scene() -> None:
        queries = Queries(ledger, Access(ledger))
        who = queries.access.grant("spectator")[0]
        channel = Channel(CapacityLimiter(1), lambda after, come_to: queries.lines(who, opened, after, come_to), 0)
        for _ in range(3):
            await channel.refresh()
        await asyncio.to_thread(Scribe(ledger).play, opened, 1, SKIP)
        for _ in range(2):
            await channel.refresh()

    asyncio.run(scene())
    assert woken == [1, 2]


def test_news_that_a_channel_has_read_already_is_not_read_again() -> None:
    """Given three moves at once, the first reading has all of them, and what is heard of the others costs nothing."""
    read = list[tuple[int, int]]()

    def lines(after: int, come_to: int) -> list[dict[str, Any]]:
        read.append((after, come_to))
        return [{"position": position} for position in (5, 6, 8) if position > after]

    async def scene() -> None:
        channel = Channel(CapacityLimiter(1), lines, 4)
        for position in (5, 6, 8, 9):
            await channel.refresh(news=True, come_to=position)
        await channel.refresh()

    asyncio.run(scene())
    assert read == [(4, 5), (8, 9), (8, 0)]


def test_what_two_readings_bring_at_once_is_told_once() -> None:
    """Given a channel that looks by itself while others' moves are read for it, nothing is told a second time."""

    async def scene() -> list[int]:
        workers = Workers()
        channel = Channel(CapacityLimiter(1), lambda after, _: [{"position": at} for at in (5, 6) if at > after], 4)
        channel.read = True
        loop = asyncio.get_running_loop()

        def look_meanwhile() -> None:
            asyncio.run_coroutine_threadsafe(channel.refresh(), loop).result(60)

        assert await read_together(workers, {channel: 6}, look_meanwhile) == []
        workers.close()
        return channel.positions

    assert asyncio.run(scene()) == [5, 6]


def test_a_match_that_cannot_be_read_keeps_no_other_from_being_told() -> None:
    def broken(after: int, come_to: int) -> list[dict[str, Any]]:
        raise LedgerDamaged("this one")

    async def scene() -> tuple[list[str], list[int]]:
        workers, threads = Workers(), CapacityLimiter(1)
        bad, good = Channel(threads, broken, 4), Channel(threads, lambda after, _: [{"position": 5}], 4)
        failed = await read_together(workers, {bad: 5, good: 5}, lambda: None)
        workers.close()
        return [str(one) for one in failed], good.positions

    assert asyncio.run(scene()) == (["this one"], [5])


def test_spectators_follow_with_a_delay_and_judges_at_once(ledger: Ledger, opened: str) -> None:
    async def scene() -> tuple[float, float, int, int]:
        live = LiveUpdates(Queries(ledger, Access(ledger), delay=1.0))
        live.start()
        access = live.queries.access
        judge = Follower(live, access.grant("judge")[1], opened)
        token = access.grant("spectator")[1]
        spectator = Follower(live, token, opened)
        await judge.next()
        await spectator.next()
        began = asyncio.get_running_loop().time()
        await asyncio.to_thread(Scribe(ledger).play, opened, 1, SKIP)
        await judge.next()
        at_once = asyncio.get_running_loop().time() - began
        early = live.queries.state(access.who(token), opened)["head"]
        await spectator.next()
        late = asyncio.get_running_loop().time() - began
        after = live.queries.state(access.who(token), opened)["head"]
        for follower in (judge, spectator):
            await follower.close()
        live.stop()
        return at_once, late, early, after

    at_once, late, early, after = asyncio.run(scene())
    assert at_once < 1.0 <= late
    assert (early, after) == (0, 1)


def test_what_a_seat_asks_reaches_the_table_at_once_and_moves_no_stream_on(ledger: Ledger, opened: str) -> None:
    """Given a table that is followed, a request is told without an id; who comes later is told how it stands."""

    async def scene() -> tuple[list[dict[str, Any]], dict[str, Any], dict[str, Any]]:
        live = LiveUpdates(Queries(ledger, Access(ledger)))
        commands = Commands(live.queries)
        commands.announce = live.announce
        live.start()
        access = live.queries.access
        (one, _), (two, token) = (access.grant("seat", match=opened, seat=seat) for seat in (1, 2))
        await asyncio.to_thread(Scribe(ledger).play, opened, 1, SKIP)
        table = Follower(live, token, opened, after=2)
        spectator = Follower(live, access.grant("spectator", match=opened)[1], opened, after=2)
        waiting = [asyncio.create_task(follower.next()) for follower in (table, spectator)]
        await asyncio.sleep(0)
        with pytest.raises(Pending):
            await asyncio.to_thread(
                commands.undo, one, opened, steps=1, to=None, agreed=(), judge=False, reason="the wrong card",
                command_id="asks-once", expected_version=2,
            )  # fmt: skip
        told = [await waiting[0]]
        answers = {"request_id": told[0]["request"], "agrees": True}
        await asyncio.to_thread(commands.agree, two, opened, **answers)
        told.append(await table.next())
        late = Follower(live, access.grant("seat", match=opened, seat=3)[1], opened, after=2)
        stands = await late.next()
        await asyncio.to_thread(Scribe(ledger).play, opened, 2, SKIP)
        watched = await waiting[1]
        for follower in (table, spectator, late):
            await follower.close()
        live.stop()
        return told, stands, watched

    (asked, agreed), stands, watched = asyncio.run(scene())
    request = {"version": 2, "to": 0, "by": 1, "agreed": [], "refused": None, "request": asked["request"]}
    assert asked == {"event": "asked", "id": None, **request}
    assert agreed == {**asked, "agreed": [2]} == stands
    assert (watched["event"], watched["id"]) == ("recorded", "3")


def test_streams_end_when_the_service_does(ledger: Ledger, opened: str) -> None:
    async def scene() -> bool:
        live = LiveUpdates(Queries(ledger, Access(ledger)))
        live.start()
        follower = Follower(live, live.queries.access.grant("judge")[1], opened)
        await follower.next()
        live.end()
        try:
            await follower.next()
        except StopAsyncIteration:
            return True
        return False

    assert asyncio.run(scene())


def test_nobody_follows_a_ledger_that_was_closed(tmp_path: Path) -> None:
    """A thread that did not end would ask again and again, as fast as it can."""

    async def scene() -> threading.Thread:
        ledger = open_ledger(tmp_path / "ledger.db")
        before = {*threading.enumerate()}
        LiveUpdates(Queries(ledger, Access(ledger))).start()
        (follows,) = (one for one in threading.enumerate() if one not in before and one.name == "live")
        await asyncio.to_thread(ledger.close)
        await asyncio.to_thread(follows.join, 60)
        return follows

    assert not asyncio.run(scene()).is_alive()


def test_a_revoked_pass_ends_its_stream(
    ledger: Ledger, opened: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tablescribe.replays.web.table.live.HEARTBEAT", 0.1)

    async def scene() -> str:
        live = LiveUpdates(Queries(ledger, Access(ledger)))
        live.start()
        given, token = live.queries.access.grant("judge")
        follower = Follower(live, token, opened)
        await follower.next()
        live.queries.access.revoke(given.id)
        told = await follower.next()
        live.stop()
        return str(told["event"])

    assert asyncio.run(scene()) == "ended"


def test_a_revoked_pass_ends_its_stream_in_the_middle_of_play(
    ledger: Ledger, opened: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "tablescribe.replays.web.table.live.HEARTBEAT", 2.0
    )  # longer than a note takes on a busy machine

    async def scene() -> str:
        live = LiveUpdates(Queries(ledger, Access(ledger)))
        live.start()
        given, token = live.queries.access.grant("judge")
        follower = Follower(live, token, opened)
        await follower.next()
        live.queries.access.revoke(given.id)
        for n in range(20_000):  # so that the stream is never silent before it ends
            await asyncio.to_thread(Scribe(ledger).note, opened, f"note {n}")
            if (told := await follower.next())["event"] == "ended":
                break
        live.stop()
        return str(told["event"])

    assert asyncio.run(scene()) == "ended"


def test_a_stream_outlives_a_database_that_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """For longer than anybody is patient: whoever follows the ledger gives up, too, and begins anew."""
    monkeypatch.setattr("tablescribe.ledger.log.writing.PATIENCE", 0.2)
    monkeypatch.setattr("tablescribe.replays.web.table.live.HEARTBEAT", 0.2)
    monkeypatch.setattr("tablescribe.replays.web.table.ledger_news.PAUSE", 0.1)
    server = Server(own=True)
    ledger = open_ledger(server.database())
    scribe = Scribe(ledger)
    match = scribe.new("freeform", ["Ada", "Ben"]).id

    async def scene() -> str:
        live = LiveUpdates(Queries(ledger, Access(ledger)))
        live.start()
        token = live.queries.access.grant("judge")[1]
        follower = Follower(live, token, match)
        await follower.next()
        await asyncio.to_thread(server.stop, "immediate")
        assert "cannot be read now" in await follower.comment()
        await asyncio.to_thread(server.start)
        await asyncio.to_thread(scribe.note, match, "on we go")
        told = await follower.next()
        live.stop()
        return str(told["type"])

    assert asyncio.run(scene()) == "Noted"
    ledger.close()
    server.close()


def test_a_stream_tells_a_spectator_no_hidden_card(ledger: Ledger) -> None:
    days = [datetime.now(UTC).isoformat()[:10]]
    match = Scribe(ledger).new("ultime", ["Ada", "Ben", "Cleo"], chance="sealed").id
    hands = [Scribe(ledger).match(match).table.pieces(f"hand:{seat}") for seat in (1, 2, 3)]
    Scribe(ledger).play(match, None, SKIP)
    queries = Queries(ledger, Access(ledger))
    told = json.dumps(queries.lines(queries.access.grant("spectator")[0], match))
    label = Reader(Scribe(ledger).match(match).opening).name
    assert not any(card in told or label(card) in told for hand in hands for card in hand)
    days.append(datetime.now(UTC).isoformat()[:10])  # another one only at midnight
    assert any(day in told for day in days)
