"""The island: its spaces, and the tiles that are laid on them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from domain.catalogue import Origin

Terrain = Literal["beach", "plains", "hills", "mountain", "river"]
SourceKind = Literal["wood", "fish", "parrot", "beast"]
"""What a side of a tile shows: wood, food of two kinds, or the beast that comes with the tile."""

ID = r"^[a-z0-9_]+$"
"""The form of a component's name."""


class Component(BaseModel):
    """A component: unknown fields are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Place(Component):
    """A space of the island: where it is drawn, in hexes (column, row), and the spaces beside it."""

    id: int = Field(ge=0)
    at: tuple[float, float]
    adjacent: tuple[int, ...]


class Layout(Component):
    """The spaces of an island (RC-B27).

    Attributes:
        start: where the beach lies if all camps begin there.
    """

    id: str = Field(pattern=ID)
    start: int
    spaces: tuple[Place, ...] = Field(min_length=2)
    origin: Origin = "printed"

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the spaces."""
        return tuple(place.id for place in self.spaces)

    @cached_property
    def _beside(self) -> dict[int, tuple[int, ...]]:
        return {place.id: place.adjacent for place in self.spaces}

    def adjacent(self, number: int) -> tuple[int, ...]:
        """Return the spaces beside one."""
        return self._beside.get(number, ())

    @cached_property
    def _distances(self) -> dict[int, dict[int, int]]:
        return {number: self.within(number, self.numbers) for number in self.numbers}

    def distance(self, one: int, other: int) -> int:
        """Return how many steps lead from one space to another; more than the island is wide if none do."""
        return self._distances.get(one, {}).get(other, len(self.spaces))

    def within(self, origin: int, passable: Iterable[int]) -> dict[int, int]:
        """Return the distance of each space that can be reached from one over passable spaces.

        The space where it begins counts as passable; a space that is not is reached, and not gone through.
        """
        free = {origin, *passable}
        found, edge = {origin: 0}, [origin]
        while edge:
            ahead: list[int] = []
            for here in edge:
                for there in self.adjacent(here) if here in free else ():
                    if there not in found:
                        found[there] = found[here] + 1
                        ahead.append(there)
            edge = ahead
        return found

    @model_validator(mode="after")
    def _fits_together(self) -> Layout:
        beside = {place.id: set(place.adjacent) for place in self.spaces}
        if len(beside) < len(self.spaces):
            raise ValueError(f"layout {self.id}: two spaces have one number")
        if not all(one in beside.get(other, ()) for one, others in beside.items() for other in others):
            raise ValueError(f"layout {self.id}: what is beside a space has it beside itself")
        if self.start not in beside or len(self.within(self.start, beside)) < len(beside):
            raise ValueError(f"layout {self.id}: every space can be reached from its start")
        return self


class Tile(Component):
    """An island tile (RC-B26).

    Attributes:
        left, right: what its sides show.
        discovery: how many discovery tokens it brings.
    """

    id: int = Field(ge=1)
    terrain: Terrain
    left: SourceKind
    right: SourceKind
    discovery: int = Field(ge=0, le=5)
    totem: bool = False
    natural_shelter: bool = False
    origin: Origin = "printed"

    def shows(self, side: Literal["left", "right"]) -> SourceKind:
        """Return what a side shows."""
        return self.left if side == "left" else self.right

    def gives(self, side: Literal["left", "right"]) -> Literal["wood", "food"] | None:
        """Return the resource of a side, or none where it shows a beast."""
        shown = self.shows(side)
        return "wood" if shown == "wood" else None if shown == "beast" else "food"

    @property
    def beast(self) -> bool:
        """Whether a beast comes with it."""
        return "beast" in (self.left, self.right)
