"""Ways through two logs: what can have come next, and whether a reading leads on to both ends.

A *place* is how far each log is read, and what is still to come of a stretch whose order is chosen. From a place there
are *steps*: both logs say the same; or one of them has a mistake. A step costs the mistakes that people have made then.
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
"""So many places where logs differ are looked at to see whether a reading leads on; then it is taken for possible."""

SLACK = 1
"""A reading that takes so many mistakes more than the likeliest is possible, too."""


@dataclass(frozen=True, eq=False)
class Column:
    """A pair of aligned places and its reading: an entry, or nothing."""

    first: Entry | None
    second: Entry | None
    played: Entry | None
    kind: str = "mistake"
    as_played: bool = False

    @property
    def agreed(self) -> bool:
        """Whether both logs say it here."""
        return self.kind == "agreed"


@dataclass(frozen=True)
class Place:
    """How far the logs are read, and what must come next."""

    i: int
    j: int
    pending: tuple[Column, ...] = ()


@dataclass(frozen=True)
class Step:
    """From one place to another: at most one entry is played."""

    column: Column
    to: Place
    cost: int


class Logs:
    """Two logs, and what may come next at each place of them."""

    def __init__(self, first: Sequence[Entry], second: Sequence[Entry], decider: Decider) -> None:
        self.first, self.second, self.decider = first, second, decider
        contents: dict[bytes, int] = {}
        self._ours = [contents.setdefault(one.content, len(contents)) for one in first]
        self._theirs = [contents.setdefault(one.content, len(contents)) for one in second]
        self._estimate = Estimate(self._ours, self._theirs, [one.seat for one in first], [one.seat for one in second])

    def least(self, place: Place) -> int:
        """Return how many mistakes there are at least from a place on."""
        return self._estimate(place.i, place.j)

    def ended(self, place: Place) -> bool:
        """Return whether both logs are read to their ends."""
        return (place.i, place.j) == (len(self.first), len(self.second)) and not place.pending

    def here(self, place: Place) -> tuple[Entry | None, Entry | None]:
        """Return what each log says next."""
        a = self.first[place.i] if place.i < len(self.first) else None
        b = self.second[place.j] if place.j < len(self.second) else None
        return a, b

    def agree(self, place: Place) -> Step | None:
        """Return the step by which both logs say the same, or by which a chosen stretch goes on; `None` if none is."""
        if place.pending:
            return Step(place.pending[0], Place(place.i, place.j, place.pending[1:]), 0)
        a, b = self.here(place)
        if a is None or b is None or self._ours[place.i] != self._theirs[place.j]:
            return None
        return Step(Column(a, b, a, "agreed"), Place(place.i + 1, place.j + 1), 0)

    def steps(self, place: Place, table: Table, drawn: int) -> Iterator[Step]:
        """Yield the steps by which a log has a mistake: where they differ, or where rules refuse what both say."""
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
        """Yield what only one log says; where that has it as a breach, it costs a mistake of who played, too."""
        assert column.played is not None
        yield Step(column, to, 1)
        if column.played.irregular:
            yield Step(Column(column.first, column.second, column.played, column.kind, True), to, 2)

    def _tail(self, place: Place) -> Iterator[Step]:
        """Yield what comes where one log has ended: all that the other says, or nothing of it, which is less likely."""
        rest = [Column(one, None, one, "tail") for one in self.first[place.i :]]
        rest += [Column(None, one, one, "tail") for one in self.second[place.j :]]
        end = Place(len(self.first), len(self.second))
        yield Step(rest[0], Place(end.i, end.j, tuple(rest[1:])), 1)
        none = [Column(one.first, one.second, None, "tail") for one in rest]
        yield Step(none[0], Place(end.i, end.j, tuple(none[1:])), min(2, len(none)))

    def _reordered(self, place: Place, table: Table, drawn: int) -> Iterator[Step]:
        """Yield the orders of a stretch that both logs say in another one; only the first if it makes no difference."""
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
        """Return the digest of the table after some entries; `None` where the rules refuse one of them."""
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
    """A place reached with a table, and how many mistakes that took."""

    place: Place
    table: Table
    drawn: int
    cost: int
    before: _Node | None = None
    key: tuple[Place, str] | None = None


@dataclass
class Onward:
    """Whether places lead on to the ends of both logs.

    Attributes:
        cost: how many mistakes that takes at least; `None`: they do not, with so many as were allowed.
        refusal: what speaks against those that do not, as far on as possible.
        known: whether all was looked at that had to be; if not, they may lead on.
    """

    cost: int | None = None
    refusal: Refusal | None = None
    known: bool = True


@dataclass
class Search:
    """Looks ahead, and remembers what it saw: which places lead on, and which do not."""

    logs: Logs
    alive: dict[tuple[Place, str], int] = field(default_factory=dict)
    dead: dict[tuple[Place, str], tuple[int, Refusal | None]] = field(default_factory=dict)

    def onward(self, places: Sequence[tuple[Place, int]], table: Table, drawn: int, most: int = NEVER) -> Onward:
        """Return whether one of some places leads on, with at most so many mistakes altogether.

        Args:
            places: where to begin, each with the mistakes made before.
            table, drawn: what stands there, and how many outcomes chance gave.
            most: how many mistakes are allowed.
        """
        ahead = _Ahead(self, most)
        for place, cost in places:
            ahead.add(_Node(place, table.copy(), drawn, cost))
        return ahead.look()


class _Ahead:
    """One look ahead: the likeliest places first (A*)."""

    def __init__(self, search: Search, most: int) -> None:
        self._search, self._logs, self._most = search, search.logs, most
        self._found = Onward()
        self._heap: list[tuple[int, int, _Node]] = []
        self._tick = count()
        self._seen: dict[tuple[Place, str], int] = {}

    def add(self, node: _Node) -> None:
        """Visit a place to see where it leads; first, continue as long as both logs agree."""
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
        """Return what there is ahead."""
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
        """Go on as long as both logs say the same and the rules agree; return whether it is a place to go on from."""
        while (step := self._logs.agree(node.place)) is not None:
            if not self._played(node, step):
                return not node.place.pending  # a stretch whose order was chosen cannot be left
            node.place = step.to
        return True

    def _played(self, node: _Node, step: Step) -> bool:
        """Let a step's entry be true of a node's table; where it cannot be, note why."""
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
        """Note what speaks against going on, if it came later than what is noted."""
        noted = self._found.refusal
        if refusal is not None and (noted is None or refusal.reached > noted.reached):
            self._found.refusal = refusal

    def _remember(self, node: _Node, onward: int | None) -> None:
        """Remember of the places on the way how many mistakes they take from there on."""
        at: _Node | None = node if onward is not None else None
        while at is not None:
            if at.key is not None:
                self._search.alive[at.key] = node.cost + (onward or 0) - at.cost
            at = at.before
