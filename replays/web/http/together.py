"""Batch simultaneous questions to the database into one query, in one thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from anyio import CapacityLimiter, to_thread

Asked = TypeVar("Asked")
Told = TypeVar("Told")


class Together(Generic[Asked, Told]):
    """Answers questions in rounds: questions that arrive during a round are answered together in the next one."""

    def __init__(self, answer: Callable[[Sequence[Asked]], Sequence[Told]]) -> None:
        """Prepare to answer rounds with `answer`, which runs in a thread; its error is raised for each question."""
        self._answer = answer
        self._waiting: list[tuple[Asked, asyncio.Future[Told]]] = []
        self._rounds: asyncio.Task[None] | None = None
        self._thread = CapacityLimiter(1)

    async def ask(self, question: Asked) -> Told:
        """Return the answer to a question. If the caller is cancelled, the others of its round are still answered."""
        told: asyncio.Future[Told] = asyncio.get_running_loop().create_future()
        self._waiting.append((question, told))
        if self._rounds is None:
            self._rounds = asyncio.create_task(self._all_rounds())
        return await told

    async def _all_rounds(self) -> None:
        try:
            while self._waiting:
                this_round, self._waiting = self._waiting, []
                await self._one_round([(one, told) for one, told in this_round if not told.done()])
        finally:
            self._rounds = None

    async def _one_round(self, asked: Sequence[tuple[Asked, asyncio.Future[Told]]]) -> None:
        try:
            found = await to_thread.run_sync(self._answer, [one for one, _ in asked], limiter=self._thread)
        except Exception as error:
            for _, told in asked:
                if not told.done():
                    told.set_exception(error)
            return
        for (_, told), answer in zip(asked, found, strict=True):
            if not told.done():  # the caller was cancelled
                told.set_result(answer)
