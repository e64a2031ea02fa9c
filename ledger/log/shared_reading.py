"""Reading for many threads at once: those that ask in the same moment are answered by one statement."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from tablescribe.ledger.log.writing import Gate

Asked = TypeVar("Asked")
Told = TypeVar("Told")


class _Question(Generic[Asked, Told]):
    """What a thread asks, and its answer."""

    __slots__ = ("asked", "error", "gate", "leads", "told")

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.gate: Gate | None = None
        self.leads = False
        self.told: Told | None = None
        self.error: BaseException | None = None


class SharedReading(Generic[Asked, Told]):
    """Answers questions of threads in rounds. Whoever asks while a round is answered is in the next one.

    A thread that finds no other reading starts at once. Each question is answered by a read that begins after it was
    asked, so nobody gets an older answer than by reading alone.
    """

    def __init__(self, answer: Callable[[Sequence[Asked]], Sequence[Told]]) -> None:
        """Let `answer` answer a round, in the order of the questions; its error is that of each."""
        self._answer = answer
        self._queueing = threading.Lock()
        self._waiting: list[_Question[Asked, Told]] = []
        self._led = False

    def ask(self, asked: Asked) -> Told:
        """Return the answer. Do not call it within a read: whoever answers needs a place to read."""
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
        """Answer all who wait, this thread among them, and let the first of those who came since answer the next."""
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
        """Make the first thread that waits the leader. Call it with the queue locked."""
        self._led = bool(self._waiting)
        if self._waiting:
            first = self._waiting[0]
            first.leads = True
            if first.gate is not None:
                first.gate.open()
