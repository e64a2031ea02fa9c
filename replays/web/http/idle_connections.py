"""HTTP as uvicorn speaks it, to clients that send: a connection on which no request comes is closed.

Left to itself, uvicorn waits for ever for the first byte, and for the end of a request's head. A thousand silent
connections cost a stranger nothing, and a service its last socket. Bodies are timed in `limits.py`.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 20.0
"""Within so many seconds a connection has to bring the whole head of a request."""


class IdleTimeoutProtocol(H11Protocol):
    """One connection, which is waited for, but not for ever."""

    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._wait()

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
        if self._waiting is not None:
            self._waiting.cancel()
        self._waiting = self.loop.call_later(HEAD_SECONDS, self._give_up)

    def _give_up(self) -> None:
        if self.cycle is None or self.cycle.response_complete:  # else a request came, and is being answered
            self.timeout_keep_alive_handler()
