"""The island as data: its spaces, and the tiles that are placed on them."""

from functools import cached_property
from typing import Literal

from pydantic import Field, model_validator

from tablescribe.domain.box.catalogue import Component, Origin

Terrain = Literal["beach", "plains", "hills", "mountain", "river", "unknown"]
"""Kinds of terrain; `unknown` for a blank tile until it is declared (RC-B96)."""

SourceKind = Literal["wood", "fish", "parrot", "beast", "unknown"]
"""The contents of a tile's side: wood, food of two kinds, or the tile's beast."""

ID = r"^[a-z0-9_]+$"
"""The pattern of component names."""


class Place(Component):
    """A space of the island, and its position in the drawing: column and row, in hexes."""

    id: int = Field(ge=0)
    at: tuple[float, float]


class Layout(Component):
    """The spaces of an island (RC-B27).

    Attributes:
        start: the space of the beach if all camps start there.
        adjacent: the pairs of adjacent spaces, each once.
    """

    id: str = Field(pattern=ID)
    start: int
    places: tuple[Place, ...] = Field(min_length=2)
    adjacent: tuple[tuple[int, int], ...]
    origin: Origin = "printed"

    @cached_property
    def spaces(self) -> tuple[int, ...]:
        """The numbers of the spaces."""
        return tuple(place.id for place in self.places)

    @cached_property
    def beside(self) -> dict[int, tuple[int, ...]]:
        """The spaces adjacent to each space."""
        pairs = [*self.adjacent, *((other, one) for one, other in self.adjacent)]
        return {number: tuple(sorted(other for one, other in pairs if one == number)) for number in self.spaces}

    @cached_property
    def _distances(self) -> dict[int, dict[int, int]]:
        return {number: self.within(number, frozenset(self.spaces)) for number in self.spaces}

    def distance(self, one: int, other: int) -> int | None:
        """Return the number of steps between two spaces; `None` if there is no path."""
        return self._distances.get(one, {}).get(other)

    def within(self, start: int, through: frozenset[int]) -> dict[int, int]:
        """Return the distance of each space by paths through the given spaces; a path may end on any space."""
        steps, edge = {start: 0}, [start]
        for here in edge:
            for there in self.beside.get(here, ()) if here == start or here in through else ():
                if there not in steps:
                    steps[there] = steps[here] + 1
                    edge.append(there)
        return steps

    @model_validator(mode="after")
    def _is_one_island(self) -> "Layout":
        if len(set(self.spaces)) < len(self.spaces):
            raise ValueError(f"layout {self.id}: two spaces have one number")
        if not {number for pair in self.adjacent for number in pair} <= set(self.spaces):
            raise ValueError(f"layout {self.id}: what is adjacent is a space")
        reached, grows = {self.start}, True
        while grows:
            beside = {number for pair in self.adjacent if reached & set(pair) for number in pair}
            grows = not beside <= reached
            reached |= beside
        if reached != set(self.spaces):
            raise ValueError(f"layout {self.id}: every space can be reached from its start")
        return self


class Tile(Component):
    """An island tile (RC-B26).

    Attributes:
        left, right: the contents of its sides.
        discovery: the number of discovery tokens it brings.
        text: a further text on discovery that only people can carry out (RC-B97).
    """

    id: int = Field(ge=1)
    terrain: Terrain
    left: SourceKind
    right: SourceKind
    discovery: int = Field(ge=0, le=5)
    totem: bool = False
    natural_shelter: bool = False
    text: str | None = Field(default=None, min_length=1, max_length=300)
    origin: Origin = "printed"

    def shows(self, side: Literal["left", "right"]) -> SourceKind:
        """Return the contents of a side."""
        return self.left if side == "left" else self.right

    def gives(self, side: Literal["left", "right"]) -> Literal["wood", "food"] | None:
        """Return the resource of a side; `None` for a beast."""
        shown = self.shows(side)
        return "wood" if shown == "wood" else "food" if shown in ("fish", "parrot") else None

    @property
    def blank(self) -> bool:
        """Whether it represents a tile of the table's own box that has not been declared (RC-B96)."""
        return self.terrain == "unknown"

    @property
    def beast(self) -> bool:
        """Whether it brings a beast."""
        return "beast" in (self.left, self.right)
