"""Connections that bring nothing are closed; those that are slow but come are served."""

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
