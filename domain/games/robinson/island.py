"""The island: which spaces are neighbours, how far it is, whose camps stand where, which terrain serves whom."""

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
"""A distance that no pawn covers."""


class Island(Board):
    """The board, with the island read from it."""

    @property
    def layout(self) -> Layout:
        """The spaces, and which are neighbours."""
        return self.catalogue.layout(self.options.layout)

    # --- tiles ----------------------------------------------------------------------------

    def tile_piece(self, number: int) -> str:
        """Return the tile that lies face up on a space, as a piece; the empty text where none does."""
        held = self.table.zones.get(space(number), {})
        return min((piece for piece in held if piece.startswith("tile:")), default="")

    def tile(self, number: int) -> Tile | None:
        """Return the tile that lies on a space, if it is explored."""
        piece = self.tile_piece(number)
        return self.tile_card(piece) if piece else None

    @property
    def explored(self) -> frozenset[int]:
        """The spaces on which a tile lies."""
        return frozenset(
            number for number in self.layout.spaces
            if any(piece.lstrip(HIDDEN).startswith("tile") for piece in self.table.zones.get(space(number), ()))
        )  # fmt: skip

    def source(self, number: int, side: Side) -> str:
        """Return the resource that a source of a space gives; the empty text if none (any more)."""
        tile = self.tile(number)
        if tile is None or self.table.get(exhausted(self.tile_piece(number), side)):
            return ""
        return tile.gives(side) or ""

    # --- camps ----------------------------------------------------------------------------

    def camp_of(self, seat: int) -> int | None:
        """Return the space of a seat's camp; `None` once it has left the island."""
        return next((number for number in self.layout.spaces if self.table.count(space(number), camp(seat))), None)

    def campers(self, number: int) -> list[int]:
        """Return the seats whose camps stand on a space."""
        return [seat for seat in self.setting.all_seats if self.table.count(space(number), camp(seat))]

    def enemies_on(self, number: int, seat: int) -> list[int]:
        """Return the others whose camps stand on a space."""
        return [other for other in self.campers(number) if other != seat]

    def shortcut_of(self, seat: int) -> int | None:
        """Return the space of a seat's Shortcut token."""
        return next((number for number in self.layout.spaces if self.table.count(space(number), shortcut(seat))), None)

    # --- ways -----------------------------------------------------------------------------

    def between(self, one: int, other: int) -> int:
        """Return how far two spaces are apart, explored or not (RC-43)."""
        steps = self.layout.distance(one, other)
        return FAR if steps is None else steps

    def way(self, seat: int, goal: int) -> int:
        """Return how far a space is from a seat's camp along explored tiles (RC-B13)."""
        home = self.camp_of(seat)
        return FAR if home is None else self.layout.within(home, self.explored).get(goal, FAR)

    def raid(self, seat: int, other: int) -> int:
        """Return how far another's camp is for an attack: by the board, or along explored tiles where tables ask it."""
        home, goal = self.camp_of(seat), self.camp_of(other)
        if home is None or goal is None:
            return FAR
        return self.way(seat, goal) if self.options.attack_needs_path else self.between(home, goal)

    # --- terrain --------------------------------------------------------------------------

    def serves_terrain(self, number: int, seat: int) -> bool:
        """Return whether the terrain of a space counts for a seat: no enemy camps there (RC-39, RC-40, RC-81)."""
        enemies = self.enemies_on(number, seat)
        return not enemies or (self.options.shared_camp_tile_counts and self.camp_of(seat) == number)

    def terrains(self, seat: int) -> frozenset[str]:
        """Return the kinds of terrain that a seat can use for inventions (RC-39, RC-82)."""
        found = ((number, self.tile(number)) for number in self.layout.spaces)
        return frozenset(tile.terrain for number, tile in found if tile and self.serves_terrain(number, seat))

    # --- shelter --------------------------------------------------------------------------

    def has_natural_shelter(self, seat: int) -> bool:
        """Return whether a seat's camp stands in a natural shelter (RC-B21)."""
        home = self.camp_of(seat)
        tile = self.tile(home) if home is not None else None
        return tile is not None and tile.natural_shelter

    def is_sheltered(self, seat: int) -> bool:
        """Return whether a seat sleeps in a shelter, built or natural (RC-B21)."""
        return self.level("shelter", seat) > 0 or self.has_natural_shelter(seat)

    # --- the hunting deck -----------------------------------------------------------------

    def stacked(self, deck: str, end: Literal["top", "bottom"]) -> Iterator[str]:
        """Yield the zones of the cards that lie in a known order at an end of a deck, the uppermost first."""
        place = top if end == "top" else bottom
        k = 1
        while self.table.count(place(deck, k)):
            yield place(deck, k)
            k += 1

    def left_in(self, deck: str) -> int:
        """Return how many cards a deck has: the tile stack, or the hunting deck for beasts."""
        middle = self.table.count(HUNTING) if deck == BEAST else self.table.count(deck_zone(deck), face_down(deck))
        return middle + sum(1 for end in ("top", "bottom") for _ in self.stacked(deck, end))
