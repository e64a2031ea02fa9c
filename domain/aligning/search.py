"""Search for paths through two logs: the possible next steps, and whether a reading can reach both ends.

A *place* is the position in each log, plus the rest of a reordered stretch. From a place, there are *steps*: both logs
agree, or one of them has a mistake. The cost of a step is its number of mistakes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count

from tablescribe.domain.aligning.deciding import CannotBe, Decider, Refusal
from tablescribe.domain.aligning.entries import Entry
from tablescribe.domain.aligning.estimate import NEVER, Estimate, reordered
from tablescribe.domain.table.table import Table

MOST = 400
"""Maximum number of differing places that a look-ahead visits. Beyond it, a reading counts as possible."""

SLACK = 1
"""How many mistakes more than the likeliest reading a possible reading may have."""


@dataclass(frozen=True, eq=False)
class Column:
    """A pair of aligned entries (either may be missing), and the entry that was really played, if any."""

    first: Entry | None
    second: Entry | None
    played: Entry | None
    kind: str = "mistake"
    as_played: bool = False

    @property
    def agreed(self) -> bool:
        """Whether both logs have this entry here."""
        return self.kind == "agreed"


@dataclass(frozen=True)
class Place:
    """A position in both logs, and the columns that must come next (the rest of a chosen stretch)."""

    i: int
    j: int
    pending: tuple[Column, ...] = ()


@dataclass(frozen=True)
class Step:
    """A step from one place to another, which plays at most one entry."""

    column: Column
    to: Place
    cost: int


class Logs:
    """Two logs, and the possible steps at each place."""

    def __init__(self, first: Sequence[Entry], second: Sequence[Entry], decider: Decider) -> None:
        self.first, self.second, self.decider = first, second, decider
        contents: dict[bytes, int] = {}
        self._ours = [contents.setdefault(one.content, len(contents)) for one in first]
        self._theirs = [contents.setdefault(one.content, len(contents)) for one in second]
        self._estimate = Estimate(self._ours, self._theirs, [one.seat for one in first], [one.seat for one in second])

    def least(self, place: Place) -> int:
        """Return the least number of mistakes from a place to the ends."""
        return self._estimate(place.i, place.j)

    def ended(self, place: Place) -> bool:
        """Return whether a place is at the ends of both logs."""
        return (place.i, place.j) == (len(self.first), len(self.second)) and not place.pending

    def here(self, place: Place) -> tuple[Entry | None, Entry | None]:
        """Return the next entry of each log."""
        a = self.first[place.i] if place.i < len(self.first) else None
        b = self.second[place.j] if place.j < len(self.second) else None
        return a, b

    def agree(self, place: Place) -> Step | None:
        """Return the step on which both logs agree, or the next one of a chosen stretch; `None` if there is none."""
        if place.pending:
            return Step(place.pending[0], Place(place.i, place.j, place.pending[1:]), 0)
        a, b = self.here(place)
        if a is None or b is None or self._ours[place.i] != self._theirs[place.j]:
            return None
        return Step(Column(a, b, a, "agreed"), Place(place.i + 1, place.j + 1), 0)

    def steps(self, place: Place, table: Table, drawn: int) -> Iterator[Step]:
        """Yield the steps with a mistake in a log, where the logs differ or the rules refuse what both say."""
        a, b = self.here(place)
        i, j = place.i, place.j
        if place.pending or self.ended(place):
            return
        if a is not None and b is not None and self._ours[i] == self._theirs[j]:
            both = 0 if a.irregular and b.irregular else 2
            yield Step(Column(a, b, a, "agreed" if not both else "mistake", True), Place(i + 1, j + 1), both)
        elif a is not None and b is not None:
            yield from self._reordered(place, table, drawn)
            if a.seat == b.seat:
                yield from self._alone(Column(a, b, a), Place(i + 1, j + 1))
                yield from self._alone(Column(a, b, b), Place(i + 1, j + 1))
        else:
            yield from self._tail(place)
        if a is not None:
            if b is None or self._ours[i] != self._theirs[j]:
                yield from self._alone(Column(a, None, a), Place(i + 1, j))
            yield Step(Column(a, None, None), Place(i + 1, j), 1)
        if b is not None:
            if a is None or self._ours[i] != self._theirs[j]:
                yield from self._alone(Column(None, b, b), Place(i, j + 1))
            yield Step(Column(None, b, None), Place(i, j + 1), 1)

    def _alone(self, column: Column, to: Place) -> Iterator[Step]:
        """Yield the steps for an entry that only one log has. As a breach of a rule, it costs one more mistake."""
        assert column.played is not None
        yield Step(column, to, 1)
        if column.played.irregular:
            yield Step(Column(column.first, column.second, column.played, column.kind, True), to, 2)

    def _tail(self, place: Place) -> Iterator[Step]:
        """Yield the steps after the end of one log: all of the other's entries, or, less likely, none of them."""
        rest = [Column(one, None, one, "tail") for one in self.first[place.i :]]
        rest += [Column(None, one, one, "tail") for one in self.second[place.j :]]
        end = Place(len(self.first), len(self.second))
        yield Step(rest[0], Place(end.i, end.j, tuple(rest[1:])), 1)
        none = [Column(one.first, one.second, None, "tail") for one in rest]
        yield Step(none[0], Place(end.i, end.j, tuple(none[1:])), min(2, len(none)))

    def _reordered(self, place: Place, table: Table, drawn: int) -> Iterator[Step]:
        """Yield both orders of a stretch that the logs have in different orders; one if the order has no effect."""
        k = reordered(self._ours, self._theirs, place.i, place.j)
        if not k:
            return
        ours, theirs = self.first[place.i : place.i + k], self.second[place.j : place.j + k]
        end = Place(place.i + k, place.j + k)
        after = [self.after(order, table, drawn) for order in (ours, theirs)]
        if after[0] is not None and after[0] == after[1]:
            yield _order(ours, theirs, ours, end, 0, "order")
            return
        yield _order(ours, theirs, ours, end, 1, "mistake")
        yield _order(ours, theirs, theirs, end, 1, "mistake")

    def after(self, entries: Sequence[Entry], table: Table, drawn: int) -> str | None:
        """Return the digest of the table after some entries; `None` if the rules refuse one of them."""
        tried = table.copy()
        try:
            for entry in entries:
                drawn += self.decider.play(tried, entry, drawn)
        except CannotBe:
            return None
        return tried.digest()


