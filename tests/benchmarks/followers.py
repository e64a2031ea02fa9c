"""One event to many followers: the service's processor time for each, `python -m tests.benchmarks.followers [MANY]`.

Followers are measured in three ways. First as streams in the service's own process, without sockets, so that the
kernel's work is not counted. Then through the whole application (ASGI) with its middleware, to a client that discards
everything: through its layers only, and on lines, as connections of the service have them.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.replays.web.access.access import Access
from tablescribe.replays.web.app import make_app
from tablescribe.replays.web.http.stream_lines import EXTENSION
from tablescribe.replays.web.table.live import LiveUpdates
from tablescribe.replays.web.table.queries import Queries
from tests.benchmarks.readings import keep

MANY, EVENTS = 500, 20
LIMIT = 5.0
"""Maximum in milliseconds."""


class Hall:
    """Followers who count what they receive."""

    def __init__(self, many: int) -> None:
        self.many, self.heard, self.all = many, 0, asyncio.Event()

    def hears(self, chunk: bytes) -> None:
        """Count a follower who receives an event."""
        if b"event: recorded" in chunk:
            self.heard += 1
            if self.heard == self.many:
                self.all.set()


@asynccontextmanager
async def streams(ledger: Ledger, match: str, hall: Hall) -> AsyncIterator[None]:
    """Let all followers follow a match by its stream."""
    live = LiveUpdates(Queries(ledger, Access(ledger)))
    live.start()
    who, token = live.queries.access.grant("spectator")

    async def follow() -> None:
        async for chunk in live.follow(who, token, match, ledger.log.max_notification_id() or 0):
            hall.hears(chunk)

    tasks = [asyncio.create_task(follow()) for _ in range(hall.many)]
    while live.followers < hall.many:
        await asyncio.sleep(0.05)
    yield
    live.stop()
    await asyncio.gather(*tasks)


class Heard:
    """A line whose client discards everything."""

    is_free = True

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    def write(self, framed: bytes) -> None:
        """Count what is received."""
        self._hall.hears(framed)


@asynccontextmanager
async def lines(ledger: Ledger, match: str, hall: Hall) -> AsyncIterator[None]:
    """Let all followers follow a match through the application, on lines."""
    async with application(ledger, match, hall, {EXTENSION: Heard(hall)}):
        yield


@asynccontextmanager
async def application(
    ledger: Ledger, match: str, hall: Hall, extensions: Mapping[str, Any] = MappingProxyType({})
) -> AsyncIterator[None]:
    """Let all followers follow a match through the application."""
    app = make_app(ledger)
    token = Access(ledger).grant("spectator")[1].encode()
    gone = asyncio.Event()
    path = f"/api/v1/matches/{match}/events"
    after = str(ledger.log.max_notification_id() or 0).encode()
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http",
        "path": path, "raw_path": path.encode(), "root_path": "", "query_string": b"after=" + after,
        "headers": [(b"host", b"localhost"), (b"authorization", b"Bearer " + token)],
        "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80),
    }  # fmt: skip

    async def follow() -> None:
        asked = False

        async def receive() -> dict[str, Any]:
            nonlocal asked
            if asked:
                await gone.wait()
                return {"type": "http.disconnect"}
            asked = True
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Any) -> None:
            assert message.get("status", 200) == 200, message
            hall.hears(message.get("body", b""))

        await app({**scope, "extensions": {**extensions}}, receive, send)

    async with app.router.lifespan_context(app):
        tasks = [asyncio.create_task(follow()) for _ in range(hall.many)]
        while app.state.live.followers < hall.many:
            await asyncio.sleep(0.05)
        yield
        gone.set()
        app.state.live.end()
        await asyncio.gather(*tasks, return_exceptions=True)


async def measured(ledger: Ledger, follow: Callable[..., Any], many: int) -> float:
    """Return the milliseconds of processor time until all followers have received an event."""
    scribe, hall, took = Scribe(ledger), Hall(many), list[float]()
    match = scribe.new("freeform", ["Ada", "Ben"]).id
    async with follow(ledger, match, hall):
        await asyncio.sleep(0.5)
        for _ in range(EVENTS):
            hall.heard = 0
            hall.all.clear()
            began = time.process_time()
            scribe.play(match, 1, {"do": "pass"})
            recorded = time.process_time() - began
            await hall.all.wait()
            took.append(time.process_time() - began - recorded)
    return statistics.median(took) * 1000


def main() -> None:
    """Measure and print."""
    many = int(sys.argv[1]) if sys.argv[1:] else MANY
    with tempfile.TemporaryDirectory() as folder:
        for follow in (streams, application, lines):
            ledger = open_ledger(Path(folder) / f"{follow.__name__}.db")
            few, all_ = (asyncio.run(measured(ledger, follow, n)) for n in (1, many))
            ledger.close()
            keep(
                f"an event to {many} followers: work of the {follow.__name__}",
                all_,
                unit="ms",
                better="less",
                goal=LIMIT,
            )
            print(f"  {follow.__name__:12} to 1: {few:6.2f} ms   to {many}: {all_:6.2f} ms  (goal {LIMIT:.0f} ms)")


if __name__ == "__main__":
    main()
