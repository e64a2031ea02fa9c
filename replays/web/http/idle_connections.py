"""HTTP as uvicorn speaks it, to clients that send: a connection on which no request comes is closed.

Left to itself, uvicorn waits for ever for the first byte, and for the end of a request's head; and its compiled parser
takes a head of any length. A thousand silent connections cost a stranger nothing, and a service its last socket.
Bodies are timed in `limits.py`.
"""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.responses import PlainTextResponse
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from tablescribe.replays.web.http.limits import App, Receive, Scope, Send
from tablescribe.replays.web.http.stream_lines import with_line

HEAD_SECONDS = 20.0
"""Within so many seconds a connection has to bring the whole head of a request."""

HEAD_BYTES = 64 * 1024
"""So long the head of a request may be, and so much of the next ones is read while one is being answered."""


class IdleTimeoutProtocol(HttpToolsProtocol):
    """One connection, which is waited for, but not for ever."""

    _waiting: asyncio.TimerHandle | None = None
    _until = 0.0
    _head = 0

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.app = _with_one_host(with_line(self.app, self))

    def connection_made(self, transport: Any) -> None:
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Read what has come, unless the head of a request becomes too long."""
        self._head += len(data)
        super().data_received(data)
        if self._head > HEAD_BYTES and not self.transport.is_closing():
            self.logger.warning("The head of a request is too long.")
            self.send_400_response("The head of the request is too long.")

    def on_headers_complete(self) -> None:
        """Begin to answer. What comes from now on is no head."""
        self._head = 0
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Take a part of a body."""
        self._head = 0
        super().on_body(body)

    def on_response_complete(self) -> None:
        """Begin to wait for the next request."""
        self._wait()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        if self._waiting is not None:
            self._waiting.cancel()
        super().connection_lost(exc)

    def _wait(self) -> None:
        """Wait for the next request from now on. The clock is not set again for each: it looks when it is due."""
        self._until = self.loop.time() + HEAD_SECONDS
        if self._waiting is None:
            self._waiting = self.loop.call_at(self._until, self._give_up)

    def _give_up(self) -> None:
        self._waiting = None
        if self.cycle is not None and not self.cycle.response_complete:
            return  # a request came, and is being answered: the end of the answer begins to wait again
        if self.loop.time() < self._until:
            self._waiting = self.loop.call_at(self._until, self._give_up)
        else:
            self.timeout_keep_alive_handler()


def _with_one_host(app: App) -> App:
    """Return an application that refuses requests without a host, or with several (RFC 9112, section 3.2)."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        asks = scope["type"] == "http" and scope["http_version"] == "1.1"
        if asks and [name for name, _ in scope["headers"]].count(b"host") != 1:
            app_or_refusal: App = PlainTextResponse("Invalid HTTP request received.", 400, {"Connection": "close"})
        else:
            app_or_refusal = app
        await app_or_refusal(scope, receive, send)

    return answer