def _order(
    ours: Sequence[Entry], theirs: Sequence[Entry], played: Sequence[Entry], end: Place, cost: int, kind: str
) -> Step:
    columns = [Column(a, b, one, kind) for a, b, one in zip(ours, theirs, played, strict=True)]
    return Step(columns[0], Place(end.i, end.j, tuple(columns[1:])), cost)


# --- whether a reading leads on -----------------------------------------------------------------


@dataclass(eq=False)
class _Node:
    """A place of the search, with its table and the mistakes made up to it."""

    place: Place
    table: Table
    drawn: int
    cost: int
    before: _Node | None = None
    key: tuple[Place, str] | None = None


@dataclass
class Onward:
    """The result of a look-ahead: whether the ends of both logs can be reached.

    Attributes:
        cost: the least number of mistakes for that; `None` if it takes more than allowed.
        refusal: the reason against the other paths that came latest in the logs.
        known: whether the search was complete. If not, the ends may be reachable.
    """

    cost: int | None = None
    refusal: Refusal | None = None
    known: bool = True


@dataclass
class Search:
    """Looks ahead, and caches which places can reach the ends and which cannot."""

    logs: Logs
    alive: dict[tuple[Place, str], int] = field(default_factory=dict)
    dead: dict[tuple[Place, str], tuple[int, Refusal | None]] = field(default_factory=dict)

    def onward(self, places: Sequence[tuple[Place, int]], table: Table, drawn: int, most: int = NEVER) -> Onward:
        """Return whether the ends can be reached from one of some places with at most `most` mistakes in total.

        Args:
            places: the places to begin at, each with the mistakes made before it.
            table, drawn: the table there, and the number of chance outcomes so far.
            most: the maximum number of mistakes.
        """
        ahead = _Ahead(self, most)
        for place, cost in places:
            ahead.add(_Node(place, table.copy(), drawn, cost))
        return ahead.look()


