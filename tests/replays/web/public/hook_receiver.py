"""A real web hook receiver on a local port. It checks signatures with its own code, written from the specification."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

PATIENCE = 90.0


@dataclass
class Receiver:
    """The received messages, and how to answer: a status, `hang` or `close`; the last one is repeated."""

    secret: str = ""
    answers: list[int | str] = field(default_factory=lambda: [204])
    requests: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    port: int = 0
    came: threading.Condition = field(default_factory=threading.Condition)
    let_go: threading.Event = field(default_factory=threading.Event)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook?club=1"

    @property
    def ids(self) -> list[str]:
        return [headers["webhook-id"] for _, headers, _ in self.requests]

    @property
    def bodies(self) -> list[Any]:
        return [json.loads(body) for _, _, body in self.requests]

    def once(self) -> list[Any]:
        """Return the bodies in order of arrival, each id once, as a careful receiver does."""
        return list({headers["webhook-id"]: json.loads(body) for _, headers, body in self.requests}.values())

    def is_signed(self, headers: dict[str, str], body: bytes) -> bool:
        """Check a signature: HMAC-SHA-256 of `id.timestamp.body` with the bytes behind `whsec_`, in base64."""
        assert self.secret.startswith("whsec_")
        content = b".".join([headers["webhook-id"].encode(), headers["webhook-timestamp"].encode(), body])
        mac = hmac.new(base64.b64decode(self.secret[6:], validate=True), content, hashlib.sha256).digest()
        version, _, told = headers["webhook-signature"].partition(",")
        return version == "v1" and hmac.compare_digest(base64.b64decode(told, validate=True), mac)

    def wait_for(self, many: int) -> None:
        """Wait until this many messages with different ids have arrived."""
        with self.came:
            assert self.came.wait_for(lambda: len(set(self.ids)) >= many, PATIENCE), self.ids


@contextmanager
def receiving() -> Iterator[Receiver]:
    receiver = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            with receiver.came:
                headers = {name.lower(): value for name, value in self.headers.items()}
                answer = receiver.answers[min(len(receiver.requests), len(receiver.answers) - 1)]
                receiver.requests.append((self.path, headers, body))
                receiver.came.notify_all()
            if answer == "hang":
                receiver.let_go.wait(PATIENCE)
            elif isinstance(answer, int):
                self.send_response(answer)
                self.send_header("Location", "/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

        do_GET = do_POST  # noqa: N815  # who follows a redirect is seen

        def log_message(self, format: str, *args: Any) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.block_on_close = False
    receiver.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        receiver.let_go.set()
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as found:
        yield found
