"""The result of an alignment: differences, their possible readings, and the moves played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from tablescribe.domain.aligning.deciding import Refusal
from tablescribe.domain.aligning.entries import Entry
from tablescribe.domain.aligning.search import Column

Take: TypeAlias = Literal["first", "second", "both", "neither"]
"""Which log is right about a difference, even if it has no entry there. `both`: each log missed the other's entry."""

TAKES: tuple[Take, ...] = ("first", "second", "both", "neither")

How: TypeAlias = Literal["order", "rule", "person", "open"]
"""How a difference is settled. `order`: only the order differs, without effect. `rule`: a rule refuses all other
readings. `person`: a person decided. `open`: not settled yet."""


@dataclass(frozen=True)
class Candidate:
    """A reading of a difference.

    Attributes:
        take: which log it follows.
        entry: the next entry; `None` for the end of the match.
        cost: the number of mistakes that both logs then have in total; `None` if it is not possible.
        refusal: why it is not possible, or which rule it would break.
    """

    take: Take
    entry: Entry | None
    cost: int | None
    refusal: Refusal | None = None


@dataclass(frozen=True)
class Difference:
    """A place where two logs differ.

    Attributes:
        number: its number, from 1 in the order of play.
        at: the number of moves before it.
        first, second: the entries that only this log has here.
        how: how it is settled.
        take: the chosen reading; while it is open, the likelier one.
        candidates: the possible readings, likeliest first, then the impossible ones.
        given: whether all earlier differences are settled. If not, it assumes their likelier readings.
    """

    number: int
    at: int
    first: tuple[Entry, ...]
    second: tuple[Entry, ...]
    how: How
    take: Take
    candidates: tuple[Candidate, ...]
    given: bool

    @property
    def refusal(self) -> Refusal | None:
        """Why another reading was refused, if one was."""
        refused = sorted((one for one in self.candidates if one.refusal), key=lambda one: one.cost is not None)
        return refused[0].refusal if refused else None

    @property
    def possible(self) -> tuple[Candidate, ...]:
        """The possible readings."""
        return tuple(one for one in self.candidates if one.cost is not None)


@dataclass(frozen=True)
class Stretch:
    """Consecutive columns: a stretch that both logs agree on, or one difference and its reading."""

    columns: tuple[Column, ...]
    difference: Difference | None


@dataclass(frozen=True)
class Alignment:
    """Two aligned logs.

    Attributes:
        columns: the paired entries of both logs with their reading, in order.
        differences: the places where the logs differ.
    """

    columns: tuple[Column, ...]
    differences: tuple[Difference, ...]

    @property
    def played(self) -> list[Column]:
        """The columns with an entry that was played, open differences by their likelier reading."""
        return [column for column in self.columns if column.played is not None]

    @property
    def questions(self) -> list[Difference]:
        """The open differences, which a person must decide."""
        return [one for one in self.differences if one.how == "open"]

    def stretches(self) -> Iterator[Stretch]:
        """Yield the columns as agreed stretches, and one stretch for each difference."""
        left, at, current = list(self.differences), 0, list[Column]()
        about: Difference | None = None
        for column in self.columns:
            begins = bool(left) and not column.agreed and left[0].at <= at
            if current and (begins or column.agreed != current[-1].agreed):
                yield Stretch(tuple(current), about)
                current = []
            if not current:
                about = left.pop(0) if begins else None
            current.append(column)
            at += column.played is not None
        if current:
            yield Stretch(tuple(current), about)
