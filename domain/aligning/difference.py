"""What the alignment of two logs gives: differences, their readings, and what was played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from tablescribe.domain.aligning.deciding import Refusal
from tablescribe.domain.aligning.entries import Entry
from tablescribe.domain.aligning.search import Column

Take: TypeAlias = Literal["first", "second", "both", "neither"]
"""Which log is right about a difference, be it that nothing happened there; `both`: each of them missed one."""

TAKES: tuple[Take, ...] = ("first", "second", "both", "neither")

How: TypeAlias = Literal["order", "rule", "person", "open"]
"""How a difference is settled: it is of order only; a rule refuses the other readings; a person told; not yet."""


@dataclass(frozen=True)
class Candidate:
    """A reading of a difference.

    Attributes:
        take: which log says so.
        entry: what comes next then; `None`: the end.
        cost: how many mistakes the two logs have then, altogether; `None`: it cannot be.
        refusal: why it cannot be; or which breach it would have been.
    """

    take: Take
    entry: Entry | None
    cost: int | None
    refusal: Refusal | None = None


@dataclass(frozen=True)
class Difference:
    """A place where two logs say otherwise.

    Attributes:
        number: its number, from 1 in the order of play.
        at: how many moves were read before it.
        first, second: what only that log says here.
        how: how it is settled.
        take: which reading is taken; where it is still open, the likelier one.
        candidates: the readings that can be, the likeliest first, then those that cannot.
        given: whether all differences before it are settled; if not, it is looked at under their likelier readings.
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
        """What speaks against a reading."""
        refused = sorted((one for one in self.candidates if one.refusal), key=lambda one: one.cost is not None)
        return refused[0].refusal if refused else None

    @property
    def possible(self) -> tuple[Candidate, ...]:
        """The readings that can be."""
        return tuple(one for one in self.candidates if one.cost is not None)


@dataclass(frozen=True)
class Stretch:
    """Neighbouring columns: what both logs say, or a difference and what is made of it."""

    columns: tuple[Column, ...]
    difference: Difference | None


@dataclass(frozen=True)
class Alignment:
    """Two logs side by side.

    Attributes:
        columns: the entries of both, and what is made of them, in order.
        differences: where they differ.
    """

    columns: tuple[Column, ...]
    differences: tuple[Difference, ...]

    @property
    def played(self) -> list[Column]:
        """What was played, as far as it is known."""
        return [column for column in self.columns if column.played is not None]

    @property
    def questions(self) -> list[Difference]:
        """What needs a person."""
        return [one for one in self.differences if one.how == "open"]

    def stretches(self) -> Iterator[Stretch]:
        """Yield the columns in stretches that are agreed on, and one for each difference."""
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
