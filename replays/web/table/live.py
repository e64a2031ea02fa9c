"""Following a match as it is recorded: server-sent events, resumed by the position of the last one seen.

One thread follows the ledger, whoever records into it. Those who may see the same and read
the same language share a channel: what was recorded
is put into words once and sent to all of them. What a seat asks of the others is sent as well; it is in no ledger, so
it has no position, and a stream that resumes is told how it stands now.
"""

from __future__ import annotations

import asyncio
import json
import logging
import threading
import time
from bisect import bisect_right
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from functools import partial
from typing import Any

from anyio import CapacityLimiter, to_thread

from tablescribe.domain.box.rulebook import ENGLISH
from tablescribe.domain.tournament.model.roles import PUBLIC
from tablescribe.domain.words.text import say
from tablescribe.ledger.log.coordination import AGAIN
from tablescribe.ledger.log.errors import LedgerUnavailable
from tablescribe.replays.web.access.access import REVOKED, SPECTATOR, NoPass, Pass, shared_by
from tablescribe.replays.web.http.limits import TooMany
from tablescribe.replays.web.table.queries import Queries

HEARTBEAT = 15.0
"""Seconds after which a silent stream says that it is still there, and any looks whether the pass is still good."""

MOST_STREAMS = 50
MOST_FOLLOWERS = 5_000
"""Streams for one pass, and for all before spectators are sent away. A table's recorders may share one pass."""

PAUSE = 1.0
"""Seconds after which following the ledger is tried again."""

THREADS = 8
"""Threads in which channels read: of their own, so that nobody who records waits behind those who follow."""

TOURNAMENT = "tournament"
"""Instead of a role, in the key of a channel that tells a tournament: all who follow it are told the same."""

ASKED = "asked"
"""What all processes are told when a request to take back was made or answered."""

GOLDEN = 0.618
"""Multiples of it, without their whole parts, lie far apart from each other however many there are."""

RETRY = b"retry: 2000\n\n"
log = logging.getLogger("tablescribe.web")


class Follower:
    """What wakes one follower: something new, or a moment that has come. Its clock is not set for each message."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._heard: asyncio.Future[None] | None = None
        self._due: asyncio.TimerHandle | None = None
        self._moment = 0.0

    def wake(self) -> None:
        """Let the follower look again, if it waits."""
        if self._heard is not None and not self._heard.done():
            self._heard.set_result(None)

    async def listen(self, moment: float) -> None:
        """Wait to be woken, until a moment of the loop's clock at most."""
        if self._due is None or self._moment != moment:
            self.close()
            self._due, self._moment = self._loop.call_at(moment, self.wake), moment
        self._heard = self._loop.create_future()
        await self._heard

    def close(self) -> None:
        """Stop the clock."""
        if self._due is not None:
            self._due.cancel()


class Channel:
    """What those who may see the same of a match are sent: what was recorded after the first position asked for."""

    def __init__(self, threads: CapacityLimiter, read: Callable[[int], list[dict[str, Any]]], begins: int) -> None:
        """Read with threads of our own what was recorded after a position."""
        self.threads = threads
        self.ears: set[Follower] = set()
        self.begins = begins
        self.read = False
        self._lines = read
        self.positions: list[int] = []
        self.messages: list[bytes] = []
        self._reading = asyncio.Lock()

    async def refresh(self) -> None:
        """Read what is new, and wake everybody up."""
        async with self._reading:
            after = self.positions[-1] if self.positions else self.begins
            for position, told in await self._read(after):
                self.positions.append(position)
                self.messages.append(told)
            new, self.read = not self.read or self.positions[-1:] > [after], True
        if new:
            self.wake()

    async def reach_back(self, after: int) -> None:
        """Read what was recorded after a position and before all that is here, for one who comes with less."""
        async with self._reading:
            if after >= self.begins:
                return
            earlier = [one for one in await self._read(after) if one[0] <= self.begins]
            self.positions[:0] = [position for position, _ in earlier]
            self.messages[:0] = [told for _, told in earlier]
            self.begins = after

    async def _read(self, after: int) -> list[tuple[int, bytes]]:
        def read() -> list[tuple[int, bytes]]:
            return [(line["position"], message(line)) for line in self._lines(after)]

        return await to_thread.run_sync(read, limiter=self.threads)

    def wake(self) -> None:
        """Let everybody look again."""
        for ear in self.ears:
            ear.wake()

    def after(self, position: int) -> tuple[int, list[bytes]]:
        """Return the last position there is, and the messages after one."""
        new = self.messages[bisect_right(self.positions, position) :]
        return (self.positions[-1] if new else position), new


