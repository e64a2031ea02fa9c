"""Close idle and slow connections: uvicorn's HTTP protocol with timeouts and a limit for request heads.

By default, uvicorn waits forever for the first byte and for the end of a request's head, and its compiled parser
accepts a head of any length. A thousand silent connections would cost a stranger nothing, but the service its last
socket. `limits.py` times request bodies.
"""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.responses import PlainTextResponse
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from tablescribe.replays.web.http.limits import App, Receive, Scope, Send
from tablescribe.replays.web.http.stream_lines import with_line

HEAD_SECONDS = 20.0
"""Seconds within which a connection must send the complete head of a request."""

HEAD_BYTES = 64 * 1024
"""Maximum size of a request's head, and of what is read ahead while a request is being answered, in bytes."""


class IdleTimeoutProtocol(HttpToolsProtocol):
    """A connection with timeouts."""

    _waiting: asyncio.TimerHandle | None = None
    _until = 0.0
    _head = 0

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.app = _with_one_host(with_line(self.app, self))

    def connection_made(self, transport: Any) -> None:
        """Start the timeout of the first request."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Parse received bytes; refuse a request with too long a head."""
        self._head += len(data)
        super().data_received(data)
        if self._head > HEAD_BYTES and not self.transport.is_closing():
            self.logger.warning("The head of a request is too long.")
            self.send_400_response("The head of the request is too long.")

    def on_headers_complete(self) -> None:
        """Start the response. From now on, received bytes are not part of the head."""
        self._head = 0
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Receive a part of a body."""
        self._head = 0
        super().on_body(body)

    def on_response_complete(self) -> None:
        """Start the timeout of the next request."""
        self._wait()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the timeout."""
        if self._waiting is not None:
            self._waiting.cancel()
        super().connection_lost(exc)

    def _wait(self) -> None:
        """Start the timeout of the next request. A running timer is kept, and checks the new deadline when it fires."""
        self._until = self.loop.time() + HEAD_SECONDS
        if self._waiting is None:
            self._waiting = self.loop.call_at(self._until, self._give_up)

    def _give_up(self) -> None:
        self._waiting = None
        if self.cycle is not None and not self.cycle.response_complete:
            return  # a request is being answered; the end of the response starts the timeout again
        if self.loop.time() < self._until:
            self._waiting = self.loop.call_at(self._until, self._give_up)
        else:
            self.timeout_keep_alive_handler()


def _with_one_host(app: App) -> App:
    """Return an application that refuses requests without a Host header, or with several (RFC 9112, section 3.2)."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        asks = scope["type"] == "http" and scope["http_version"] == "1.1"
        if asks and [name for name, _ in scope["headers"]].count(b"host") != 1:
            app_or_refusal: App = PlainTextResponse("Invalid HTTP request received.", 400, {"Connection": "close"})
        else:
            app_or_refusal = app
        await app_or_refusal(scope, receive, send)

    return answer
