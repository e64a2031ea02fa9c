"""Group commit: who comes while another is at work is served with the others that came, and nobody is forgotten."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from types import FrameType
from typing import Any

import pytest

from tablescribe.ledger.log import group_commit
from tablescribe.ledger.log.group_commit import GroupCommit, Request

WAIT = 60.0


class Arrivals(list[Request[int, int]]):
    """A queue that says when it has grown."""

    def __init__(self, given: Sequence[Request[int, int]], changed: threading.Condition) -> None:
        super().__init__(given)
        self._changed = changed

    def append(self, one: Request[int, int]) -> None:
        super().append(one)
        with self._changed:
            self._changed.notify_all()


class Counter:
    """Negates numbers, each group once it may; remembers the groups. 13 fails a group, 7 fails by itself."""

    def __init__(self) -> None:
        self.groups: list[list[int]] = []
        self.began, self.go, self.changed = threading.Semaphore(0), threading.Semaphore(0), threading.Condition()
        self.queue = GroupCommit[int, int](self.together)
        self._watch()

    def _watch(self) -> None:
        with self.queue._lock:
            self.queue._waiting = Arrivals(self.queue._waiting, self.changed)

    def together(self, group: Sequence[Request[int, int]]) -> None:
        self._watch()  # the leader has taken the list
        self.groups.append(numbers := [one.asked for one in group])
        self.began.release()
        assert self.go.acquire(timeout=WAIT)
        if 13 in numbers:
            raise ValueError("thirteen")
        for one in group:
            if one.asked == 7:
                one.error = LookupError("seven")
            else:
                one.end(-one.asked)

    def ask(self, asked: int) -> int:
        return self.queue.run(asked)

    def at_work(self, pool: ThreadPoolExecutor, asked: int) -> Future[int]:
        """Let a thread begin to work, and leave it there."""
        found = pool.submit(self.ask, asked)
        assert self.began.acquire(timeout=WAIT)
        return found

    def queued(self, pool: ThreadPoolExecutor, *questions: int) -> list[Future[int]]:
        """Let threads queue, in this order."""
        found = []
        for one in questions:
            found.append(pool.submit(self.ask, one))
            self.until_queued(one)
        return found

    def until_queued(self, asked: int, left: Callable[[], bool] = lambda: False) -> None:
        """Wait until a request is in the queue, or its thread has left."""
        with self.changed:
            assert self.changed.wait_for(
                lambda: left() or any(one.asked == asked for one in self.queue._waiting), timeout=WAIT
            )

    def left(self, _thread: Future[Any]) -> None:
        """Tell those who wait in `until_queued` to look again."""
        with self.changed:
            self.changed.notify_all()


def test_who_is_alone_works_at_once_and_who_comes_meanwhile_is_served_together() -> None:
    counter = Counter()
    with ThreadPoolExecutor(8) as pool:
        first = counter.at_work(pool, 1)
        others = counter.queued(pool, 2, 3, 4)
        assert counter.groups == [[1]]
        counter.go.release()
        assert counter.began.acquire(timeout=WAIT)
        late = counter.queued(pool, 5)
        counter.go.release(3)
        assert [one.result(WAIT) for one in (first, *others, *late)] == [-1, -2, -3, -4, -5]
        assert counter.groups == [[1], [2, 3, 4], [5]]
        assert pool.submit(counter.ask, 6).result(WAIT) == -6, "the last leader left the queue free"


@pytest.mark.parametrize(("failing", "error"), [(13, "thirteen"), (7, "seven")])
def test_an_error_is_that_of_its_group_or_of_its_request_and_the_next_group_is_served(failing: int, error: str) -> None:
    """The leader of the second group fails: with its whole group, or with its own request only."""
    counter = Counter()
    with ThreadPoolExecutor(8) as pool:
        first = counter.at_work(pool, 1)
        leader, follower = counter.queued(pool, failing, 3)
        counter.go.release()
        assert counter.began.acquire(timeout=WAIT)
        late = counter.queued(pool, 5)
        counter.go.release(3)
        assert first.result(WAIT) == -1
        with pytest.raises((ValueError, LookupError), match=error):
            leader.result(WAIT)
        if failing == 13:
            with pytest.raises(ValueError, match=error):
                follower.result(WAIT)
        else:
            assert follower.result(WAIT) == -3
        assert late[0].result(WAIT) == -5


def test_a_thread_that_works_alone_and_fails_leaves_the_queue_to_the_next() -> None:
    counter = Counter()
    with ThreadPoolExecutor(8) as pool:
        first = counter.at_work(pool, 13)
        others = counter.queued(pool, 2, 3)
        counter.go.release(2)
        with pytest.raises(ValueError, match="thirteen"):
            first.result(WAIT)
        assert [one.result(WAIT) for one in others] == [-2, -3]


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_follower_that_times_out_is_left_out_wherever_it_waits(place: int) -> None:
    """A signal ends the wait of this thread, as an alarm would; it is the first, second or last in the queue."""
    counter, out = Counter(), threading.Event()

    def time_out(_number: int, _frame: FrameType | None) -> None:
        if not out.is_set():
            out.set()
            raise TimeoutError

    def others_then_signal() -> list[Future[int]]:
        counter.until_queued(100)
        after = counter.queued(pool, *range(2 + place, 4))
        while not out.is_set():  # a signal just before the wait does not end it
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGUSR1)
            out.wait(0.05)
        return after

    before = signal.signal(signal.SIGUSR1, time_out)
    try:
        with ThreadPoolExecutor(8) as pool:
            first = counter.at_work(pool, 1)
            others = counter.queued(pool, *range(2, 2 + place))
            signalling = pool.submit(others_then_signal)
            with pytest.raises(TimeoutError):
                counter.ask(100)
            others += signalling.result(WAIT)
            counter.go.release(2)
            assert [one.result(WAIT) for one in (first, *others)] == [-1, -2, -3]
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert counter.groups == [[1], [2, 3]]


def test_many_threads_each_get_their_own_answer_and_each_request_is_served_once() -> None:
    served: list[int] = []
    at_work = threading.Lock()

    def together(group: Sequence[Request[int, int]]) -> None:
        assert at_work.acquire(blocking=False), "one leader at a time"
        for one in group:
            served.append(one.asked)
            one.end(-one.asked)
        at_work.release()

    queue = GroupCommit[int, int](together)

    def by_itself(asked: int) -> int:
        """Take the lead without a request if nobody has it, as the writer does."""
        if (leader := queue.try_lead()) is None:
            return queue.run(asked)
        try:
            together([request := Request[int, int](asked)])
            return request.result()
        finally:
            queue.hand_over(leader)

    threads, each = 32, 200
    start = threading.Barrier(threads)

    def ask(k: int) -> list[int]:
        start.wait(WAIT)
        return [(queue.run, by_itself)[n % 2](n) for n in range(k * each, (k + 1) * each)]

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(threads) as pool:
            found = list(pool.map(ask, range(threads)))
    finally:
        sys.setswitchinterval(before)
    assert found == [[-n for n in range(k * each, (k + 1) * each)] for k in range(threads)]
    assert sorted(served) == list(range(threads * each))


class Interrupt:
    """Raises KeyboardInterrupt in this thread at the n-th moment in the queue's own code at which Python would.

    Python looks for signals when a function begins and when a call of a C function has returned.
    """

    def __init__(self, moment: int) -> None:
        self.left = moment

    def __call__(self, frame: FrameType, event: str, argument: Any) -> None:
        where = frame.f_back if event == "return" else frame
        if event == "c_call" or where is None or where.f_code.co_filename != group_commit.__file__:
            return
        if event != "return" or frame.f_code.co_filename != group_commit.__file__:
            self.left -= 1
            if self.left == 0:
                raise KeyboardInterrupt


def interrupted(moment: int, ask: Callable[[int], int], asked: int) -> str:
    """Ask, with an interrupt at a moment; return what came of it."""
    interrupt = Interrupt(moment)
    sys.setprofile(interrupt)
    try:
        return str(ask(asked))
    except KeyboardInterrupt:
        return "interrupted"
    finally:
        sys.setprofile(None)


def test_an_interrupt_at_any_moment_of_a_thread_that_works_alone_leaves_the_queue_to_the_next() -> None:
    told = []
    for moment in range(1, 100):
        counter = Counter()
        counter.go.release(9)
        with ThreadPoolExecutor(1) as pool:
            told.append(pool.submit(interrupted, moment, counter.ask, 1).result(WAIT))
            assert pool.submit(counter.ask, 2).result(WAIT) == -2
        if told[-1] != "interrupted":
            break
    assert told[-1] == "-1"
    assert len(told) > 3


def test_an_interrupt_at_any_moment_of_a_leader_leaves_nobody_waiting() -> None:
    """Its followers are served, or get its error; those who come later are served."""
    told, followed = [], set[str]()
    for moment in range(1, 100):
        counter = Counter()
        with ThreadPoolExecutor(8) as pool:
            first = counter.at_work(pool, 1)
            leader = pool.submit(interrupted, moment, counter.ask, 2)
            leader.add_done_callback(counter.left)
            counter.until_queued(2, leader.done)
            followers = counter.queued(pool, 3, 4)
            counter.go.release(9)
            told.append(leader.result(WAIT))
            assert first.result(WAIT) == -1
            for n, one in enumerate(followers, start=3):
                error = one.exception(WAIT)
                assert isinstance(error, KeyboardInterrupt) if error else one.result() == -n
                followed.add(type(error).__name__)
            assert pool.submit(counter.ask, 5).result(WAIT) == -5
        if told[-1] != "interrupted":
            break
    assert told[-1] == "-2"
    assert len(told) > 10
    assert followed == {"NoneType", "KeyboardInterrupt"}