class LiveUpdates:
    """All channels, and the thread that follows the ledger.

    Attributes:
        listeners: told on the event loop in which stream something was recorded; the empty text: the service stops.
        asked_of: returns how the last request to take back in a match stands, if there was one.
    """

    def __init__(self, queries: Queries) -> None:
        self.queries = queries
        self.ended = False
        self.listeners: list[Callable[[str], None]] = []
        self._channels: dict[tuple[str, str, int | None, str, Queries], Channel] = {}
        self._asked: dict[str, tuple[int, bytes]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._subscription: Any = None
        self._watcher: threading.Thread | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._streams: Counter[str] = Counter()
        self._revoked: set[str] = set()
        self._looks: dict[Any, asyncio.Task[Any]] = {}
        self._come = 0
        self._threads = CapacityLimiter(THREADS)
        self.asked_of: Callable[[str], Mapping[str, Any] | None] = lambda match_id: None

    @property
    def followers(self) -> int:
        """How many streams are open."""
        return sum(len(channel.ears) for channel in self._channels.values())

    # --- following the ledger -----------------------------------------------------------------

    def start(self) -> None:
        """Begin to follow the ledger; called on the event loop."""
        self._loop = asyncio.get_running_loop()
        recorder = self.queries.ledger.log
        seen = recorder.max_notification_id() or 0
        self._subscription = recorder.subscribe(gt=seen)
        self._watcher = threading.Thread(target=self._watch, args=(self._loop, seen), name="live", daemon=True)
        self._watcher.start()

    def _watch(self, loop: asyncio.AbstractEventLoop, seen: int) -> None:
        """Pass on what is recorded, whatever happens to the database meanwhile, until the service stops."""
        while not self.ended:
            try:
                for notification in self._subscription:
                    seen = notification.id
                    loop.call_soon_threadsafe(self._arrived, str(notification.originator_id), notification.topic)
            except Exception as error:
                if self.ended or loop.is_closed():
                    return
                _trouble("following the ledger failed; it is tried again", error)
                time.sleep(PAUSE)
                self._subscription = self.queries.ledger.log.subscribe(gt=seen)

    def _arrived(self, match_id: str, kind: str) -> None:
        for told in self.listeners:
            told(match_id)
        for (one, role, *_), channel in list(self._channels.items()):
            if one == match_id or (role == TOURNAMENT and kind == "Opened"):  # a table that can be played at now
                late = self.queries.delay if role == SPECTATOR else 0.0
                self._refresh_in(late, channel, match_id)

    def _refresh_in(self, seconds: float, channel: Channel, match_id: str) -> None:
        async def refresh() -> None:
            await asyncio.sleep(seconds + 0.02 if seconds else 0)
            try:
                await channel.refresh()
            except Exception as error:
                _trouble(f"match {match_id} cannot be told now", error)

        self._task(refresh())

    def _task(self, do: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.get_running_loop().create_task(do)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # --- what is asked ------------------------------------------------------------------------

    def announce(self, match_id: str, request: Mapping[str, Any]) -> None:
        """Tell all at a table, but not spectators, how a request to take back stands; safe from any thread."""
        self._on_the_loop(self._ask, match_id, asking(request))
        self.queries.access.coordination.tell(ASKED, match_id)

    def hear(self, what: str, about: str) -> None:
        """Hear what some process that serves the ledger tells all of them; safe from any thread."""
        self._on_the_loop(self._hear, what, about)

    def _on_the_loop(self, do: Callable[..., None], *said: Any) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(do, *said)

    def _hear(self, what: str, about: str) -> None:
        if what == REVOKED:
            self._revoked |= {one for one in (about, shared_by(about)) if one in self._streams}
            self._wake_all()
        elif what in (ASKED, AGAIN):
            here = {one for one, role, *_ in self._channels if role not in (SPECTATOR, TOURNAMENT)}
            for match_id in here & {about} if what == ASKED else here:
                self._task(self._learn(match_id))

    async def _learn(self, match_id: str) -> None:
        """Look how the last request to take back in a match stands: some process has told that it changed."""
        try:
            found = await to_thread.run_sync(self.asked_of, match_id, limiter=self._threads)
        except Exception as error:
            _trouble(f"what is asked in match {match_id} cannot be told now", error)
            return
        if found is not None:
            self._ask(match_id, asking(found))

    def _ask(self, match_id: str, told: bytes) -> None:
        number, before = self._asked.get(match_id, (0, b""))
        if told == before:
            return
        self._asked[match_id] = (number + 1, told)
        for (one, *_), channel in self._channels.items():
            if one == match_id:
                channel.wake()

    # --- stopping -----------------------------------------------------------------------------

    def end(self) -> None:
        """Let all streams end, so that the service can stop; safe from a signal handler or another thread."""
        self.ended = True
        self._on_the_loop(self._wake_all)
        for told in self.listeners:
            self._on_the_loop(told, "")

    def _wake_all(self) -> None:
        for channel in self._channels.values():
            channel.wake()

    def stop(self) -> None:
        """Stop following the ledger."""
        self.end()
        if self._subscription is not None:
            self._subscription.stop()
            self._subscription.join()

    def check_room(self, who: Pass) -> None:
        """Raise `TooMany` if one person, or all spectators together, follow more than can be served.

        A share link is one for a whole hall. Whoever plays, records or judges gets in however many watch.
        """
        own = self._streams[who.id]
        watches = who.role in (SPECTATOR, PUBLIC)
        if (watches and self.followers >= MOST_FOLLOWERS) or (not watches and own >= MOST_STREAMS):
            raise TooMany(say("too many pages are following live. Close some, then reload"))

    # --- one stream ---------------------------------------------------------------------------

    async def follow(
        self, who: Pass, token: str, match_id: str, after: int, language: str = ENGLISH, *, tournament: bool = False,
        queries: Queries | None = None,
    ) -> AsyncIterator[bytes]:  # fmt: skip
        """Yield a stream for one follower: everything after a position, then whatever comes, until it ends.

        It ends when the service does, or when the pass was revoked or has expired. `queries`: whose words it has.
        """
        if tournament:  # what everybody may know of it is the same: that there is something new
            key: tuple[str, str, int | None, str, Queries] = (match_id, TOURNAMENT, None, "", self.queries)
            read = partial(self.queries.hall.lines, match_id)
        else:
            key = (match_id, who.role, who.seat, language, queries or self.queries)
            read = partial((queries or self.queries).lines, who, match_id, language=language)
        channel = self._channels.setdefault(key, Channel(self._threads, read, after))
        ear, now = Follower(), asyncio.get_running_loop().time
        channel.ears.add(ear)
        self._streams[who.id] += 1
        heard = 0
        try:
            yield RETRY
            if not channel.read:
                await self._look(channel, token, match_id)
            if match_id not in self._asked and who.role != SPECTATOR:
                await self._learn(match_id)
            if after < channel.begins:
                await channel.reach_back(after)
            looked = now() - self._apart()
            while not self.ended:
                # however much there is to tell; and in case that an announcement was lost
                if now() >= looked + HEARTBEAT or who.id in self._revoked:
                    yield await self._look(channel, token, match_id)
                    looked = now()
                after, new = channel.after(after)
                number, asked = self._asked.get(match_id, (0, b""))
                if number > heard and who.role != SPECTATOR:
                    new, heard = [*new, asked], number
                if new:
                    yield b"".join(new)
                else:
                    await ear.listen(looked + HEARTBEAT)
        except NoPass:
            yield b"event: ended\ndata: {}\n\n"
        finally:
            ear.close()
            channel.ears.discard(ear)
            self._streams[who.id] -= 1
            if not self._streams[who.id]:
                del self._streams[who.id]
                self._revoked.discard(who.id)
            if not channel.ears:
                self._channels.pop(key, None)

    async def _look(self, channel: Channel, token: str, match_id: str) -> bytes:
        """Look whether something is new, and the pass still good; return a comment for the stream.

        While the ledger cannot be read the stream stays: it goes on when the ledger is there again.
        """
        try:
            await self._one_look(channel, channel.refresh)
            await self._one_look(token, partial(self._check, token))
        except LedgerUnavailable as error:
            _trouble(f"match {match_id} cannot be followed now", error)
            return b": the ledger cannot be read now\n\n"
        return b": still here\n\n"

    async def _one_look(self, at: Any, look: Callable[[], Coroutine[Any, Any, Any]]) -> None:
        """Look at something; many who want to at once, as followers of one match by one link, are one."""
        if (task := self._looks.get(at)) is None:
            task = self._looks[at] = self._task(look())
            task.add_done_callback(lambda _: self._looks.pop(at, None))
        await asyncio.shield(task)

    async def _check(self, token: str) -> None:
        await to_thread.run_sync(self.queries.access.who, token, limiter=self._threads)

    def _apart(self) -> float:
        """Return by how many seconds a stream's first look is earlier: many that began together look one by one."""
        self._come += 1
        return self._come * GOLDEN % 1 * HEARTBEAT / 2


def _trouble(what: str, error: Exception) -> None:
    """Log it, with a trace unless it is the ledger that is away."""
    if isinstance(error, LedgerUnavailable):
        log.warning(what, extra={"facts": {"because": str(error)}})
    else:
        log.error(what, exc_info=error)


def message(line: dict[str, Any]) -> bytes:
    """Return one event of a match as a message; its id is the position from which a stream resumes."""
    data = json.dumps(line, ensure_ascii=False, separators=(",", ":"))
    return f"id: {line['position']}\nevent: recorded\ndata: {data}\n\n".encode()


def asking(request: Mapping[str, Any]) -> bytes:
    """Return a request to take back as a message. It has no id: a stream resumes from what was recorded."""
    return f"event: asked\ndata: {json.dumps(request, separators=(',', ':'))}\n\n".encode()