class _Ahead:
    """One look-ahead: a best-first search (A*)."""

    def __init__(self, search: Search, most: int) -> None:
        self._search, self._logs, self._most = search, search.logs, most
        self._found = Onward()
        self._heap: list[tuple[int, int, _Node]] = []
        self._tick = count()
        self._seen: dict[tuple[Place, str], int] = {}

    def add(self, node: _Node) -> None:
        """Queue a node for a visit, after following both logs as long as they agree."""
        if not self._slide(node) or (total := node.cost + self._logs.least(node.place)) > self._most:
            return
        node.key = (node.place, node.table.digest())
        if node.key in self._search.alive:
            total = node.cost + self._search.alive[node.key]
        allowed, why = self._search.dead.get(node.key, (-1, None))
        if self._most - node.cost <= allowed:
            self._refused(why)
        elif total <= self._most and self._seen.get(node.key, NEVER) > node.cost:
            self._seen[node.key] = node.cost
            heappush(self._heap, (total, -next(self._tick), node))

    def look(self) -> Onward:
        """Run the search."""
        looked = list[_Node]()
        while self._heap:
            total, _, node = heappop(self._heap)
            assert node.key is not None
            onward = self._search.alive.get(node.key)
            if onward is None and self._logs.ended(node.place) and self._ends(node):
                onward = 0
            if onward is not None or len(looked) == MOST:
                self._found.cost, self._found.known = total, onward is not None
                self._remember(node, onward)
                return self._found
            looked.append(node)
            for step in self._logs.steps(node.place, node.table, node.drawn):
                if node.cost + step.cost + self._logs.least(step.to) <= self._most:
                    child = _Node(step.to, node.table.copy(), node.drawn, node.cost + step.cost, node)
                    if self._played(child, step):
                        self.add(child)
        for node in looked:
            assert node.key is not None
            self._search.dead[node.key] = (self._most - node.cost, self._found.refusal)
        return self._found

    def _slide(self, node: _Node) -> bool:
        """Follow both logs as long as they agree and the rules accept it; return whether the search can continue."""
        while (step := self._logs.agree(node.place)) is not None:
            if not self._played(node, step):
                return not node.place.pending  # a chosen stretch must be completed
            node.place = step.to
        return True

    def _played(self, node: _Node, step: Step) -> bool:
        """Apply a step's entry to a node's table and return whether it is possible; if not, note the reason."""
        entry = step.column.played
        if entry is None:
            return True
        try:
            node.drawn += self._logs.decider.play(node.table, entry, node.drawn, as_played=step.column.as_played)
        except CannotBe as error:
            self._refused(Refusal(error.rule, error.why, entry, step.to.i + step.to.j))
            return False
        return True

    def _ends(self, node: _Node) -> bool:
        try:
            self._logs.decider.end(node.table)
        except CannotBe as error:
            self._refused(Refusal(error.rule, error.why, None, node.place.i + node.place.j + 1))
            return False
        return True

    def _refused(self, refusal: Refusal | None) -> None:
        """Keep a refusal if it came later in the logs than the one kept so far."""
        noted = self._found.refusal
        if refusal is not None and (noted is None or refusal.reached > noted.reached):
            self._found.refusal = refusal

    def _remember(self, node: _Node, onward: int | None) -> None:
        """Cache, for each place on the path, the number of mistakes from there to the ends."""
        at: _Node | None = node if onward is not None else None
        while at is not None:
            if at.key is not None:
                self._search.alive[at.key] = node.cost + (onward or 0) - at.cost
            at = at.before
