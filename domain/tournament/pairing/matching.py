"""Maximum-weight matchings with integer weights of any size, as a backend of networkx.

caissify-pairings asks networkx for about as many matchings as a round has entrants. All have the same nodes, and few
weights change from one to the next. py4swiss updates such a matching in compiled code, by the method of Galil, Micali
and Gabow (An O(EV log V) algorithm for finding a maximal weighted matching, 1986).

networkx finds the backend by the entry points of this package. Other users of networkx are not affected, as the backend
is selected only inside `fast_matchings`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import compress
from operator import ne
from threading import Lock
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from py4swiss.dynamicuint import DynamicUint

BACKEND = "tablescribe"
"""The name of this backend in the entry points of networkx."""

PART = 32
"""Bits of one part of a weight in py4swiss."""

SPARE = 4
"""Free bits of a weight: two for sums of two weights, and two required by py4swiss."""

_one_at_a_time = Lock()


@contextmanager
def fast_matchings() -> Iterator[None]:
    """Make networkx compute matchings with this backend; without py4swiss, it uses its own implementation.

    networkx also uses its own if the installed package is older than this file, so that it does not know the backend.
    It selects backends for the whole process, so only one thread at a time may enter.
    """
    try:
        import networkx
        import py4swiss.matching_computer  # noqa: F401
    except ImportError:
        yield
        return
    if BACKEND not in networkx.config.backends:
        yield
        return
    with _one_at_a_time, networkx.config.backend_priority(algos=[BACKEND], classes=[BACKEND]):
        _kept.clear()
        try:
            yield
        finally:
            _kept.clear()


class WeightedGraph:
    """A weighted graph with the part of networkx's `Graph` interface that matchings need."""

    __networkx_backend__ = BACKEND

    def __init__(self) -> None:
        self.rows: dict[Any, dict[Any, int]] = {}
        """Edge weights by first node, then second node. Each edge is stored once, under the node named first."""

    def is_directed(self) -> bool:
        """Return whether edges have a direction."""
        return False

    def is_multigraph(self) -> bool:
        """Return whether there can be several edges between two nodes."""
        return False

    def add_node(self, node: Any) -> None:
        """Add a node."""
        self.rows[node] = {}

    def add_edge(self, one: Any, other: Any, *, weight: int) -> None:
        """Add an edge between two nodes."""
        self.rows[one][other] = weight


def graph__new__(*incoming: Any, **attributes: Any) -> WeightedGraph:
    """Return an empty graph; networkx calls this for `Graph()`."""
    return WeightedGraph()


def max_weight_matching(
    G: WeightedGraph,  # noqa: N803  # so networkx names it
    maxcardinality: bool = False,
    weight: str = "weight",
) -> set[tuple[Any, Any]]:
    """Return a maximum-weight matching; with `maxcardinality`, among the matchings with the most edges."""
    assert maxcardinality, "the engine asks for no other"
    nodes = tuple(G.rows)
    kept = _kept.get(nodes)
    found = kept.of(G) if kept is not None else None
    if found is None:
        kept = _kept[nodes] = Matching(G)
        found = kept.of(G)
    assert found is not None, "its limit is above the weights of this graph"
    return found


_kept: dict[tuple[Any, ...], Matching] = {}
"""The matchings of the round being paired, by their nodes."""


class Matching:
    """A matching that is updated as weights change."""

    def __init__(self, graph: WeightedGraph) -> None:
        from py4swiss.dynamicuint import DynamicUint
        from py4swiss.matching_computer import ComputerDutchOptimality

        self.nodes = list(graph.rows)
        self.index = {node: n for n, node in enumerate(self.nodes)}
        self.rows: dict[Any, dict[Any, int]] = {node: {} for node in self.nodes}
        most = max((max(row.values()) for row in graph.rows.values() if row), default=1)
        # Each edge outweighs all other edges of any matching, so that a matching with more edges is always heavier.
        self.limit = 1 << (most.bit_length() + 2)
        self.offset = self.limit * (len(self.nodes) // 2 + 1)
        parts = (self.offset.bit_length() + 1 + SPARE + PART - 1) // PART
        self.zero = DynamicUint(1)
        for _ in range(parts - 1):
            self.zero.shift_grow(PART)  # grows only if it overflows
        self.zero = _shifted(self.zero)  # drops the overflow
        self.known: dict[int, DynamicUint] = {}
        self.computer = ComputerDutchOptimality(len(self.nodes), self._number(self.offset + self.limit))
        for _ in self.nodes:
            self.computer.add_vertex()

    def of(self, graph: WeightedGraph) -> set[tuple[Any, Any]] | None:
        """Return the matching of a graph with these nodes, updated from the last one.

        It is `None` if a weight reaches the limit that was fixed for the first graph.
        """
        changed = self._changes(graph)
        if any(weight is not None and weight >= self.limit for _, _, weight in changed):
            return None
        # The first node of each changed edge is matched again, with what follows from it, so keep these nodes few.
        often = Counter(node for one, other, _ in changed for node in (one, other))
        for one, other, weight in changed:
            number = self.zero if weight is None else self._number(self.offset + weight)
            first, second = (one, other) if often[one] >= often[other] else (other, one)
            self.computer.set_edge_weight(self.index[first], self.index[second], number)
        self.rows = graph.rows
        self.computer.compute_matching()
        mates = self.computer.get_matching()
        return {(self.nodes[one], self.nodes[other]) for one, other in enumerate(mates) if other > one}

    def _changes(self, graph: WeightedGraph) -> list[tuple[Any, Any, int | None]]:
        """Return the changed edges with their new weights; `None` for removed edges."""
        changed, gone = list[tuple[Any, Any, int | None]](), list[tuple[Any, Any, None]]()
        for one, row in graph.rows.items():
            before = self.rows[one]
            if row != before:
                differ = map(ne, row.values(), map(before.get, row))
                changed += [(one, other, row[other]) for other in compress(row, differ)]
                gone += [(one, other, None) for other in before if other not in row]
        return [*changed, *gone]

    def _number(self, value: int) -> DynamicUint:
        """Return a weight in the form of py4swiss, with the same number of parts as all others."""
        from py4swiss.dynamicuint import DynamicUint

        if (found := self.known.get(value)) is None:
            found = DynamicUint(self.zero)
            for shift in range((value.bit_length() - 1) // PART * PART, -1, -PART):
                found = _shifted(found)
                found |= value >> shift & 0xFFFFFFFF
            self.known[value] = found
        return found


def _shifted(number: DynamicUint) -> DynamicUint:
    """Shift a number by one part and drop the overflow. py4swiss can shift only by less than a part at a time."""
    number <<= PART // 2
    number <<= PART // 2
    return number
