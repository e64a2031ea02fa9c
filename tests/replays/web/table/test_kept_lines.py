"""Followers get a move in the words of its answer; if there are none yet, it is read for them."""

from __future__ import annotations

import json
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.replays.web.table.live import LiveUpdates
from tablescribe.replays.web.table.queries import Queries
from tests.replays.web.conftest import Service
from tests.support import has_word

DATABASES = ["sqlite", "postgresql"]
PASS, SKIP = {"do": "pass"}, {"do": "skip"}


class Followed:
    """A stream of a service, read message by message, and how often anything was read for it."""

    def __init__(self, service: Service, stream: AsyncIterator[bytes], reads: list[int]) -> None:
        self._service, self._stream, self._reads = service, stream, reads
        self._told: list[dict[str, Any]] = []

    def next(self) -> tuple[dict[str, Any], int]:
        """Return the next event, and how often something was read since the one before."""
        while not self._told:
            chunk = self._service.portal.start_task_soon(self._chunk).result(60)
            self._told = [json.loads(line[6:]) for line in chunk.splitlines() if line.startswith(b'data: {"position"')]
        reads = len(self._reads)
        self._reads.clear()
        return self._told.pop(0), reads

    async def _chunk(self) -> bytes:
        return await anext(self._stream)

    async def close(self) -> None:
        await self._stream.aclose()  # type: ignore[attr-defined]


@contextmanager
def followed(
    service: Service, monkeypatch: pytest.MonkeyPatch, match: str, role: str = "spectator", language: str = "en",
    **more: Any,
) -> Iterator[Followed]:  # fmt: skip
    """Follow a match after its first event."""
    reads, reading = list[int](), Queries.lines

    def watched(self: Queries, *given: Any, **named: Any) -> Any:
        reads.append(1)
        return reading(self, *given, **named)

    monkeypatch.setattr(Queries, "lines", watched)
    live: LiveUpdates = service.app.state.live
    token = service.token(role, match=match, **more)
    stream = Followed(service, live.follow(live.queries.access.who(token), token, match, 0, language), reads)
    assert stream.next()[0]["version"] == 1
    yield stream
    service.portal.call(stream.close)


@pytest.mark.parametrize(
    ("role", "language", "is_read"),
    [
        ("spectator", "en", False),
        ("recorder", "en", False),
        ("spectator", "de", True),
        ("judge", "en", True),
        ("seat", "en", True),
    ],
)
def test_a_move_is_read_for_those_only_who_are_told_it_in_other_words(
    service: Service, match: str, monkeypatch: pytest.MonkeyPatch, role: str, language: str, *, is_read: bool
) -> None:
    """Given a recorder who is answered in English, whoever sees the same in English is told without a reading."""
    recorder, seat = service.token("recorder", match=match), 1 if role == "seat" else None
    with followed(service, monkeypatch, match, role, language, seat=seat) as stream:
        for n in (1, 2):
            assert service.record(match, recorder, "moves", action=SKIP).status_code == 201
            told, reads = stream.next()
            assert (told["version"], reads > 0) == (n + 1, is_read)
            queries: Queries = service.app.state.queries
            who = queries.access.grant(role, match=match, seat=seat)[0]
            assert told == json.loads(json.dumps(queries.lines(who, match, told["position"] - 1, language=language)[0]))
            stream._reads.clear()


def test_a_match_with_words_that_can_be_erased_is_read_for_followers(
    service: Service, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorder = service.token("recorder", match=match)
    with followed(service, monkeypatch, match) as stream:
        assert service.record(match, recorder, "notes", text="A card fell down").status_code == 201
        assert stream.next()[0]["type"] == "Noted"
        assert service.record(match, recorder, "moves", action=SKIP).status_code == 201
        assert stream.next() == (stream_of(service, match, 3), 1)


def stream_of(service: Service, match: str, version: int) -> dict[str, Any]:
    """Return an event as all may read it."""
    queries: Queries = service.app.state.queries
    who = queries.access.grant("spectator", match=match)[0]
    return next(one for one in queries.lines(who, match) if one["version"] == version)


def test_who_was_erased_is_not_called_by_name_in_the_next_move(
    service: Service, organiser: str, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a game that calls seats by their people, an erased name is told no more."""
    body = {"game": "freeform", "names": ["Ada", "Ben"]}
    match = str(service.post("/api/v1/matches", organiser, **body).json()["id"])
    recorder = service.token("recorder", match=match)
    with followed(service, monkeypatch, match) as stream:
        service.record(match, recorder, "moves", seat=1, action=PASS)
        told, reads = stream.next()
        assert ("Ada" in json.dumps(told), reads) == (True, 0)
        ledger.erase("Ada")
        service.record(match, recorder, "moves", seat=2, action=PASS)
        assert not has_word(json.dumps(stream.next()[0]), "Ada")


def test_followers_are_told_while_commands_never_end(
    service: Service, match: str, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    live: LiveUpdates = service.app.state.live
    ends = threading.Event()

    async def endless() -> bool:
        return await live.workers.run(lambda: ends.wait(60))

    with followed(service, monkeypatch, match) as stream:
        held = service.portal.start_task_soon(endless)
        Scribe(ledger).play(match, 1, SKIP)
        assert stream.next()[0]["version"] == 2
        assert not held.done()
        ends.set()
        assert held.result(60)


def test_what_this_process_records_is_heard_at_once_and_a_subscription_can_leave_it_to_that(ledger: Ledger) -> None:
    heard: list[tuple[str, int]] = []

    def listener(events: Any, positions: Any) -> None:
        heard.extend((str(event.topic), position) for event, position in zip(events, positions, strict=True))

    ledger.log.listen(listener)
    scribe = Scribe(ledger)
    match = scribe.new("freeform", ["Ada", "Ben"]).id
    scribe.play(match, 1, PASS)
    ledger.log.ignore(listener)
    scribe.play(match, 2, PASS)
    assert heard == [("Opened", 1), ("Played", 2)]
    with ledger.log.subscribe(gt=1, woken=False) as subscription:
        assert [next(subscription).id for _ in range(2)] == [2, 3]
