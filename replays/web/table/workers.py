"""Threads for what everybody at the tables waits for: commands first, and then what followers are told of them.

A general pool wakes a thread for each request and the event loop for each result. Fifty moves in one instant would then
be forty threads that hold each other up, with the words for followers among them. Here, a few threads take what is due
first: a command at once, what followers are told a moment later. So moves are acknowledged before followers are told,
and nobody waits for ever.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from heapq import heappop, heappush
from itertools import count
from typing import Any, Generic, TypeVar

MANY = 8
"""Threads. While one waits for the disk, the others decide what the next commit takes along."""

Done = TypeVar("Done")
Item = TypeVar("Item")


class Inbox(Generic[Item]):
    """What threads hand to the event loop: what comes together is taken in one call of the loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop, take: Callable[[Item], object]) -> None:
        """Let `take` have each item, in order, on the loop."""
        self._loop = loop
        self._take = take
        self._items: deque[Item] = deque()
        self._called = False

    def put(self, item: Item) -> None:
        """Hand an item over, from any thread.

        Raises:
            RuntimeError: the loop is closed.
        """
        self.put_all((item,))

    def put_all(self, items: Iterable[Item]) -> None:
        """Hand several over; see `put`."""
        self._items.extend(items)
        if not self._called:
            self._called = True
            self._loop.call_soon_threadsafe(self._take_all)

    def _take_all(self) -> None:
        self._called = False  # before looking: what comes from now on is taken by another call
        while self._items:
            self._take(self._items.popleft())


class Workers:
    """Carries out work in threads, what is due first before the rest.

    Attributes:
        idle: called on the event loop whenever the last command was carried out; its answer is not sent yet.
    """

    def __init__(self, many: int = MANY) -> None:
        """Prepare so many threads; they start when there is work for them. Call it on the event loop."""
        self._loop = asyncio.get_running_loop()
        self._many = many
        self._numbers = count()
        self._queue: list[tuple[float, int, Callable[[], Any], asyncio.Future[Any]]] = []
        self._news = threading.Condition()
        self._idle = 0
        self._ends = False
        self._threads: list[threading.Thread] = []
        self._commands = 0
        self.idle: Callable[[], None] = lambda: None
        self._mine = threading.local()
        self._done = Inbox[Callable[[], object]](self._loop, _call)

    async def run(self, do: Callable[[], Done], *, within: float = 0.0) -> Done:
        """Return what `do` returns, which a thread carries out.

        If the caller is cancelled, it is carried out nevertheless, and nobody hears of it.

        Args:
            do: the work.
            within: so many seconds it may wait behind work that is due earlier.
        """
        if self._ends:
            return await asyncio.to_thread(do)
        told: asyncio.Future[Done] = self._loop.create_future()
        self._commands += not within
        with self._news:
            heappush(self._queue, (self._loop.time() + within, next(self._numbers), do, told))
            if self._idle:
                self._idle -= 1
                self._news.notify()
            elif len(self._threads) < self._many:
                self._start()
        try:
            return await told
        finally:
            self._commands -= not within
            if not self._commands:
                self.idle()

    @property
    def is_free(self) -> bool:
        """Whether no command is waiting or carried out; ask on the event loop."""
        return not self._commands

    def tell(self, news: Callable[[], object]) -> None:
        """Call something on the event loop; from a thread of these, together with the end of its work: in one wake-up.

        Raises:
            RuntimeError: the loop is closed.
        """
        held: list[Callable[[], object]] | None = getattr(self._mine, "held", None)
        if held is None:
            self._done.put_all([news])
        else:
            held.append(news)

    def close(self) -> None:
        """Carry out what waits, and end the threads. What is asked for later is carried out by others."""
        with self._news:
            self._ends = True
            self._news.notify_all()
        for thread in self._threads:
            thread.join()

    def _start(self) -> None:
        thread = threading.Thread(target=self._work, name=f"work-{len(self._threads)}", daemon=True)
        self._threads.append(thread)
        thread.start()

    def _work(self) -> None:
        while (task := self._next()) is not None:
            do, told = task
            held = self._mine.held = list[Callable[[], object]]()
            try:
                settle = partial(_settle, told, do(), None)
            except BaseException as error:
                settle = partial(_settle, told, None, error)
            if not self._loop.is_closed():
                self._done.put_all([settle, *held])
            del task, do, told, held, settle

    def _next(self) -> tuple[Callable[[], Any], asyncio.Future[Any]] | None:
        """Return what is due first, once there is anything; `None` where nothing will come any more."""
        with self._news:
            while not self._queue:
                if self._ends:
                    return None
                self._idle += 1
                self._news.wait()
            return heappop(self._queue)[2:]


def _call(do: Callable[[], object]) -> None:
    do()


def _settle(told: asyncio.Future[Any], done: Any, error: BaseException | None) -> None:
    if told.done():  # whoever waited was cancelled
        return
    if error is not None:
        told.set_exception(error)
    else:
        told.set_result(done)
