"""Follow matches as they are recorded: server-sent events, resumed after the position of the last one received.

Events recorded by this process are sent at once, those of others after they are read (`ledger_news.py`). Followers who
may see the same and read the same language share a channel (`channels.py`), so each event is worded once for all of
them. A seat's take-back request is sent, too. It is not in the ledger and has no position, so a resumed stream gets the
current request.
"""

from __future__ import annotations

import asyncio
import json
import math
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

from anyio import CapacityLimiter, to_thread
from eventsourcing.persistence import Notification

from tablescribe.domain.box.rulebook import ENGLISH
from tablescribe.domain.tournament.model.roles import PUBLIC
from tablescribe.domain.words.text import say
from tablescribe.ledger.log.coordination import AGAIN
from tablescribe.ledger.log.errors import LedgerUnavailable
from tablescribe.replays.web.access.access import REVOKED, NoPass, shared_by
from tablescribe.replays.web.access.passes import SPECTATOR, Pass
from tablescribe.replays.web.http.limits import TooMany
from tablescribe.replays.web.http.stream_lines import Line
from tablescribe.replays.web.table.channels import LATER, Channel, Follower, read_together
from tablescribe.replays.web.table.kept_lines import kept_lines
from tablescribe.replays.web.table.ledger_news import LedgerNews, News, trouble
from tablescribe.replays.web.table.queries import Queries
from tablescribe.replays.web.table.workers import Workers

HEARTBEAT = 15.0
"""Seconds between keep-alive comments of a silent stream, and between checks that its pass is still valid."""

MOST_STREAMS = 50
MOST_FOLLOWERS = 5_000
"""Maximum number of streams per pass, and in total for spectators. A table's recorders may share one pass."""

THREADS = 8
"""Threads for streams that start or reread, separate so that recording never waits behind followers."""

TOURNAMENT = "tournament"
"""Replaces the role in the key of a tournament's channel, because all of its followers get the same messages."""

ASKED = "asked"
"""The notification to all processes that a take-back request was made or answered."""

GOLDEN = 0.618
"""The golden ratio: the fractional parts of its multiples are evenly spread, however many there are."""

RETRY = b"retry: 2000\n\n"

Key: TypeAlias = tuple[str, str, int | None, str, Queries]
"""The key of a channel: the match, role and seat, language, and whether people are named."""


