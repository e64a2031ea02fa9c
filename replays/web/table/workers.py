"""Threads with deadlines for commands and for messages to followers: commands come first.

A general pool wakes a thread for each request and the event loop for each result. Fifty simultaneous moves would then
be forty threads that delay each other, with the wording for followers among them. Here, a few threads take the task
with the earliest deadline: a command is due at once, messages to followers a moment later. So moves are acknowledged
before followers are notified, and nobody waits forever.
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
"""Number of threads. While one waits for the disk, the others decide moves for the next commit."""

Done = TypeVar("Done")
Item = TypeVar("Item")


class Inbox(Generic[Item]):
    """Passes items from threads to the event loop; items that arrive together are handled in one call."""

    def __init__(self, loop: asyncio.AbstractEventLoop, take: Callable[[Item], object]) -> None:
        """Call `take` with each item, in order, on the loop."""
        self._loop = loop
        self._take = take
        self._items: deque[Item] = deque()
        self._called = False

    def put(self, item: Item) -> None:
        """Pass an item on, from any thread.

        Raises:
            RuntimeError: the loop is closed.
        """
        self.put_all((item,))

    def put_all(self, items: Iterable[Item]) -> None:
        """Pass several items on; see `put`."""
        self._items.extend(items)
        if not self._called:
            self._called = True
            self._loop.call_soon_threadsafe(self._take_all)

    def _take_all(self) -> None:
        self._called = False  # before looking: later items are handled by another call
        while self._items:
            self._take(self._items.popleft())


class Workers:
    """Runs tasks in threads, those with the earliest deadline first.

    Attributes:
        idle: called on the event loop after the last command has run, before its response is sent.
    """

    def __init__(self, many: int = MANY) -> None:
        """Prepare this many threads; they start when there is work. Call it on the event loop."""
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
        """Run `do` in a thread and return its result.

        If the caller is cancelled, `do` still runs, and its result is dropped.

        Args:
            do: the task.
            within: seconds that it may wait behind tasks due earlier.
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
        """Whether no command is waiting or running; call it on the event loop."""
        return not self._commands

    def tell(self, news: Callable[[], object]) -> None:
        """Call a function on the event loop. From one of these threads, the call is combined with the end of its task.

        Raises:
            RuntimeError: the loop is closed.
        """
        held: list[Callable[[], object]] | None = getattr(self._mine, "held", None)
        if held is None:
            self._done.put_all([news])
        else:
            held.append(news)

    def close(self) -> None:
        """Finish the waiting tasks and end the threads. Later tasks run in other threads."""
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
        """Return the task with the earliest deadline, once there is one; `None` if no more will come."""
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
    if told.done():  # the caller was cancelled
        return
    if error is not None:
        told.set_exception(error)
    else:
        told.set_result(done)
