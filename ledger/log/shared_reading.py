"""Batch simultaneous reads of several threads into one statement."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from tablescribe.ledger.log.writing import Gate

Asked = TypeVar("Asked")
Told = TypeVar("Told")


class _Question(Generic[Asked, Told]):
    """A thread's question, and its answer or error."""

    __slots__ = ("asked", "error", "gate", "leads", "told")

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.gate: Gate | None = None
        self.leads = False
        self.told: Told | None = None
        self.error: BaseException | None = None


class SharedReading(Generic[Asked, Told]):
    """Answers questions in rounds: questions that arrive during a round are answered together in the next one.

    A thread that finds no round running starts one at once. The read that answers a question always begins after the
    question was asked, so no answer is older than with a read of its own.
    """

    def __init__(self, answer: Callable[[Sequence[Asked]], Sequence[Told]]) -> None:
        """Prepare to answer rounds with `answer`, in the order of the questions; its error is raised for each."""
        self._answer = answer
        self._queueing = threading.Lock()
        self._waiting: list[_Question[Asked, Told]] = []
        self._led = False

    def ask(self, asked: Asked) -> Told:
        """Return the answer to a question. Do not call it within a read: answering needs a connection."""
        mine = _Question[Asked, Told](asked)
        with self._queueing:
            self._waiting.append(mine)
            mine.leads, self._led = not self._led, True
            if not mine.leads:
                mine.gate = Gate()
        if mine.gate is not None:
            self._wait(mine, mine.gate)
        if mine.leads:
            self._lead()
        if mine.error is not None:
            raise mine.error
        return mine.told  # type: ignore[return-value]

    def _wait(self, mine: _Question[Asked, Told], gate: Gate) -> None:
        try:
            gate.wait()
        except BaseException:  # interrupted: let the others go on without us
            with self._queueing:
                self._waiting = [other for other in self._waiting if other is not mine]
                if mine.leads:
                    self._hand_over()
            raise

    def _lead(self) -> None:
        """Answer all waiting questions, this thread's included, and hand over to the first one asked since."""
        with self._queueing:
            asked, self._waiting = self._waiting, []
        try:
            for one, told in zip(asked, self._answer([one.asked for one in asked]), strict=True):
                one.told = told
        except BaseException as error:
            for one in asked:
                one.error = error
        with self._queueing:
            self._hand_over()
        for one in asked:
            if one.gate is not None and not one.leads:
                one.gate.open()

    def _hand_over(self) -> None:
        """Make the first waiting thread the leader. Call it with the queue locked."""
        self._led = bool(self._waiting)
        if self._waiting:
            first = self._waiting[0]
            first.leads = True
            if first.gate is not None:
                first.gate.open()
