"""The paths through two logs up to a place, and the candidates for the next entry."""

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
    """One path through both logs up to the current table.

    Attributes:
        place: its current place.
        cost: the number of mistakes on it.
        before: the path before its last step.
        news: the columns of the last step.
        fresh: whether the last step has a mistake.
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
        """Return the columns in which the logs differ, of the last step and of the pending ones."""
        return [column for column in (*self.news, *self.place.pending) if not column.agreed]


@dataclass(eq=False)
class Next:
    """A candidate for the next entry: the table after it, the paths that lead there, and their look-ahead."""

    entry: Entry | None
    table: Table
    drawn: int
    ways: list[Way] = field(default_factory=list)
    onward: Onward = field(default_factory=Onward)

    @property
    def column(self) -> Column | None:
        """The column that plays it on its likeliest path."""
        news = self.ways[0].news if self.ways else ()
        return news[-1] if news and self.entry is not None else None

    @property
    def total(self) -> int:
        """The total number of mistakes with this candidate."""
        return self.ways[0].cost if self.onward.cost is None else self.onward.cost


class Ways:
    """The search from the current table for candidates of the next entry."""

    def __init__(self, logs: Logs, most: int, after: Callable[[Entry | None, bool], Next | None]) -> None:
        self._logs, self._most, self._after = logs, most, after
        self._found: dict[tuple[bytes | None, bool], Next | None] = {}
        self._heap: list[tuple[int, int, Place, Way]] = []
        self._tick = count()
        self._seen: dict[Place, int] = {}

    def add(self, place: Place, way: Way) -> None:
        """Queue a place that was reached without playing an entry."""
        likely = way.cost + self._logs.least(place) <= self._most
        if likely and self._seen.get(place, self._most + 1) > way.cost:
            self._seen[place] = way.cost
            heappush(self._heap, (way.cost, next(self._tick), place, way))

    def pop(self) -> tuple[Place, Way] | None:
        """Return the likeliest queued place and its path; `None` if there is none."""
        return heappop(self._heap)[2:] if self._heap else None

    def propose(self, entry: Entry | None, way: Way, *, as_played: bool = False) -> bool:
        """Add an entry (`None`: the end) as a candidate, and return whether it is possible."""
        key = (content_of(entry), as_played)
        if key not in self._found:
            self._found[key] = self._after(entry, as_played)
        one = self._found[key]
        if one is not None:
            one.ways.append(way)
        return one is not None

    def agree(self, place: Place, way: Way) -> bool:
        """Follow the step that both logs agree on, and return whether no other step is possible from the place."""
        step = self._logs.agree(place)
        if step is None:
            return False
        told = Way(step.to, way.cost, way.before, (*way.news, step.column), way.fresh)
        if step.column.played is None:
            self.add(step.to, told)
            return True
        return self.propose(step.column.played, told) or bool(place.pending)

    def step(self, step: Step, way: Way) -> None:
        """Follow a step with a mistake in a log, or with a broken rule that both logs have."""
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
        """Return the candidates found."""
        return [one for one in self._found.values() if one is not None]


def content_of(entry: Entry | None) -> bytes | None:
    """Return the content of an entry; `None` for the end of the match."""
    return None if entry is None else entry.content