class LiveUpdates:
    """All channels, and the follower of the ledger that feeds them.

    Attributes:
        listeners: called on the event loop with the stream of each new event; with an empty string at shutdown.
        asked_of: returns the last take-back request in a match, if any.
    """

    def __init__(self, queries: Queries) -> None:
        self.queries = queries
        self.ended = False
        self.listeners: list[Callable[[str], None]] = []
        self._channels: dict[Key, Channel] = {}
        self._at: dict[str, dict[Key, Channel]] = {}
        self._asked: dict[str, tuple[int, bytes]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._news: LedgerNews | None = None
        self._due: dict[Channel, tuple[str, int, float]] = {}
        self._soon: asyncio.Handle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._streams: Counter[str] = Counter()
        self._revoked: set[str] = set()
        self._looks: dict[Any, asyncio.Task[Any]] = {}
        self._come = 0
        self._threads = CapacityLimiter(THREADS)
        self._workers: Workers | None = None
        self.asked_of: Callable[[str], Mapping[str, Any] | None] = lambda match_id: None

    @property
    def followers(self) -> int:
        """The number of open streams."""
        return sum(len(channel.ears) for channel in self._channels.values())

    @property
    def workers(self) -> Workers:
        """The threads for commands and followers; created on the event loop at their first use."""
        if self._workers is None:
            self._workers = Workers()
            self._workers.idle = self._when_answered
        return self._workers

    # --- following the ledger -----------------------------------------------------------------

    def start(self) -> None:
        """Start following the ledger; call it on the event loop."""
        self._loop = asyncio.get_running_loop()
        self._news = LedgerNews(self.queries.ledger.log, self.workers, self._recorded, self._recorded_elsewhere)

    def _recorded(self, news: Iterable[News]) -> None:
        """Make channels send what this process has recorded, after the waiting commands are answered."""
        for match_id, kind, position in news:
            try:
                for channel in self._arrived(match_id, kind, position):
                    self._pass_on_later(channel, match_id, position)
            except Exception as error:  # the answers of others come after it
                trouble(f"match {match_id} cannot be told now", error)

    def _recorded_elsewhere(self, recorded: Sequence[Notification]) -> None:
        """Make channels read what other processes have recorded, all in one task of one thread."""
        due: dict[Channel, int] = {}
        for one in recorded:
            match_id = str(one.originator_id)
            try:
                for channel in self._arrived(match_id, one.topic, one.id):
                    if channel.can_read:
                        due[channel] = one.id
                    else:
                        self._refresh_in(0.0, channel, match_id, one.id)
            except Exception as error:
                trouble(f"match {match_id} cannot be told now", error)
        if due:
            followed = [one for one in recorded if str(one.originator_id) in self._at]
            self._task(self._read_together(due, partial(self._take_in, followed)))

    async def _read_together(self, due: Mapping[Channel, int], before: Callable[[], object]) -> None:
        try:
            for error in await read_together(self.workers, due, before):
                trouble("a match cannot be told now", error)
        except Exception as error:
            trouble("what others recorded cannot be told now", error)

    def _take_in(self, recorded: Iterable[Notification]) -> None:
        """Bring matches that are followed here to where others have brought them, with what people are called now."""
        cache = self.queries.cache
        cache.called.recall(cache.take_in(recorded))

    def _arrived(self, match_id: str, kind: str, position: int) -> list[Channel]:
        """Notify listeners of a new event; return the channels that should send it now."""
        for told in self.listeners:
            told(match_id)
        now = list[Channel]()
        for (_, role, *_), channel in self._at.get(match_id, {}).items():
            if role == SPECTATOR and self.queries.delay:
                self._refresh_in(self.queries.delay, channel, match_id, position)
            else:
                now.append(channel)
        if kind == "Opened":  # a table that can be played at now
            for (_, role, *_), channel in self._channels.items():
                if role == TOURNAMENT:
                    self._refresh_in(0.0, channel, match_id, 0)
        return now

    def _pass_on_later(self, channel: Channel, match_id: str, position: int) -> None:
        """Make a channel send an event soon, after all waiting commands are answered."""
        loop = asyncio.get_running_loop()
        _, before, due = self._due.get(channel, ("", 0, loop.time() + LATER))
        self._due[channel] = match_id, max(position, before), due
        if self._soon is None:
            self._soon = loop.call_at(due, self._pass_on)
            if self.workers.is_free:
                self._when_answered()

    def _when_answered(self) -> None:
        """Make all channels send what waits, after the response being prepared has been sent."""
        if isinstance(self._soon, asyncio.TimerHandle):
            self._soon.cancel()
            self._soon = asyncio.get_running_loop().call_soon(self._pass_on, math.inf)

    def _pass_on(self, until: float = 0.0) -> None:
        """Make channels send what is due now or by a moment, the longest waiting first."""
        loop, self._soon = asyncio.get_running_loop(), None
        until = max(until, loop.time())
        for channel, (match_id, position, due) in [*self._due.items()]:
            if due > until:
                self._soon = loop.call_at(due, self._pass_on)
                return
            del self._due[channel]
            try:
                if not channel.pass_on(position):
                    self._refresh_in(0.0, channel, match_id, position)
            except Exception as error:
                trouble(f"match {match_id} cannot be told now", error)

    def _refresh_in(self, seconds: float, channel: Channel, match_id: str, position: int) -> None:
        async def refresh() -> None:
            await asyncio.sleep(seconds + 0.02 if seconds else 0)
            try:
                await channel.refresh(news=True, come_to=position)
            except Exception as error:
                trouble(f"match {match_id} cannot be told now", error)

        self._task(refresh())

    def _task(self, do: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.get_running_loop().create_task(do)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # --- what is asked ------------------------------------------------------------------------

    def announce(self, match_id: str, request: Mapping[str, Any]) -> None:
        """Send the state of a take-back request to everybody at a table except spectators; safe from any thread."""
        self._on_the_loop(self._ask, match_id, asking(request))
        self.queries.access.coordination.tell(ASKED, match_id)

    def hear(self, what: str, about: str) -> None:
        """Handle a notification from any process on the ledger; safe from any thread."""
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
        """Read the last take-back request of a match after a notification of its change."""
        try:
            found = await to_thread.run_sync(self.asked_of, match_id, limiter=self._threads)
        except Exception as error:
            trouble(f"what is asked in match {match_id} cannot be told now", error)
            return
        if found is not None:
            self._ask(match_id, asking(found))

    def _ask(self, match_id: str, told: bytes) -> None:
        number, before = self._asked.get(match_id, (0, b""))
        if told == before:
            return
        self._asked[match_id] = (number + 1, told)
        for channel in self._at.get(match_id, {}).values():
            channel.wake()

    # --- stopping -----------------------------------------------------------------------------

    def end(self) -> None:
        """End all streams for shutdown; safe from a signal handler or another thread."""
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
        if self._news is not None:
            self._news.stop()
        if self._workers is not None:
            self._workers.close()

    def check_room(self, who: Pass) -> None:
        """Raise `TooMany` if a pass has too many streams; for spectators, if all streams together are too many.

        A share link serves a whole hall. Those who play, record or judge are never refused because of spectators.
        """
        own = self._streams[who.id]
        watches = who.role in (SPECTATOR, PUBLIC)
        if (watches and self.followers >= MOST_FOLLOWERS) or (not watches and own >= MOST_STREAMS):
            raise TooMany(say("too many pages are following live. Close some, then reload"))

    # --- one stream ---------------------------------------------------------------------------

    async def follow(
        self, who: Pass, token: str, match_id: str, after: int, language: str = ENGLISH, *, tournament: bool = False,
        queries: Queries | None = None, line: Line | None = None,
    ) -> AsyncIterator[bytes]:  # fmt: skip
        """Yield a stream for one follower: everything after a position, then new messages, until it ends.

        It ends at shutdown, or when the pass is revoked or expires. `queries` determines the words of its messages.
        With a `line`, shared messages are written to it directly and not yielded.
        """
        if tournament:  # the same for everybody: that something is new
            key: Key = (match_id, TOURNAMENT, None, "", self.queries)
            read = partial(self._lines_of_tournament, match_id)
            kept: Callable[[int, int], list[dict[str, Any]] | None] = _nothing_kept
        else:
            key = (match_id, who.role, who.seat, language, queries or self.queries)
            whose = queries or self.queries
            read = partial(whose.lines, who, match_id, language=language)
            kept = partial(kept_lines, whose, who, match_id, language)
        channel = self._channels.setdefault(key, Channel(self._threads, read, after, self.workers, kept))
        ear, now, heard = Follower(after, line), asyncio.get_running_loop().time, 0
        self._join(key, channel, ear, who)
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
                # also while there is much to send, and in case a notification was lost
                if now() >= looked + HEARTBEAT or who.id in self._revoked:
                    yield await self._look(channel, token, match_id)
                    looked = now()
                ear.after, new = channel.after(ear.after)
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
            self._leave(key, channel, ear, who)

    def _lines_of_tournament(self, tournament_id: str, after: int, _: int) -> list[dict[str, Any]]:
        return self.queries.hall.lines(tournament_id, after)

    def _join(self, key: Key, channel: Channel, ear: Follower, who: Pass) -> None:
        self._at.setdefault(key[0], {})[key] = channel
        channel.ears.add(ear)
        self._streams[who.id] += 1

    def _leave(self, key: Key, channel: Channel, ear: Follower, who: Pass) -> None:
        ear.close()
        channel.ears.discard(ear)
        self._streams[who.id] -= 1
        if not self._streams[who.id]:
            del self._streams[who.id]
            self._revoked.discard(who.id)
        if not channel.ears:
            self._channels.pop(key, None)
            self._at[key[0]].pop(key, None)
            if not self._at[key[0]]:
                del self._at[key[0]]

    async def _look(self, channel: Channel, token: str, match_id: str) -> bytes:
        """Check for new messages and for a valid pass; return a comment for the stream.

        The stream stays open while the ledger is unavailable, and continues when it is back.
        """
        try:
            await self._one_look(channel, channel.refresh)
            await self._one_look(token, partial(self._check, token))
        except LedgerUnavailable as error:
            trouble(f"match {match_id} cannot be followed now", error)
            return b": the ledger cannot be read now\n\n"
        return b": still here\n\n"

    async def _one_look(self, at: Any, look: Callable[[], Coroutine[Any, Any, Any]]) -> None:
        """Run a check once for all who want it at the same moment, such as followers of a match by one link."""
        if (task := self._looks.get(at)) is None:
            task = self._looks[at] = self._task(look())
            task.add_done_callback(lambda _: self._looks.pop(at, None))
        await asyncio.shield(task)

    async def _check(self, token: str) -> None:
        await to_thread.run_sync(self.queries.access.who, token, limiter=self._threads)

    def _apart(self) -> float:
        """Return the seconds by which a stream's first check is earlier, to spread streams that started together."""
        self._come += 1
        return self._come * GOLDEN % 1 * HEARTBEAT / 2


def _nothing_kept(after: int, come_to: int) -> list[dict[str, Any]] | None:
    """Return nothing: a tournament is always read."""
    return None


def asking(request: Mapping[str, Any]) -> bytes:
    """Return a take-back request as a message. It has no id, because a stream resumes after a recorded event."""
    return f"event: asked\ndata: {json.dumps(request, separators=(',', ':'))}\n\n".encode()
