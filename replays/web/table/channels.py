"""Channels: the stream messages for all followers of a match who may see the same.

Each event is worded once and framed once per channel. Waiting followers get it written to their connections at once;
a follower that cannot keep up reads it later, in its own turn.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

import msgspec
from anyio import CapacityLimiter, to_thread

from tablescribe.replays.web.http.stream_lines import Line, framed
from tablescribe.replays.web.table.workers import Workers

LATER = 0.05
"""Seconds for which messages to followers may wait behind commands, which are recorded and answered first."""


class Follower:
    """One follower of a channel, woken by new messages or by a timeout. The timer is not reset for each message.

    Attributes:
        after: the position up to which it has been sent messages.
    """

    def __init__(self, after: int, line: Line | None = None) -> None:
        """Follow from a position; messages are written to a `line` directly, without waking the follower."""
        self.after = after
        self._line = line
        self._loop = asyncio.get_running_loop()
        self._heard: asyncio.Future[None] | None = None
        self._due: asyncio.TimerHandle | None = None
        self._moment = 0.0

    @property
    def waits(self) -> bool:
        """Whether it has sent everything it found, and waits to be woken."""
        return self._heard is not None and not self._heard.done()

    @property
    def can_be_written_to(self) -> bool:
        """Whether it waits and its line accepts bytes now. Otherwise it reads the channel itself, in its turn."""
        return self._line is not None and self.waits and self._line.is_free

    def write(self, position: int, framed: bytes) -> None:
        """Write the messages up to a position; call it only if `can_be_written_to`."""
        assert self._line is not None
        self.after = position
        self._line.write(framed)

    def wake(self) -> None:
        """Make a waiting follower read the channel again."""
        if self._heard is not None and not self._heard.done():
            self._heard.set_result(None)

    async def listen(self, moment: float) -> None:
        """Wait to be woken, at most until a moment of the event loop's clock."""
        if self._due is None or self._moment != moment:
            self.close()
            self._due, self._moment = self._loop.call_at(moment, self.wake), moment
        self._heard = self._loop.create_future()
        await self._heard

    def close(self) -> None:
        """Cancel the timer."""
        if self._due is not None:
            self._due.cancel()


