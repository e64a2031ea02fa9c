"""The table, read in the terms of the game. Names of zones and values are in `zones.py`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from tablescribe.domain.box.blanks import as_declared
from tablescribe.domain.games.expeditions.components import (
    Card,
    Colour,
    ExpeditionsCatalogue,
    ExpeditionsOptions,
    Location,
    Mech,
    Region,
)
from tablescribe.domain.games.expeditions.effects import AnyEffect, Counter, TuckQuest, load_step
from tablescribe.domain.games.expeditions.ongoing import Ongoing
from tablescribe.domain.games.expeditions.zones import (
    AUTOMA,
    AUTOMA_GLORY,
    BASECAMP,
    BENEFIT,
    CATEGORIES,
    CELL,
    CENTRAL_MECH,
    FIRST_EDITION,
    HAND,
    HUMAN,
    HUMAN_GLORY,
    HUMAN_MECH,
    LEFT,
    MAT,
    MECH,
    MELDED,
    NORTH_MECH,
    SECOND_EDITION,
    SOLVED,
    SUPPLY,
    TOKEN,
    TUCK_LIMIT,
    TURN,
    TWENTY,
    UPGRADED,
    WINNER,
    WORKERS,
    Category,
    category,
    cell,
    glory,
    layer,
    maps,
    mech_mat,
    number_of,
    slot,
    taken,
    worker,
)
from tablescribe.domain.rules.agenda import DueStep, due
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import AWAITS, face_down
from tablescribe.domain.table.table import HIDDEN, Table


class Board:
    """The table, read in the terms of the game."""

    def __init__(self, setting: Setting, table: Table) -> None:
        self.table = table
        self.catalogue = cast(ExpeditionsCatalogue, setting.catalogue)
        self.options = cast(ExpeditionsOptions, setting.options)
        self.first_edition = setting.edition == FIRST_EDITION
        self.corrections_end = setting.edition not in (FIRST_EDITION, SECOND_EDITION)

    # --- turns ----------------------------------------------------------------------------

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""
        return self.table.number(TURN)

    @property
    def token(self) -> str:
        """The space of the action token."""
        return self.table.text(TOKEN)

    @property
    def shifted(self) -> bool:
        """Whether the action token has been shifted in this human turn (EX-18)."""
        return self.table.get(LEFT) is not None

    @property
    def left(self) -> list[str]:
        """The exposed actions that have not been taken yet."""
        return [name for name in self.table.text(LEFT).split(",") if name]

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.table.get(WINNER) is not None

    @property
    def asks(self) -> bool:
        """Whether the human is being asked which benefits to take."""
        return self.table.values.get(AWAITS) == BENEFIT

    @property
    def dues(self) -> list[tuple[DueStep, AnyEffect]]:
        """The benefits still to be taken, oldest first."""
        return [(step, one) for step in due(self.table) if not isinstance(one := load_step(step.kept), TuckQuest)]

    @property
    def tucks(self) -> list[tuple[DueStep, str]]:
        """The quests to be tucked once their benefits have been taken, oldest first (EX-49)."""
        found = ((step, load_step(step.kept)) for step in due(self.table) if step.do == "tuck")
        return [(step, one.card) for step, one in found if isinstance(one, TuckQuest)]

    # --- the map --------------------------------------------------------------------------

    @property
    def places(self) -> Iterator[str]:
        """All places for location tiles."""
        return (one.id for one in self.catalogue.cells)

    def where(self, mech: str) -> str:
        """Return the place of a mech, or the empty string at Basecamp."""
        for zone, pieces in self.table.zones.items():
            if mech in pieces and zone.startswith(CELL):
                return zone[len(CELL) :]
        return ""

    @property
    def here(self) -> str:
        """The place of the human's mech; the empty string at Basecamp."""
        return self.where(HUMAN_MECH)

    def beside(self, place: str) -> tuple[str, ...]:
        """Return the places adjacent to a place or to Basecamp (EX-26)."""
        return self.catalogue.by_cell[place].adjacent if place else self.catalogue.basecamp

    def region(self, place: str) -> Region:
        """Return the region of a place."""
        return self.catalogue.by_cell[place].region

    def tile(self, place: str) -> str:
        """Return the tile at a place; `?<region>` if it is face down."""
        region = self.region(place)
        hidden, known = face_down(region), f"{region}:"
        return next(piece for piece in self._pieces(cell(place)) if piece == hidden or piece.startswith(known))

    def is_face_down(self, place: str) -> bool:
        """Return whether the location at a place is face down."""
        return face_down(self.region(place)) in self._pieces(cell(place))

    def location(self, place: str) -> Location | None:
        """Return the face-up location at a place, if there is one."""
        tile = self.tile(place)
        if tile.startswith(HIDDEN):
            return None
        return as_declared(self.table, Location, tile) or self.catalogue.by_number[number_of(tile)]

    def number(self, place: str) -> int:
        """Return the number of the face-up location at a place; 0 if it is face down, and at Basecamp."""
        location = self.location(place) if place else None
        return location.id if location is not None else 0

    @property
    def undeclared(self) -> str:
        """The blank tile that was turned up and must be declared next, or the empty string.

        Tiles of the south start face up and do not count.
        """
        for place in self.places if self.has_blank_tiles else ():
            location = self.location(place)
            if location is not None and location.blank and location.region != "south":
                return self.tile(place)
        return ""

    @property
    def has_blank_tiles(self) -> bool:
        """Whether the catalogue leaves any tile blank."""
        return any(one.blank for one in self.catalogue.locations)

    def occupied(self, place: str) -> bool:
        """Return whether any mech stands at a place."""
        pieces = self._pieces(cell(place))
        return HUMAN_MECH in pieces or NORTH_MECH in pieces or CENTRAL_MECH in pieces

    def automa_at(self, place: str) -> bool:
        """Return whether an Automa mech stands at a place."""
        pieces = self._pieces(cell(place))
        return NORTH_MECH in pieces or CENTRAL_MECH in pieces

    def _pieces(self, zone: str) -> Mapping[str, int]:
        return self.table.zones.get(zone, {})

    # --- corruption -----------------------------------------------------------------------

    def stack(self, place: str) -> list[tuple[str, str]]:
        """Return the corruption tokens of a place from bottom to top, each with its zone (EX-30)."""
        prefix = layer(place, 0)[:-1]
        zones = [zone for zone in self.table.zones if prefix in zone and zone.startswith(prefix)]  # `in` is faster
        zones.sort(key=number_of)
        if self.options.corruption_on_top == "first_drawn":
            zones.reverse()
        return [(zone, token) for zone in zones for token in self.table.each(zone)]

    def worth(self, token: str) -> tuple[Colour | None, int]:
        """Return the colour and value of a corruption token; the 20 has no colour."""
        if token == TWENTY:
            return None, 20
        found = self.catalogue.by_token[token]
        return found.colour, found.value

    def price(self, token: str) -> tuple[int, int]:
        """Return the cost of vanquishing a token, in power and guile, with discounts (EX-45, EX-46)."""
        colour, value = self.worth(token)
        if colour is None:
            return 10, 10
        power = sum(one.discount.power for one in self.abilities if one.discount)
        guile = sum(one.discount.guile for one in self.abilities if one.discount)
        return (max(0, value - power), 0) if colour == "orange" else (0, max(0, value - guile))

    # --- cards ----------------------------------------------------------------------------

    def card(self, piece: str) -> Card | None:
        """Return the contents of a card from the catalogue or its declaration; `None` if there is no such card."""
        return as_declared(self.table, Card, piece) or self.catalogue.by_piece.get(piece)

    @property
    def row(self) -> list[tuple[str, str]]:
        """The active row from left to right, each card with its zone."""
        zones = [zone for zone in self.table.zones if zone.startswith("active:")]
        zones.sort(key=number_of)
        return [(zone, piece) for zone in zones for piece in self.table.each(zone) if not piece.startswith("worker:")]

    @property
    def row_end(self) -> str:
        """The zone at the right end of the active row."""
        row = self.row
        return f"active:{number_of(row[-1][0]) + 1 if row else 1}"

    @property
    def hand(self) -> list[str]:
        """The cards in the human's hand."""
        return list(self.table.each(HAND))

    def controlled(self, kind: str = "") -> list[tuple[str, str]]:
        """Return the cards that the human controls, all or of one kind, each with its zone (EX-44)."""
        cards = [*((HAND, piece) for piece in self.hand), *self.row]
        return [
            (zone, piece) for zone, piece in cards if not kind or ((card := self.card(piece)) and card.kind == kind)
        ]

    @property
    def face_up(self) -> list[tuple[str, str]]:
        """The face-up cards, each with the name of its slot."""
        return [(one.id, piece) for one in self.catalogue.slots for piece in self.table.each(slot(one.id))]

    def touches(self, name: str, place: str) -> bool:
        """Return whether a slot touches a place (EX-41, EX-61)."""
        return any(one.id == name and place in one.adjacent for one in self.catalogue.slots)

    # --- the human ------------------------------------------------------------------------

    @property
    def mech(self) -> Mech | None:
        """The human's mech, from the catalogue or its declaration."""
        name = self.table.text(MECH)
        return as_declared(self.table, Mech, mech_mat(name)) or self.catalogue.mech(name)

    @property
    def abilities(self) -> list[Ongoing]:
        """The ongoing abilities of the human's mech and upgraded items (EX-100)."""
        mech = self.mech
        items = [self.card(piece) for piece in self.table.each(UPGRADED)]
        return [*([mech.ability] if mech else []), *(item.ongoing for item in items if item and item.ongoing)]

    @property
    def reach(self) -> int:
        """The longest distance of the Move action (EX-25, EX-98)."""
        return 3 + sum(one.move_range for one in self.abilities)

    @property
    def tuck_limit(self) -> int:
        """The number of cards that fit at each edge of the mat (EX-49 to EX-51)."""
        return max([TUCK_LIMIT, *(one.tuck_limit for one in self.abilities)])

    @property
    def free_workers(self) -> list[str]:
        """The colours of the workers on the mat, without repeats."""
        return [piece.removeprefix("worker:") for piece in self.table.pieces(WORKERS)]

    @property
    def shelf(self) -> list[str]:
        """The colours of the workers left in the supply."""
        return [colour for colour in self.catalogue.workers if self.table.count(SUPPLY, worker(colour))]

    def counted(self, what: Counter) -> int:
        """Return how many of something the human has (EX-54)."""
        table = self.table
        if what == "workers":
            zones = [WORKERS, *(zone for zone, _ in self.row)]
            return sum(n for z in zones for p, n in table.pieces(z).items() if p.startswith("worker:"))
        if what == "maps":
            return table.count(maps(HUMAN))
        if what == "corruption":
            return table.count(taken(HUMAN)) - table.count(taken(HUMAN), TWENTY)
        if what == "cards":
            return len(self.controlled())
        return table.count({"solved": SOLVED, "upgraded": UPGRADED, "melded": MELDED}[what])

    def meets(self, name: Category) -> bool:
        """Return whether the human meets a category of Boast (EX-53)."""
        if name == "crater":
            return self.table.count(taken(HUMAN), TWENTY) > 0
        if name == "people":
            return self.counted("workers") >= 7 or self.counted("maps") >= 5
        least: dict[Category, tuple[Counter, int]] = {
            "quests": ("solved", 4), "meteorites": ("melded", 4), "items": ("upgraded", 4),
            "corruption": ("corruption", 7), "cards": ("cards", 8),
        }  # fmt: skip
        counter, n = least[name]
        return self.counted(counter) >= n

    @property
    def boasts(self) -> list[Category]:
        """The Boast categories that can take a glory token now (EX-52)."""
        if not self.table.count(MAT, glory(HUMAN)):
            return []
        return [name for name in CATEGORIES if not self.table.count(category(name)) and self.meets(name)]

    # --- the Automa, and the end ----------------------------------------------------------

    @property
    def automa_glory(self) -> int:
        """The number of glory tokens that the Automa has placed."""
        return self.table.count(BASECAMP, glory(AUTOMA))

    @property
    def has_all_glory(self) -> int | None:
        """The seat whose last glory token is placed, which triggers the end (EX-69); `None` if there is none yet."""
        if self.automa_glory >= AUTOMA_GLORY:
            return AUTOMA
        placed = sum(self.table.count(category(name), glory(HUMAN)) for name in CATEGORIES)
        return HUMAN if placed >= HUMAN_GLORY and self.options.fourth_glory_ends else None


def in_turn(setting: Setting, table: Table) -> tuple[int, ...]:
    """Return the seat that decides next."""
    return (Board(setting, table).turn,)
