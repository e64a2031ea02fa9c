"""Followers of a tournament: told that it has another version, all by the same bytes, and what time it is here."""

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
"""Streams for one address: a hall behind one, and nobody who keeps all others out."""

SPREAD, PAUSE = 20, 0.02
"""Followers are told in so many groups, so many seconds apart: all ask for pages then, and the first should not wait
until the last was told."""


class _Room:
    """Those who follow one tournament."""

    def __init__(self) -> None:
        self.followers, self.version, self.message = 0, 0, b""
        self.changed = asyncio.Event()

    def wake(self) -> None:
        self.changed.set()
        self.changed = asyncio.Event()


class PublicUpdates:
    """Tells followers of tournaments what is new; everything here happens on the event loop."""

    def __init__(self, boards: PageCache, live: LiveUpdates) -> None:
        self.boards, self.live = boards, live
        self._rooms: dict[str, _Room] = {}
        self._from = Counter[str]()
        self._tasks: set[asyncio.Task[None]] = set()
        self.encoded = 0
        live.listeners.append(self.arrived)

    @property
    def followers(self) -> int:
        """How many follow."""
        return sum(room.followers for room in self._rooms.values())

    def arrived(self, stream_id: str) -> None:
        """Look at what was recorded in a stream; the empty text: the service stops."""
        self.boards.outdated(stream_id)
        if not stream_id:
            for room in self._rooms.values():
                room.wake()
        elif stream_id in self._rooms:
            task = asyncio.get_running_loop().create_task(self._tell(stream_id))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _tell(self, tournament_id: str) -> None:
        """Put the version into a message, once for all, and wake everybody up."""
        with suppress(LedgerError):  # while the ledger is away, nothing new is told
            known, room = await self.boards.now(tournament_id), self._rooms.get(tournament_id)
            if room is not None and known.now.version > room.version:
                await self.boards.warm(tournament_id)  # followers ask for them at once: then they lie ready
                if known.now.version <= room.version:
                    return
                room.version = known.now.version
                data = json.dumps({"version": room.version})
                room.message = f"id: {room.version}\nevent: changed\ndata: {data}\n\n".encode()
                self.encoded += 1
                room.wake()

    async def _time(self, tournament_id: str) -> bytes:
        """Return what time it is here, by which devices reckon whose clocks are wrong; and whether pages are others.

        Times of starts are in no log, so a new one is told with the next of these.
        """
        starts = ""
        with suppress(Spoken):  # while the ledger is away
            starts = (await self.boards.now(tournament_id)).starts
        data = json.dumps({"now": round(time.time() * 1000), "starts": starts})
        return f"event: time\ndata: {data}\n\n".encode()

    def check_room(self, sender: str) -> None:
        """Raise `TooMany` if more follow than can be served, all together or from one address."""
        if self.followers >= MOST_FOLLOWERS or self._from[sender] >= MOST_FROM_ONE:
            raise TooMany(say("too many pages are following live. Close some, then reload"))

    async def follow(self, tournament_id: str, after: int, sender: str) -> AsyncIterator[bytes]:
        """Yield a stream for one follower: the version that there is, if it is another, then each as it comes."""
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
