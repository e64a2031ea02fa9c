"""Batch simultaneous reads of several threads into one statement."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from tablescribe.ledger.log.group_commit import GroupCommit, Request

Asked = TypeVar("Asked")
Told = TypeVar("Told")


class SharedReading(Generic[Asked, Told]):
    """Answers questions in rounds: questions that arrive during a round are answered together in the next one.

    A thread that finds no round running starts one at once. The read that answers a question always begins after the
    question was asked, so no answer is older than with a read of its own.
    """

    def __init__(self, answer: Callable[[Sequence[Asked]], Sequence[Told]]) -> None:
        """Prepare to answer rounds with `answer`, in the order of the questions; its error is raised for each."""
        self._answer = answer
        self._threads = GroupCommit[Asked, Told](self._round)

    def ask(self, asked: Asked) -> Told:
        """Return the answer to a question. Do not call it within a read: answering needs a connection."""
        return self._threads.run(asked)

    def _round(self, asked: Sequence[Request[Asked, Told]]) -> None:
        for one, told in zip(asked, self._answer([one.asked for one in asked]), strict=True):
            one.end(told)
