"""Channels: those who may see the same of a match, and what they are sent.

What was recorded is put into words once, and framed once. Whoever waits for it is written to at once; whoever cannot
keep up looks again in their turn.
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
"""Seconds for which what followers are told may wait behind commands: so long they are recorded and answered first."""


class Follower:
    """What wakes one follower: something new, or a moment that has come. Its clock is not set for each message.

    Attributes:
        after: the position up to which it was told.
    """

    def __init__(self, after: int, line: Line | None = None) -> None:
        """Follow after a position; a `line` is written to without waking anybody."""
        self.after = after
        self._line = line
        self._loop = asyncio.get_running_loop()
        self._heard: asyncio.Future[None] | None = None
        self._due: asyncio.TimerHandle | None = None
        self._moment = 0.0

    @property
    def waits(self) -> bool:
        """Whether it has been sent all that it looked for, and waits to be woken."""
        return self._heard is not None and not self._heard.done()

    @property
    def can_be_written_to(self) -> bool:
        """Whether it waits, and its line takes bytes now. Otherwise it looks itself, in its turn."""
        return self._line is not None and self.waits and self._line.is_free

    def write(self, position: int, framed: bytes) -> None:
        """Write what was recorded up to a position; call it only where that can be."""
        assert self._line is not None
        self.after = position
        self._line.write(framed)

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

    def __init__(
        self,
        threads: CapacityLimiter,
        read: Callable[[int, int], list[dict[str, Any]]],
        begins: int,
        workers: Workers | None = None,
        kept: Callable[[int, int], list[dict[str, Any]] | None] = lambda after, come_to: None,
    ) -> None:
        """Read what was recorded after a position: what is new by `workers`, where given, and the rest by threads.

        `read` is also told to which position the ledger is known to have come with this match; 0: nobody knows.

        `kept` returns the same if nothing has to be read or put into words for it, else `None`.

        While the ledger is away nothing new comes, so no reading keeps workers from carrying out commands.
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
        """Read what is new, and tell everybody. With `news` there is something, and commands come first.

        `come_to` is the position of the news: where a reading before has come as far, nothing is read.
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
        """Add what was read, but for what another reading has brought meanwhile; return whether anything is new."""
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
        """Whether it was read before and is not read now, so that `read_together` can bring what is new."""
        return self.read and not self._reading.locked()

    def pass_on(self, come_to: int) -> bool:
        """Tell everybody what was recorded up to a position, if that was read and put into words before.

        Returns:
            Whether it was; else `refresh` is needed.
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
        """Read what was recorded after a position and before all that is here, for one who comes with less."""
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
        """Let everybody look again."""
        for ear in self.ears:
            ear.wake()

    def tell(self) -> None:
        """Send what is new to everybody: framed once for those who wait for it; the others look themselves."""
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
        """Return the last position there is, and the messages after one."""
        new = self.messages[bisect_right(self.positions, position) :]
        return (self.positions[-1] if new else position), new


async def read_together(workers: Workers, due: Mapping[Channel, int], before: Callable[[], object]) -> list[Exception]:
    """Let channels that can read bring what was recorded up to their positions, all by one task of a thread, and tell.

    Nobody waits for it: whatever else is read meanwhile is added once.

    Args:
        workers: the threads; commands come first.
        due: up to which position each is known to have news.
        before: is called by that thread before anything is read.

    Returns:
        The errors of those that could not be read; they look again in their turn.
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
    except Exception as error:  # the others are read nevertheless
        return error


def message(line: dict[str, Any]) -> bytes:
    """Return one event of a match as a message; its id is the position from which a stream resumes."""
    return b"id: %d\nevent: recorded\ndata: %b\n\n" % (line["position"], msgspec.json.encode(line))
