"""Concurrent queries are answered in batches: each gets its own answer; an error affects only its batch."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence

from tablescribe.replays.web.http.together import Together


class Slow:
    """Answers batches once it is released."""

    def __init__(self) -> None:
        self.rounds: list[list[int]] = []
        self.go = threading.Event()

    def answer(self, asked: Sequence[int]) -> list[int]:
        self.rounds.append([*asked])
        assert self.go.wait(60)
        if 13 in asked:
            raise ValueError("thirteen")
        return [-one for one in asked]


async def begun(slow: Slow) -> None:
    async with asyncio.timeout(60):
        while not slow.rounds:
            await asyncio.sleep(0.001)


def test_who_asks_meanwhile_is_answered_together_and_who_left_is_not_asked_for() -> None:
    async def scene() -> tuple[list[int], list[list[int]]]:
        slow = Slow()
        together = Together(slow.answer)
        first = asyncio.create_task(together.ask(1))
        await begun(slow)
        others = [asyncio.create_task(together.ask(n)) for n in (2, 3, 4)]
        await asyncio.sleep(0)
        first.cancel()
        others.pop(1).cancel()
        await asyncio.sleep(0)
        slow.go.set()
        return await asyncio.gather(*others, together.ask(5)), slow.rounds

    answers, rounds = asyncio.run(asyncio.wait_for(scene(), 60))
    assert answers == [-2, -4, -5]
    assert rounds == [[1], [2, 4, 5]]


def test_an_error_is_that_of_its_round_and_the_next_is_answered() -> None:
    async def scene() -> int:
        slow = Slow()
        slow.go.set()
        together = Together(slow.answer)
        found = await asyncio.gather(together.ask(13), together.ask(14), return_exceptions=True)
        assert [str(one) for one in found] == ["thirteen", "thirteen"]
        return await together.ask(15)

    assert asyncio.run(asyncio.wait_for(scene(), 60)) == -15
