"""Maximum-weight matchings with integer weights of any size, as a backend of networkx.

caissify-pairings asks networkx for about as many matchings as there are entrants in a round. All have the same nodes,
and only few weights change from one to the next. py4swiss keeps such a matching up to date in compiled code. The
method is that of Galil, Micali and Gabow (An O(EV log V) algorithm for finding a maximal weighted matching, 1986).

networkx calls a backend by its own dispatch: its name is in the entry points of this package. Nothing changes for
other users of networkx, as it is chosen only inside `fast_matchings`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from py4swiss.dynamicuint import DynamicUint

BACKEND = "tablescribe"
"""The name of this backend in the entry points of networkx."""

PART = 32
"""Bits of one part of a weight in py4swiss."""

SPARE = 4
"""Bits that a weight leaves free: two for sums of two weights, two that py4swiss asks for."""

_one_at_a_time = Lock()


@contextmanager
def fast_matchings() -> Iterator[None]:
    """Let networkx compute matchings by this backend; without py4swiss, by itself.

    By itself, too, where the installed package is older than this file, so that networkx does not know the backend.
    networkx keeps its choice of backends once for the whole process, so only one thread at a time is let in.
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
    """A graph with weights, as networkx's `Graph`, in so far as a matching needs it."""

    __networkx_backend__ = BACKEND

    def __init__(self) -> None:
        self.nodes: dict[Any, None] = {}
        self.weights: dict[tuple[Any, Any], int] = {}

    def is_directed(self) -> bool:
        """Return whether edges have a direction."""
        return False

    def is_multigraph(self) -> bool:
        """Return whether there can be several edges between two nodes."""
        return False

    def add_node(self, node: Any) -> None:
        """Add a node."""
        self.nodes[node] = None

    def add_edge(self, one: Any, other: Any, *, weight: int) -> None:
        """Add an edge between two nodes."""
        self.weights[one, other] = weight


def graph__new__(*incoming: Any, **attributes: Any) -> WeightedGraph:
    """Return an empty graph: what networkx calls for `Graph()`."""
    return WeightedGraph()


def max_weight_matching(
    G: WeightedGraph,  # noqa: N803  # so networkx names it
    maxcardinality: bool = False,
    weight: str = "weight",
) -> set[tuple[Any, Any]]:
    """Return a matching of maximum weight; with `maxcardinality`, among those with the most edges."""
    assert maxcardinality, "the engine asks for no other"
    nodes = tuple(G.nodes)
    kept = _kept.get(nodes)
    if kept is None or not kept.holds(G):
        kept = _kept[nodes] = Matching(G)
    return kept.of(G)


_kept: dict[tuple[Any, ...], Matching] = {}
"""The matchings of the round that is being paired, by their nodes."""


class Matching:
    """A matching that is kept up to date while weights change."""

    def __init__(self, graph: WeightedGraph) -> None:
        from py4swiss.dynamicuint import DynamicUint
        from py4swiss.matching_computer import ComputerDutchOptimality

        self.nodes = list(graph.nodes)
        self.index = {node: n for n, node in enumerate(self.nodes)}
        self.weights: dict[tuple[Any, Any], int] = {}
        # Each edge outweighs all others of any matching, so that one with more edges is always the heavier.
        self.limit = 1 << (max(graph.weights.values(), default=1).bit_length() + 2)
        self.offset = self.limit * (len(self.nodes) // 2 + 1)
        parts = (self.offset.bit_length() + 1 + SPARE + PART - 1) // PART
        self.zero = DynamicUint(1)
        for _ in range(parts - 1):
            self.zero.shift_grow(PART)  # grows only by what overflows
        self.zero = _shifted(self.zero)  # and there that is dropped
        self.known: dict[int, DynamicUint] = {}
        most = self._number(self.offset + self.limit)
        self.computer = ComputerDutchOptimality(len(self.nodes), most)
        for _ in self.nodes:
            self.computer.add_vertex()

    def holds(self, graph: WeightedGraph) -> bool:
        """Return whether all weights of a graph are below the limit that was fixed at first."""
        return max(graph.weights.values(), default=0) < self.limit

    def of(self, graph: WeightedGraph) -> set[tuple[Any, Any]]:
        """Return the matching of a graph with these nodes, from that of the last one."""
        before, now = self.weights, graph.weights
        changed = [edge for edge, weight in now.items() if before.get(edge) != weight]
        changed += [edge for edge in before if edge not in now]
        # What is matched anew is the first node of a changed edge and what follows from it: let these be few.
        often = Counter(node for edge in changed for node in edge)
        for one, other in changed:
            weight = now.get((one, other))
            number = self.zero if weight is None else self._number(self.offset + weight)
            first, second = (one, other) if often[one] >= often[other] else (other, one)
            self.computer.set_edge_weight(self.index[first], self.index[second], number)
        self.weights = now
        self.computer.compute_matching()
        mates = self.computer.get_matching()
        return {(self.nodes[one], self.nodes[other]) for one, other in enumerate(mates) if other > one}

    def _number(self, value: int) -> DynamicUint:
        """Return a weight as py4swiss takes it: with as many parts as all others."""
        from py4swiss.dynamicuint import DynamicUint

        if (found := self.known.get(value)) is None:
            found = DynamicUint(self.zero)
            for shift in range((value.bit_length() - 1) // PART * PART, -1, -PART):
                found = _shifted(found)
                found |= value >> shift & 0xFFFFFFFF
            self.known[value] = found
        return found


def _shifted(number: DynamicUint) -> DynamicUint:
    """Shift a number by one part; what overflows is dropped. py4swiss shifts by less than a part at a time."""
    number <<= PART // 2
    number <<= PART // 2
    return number