class Channel:
    """The messages of a match for followers who may see the same, from the first requested position on."""

    def __init__(
        self,
        threads: CapacityLimiter,
        read: Callable[[int, int], list[dict[str, Any]]],
        begins: int,
        workers: Workers | None = None,
        kept: Callable[[int, int], list[dict[str, Any]] | None] = lambda after, come_to: None,
    ) -> None:
        """Prepare to read events after the position `begins`.

        New events are read by `workers` if given, and everything else by `threads`. While the ledger is unavailable
        there are no new events, so reading never blocks workers.

        `read` returns lines after a position. Its second argument is the position that the match is known to have
        reached; 0 if unknown. `kept` returns the same lines if they are cached, else `None`.
        """
        self.threads = threads
        self.workers = workers
        self.ears: set[Follower] = set()
        self.begins = begins
        self.read = False
        self._lines = read
        self._kept = kept
        self.positions: list[int] = []
        self.messages: list[bytes] = []
        self._reading = asyncio.Lock()

    async def refresh(self, *, news: bool = False, come_to: int = 0) -> None:
        """Read new events and send them. With `news` there are some, and commands take precedence.

        `come_to` is their position. Nothing is read if an earlier reading has reached it.
        """
        async with self._reading:
            after = self.positions[-1] if self.positions else self.begins
            if self.read and 0 < come_to <= after:
                return
            self._add(await self._read(after, news=news, come_to=come_to))
            new, self.read = not self.read or self.positions[-1:] > [after], True
        if new:
            self.tell()

    def _add(self, read: Iterable[tuple[int, bytes]]) -> bool:
        """Add messages that no other reading has added meanwhile; return whether there are any."""
        last = self._last
        new = [one for one in read if one[0] > last]
        self.positions += [position for position, _ in new]
        self.messages += [told for _, told in new]
        return bool(new)

    @property
    def _last(self) -> int:
        return self.positions[-1] if self.positions else self.begins

    @property
    def can_read(self) -> bool:
        """Whether it was read before and is not being read now, so that `read_together` can add new messages."""
        return self.read and not self._reading.locked()

    def pass_on(self, come_to: int) -> bool:
        """Send all events up to a position if their words are cached.

        Returns:
            Whether they are; else `refresh` is needed.
        """
        if not self.read or self._reading.locked():
            return False
        after = self.positions[-1] if self.positions else self.begins
        found = self._kept(after, come_to) if come_to > after else []
        if found is None:
            return False
        self.positions += [line["position"] for line in found]
        self.messages += map(message, found)
        if found:
            self.tell()
        return True

    async def reach_back(self, after: int) -> None:
        """Read events from an earlier position on, for a follower who resumes there."""
        async with self._reading:
            if after >= self.begins:
                return
            earlier = [one for one in await self._read(after) if one[0] <= self.begins]
            self.positions[:0] = [position for position, _ in earlier]
            self.messages[:0] = [told for _, told in earlier]
            self.begins = after

    async def _read(self, after: int, *, news: bool = False, come_to: int = 0) -> list[tuple[int, bytes]]:
        read = partial(self._messages, after, come_to)
        if news and self.workers is not None:
            return await self.workers.run(read, within=LATER)
        return await to_thread.run_sync(read, limiter=self.threads)

    def _messages(self, after: int, come_to: int) -> list[tuple[int, bytes]]:
        return [(line["position"], message(line)) for line in self._lines(after, come_to)]

    def wake(self) -> None:
        """Make all followers read the channel again."""
        for ear in self.ears:
            ear.wake()

    def tell(self) -> None:
        """Send new messages to all followers: framed once for those who wait; the others read them themselves."""
        told: dict[int, tuple[int, bytes]] = {}
        for ear in self.ears:
            if not ear.can_be_written_to:
                ear.wake()
                continue
            if ear.after not in told:
                position, new = self.after(ear.after)
                told[ear.after] = position, framed(b"".join(new)) if new else b""
            position, new_bytes = told[ear.after]
            if new_bytes:
                ear.write(position, new_bytes)

    def after(self, position: int) -> tuple[int, list[bytes]]:
        """Return the last position, and the messages after a position."""
        new = self.messages[bisect_right(self.positions, position) :]
        return (self.positions[-1] if new else position), new


async def read_together(workers: Workers, due: Mapping[Channel, int], before: Callable[[], object]) -> list[Exception]:
    """Read the new events of several channels in one task of a thread, and send them.

    Nobody waits for it. Messages that another reading adds meanwhile are added only once.

    Args:
        workers: the threads; commands take precedence.
        due: the position of the news of each channel.
        before: called in the thread before anything is read.

    Returns:
        The errors of channels that could not be read; these read again in their own turn.
    """
    after = {channel: channel._last for channel in due}

    def read() -> dict[Channel, list[tuple[int, bytes]] | Exception]:
        before()
        return {channel: _tried(channel, after[channel], come_to) for channel, come_to in due.items()}

    found = await workers.run(read, within=LATER)
    for channel, brought in found.items():
        if not isinstance(brought, Exception) and channel._add(brought):
            channel.tell()
    return [error for error in found.values() if isinstance(error, Exception)]


def _tried(channel: Channel, after: int, come_to: int) -> list[tuple[int, bytes]] | Exception:
    try:
        return channel._messages(after, come_to)
    except Exception as error:  # the other channels are still read
        return error


def message(line: dict[str, Any]) -> bytes:
    """Return an event of a match as a stream message; its id is the position from which a stream resumes."""
    return b"id: %d\nevent: recorded\ndata: %b\n\n" % (line["position"], msgspec.json.encode(line))
