"""The island: adjacent spaces, distances, camps on spaces, and which terrain counts for whom."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from tablescribe.domain.games.robinson.board import (
    BEAST,
    HUNTING,
    Board,
    Side,
    bottom,
    camp,
    exhausted,
    shortcut,
    space,
    top,
)
from tablescribe.domain.games.robinson.land import Layout, Tile
from tablescribe.domain.table.names import deck as deck_zone
from tablescribe.domain.table.names import face_down
from tablescribe.domain.table.table import HIDDEN

FAR = 99
"""A distance that no number of pawns can cover."""


class Island(Board):
    """The board, extended by the geography of the island."""

    @property
    def layout(self) -> Layout:
        """The spaces and their adjacency."""
        return self.catalogue.layout(self.options.layout)

    # --- tiles ----------------------------------------------------------------------------

    def tile_piece(self, number: int) -> str:
        """Return the face-up tile on a space; the empty string if there is none."""
        held = self.table.zones.get(space(number), {})
        return min((piece for piece in held if piece.startswith("tile:")), default="")

    def tile(self, number: int) -> Tile | None:
        """Return the contents of the explored tile on a space."""
        piece = self.tile_piece(number)
        return self.tile_card(piece) if piece else None

    @property
    def explored(self) -> frozenset[int]:
        """The spaces with tiles."""
        return frozenset(
            number for number in self.layout.spaces
            if any(piece.lstrip(HIDDEN).startswith("tile") for piece in self.table.zones.get(space(number), ()))
        )  # fmt: skip

    def source(self, number: int, side: Side) -> str:
        """Return the resource of a source; the empty string if it has none or is exhausted."""
        tile = self.tile(number)
        if tile is None or self.table.get(exhausted(self.tile_piece(number), side)):
            return ""
        return tile.gives(side) or ""

    # --- camps ----------------------------------------------------------------------------

    def camp_of(self, seat: int) -> int | None:
        """Return the space of a seat's camp; `None` once the camp has left the island."""
        return next((number for number in self.layout.spaces if self.table.count(space(number), camp(seat))), None)

    def campers(self, number: int) -> list[int]:
        """Return the seats with camps on a space."""
        return [seat for seat in self.setting.all_seats if self.table.count(space(number), camp(seat))]

    def enemies_on(self, number: int, seat: int) -> list[int]:
        """Return the other seats with camps on a space."""
        return [other for other in self.campers(number) if other != seat]

    def shortcut_of(self, seat: int) -> int | None:
        """Return the space of a seat's Shortcut token."""
        return next((number for number in self.layout.spaces if self.table.count(space(number), shortcut(seat))), None)

    # --- distances ------------------------------------------------------------------------

    def between(self, one: int, other: int) -> int:
        """Return the distance between two spaces, regardless of exploration (RC-43)."""
        steps = self.layout.distance(one, other)
        return FAR if steps is None else steps

    def way(self, seat: int, goal: int) -> int:
        """Return the distance of a space from a seat's camp along explored tiles (RC-B13)."""
        home = self.camp_of(seat)
        return FAR if home is None else self.layout.within(home, self.explored).get(goal, FAR)

    def raid(self, seat: int, other: int) -> int:
        """Return the distance of another camp for an attack: over all spaces, or by option along explored tiles."""
        home, goal = self.camp_of(seat), self.camp_of(other)
        if home is None or goal is None:
            return FAR
        return self.way(seat, goal) if self.options.attack_needs_path else self.between(home, goal)

    # --- terrain --------------------------------------------------------------------------

    def serves_terrain(self, number: int, seat: int) -> bool:
        """Return whether the terrain of a space counts for a seat: no enemy camp is there (RC-39, RC-40, RC-81)."""
        enemies = self.enemies_on(number, seat)
        return not enemies or (self.options.shared_camp_tile_counts and self.camp_of(seat) == number)

    def terrains(self, seat: int) -> frozenset[str]:
        """Return the kinds of terrain that count for a seat's inventions (RC-39, RC-82)."""
        found = ((number, self.tile(number)) for number in self.layout.spaces)
        return frozenset(tile.terrain for number, tile in found if tile and self.serves_terrain(number, seat))

    # --- shelter --------------------------------------------------------------------------

    def has_natural_shelter(self, seat: int) -> bool:
        """Return whether a seat's camp is in a natural shelter (RC-B21)."""
        home = self.camp_of(seat)
        tile = self.tile(home) if home is not None else None
        return tile is not None and tile.natural_shelter

    def is_sheltered(self, seat: int) -> bool:
        """Return whether a seat has a shelter, built or natural (RC-B21)."""
        return self.level("shelter", seat) > 0 or self.has_natural_shelter(seat)

    # --- the hunting deck -----------------------------------------------------------------

    def stacked(self, deck: str, end: Literal["top", "bottom"]) -> Iterator[str]:
        """Yield the zones of the cards in a known order at one end of a deck, from the top."""
        place = top if end == "top" else bottom
        k = 1
        while self.table.count(place(deck, k)):
            yield place(deck, k)
            k += 1

    def left_in(self, deck: str) -> int:
        """Return the number of cards in a deck: the tile stack, or for beasts the hunting deck."""
        middle = self.table.count(HUNTING) if deck == BEAST else self.table.count(deck_zone(deck), face_down(deck))
        return middle + sum(1 for end in ("top", "bottom") for _ in self.stacked(deck, end))
