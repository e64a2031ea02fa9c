"""Server-sent events for followers of a tournament: new versions, as one shared message, and the service's time."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import suppress

from tablescribe.domain.words.text import Spoken, say
from tablescribe.ledger.log.errors import LedgerError
from tablescribe.replays.web.http.limits import TooMany
from tablescribe.replays.web.public.page_cache import PageCache
from tablescribe.replays.web.table.live import HEARTBEAT, MOST_FOLLOWERS, RETRY, LiveUpdates

MOST_FROM_ONE = MOST_FOLLOWERS // 5
"""Maximum number of streams per address: enough for a hall behind one address, without locking out all others."""

SPREAD, PAUSE = 20, 0.02
"""Number of groups in which followers are notified, and the seconds between groups. All followers then ask for
pages, and the first must not wait until the last is notified."""


class _Room:
    """The followers of one tournament."""

    def __init__(self) -> None:
        self.followers, self.version, self.message = 0, 0, b""
        self.changed = asyncio.Event()

    def wake(self) -> None:
        self.changed.set()
        self.changed = asyncio.Event()


class PublicUpdates:
    """Notifies followers of tournaments of changes; everything here runs on the event loop."""

    def __init__(self, boards: PageCache, live: LiveUpdates) -> None:
        self.boards, self.live = boards, live
        self._rooms: dict[str, _Room] = {}
        self._from = Counter[str]()
        self._tasks: set[asyncio.Task[None]] = set()
        self.encoded = 0
        live.listeners.append(self.arrived)

    @property
    def followers(self) -> int:
        """The number of followers."""
        return sum(room.followers for room in self._rooms.values())

    def arrived(self, stream_id: str) -> None:
        """Handle a new event in a stream; an empty string means shutdown."""
        self.boards.outdated(stream_id)
        if not stream_id:
            for room in self._rooms.values():
                room.wake()
        elif stream_id in self._rooms:
            task = asyncio.get_running_loop().create_task(self._tell(stream_id))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _tell(self, tournament_id: str) -> None:
        """Make one message with the new version for all followers, and wake them."""
        with suppress(LedgerError):  # while the ledger is unavailable, there is no news
            known, room = await self.boards.now(tournament_id), self._rooms.get(tournament_id)
            if room is not None and known.now.version > room.version:
                await self.boards.warm(tournament_id)  # render pages before followers ask for them
                if known.now.version <= room.version:
                    return
                room.version = known.now.version
                data = json.dumps({"version": room.version})
                room.message = f"id: {room.version}\nevent: changed\ndata: {data}\n\n".encode()
                self.encoded += 1
                room.wake()

    async def _time(self, tournament_id: str) -> bytes:
        """Return a message with the service's time, for devices with wrong clocks, and the version of unlogged data.

        Times of starts are not in the log, so devices learn of a new one from the next of these messages.
        """
        starts = ""
        with suppress(Spoken):  # while the ledger is unavailable
            starts = (await self.boards.now(tournament_id)).starts
        data = json.dumps({"now": round(time.time() * 1000), "starts": starts})
        return f"event: time\ndata: {data}\n\n".encode()

    def check_room(self, sender: str) -> None:
        """Raise `TooMany` if there are too many followers in total or from one address."""
        if self.followers >= MOST_FOLLOWERS or self._from[sender] >= MOST_FROM_ONE:
            raise TooMany(say("too many pages are following live. Close some, then reload"))

    async def follow(self, tournament_id: str, after: int, sender: str) -> AsyncIterator[bytes]:
        """Yield a stream for one follower: the current version if it is new to them, then each new version."""
        room = self._rooms.setdefault(tournament_id, _Room())
        room.followers += 1
        self._from[sender] += 1
        turn = room.followers % SPREAD
        try:
            yield RETRY + await self._time(tournament_id)
            await self._tell(tournament_id)
            told = after
            while not self.live.ended:
                if room.version != told:
                    if told and turn:
                        await asyncio.sleep(turn * PAUSE)
                    told = room.version
                    yield room.message
                    continue
                changed = room.changed
                with suppress(TimeoutError):
                    async with asyncio.timeout(HEARTBEAT):
                        await changed.wait()
                        continue
                yield await self._time(tournament_id)
        finally:
            room.followers -= 1
            self._from[sender] -= 1
            if not self._from[sender]:
                del self._from[sender]
            if not room.followers:
                self._rooms.pop(tournament_id, None)
