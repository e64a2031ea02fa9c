"""The geography of a map: which clearings, forests and rivers are adjacent, regardless of pieces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from tablescribe.domain.games.root.parts import CLEARINGS, Link

BURROW = 0
"""The Duchy's own clearing beside the map (RO-12.2.2)."""


def link(a: int, b: int) -> Link:
    """Return the link between two clearings, the lower number first."""
    return (a, b) if a < b else (b, a)


class Land:
    """A map without pieces. Forests are named after the clearings they touch: `1_2_5_10`.

    Closed paths count as paths here: they bound the map and divide forests (RO-16.2.3-II). Which ones are closed is
    read from the table.

    Attributes:
        ruins: the clearings with an R slot (RO-2.2.4).
        corners: the pairs of opposite corner clearings.
        edge: the clearings around the map, in order (RO-16.6.15).
        coastal: the clearings on the lake (RO-16.2.2-III).
        closed: the paths that are closed at the start (RO-16.2.3-I).
    """

    def __init__(
        self,
        paths: Iterable[Link],
        rivers: Iterable[Link],
        forests: Iterable[Sequence[int]],
        *,
        slots: Sequence[int],
        ruins: tuple[int, ...],
        corners: tuple[Link, Link],
        edge: tuple[int, ...],
        coastal: tuple[int, ...] = (),
        closed: tuple[Link, ...] = (),
        rivers_divide: bool = False,
    ) -> None:
        """Build the map; see `Map` for the arguments."""
        self.paths = frozenset(paths)
        self.river_links = frozenset(rivers)
        self._slots = tuple(slots)
        self.ruins = ruins
        self.corners = corners
        self.edge = edge
        self.coastal = coastal
        self.closed = closed
        self._touched = {"_".join(map(str, sorted(one))): tuple(sorted(one)) for one in forests}
        self._dividing = self.paths | self.river_links if rivers_divide else self.paths
        self._beside = {one: self._joined(self.paths, one) for one in CLEARINGS}
        self._along = {one: self._joined(self.river_links, one) for one in CLEARINGS}

    @staticmethod
    def _joined(links: Iterable[Link], clearing: int) -> tuple[int, ...]:
        return tuple(sorted(a + b - clearing for a, b in links if clearing in (a, b)))

    # --- clearings ----------------------------------------------------------------------------

    def neighbours(self, clearing: int) -> tuple[int, ...]:
        """Return the clearings connected to a clearing by a path, closed paths included (RO-16.6.2)."""
        return self._beside.get(clearing, ())

    def rivers(self, clearing: int) -> tuple[int, ...]:
        """Return the clearings connected to a clearing by a river or the lake (RO-16.6.24, RO-16.2.2-II)."""
        return self._along.get(clearing, ())

    def slots(self, clearing: int) -> int:
        """Return the number of building slots in a clearing, including one under a ruin (RO-2.2.3)."""
        return self._slots[clearing - 1] if clearing in CLEARINGS else 0

    @cached_property
    def river_clearings(self) -> tuple[int, ...]:
        """The clearings on a river or on the lake."""
        return tuple(one for one in CLEARINGS if self._along[one])

    @cached_property
    def corner_clearings(self) -> tuple[int, ...]:
        """The four corner clearings."""
        return tuple(sorted(one for pair in self.corners for one in pair))

    def opposite(self, corner: int) -> int | None:
        """Return the opposite corner; `None` if the clearing is no corner (RO-5.1)."""
        return next((a + b - corner for a, b in self.corners if corner in (a, b)), None)

    def is_edge(self, clearing: int) -> bool:
        """Return whether a clearing is on the edge of the map (RO-16.6.15)."""
        return clearing in self.edge

    # --- forests ------------------------------------------------------------------------------

    @property
    def forests(self) -> tuple[str, ...]:
        """All forests (RO-2.4, RO-16.2.3-V)."""
        return tuple(self._touched)

    def clearings_at(self, forest: str) -> tuple[int, ...]:
        """Return the clearings that a forest touches without a path between (RO-16.6.2); none for an unknown forest."""
        return self._touched.get(forest, ())

    def forests_at(self, clearing: int) -> tuple[str, ...]:
        """Return the forests that touch a clearing."""
        return tuple(forest for forest, touched in self._touched.items() if clearing in touched)

    @cached_property
    def coastal_forests(self) -> tuple[str, ...]:
        """The forests on the lake: each touches exactly two coastal clearings (RO-16.2.2-IV)."""
        shore = set(self.coastal)
        return tuple(forest for forest, touched in self._touched.items() if len(shore & set(touched)) == 2)

    def forests_beside(self, forest: str) -> tuple[str, ...]:
        """Return the forests adjacent to a forest: one path divides them.

        On the winter side rivers divide forests as paths do (RO-16.2.1-I). Around the lake, a coastal clearing lies
        between neighbouring forests (RO-16.2.2-IV).
        """
        return self._forests_beside.get(forest, ())

    @cached_property
    def _forests_beside(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, set[str]] = {forest: set() for forest in self._touched}
        for a, b in (*self._borders(), *self._shores()):
            found[a].add(b)
            found[b].add(a)
        return {forest: tuple(one for one in self._touched if one in beside) for forest, beside in found.items()}

    def _borders(self) -> Iterator[tuple[str, str]]:
        """Yield the pairs of forests on both sides of a path: each touches both of its ends."""
        for a, b in self._dividing:
            sides = [forest for forest, touched in self._touched.items() if {a, b} <= set(touched)]
            if len(sides) == 2:
                yield sides[0], sides[1]

    def _shores(self) -> Iterator[tuple[str, str]]:
        for clearing in self.coastal:
            sides = [forest for forest in self.coastal_forests if clearing in self._touched[forest]]
            yield sides[0], sides[1]
