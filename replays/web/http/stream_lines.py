"""Write to the connections of streams directly, with messages that are framed once for many followers.

Through all ASGI layers, each message would cost every follower a task, a generator and a state machine. A `Line` takes
bytes that were framed once for all. The layers above stay in control: they start and end the stream, and send messages
for a single follower.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from tablescribe.replays.web.http.limits import App, Message, Receive, Scope, Send

if TYPE_CHECKING:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

EXTENSION = "tablescribe.line"
"""The ASGI scope extension that contains a request's line."""


class Line(Protocol):
    """A stream that can be written to directly."""

    @property
    def is_free(self) -> bool:
        """Whether it accepts bytes now: the stream has started and is open, and its client keeps up."""
        ...

    def write(self, framed: bytes) -> None:
        """Send bytes returned by `framed`. Call it on the event loop, and only while the line is free."""
        ...


class ChunkedLine:
    """The line of a request that uvicorn answers in chunks (HTTP/1.1)."""

    __slots__ = ("_cycle",)

    def __init__(self, cycle: RequestResponseCycle) -> None:
        self._cycle = cycle

    @property
    def is_free(self) -> bool:
        """See `Line`."""
        cycle = self._cycle
        open_ = cycle.response_started and not cycle.response_complete and not cycle.disconnected
        return open_ and not cycle.flow.write_paused and not cycle.transport.is_closing()

    def write(self, framed: bytes) -> None:
        """See `Line`."""
        self._cycle.transport.write(framed)


def framed(data: bytes) -> bytes:
    """Return data as one chunk of a body (RFC 9112, section 7.1)."""
    return b"%x\r\n%b\r\n" % (len(data), data)


def with_line(app: App, protocol: HttpToolsProtocol) -> App:
    """Return an application that adds a line to each request whose response will be chunked.

    HTTP/1.0 clients do not know chunks, but uvicorn's compiled protocol would send them. They get plain bytes.
    """

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        cycle: RequestResponseCycle = protocol.cycle
        is_its = cycle.scope is scope  # otherwise the client has already sent the next request
        if is_its and scope["type"] == "http":
            if scope["http_version"] != "1.1":
                send = _without_chunks(cycle, send)
            elif scope["method"] == "GET":
                scope.setdefault("extensions", {})[EXTENSION] = ChunkedLine(cycle)
        await app(scope, receive, send)

    return answer


def _without_chunks(cycle: RequestResponseCycle, send: Send) -> Send:
    """Return a `send` whose answers of unknown length end with the connection (RFC 9112, section 6.3)."""
    plain = False

    async def sending(message: Message) -> None:
        nonlocal plain
        if message["type"] == "http.response.start":
            plain = all(name.lower() != b"content-length" for name, _ in message.get("headers", ()))
            if plain:
                cycle.chunked_encoding = False
        elif plain:
            cycle.expected_content_length = len(message.get("body", b""))
        await send(message)

    return sending


def line_of(scope: Mapping[str, Any]) -> Line | None:
    """Return the line of a request; `None` if it has none."""
    found: Line | None = (scope.get("extensions") or {}).get(EXTENSION)
    return found
