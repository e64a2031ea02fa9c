"""Group commit: threads that arrive while another is at work are served together, by one of them.

The first thread that finds nobody at work does its own work at once. Threads that come meanwhile queue. When it is
done, the first of the queue becomes the leader: it does the work of all that queue by then, and wakes them. Nobody
waits for others to join, no thread is reserved for the work, and the work of a group always begins after each of its
requests was made.

Sources: group commit is due to DeWitt, Katz, Olken, Shapiro, Stonebraker and Wood, "Implementation techniques for main
memory database systems", SIGMOD 1984. Without a timer, and led by the first that waits, it is the queue of writers of
LevelDB (`DBImpl::Write`) and the binary log group commit of MySQL.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Generic, TypeVar

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")


class Request(Generic[Asked, Answer]):
    """What a thread that queues asks for, and its answer or error.

    Attributes:
        asked: what is asked for.
        since: monotonic time at which it was asked, in seconds.
        over: whether it has been answered.
        answer: the answer, if `over`.
        error: the error, if it failed.
        gate: a lock that is released once, to wake the thread. It is cheaper than a `threading.Event`.
        leads: whether its thread is the leader. Only changed with the queue locked.
    """

    __slots__ = ("answer", "asked", "error", "gate", "leads", "over", "since")

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.since = time.monotonic()
        self.over = self.leads = False
        self.answer: Answer | None = None
        self.error: BaseException | None = None
        self.gate = threading.Lock()
        self.gate.acquire()

    def end(self, answer: Answer) -> None:
        """Set the answer."""
        self.answer, self.over = answer, True

    def result(self) -> Answer:
        """Return the answer, or raise the error."""
        if not self.over:
            raise self.error or RuntimeError("the thread that led this one was interrupted")
        return self.answer  # type: ignore[return-value]


class GroupCommit(Generic[Asked, Answer]):
    """Does the work of one thread at a time, or together that of all threads that came meanwhile."""

    __slots__ = ("_alone", "_led", "_lock", "_together", "_waiting")

    def __init__(self, together: Callable[[Sequence[Request[Asked, Answer]]], object]) -> None:
        """Prepare to serve groups with `together`.

        It ends each request or sets its error. What it raises becomes the error of all that it has not ended.
        """
        self._together = together
        self._lock = threading.Lock()
        self._waiting: list[Request[Asked, Answer]] = []
        self._led = False
        self._alone = Request[Any, Any](None)

    def try_lead(self) -> Request[Any, Any] | None:
        """Become the leader if no thread is at work, for work that is done faster without a request.

        Returns:
            What to call `hand_over` with when done; `None` if there is another leader: then call `run`.
        """
        with self._lock:
            if self._led:
                return None
            self._led = self._alone.leads = True
        return self._alone

    def hand_over(self, leader: Request[Any, Any]) -> None:
        """Make the first thread that waits the leader. Without effect if this leader has handed over already."""
        with self._lock:
            if leader.leads:
                leader.leads = False
                if self._waiting:
                    self._waiting[0].leads = True
                    self._waiting[0].gate.release()
                else:
                    self._led = False

    def run(self, asked: Asked) -> Answer:
        """Return the answer to a request, served at once or with others that waited. Do not call it within the work.

        If a thread is interrupted while it waits, the others are served without it. If the leader is interrupted, those
        of its group that are not yet served get its error, and the next leader goes on.

        Raises:
            Exception: whatever the work raises for this request.
        """
        mine: Request[Asked, Answer] = Request(asked)
        group: Sequence[Request[Asked, Answer]] = ()
        try:
            with self._lock:
                self._waiting.append(mine)
                if not self._led:
                    self._led = mine.leads = True
                    mine.gate.release()
            mine.gate.acquire()
            if mine.leads:
                with self._lock:
                    group, self._waiting = self._waiting, []
                self._together(group)
        except BaseException as error:
            for one in group:
                one.error = one.error or error
            with self._lock:  # if it was interrupted while it waited
                if mine in self._waiting:
                    self._waiting.remove(mine)
            raise
        finally:
            try:
                self._finish(mine, group)
            except BaseException:  # an interrupt
                self._finish(mine, group)
                raise
        return mine.result()

    def _finish(self, mine: Request[Asked, Answer], group: Sequence[Request[Asked, Answer]]) -> None:
        self.hand_over(mine)
        for one in group:
            with suppress(RuntimeError):  # woken before the interrupt
                one.gate.release()
