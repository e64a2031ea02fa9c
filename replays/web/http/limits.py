"""The outermost layer of the service: body sizes, rate limits, origins, security headers, the request log.

It is plain ASGI, so streams pass through unchanged.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, MutableMapping, Sequence
from contextlib import suppress
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Network, ip_address
from typing import Any

from anyio import CapacityLimiter, to_thread

from tablescribe.domain.words.text import Spoken, say
from tablescribe.ledger.log.coordination import Coordination
from tablescribe.replays.web.http.metrics import Metrics
from tablescribe.replays.web.http.together import Together

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

COOKIE = "tablescribe"
SMALL_BODY = 64 * 1024
LARGE_BODY = 1024 * 1024
PHOTO_BODY = 12 * 1024 * 1024
"""Maximum body of a note, in bytes: four photos of 2 MB in base64, which the page has reduced before."""

LARGE = ("/api/v1/matches", "/new", "/api/v1/tournaments", "/tournaments/new")
TABLE = "/import"
"""The path to which tables of results are uploaded as files."""

PEOPLE = ("/entrants", "/enter")
"""Paths with large bodies: a match or plan with its catalogue, a list of people. All others are small."""

BODY_SECONDS = 30.0
"""Seconds within which a body must arrive, so that slow senders hold no resources for long."""

THREADS = 4
"""Threads that look up passes and the rate limits that several processes share."""

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'; "
    "worker-src 'self'"
)
HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    (b"content-security-policy", CSP.encode()),
    (b"cache-control", b"no-store"),
)
"""Headers of each response that does not set them itself."""

BY_TLS = (b"strict-transport-security", b"max-age=31536000")
log = logging.getLogger("tablescribe.web")


class TooLarge(Spoken):
    """The request body is too large."""

    code = "request.too_large"


class TooSlow(Spoken):
    """The request body did not arrive in time."""

    code = "request.too_slow"


class TooMany(Spoken):
    """There were too many requests from this sender."""

    code = "request.too_many"


class ForeignOrigin(Spoken):
    """A page of another site sent this request with the cookie of this service."""

    code = "request.origin"


def sender_of(scope: Scope) -> str:
    """Return the key that identifies a sender: the address, or for IPv6 the network of one subscriber."""
    return _sender_at(str((scope.get("client") or ("?",))[0]))


@lru_cache(maxsize=4096)
def _sender_at(address: str) -> str:
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv4Address):
        return address
    return str(found.ipv4_mapped or IPv6Network((found, 64), strict=False))


def credential(headers: Mapping[str, str]) -> str:
    """Return the `Authorization` header of a request; a blank one, which some proxies send, counts as missing."""
    return headers.get("authorization", "").strip()


class TokenBuckets:
    """Token buckets per client, with a burst and a rate per second. `kind` distinguishes them from others."""

    def __init__(self, kind: str, burst: float, a_second: float, most: int = 10_000) -> None:
        self.kind, self.burst, self.a_second, self._most = kind, burst, a_second, most
        self._kept: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str, now: float) -> bool:
        """Take one token; return whether there was one."""
        left, at = self._kept.pop(client, (self.burst, now))
        left = min(self.burst, left + (now - at) * self.a_second)
        self._kept[client] = (max(left - 1, 0), now)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return left >= 1


class Guard:
    """The outermost layer of the service."""

    def __init__(
        self,
        app: App,
        metrics: Metrics,
        *,
        sorry: Callable[[Scope, Exception], App],
        hosts: frozenset[str] = frozenset(),
        secure: bool = False,
        known: Callable[[Sequence[Scope]], Sequence[str | None]] = lambda scopes: [None] * len(scopes),
        remembered: Callable[[Scope], str | None] = lambda scope: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Guard an application.

        Args:
            app: the application.
            metrics: the counters.
            sorry: returns the response for a refused request, or for a fault of the service.
            hosts: hosts whose pages may send requests, besides the requested host.
            secure: whether people reach the service by TLS only.
            known: returns the id of each request's valid pass, or `None`. Writes are rate-limited by this id, else by
                the sender's address, but never by an unchecked credential.
            remembered: returns the same for one request from the cache, without reading anything.
            clock: returns the time for rate limits, in seconds.
        """
        self.app = app
        self.metrics = metrics
        self.sorry = sorry
        self.hosts = hosts
        self.secure = secure
        self.headers = (*HEADERS, BY_TLS) if secure else HEADERS
        self.known = known
        self.remembered = remembered
        self.clock = clock
        self.writes = TokenBuckets("writes", burst=60, a_second=10)
        self.doors = TokenBuckets("doors", burst=20, a_second=0.5)
        self._threads = CapacityLimiter(THREADS)
        self._shared = Together(self._count)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status = time.perf_counter(), 0
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), *self._headers(message)]
            await send(message)

        try:
            known = await self._check(scope, headers)
            await self.app(scope, await self._limited(scope, headers, receive, known), sending)
        except Exception as error:  # sent with the usual headers, and counted
            if status:
                raise
            await self.sorry(scope, error)(scope, receive, sending)
        finally:
            self._remember(scope, status, time.perf_counter() - began)

    # --- checks -------------------------------------------------------------------------------

    async def _check(self, scope: Scope, headers: dict[str, str]) -> str | None:
        """Refuse requests that are too frequent, or from another site with our cookie; return the pass of a write."""
        client, path, known = sender_of(scope), scope["path"], None
        reads = scope["method"] in ("GET", "HEAD", "OPTIONS")
        if path.startswith("/enter/") or path.endswith(("/chair", "/chairs")):
            if not await self._take(scope, self.doors, client):
                raise TooMany(say("too many attempts. Wait a minute, then try again"))
        elif not reads:
            known, taken = await self._counted(scope)
            if not self.writes.take(_bucket(known or client), self.clock()) or not taken:
                raise TooMany(say("too many requests: wait a second, then send it again with the same command id"))
        if not reads and not credential(headers):
            self._check_origin(headers)
        return known

    async def _counted(self, scope: Scope) -> tuple[str | None, bool]:
        """Return the pass of a write, and whether the rate limit shared by all processes allows it."""
        if _shared_by_several(scope) is not None:
            return await self._shared.ask(scope)
        known = self.remembered(scope)
        if known is None:
            (known,) = await to_thread.run_sync(self.known, [scope], limiter=self._threads)
        return known, True

    def _count(self, scopes: Sequence[Scope]) -> list[tuple[str | None, bool]]:
        """Do the same as `_counted` for simultaneous writes, with one look-up for all of them."""
        known, coordination = self.known(scopes), _shared_by_several(scopes[0])
        assert coordination is not None
        writes, asked = self.writes, zip(known, scopes, strict=True)
        buckets = [f"{writes.kind} {_bucket(one or sender_of(scope))}" for one, scope in asked]
        return [*zip(known, coordination.take_all(buckets, writes.burst, writes.a_second), strict=True)]

    async def _take(self, scope: Scope, buckets: TokenBuckets, client: str) -> bool:
        """Take a token from the bucket of this process, and from the one shared by all processes."""
        who = _bucket(client)
        if not buckets.take(who, self.clock()):
            return False
        if (coordination := _shared_by_several(scope)) is None:
            return True
        asked = ([f"{buckets.kind} {who}"], buckets.burst, buckets.a_second)
        return all(await to_thread.run_sync(coordination.take_all, *asked, limiter=self._threads))

    def _check_origin(self, headers: dict[str, str]) -> None:
        """Refuse writes from pages of other sites: every browser sends the origin of a page that writes."""
        scheme, _, origin = headers.get("origin", "").partition("://")
        ours = {headers.get("host", ""), *self.hosts} - {""}
        if origin in ours and (scheme == "https" or not self.secure):
            return
        if not origin and headers.get("sec-fetch-site") == "same-origin":
            return
        text = say("the request did not come from a page of this service: open the page here, or use a bearer token")
        raise ForeignOrigin(text)

    async def _limited(self, scope: Scope, headers: dict[str, str], receive: Receive, known: str | None) -> Receive:
        """Return a `receive` that refuses a body that is too large or too slow, even without a declared length."""
        most = LARGE_BODY if scope["path"] in LARGE or scope["path"].endswith(PEOPLE) else SMALL_BODY
        if known and scope["path"].endswith("/notes"):  # large bodies only with a valid pass
            most = PHOTO_BODY
        elif known and scope["path"] == TABLE:
            most = LARGE_BODY
        told = headers.get("content-length", "0")
        if not told.isdecimal() or int(told[:12]) > most:
            if told.isdecimal() and int(told[:12]) <= LARGE_BODY:
                await _discard(receive)
            raise TooLarge(say("the request is larger than {bytes} bytes", bytes=most))
        got, more, until = 0, True, asyncio.get_running_loop().time() + BODY_SECONDS

        async def receiving() -> Message:
            nonlocal got, more
            if not more:  # only the end of the connection can follow; streams wait for it
                return await receive()
            try:
                async with asyncio.timeout_at(until):
                    message = await receive()
            except TimeoutError:
                seconds = f"{BODY_SECONDS:g}"
                text = say("the request took longer than {seconds} seconds: send it again", seconds=seconds)
                raise TooSlow(text) from None
            more = message.get("more_body", False)
            got += len(message.get("body", b""))
            if got > most:
                raise TooLarge(say("the request is larger than {bytes} bytes", bytes=most))
            return message

        return receiving

    # --- what goes out ------------------------------------------------------------------------

    def _headers(self, message: Message) -> list[tuple[bytes, bytes]]:
        set_already = {name.lower() for name, _ in message.get("headers", ())}
        return [one for one in self.headers if one[0] not in set_already]

    def _remember(self, scope: Scope, status: int, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", "other")
        self.metrics.request(scope["method"], route, status, seconds)
        if not log.isEnabledFor(logging.INFO):
            return
        facts = {"method": scope["method"], "route": route, "status": status, "ms": round(seconds * 1000, 1)}
        told = scope.get("path_params") or {}
        facts |= {key: told[key][:64] for key in ("match_id",) if key in told}  # not validated yet
        facts |= scope.get("state", {}).get("told", {})
        line = logging.LogRecord(log.name, logging.INFO, __file__, 0, "request", None, None)
        line.facts = facts  # `log.info` would look up its caller each time
        log.handle(line)


def _bucket(client: str) -> str:
    """Return the hashed key of a client, which does not reveal the address."""
    return hashlib.sha256(client.encode()).hexdigest()


def _shared_by_several(scope: Scope) -> Coordination | None:
    """Return the coordination of several processes on one ledger; `None` if there is only one process."""
    coordination: Coordination | None = getattr(getattr(scope.get("app"), "state", None), "coordination", None)
    return coordination if coordination is not None and coordination.several else None


async def _discard(receive: Receive) -> None:
    """Read the rest of a refused body: a proxy that cannot send all of it would answer 502 in place of our error."""
    with suppress(TimeoutError):
        async with asyncio.timeout(BODY_SECONDS):
            while (await receive()).get("more_body", False):
                pass
