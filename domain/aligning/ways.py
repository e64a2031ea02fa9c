"""The ways in which two logs may be read up to a place, and what may come next on them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from typing import TypeAlias

from tablescribe.domain.aligning.entries import Entry
from tablescribe.domain.aligning.search import Column, Logs, Onward, Place, Step
from tablescribe.domain.table.table import Table

Columns: TypeAlias = tuple[Column, ...]


@dataclass(eq=False)
class Way:
    """One way of reading both logs up to the current table.

    Attributes:
        place: how far they are read.
        cost: how many mistakes that took.
        before: the columns up to the last step.
        news: the columns of the last step.
        fresh: whether a mistake was found in it.
    """

    place: Place
    cost: int
    before: Way | None = None
    news: Columns = ()
    fresh: bool = False

    def columns(self) -> list[Column]:
        """Return all columns, in order."""
        parts, at = list[Columns](), self
        while at.before is not None:
            parts.append(at.news)
            at = at.before
        return [column for part in reversed(parts) for column in part]

    def differing(self) -> list[Column]:
        """Return the columns of the last step, and those that are to follow it, in which the logs differ."""
        return [column for column in (*self.news, *self.place.pending) if not column.agreed]


@dataclass(eq=False)
class Next:
    """What may come next: the table after it, the ways that lead there, and whether they lead on."""

    entry: Entry | None
    table: Table
    drawn: int
    ways: list[Way] = field(default_factory=list)
    onward: Onward = field(default_factory=Onward)

    @property
    def column(self) -> Column | None:
        """The column by which it is played in its likeliest way."""
        news = self.ways[0].news if self.ways else ()
        return news[-1] if news and self.entry is not None else None

    @property
    def total(self) -> int:
        """How many mistakes it takes altogether."""
        return self.ways[0].cost if self.onward.cost is None else self.onward.cost


class Ways:
    """The ways from the current table to what may come next."""

    def __init__(self, logs: Logs, most: int, after: Callable[[Entry | None, bool], Next | None]) -> None:
        self._logs, self._most, self._after = logs, most, after
        self._found: dict[tuple[bytes | None, bool], Next | None] = {}
        self._heap: list[tuple[int, int, Place, Way]] = []
        self._tick = count()
        self._seen: dict[Place, int] = {}

    def add(self, place: Place, way: Way) -> None:
        """Visit a place to which no entry was played."""
        likely = way.cost + self._logs.least(place) <= self._most
        if likely and self._seen.get(place, self._most + 1) > way.cost:
            self._seen[place] = way.cost
            heappush(self._heap, (way.cost, next(self._tick), place, way))

    def pop(self) -> tuple[Place, Way] | None:
        """Return the next place to look at, the likeliest first."""
        return heappop(self._heap)[2:] if self._heap else None

    def propose(self, entry: Entry | None, way: Way, *, as_played: bool = False) -> bool:
        """Let an entry, or the end, be what comes next, and return whether it can."""
        key = (content_of(entry), as_played)
        if key not in self._found:
            self._found[key] = self._after(entry, as_played)
        one = self._found[key]
        if one is not None:
            one.ways.append(way)
        return one is not None

    def agree(self, place: Place, way: Way) -> bool:
        """Go on with what both logs say, and return whether that is all that can come from a place."""
        step = self._logs.agree(place)
        if step is None:
            return False
        told = Way(step.to, way.cost, way.before, (*way.news, step.column), way.fresh)
        if step.column.played is None:
            self.add(step.to, told)
            return True
        return self.propose(step.column.played, told) or bool(place.pending)

    def step(self, step: Step, way: Way) -> None:
        """Go on with a mistake of a log, or with a breach that both have."""
        fresh = way.fresh or not step.column.agreed
        on = Way(step.to, way.cost + step.cost, way.before, (*way.news, step.column), fresh)
        played = step.column.played
        if played is None:
            self.add(step.to, on)
        elif on.cost + self._logs.least(step.to) <= self._most:
            regular = self._found.get((played.content, False)) is not None
            if not (step.column.as_played and regular):
                self.propose(played, on, as_played=step.column.as_played)

    def nexts(self) -> list[Next]:
        """Return what may come next."""
        return [one for one in self._found.values() if one is not None]


def content_of(entry: Entry | None) -> bytes | None:
    """Return what an entry says; `None` of none, and of the end."""
    return None if entry is None else entry.content
