"""Threads that ask in the same moment are answered by one read, which begins after each of them has asked."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from tablescribe.ledger.log.shared_reading import SharedReading


class Slow:
    """Answers rounds, each once it is let go; 13 is an error."""

    def __init__(self) -> None:
        self.rounds: list[list[int]] = []
        self.go = threading.Semaphore(0)

    def answer(self, asked: Sequence[int]) -> list[int]:
        self.rounds.append([*asked])
        assert self.go.acquire(timeout=60)
        if 13 in asked:
            raise ValueError("thirteen")
        return [-one for one in asked]


def until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.001)


def asked_in_order(
    pool: ThreadPoolExecutor, reading: SharedReading[int, int], questions: list[int]
) -> list[Future[int]]:
    """Let threads ask, each after the one before waits."""
    found = []
    for n, one in enumerate(questions, start=1):
        found.append(pool.submit(reading.ask, one))
        until(lambda n=n: len(reading._threads._waiting) == n)  # type: ignore[misc]
    return found


def test_who_asks_while_others_are_answered_is_answered_together_in_the_next_round() -> None:
    slow = Slow()
    reading = SharedReading(slow.answer)
    with ThreadPoolExecutor(5) as pool:
        first = pool.submit(reading.ask, 1)
        until(lambda: slow.rounds == [[1]])
        others = asked_in_order(pool, reading, [2, 3, 4])
        assert slow.rounds == [[1]], "nobody is answered by a read that began before they asked"
        slow.go.release()
        until(lambda: len(slow.rounds) == 2)
        late = asked_in_order(pool, reading, [5])
        slow.go.release(2)
        assert [one.result(60) for one in (first, *others, *late)] == [-1, -2, -3, -4, -5]
    assert slow.rounds == [[1], [2, 3, 4], [5]]
    slow.go.release()
    assert reading.ask(6) == -6, "with nobody there, a thread reads at once"


def test_an_error_is_that_of_its_round_and_the_next_is_answered() -> None:
    slow = Slow()
    reading = SharedReading(slow.answer)
    with ThreadPoolExecutor(4) as pool:
        first = pool.submit(reading.ask, 1)
        until(lambda: slow.rounds == [[1]])
        others = asked_in_order(pool, reading, [13, 3])
        slow.go.release(3)
        assert first.result(60) == -1
        for one in others:
            with pytest.raises(ValueError, match="thirteen"):
                one.result(60)
        assert pool.submit(reading.ask, 4).result(60) == -4
