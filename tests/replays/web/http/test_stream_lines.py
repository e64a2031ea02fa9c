"""Streams with direct writes: the same bytes for all, each once and in order, and nothing a viewer may not see."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import h11
import pytest

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.replays.web.access.access import Access
from tablescribe.replays.web.app import make_app
from tablescribe.replays.web.http.idle_connections import IdleTimeoutProtocol
from tablescribe.replays.web.http.stream_lines import framed
from tablescribe.replays.web.table import channels
from tablescribe.replays.web.table.live import LiveUpdates
from tablescribe.replays.web.table.queries import Queries
from tests.replays.web.browser import running

PASS = {"do": "pass"}
MANY = 5


@pytest.fixture
def match(ledger: Ledger) -> str:
    return Scribe(ledger).new("freeform", ["Ada", "Ben"]).id


@pytest.fixture
def framings(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The data framed for direct writes."""
    found = list[bytes]()

    def noted(data: bytes) -> bytes:
        found.append(data)
        return framed(data)

    monkeypatch.setattr(channels, "framed", noted)
    return found


@pytest.fixture
def port(ledger: Ledger) -> Iterator[int]:
    with running(make_app(ledger), http=IdleTimeoutProtocol) as base:
        yield int(base.rpartition(":")[2])


@pytest.mark.parametrize("data", [b"x", b"id: 1\n\n", b"\xc3\xa4" * 70_000])
def test_a_chunk_is_framed_as_the_server_frames_it(data: bytes) -> None:
    server = h11.Connection(h11.SERVER)
    server.receive_data(b"GET / HTTP/1.1\r\nHost: table.test\r\n\r\n")
    server.next_event()
    server.send(h11.Response(status_code=200, headers=[]))
    assert framed(data) == server.send(h11.Data(data=data))


def test_many_who_follow_are_told_by_bytes_that_were_framed_once(
    port: int, ledger: Ledger, match: str, framings: list[bytes]
) -> None:
    """Over real sockets, each hears every move once and in order, and a stream is still one that HTTP can read."""
    token, scribe = Access(ledger).grant("spectator")[1], Scribe(ledger)
    with ExitStack() as doors:
        clients = [doors.enter_context(_Stream(port, token, match)) for _ in range(MANY)]
        for client in clients:
            assert client.hear(1) == [1]
        for n in range(3):
            scribe.play(match, n % 2 + 1, PASS)
            for client in clients:
                assert client.hear(1) == [n + 2]
    told = [one for one in framings if one]
    assert 1 <= len(told) <= 3
    assert all(b"event: recorded" in one for one in told)


def test_a_client_of_the_first_http_is_told_without_chunks(port: int, ledger: Ledger, match: str) -> None:
    token, scribe = Access(ledger).grant("spectator")[1], Scribe(ledger)
    with _Stream(port, token, match, version="1.0") as client:
        assert client.hear(1) == [1]
        scribe.play(match, 1, PASS)
        assert client.hear(1) == [2]


class _Stream:
    """A follower on a plain socket, read by h11."""

    def __init__(self, port: int, token: str, match: str, version: str = "1.1") -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        head = f"GET /api/v1/matches/{match}/events HTTP/{version}\r\nHost: table.test\r\nAuthorization: Bearer {token}"
        self._socket.sendall(f"{head}\r\n\r\n".encode())
        self._http, self._data = h11.Connection(h11.CLIENT), b""
        self._http.send(h11.Request(method="GET", target="/", headers=[("Host", "table.test")]))
        self._http.send(h11.EndOfMessage())

    def __enter__(self) -> _Stream:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def hear(self, many: int) -> list[int]:
        """Return the ids of the next messages."""
        found = list[int]()
        while len(found) < many:
            message, end, rest = self._data.partition(b"\n\n")
            if end:
                self._data = rest
                found += [int(line[4:]) for line in message.splitlines() if line.startswith(b"id: ")]
                continue
            event: Any = self._http.next_event()
            if event is h11.NEED_DATA:
                self._http.receive_data(self._socket.recv(65536))
            elif isinstance(event, h11.Data):
                self._data += bytes(event.data)
            else:
                assert isinstance(event, h11.Response), f"the stream ended: {event}, after {self._data!r}"
                assert event.status_code == 200, event
        return found


class _Line:
    """A line that takes bytes whenever the test says so."""

    def __init__(self) -> None:
        self.is_free, self.written = True, list[bytes]()

    def write(self, framed: bytes) -> None:
        self.written.append(framed)


def test_whoever_does_not_keep_up_is_told_in_their_turn(ledger: Ledger, match: str) -> None:
    """Given a line that is not free, its stream yields what is new; what is written meanwhile is yielded to nobody."""
    scribe = Scribe(ledger)

    async def scene() -> tuple[list[bytes], list[bytes]]:
        live, line = LiveUpdates(Queries(ledger, Access(ledger))), _Line()
        live.start()
        who, token = live.queries.access.grant("spectator")
        stream = live.follow(who, token, match, 0, line=line)
        yielded = [await anext(stream), await anext(stream)]
        for free in (True, False, True):
            waiting = asyncio.ensure_future(anext(stream))
            while not _listens(live):
                await asyncio.sleep(0)
            line.is_free, wrote = free, len(line.written)
            await asyncio.to_thread(scribe.play, match, 1, PASS)
            if free:
                while len(line.written) == wrote:
                    await asyncio.sleep(0.01)
                line.is_free = False
                await asyncio.to_thread(scribe.play, match, 1, PASS)
            yielded.append(await asyncio.wait_for(waiting, 60))
        await stream.aclose()  # type: ignore[attr-defined]
        live.stop()
        return yielded[1:], line.written

    yielded, written = asyncio.run(scene())
    assert [_ids(one) for one in yielded] == [[1], [3], [4], [6]]
    assert [_ids(one) for one in written] == [[2], [5]]


def test_nothing_is_written_to_whoever_was_sent_away(ledger: Ledger, match: str) -> None:
    """Given a pass that was revoked, from then on nothing is written to its line, and the stream says that it ends."""
    scribe = Scribe(ledger)

    async def scene() -> tuple[bytes, list[bytes]]:
        live, line = LiveUpdates(Queries(ledger, Access(ledger))), _Line()
        live.start()
        live.queries.access.coordination.listen(live.hear)
        given, token = live.queries.access.grant("spectator")
        stream = live.follow(given, token, match, 0, line=line)
        for _ in range(2):
            await anext(stream)
        waiting = asyncio.ensure_future(anext(stream))
        while not _listens(live):
            await asyncio.sleep(0)
        live.queries.access.revoke(given.id)
        await asyncio.to_thread(scribe.play, match, 1, PASS)
        told = await asyncio.wait_for(waiting, 60)
        live.stop()
        return told, line.written

    told, written = asyncio.run(scene())
    assert told.startswith(b"event: ended")
    assert written == []


def _listens(live: LiveUpdates) -> bool:
    return any(ear.waits for one in live._channels.values() for ear in one.ears)


def _ids(data: bytes) -> list[int]:
    return [int(line[4:]) for line in data.replace(b"\r\n", b"\n").splitlines() if line.startswith(b"id: ")]
