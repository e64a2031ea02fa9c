"""Idle connections are closed; slow ones that make progress are served."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.replays.web.app import make_app
from tablescribe.replays.web.http.idle_connections import IdleTimeoutProtocol
from tests.replays.web.browser import running

HALF = b"GET /healthz HTTP/1.1\r\nHost: table.test\r\n"


@pytest.fixture
def port(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    monkeypatch.setattr("tablescribe.replays.web.http.idle_connections.HEAD_SECONDS", 0.5)
    with running(make_app(ledger), http=IdleTimeoutProtocol) as base:
        yield int(base.rpartition(":")[2])


@pytest.mark.parametrize("sent", [b"", b"GET", HALF, HALF + b"\r\n", HALF + b"\r\n" + HALF])
def test_a_connection_without_a_whole_request_is_closed(port: int, sent: bytes) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=60) as client:
        client.sendall(sent)
        got = b""
        while part := client.recv(65536):
            got += part
    assert got.startswith(b"HTTP/1.1 200") == (sent.count(b"\r\n\r\n") == 1)


def test_a_head_in_pieces_is_waited_for(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=60) as client:
        for piece in (HALF[:10], HALF[10:], b"\r\n"):
            client.sendall(piece)
        assert client.recv(65536).startswith(b"HTTP/1.1 200")


def test_a_head_without_end_is_not_read_on(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=60) as client:
        client.sendall(HALF + b"X-Much: ")
        with pytest.raises(OSError, match=r"reset|pipe"):
            client.sendall(b"x" * 64 * 2**20)


@pytest.mark.parametrize("many", [2, 5])
def test_requests_that_come_at_once_are_answered_in_turn(port: int, many: int) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=60) as client:
        client.sendall((HALF + b"\r\n") * many)
        got = b""
        while got.count(b'"status":"ok"') < many:
            got += client.recv(65536)
    assert got.count(b"HTTP/1.1 200") == many


@pytest.mark.parametrize(
    "sent",
    [
        b"GET /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx",
        b"GET /healthz HTTP/1.1\r\nHost : a\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00",
    ],
)
def test_what_is_no_plain_request_is_refused(port: int, sent: bytes) -> None:
    """Two lengths or hosts, a length beside chunks, a blank before the colon: a proxy may read it otherwise than we."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as client:
        client.sendall(sent)
        got = b""
        while part := client.recv(65536):
            got += part
    assert got.startswith(b"HTTP/1.1 400")
