"""Compress responses (gzip) for clients that accept it; streams pass through unchanged.

Compressing a secret together with an attacker's text reveals by the length whether they are alike (BREACH). So:
- Responses with a credential (a link, a PIN, a token) are never compressed.
- Another site's page gets no response with a user's cookie (SameSite=Strict), so it cannot choose reflected text.
- A player could still write notes into a match and watch the length of another's pages on the wire. So each response
  has up to `PADDING` random bytes in the gzip header, where no client looks, and every attempt is recorded.
Static files are the same for everybody and have no padding.
"""

from __future__ import annotations

import re
import secrets
import struct
import zlib

from starlette.concurrency import run_in_threadpool

from tablescribe.replays.web.http.limits import App, Message, Receive, Scope, Send

SMALLEST = 600
"""Size from which compression pays, in bytes."""

LARGE = 32 * 1024
"""Size from which a thread compresses, in bytes, so that the event loop stays free."""

PADDING = 128

PACKED = ("text/html", "text/css", "text/javascript", "text/plain", "application/json", "application/problem+json",
          "application/manifest+json", "image/svg+xml")  # fmt: skip

STATIC = "/static/"

CREDENTIALS = ("/share", "/chair", "/chairs", "/pin", "/passes", "/links", "/public")
"""Ends of paths whose responses may contain a credential; everything below `/enter/` may, too."""


class CompressionLayer:
    """A layer that compresses responses sent in one piece."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http" or _holds_credentials(scope["path"]):
            await self.app(scope, receive, send)
            return
        start: Message | None = None

        async def sending(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                start = message
                return
            if start is not None:
                first, start = start, None
                if not message.get("more_body", False):
                    body = message.get("body", b"")
                    message = {**message, "body": await _packed(scope, first, body)}
                await send(first)
            await send(message)

        await self.app(scope, receive, sending)


def _holds_credentials(path: str) -> bool:
    """Return whether the responses of a path may contain a credential."""
    return path.startswith("/enter/") or path.endswith(CREDENTIALS)


def _accepts(scope: Scope) -> bool:
    accepted = b",".join(value for name, value in scope["headers"] if name == b"accept-encoding").decode("latin-1")
    return takes_gzip(accepted)


def takes_gzip(accepted: str) -> bool:
    """Return whether a client with this `Accept-Encoding` accepts gzip."""
    return any(_is_gzip(one) for one in accepted.split(","))


def _is_gzip(accepted: str) -> bool:
    name, _, quality = accepted.lower().replace(" ", "").partition(";q=")
    return name in ("gzip", "*") and re.fullmatch(r"0(\.0*)?", quality) is None


async def _packed(scope: Scope, start: Message, body: bytes) -> bytes:
    """Return a body as it is sent, compressed if the client accepts it, and set the headers accordingly."""
    headers = list(start.get("headers", ()))
    told = {name.lower(): value for name, value in headers}
    kind = told.get(b"content-type", b"").decode("latin-1").partition(";")[0]
    if kind not in PACKED or b"content-encoding" in told:
        return body
    headers = [(name, value) for name, value in headers if name.lower() not in (b"content-length", b"vary")]
    vary = told.get(b"vary", b"")
    headers.append((b"vary", vary + b", Accept-Encoding" if vary else b"Accept-Encoding"))
    if len(body) >= SMALLEST and _accepts(scope):
        padding = 0 if scope["path"].startswith(STATIC) else PADDING
        body = pack(body, padding) if len(body) < LARGE else await run_in_threadpool(pack, body, padding)
        headers.append((b"content-encoding", b"gzip"))
    headers.append((b"content-length", str(len(body)).encode()))
    start["headers"] = headers
    return body


def pack(body: bytes, padding: int = PADDING) -> bytes:
    """Return a body as gzip, with a comment of random length below `padding` in its header (RFC 1952)."""
    deflate = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
    comment = b"x" * secrets.randbelow(padding or 1) + b"\0"
    head = b"\x1f\x8b\x08\x10" + b"\0" * 5 + b"\xff" + comment
    return (
        head + deflate.compress(body) + deflate.flush() + struct.pack("<II", zlib.crc32(body), len(body) & 0xFFFFFFFF)
    )
