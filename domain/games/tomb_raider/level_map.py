"""The level map: exits, adjacent, connected and cut-off spaces, and which locations can be placed where."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from tablescribe.domain.games.tomb_raider.board import (
    DOWN,
    WAYS,
    Way,
    at,
    block_marker,
    bottom_of,
    exit_marker,
    is_known,
    location_in,
    space,
    top_of,
)
from tablescribe.domain.games.tomb_raider.cards import location
from tablescribe.domain.games.tomb_raider.components import EDGES, Edge, Location
from tablescribe.domain.games.tomb_raider.levels import LevelDeck, level_of
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import deck as deck_zone
from tablescribe.domain.table.names import state_of, unseen
from tablescribe.domain.table.table import HIDDEN, Table

NO_DECK = LevelDeck("level", {})

BESIDE: dict[Way, tuple[int, int]] = {"forward": (0, 1), "right": (1, 0), "back": (0, -1), "left": (-1, 0)}
"""The change of column and depth for a step in each direction; forward is deeper (TR-26)."""


def turned(edge: Edge, top: str) -> Way:
    """Return the direction of a card's edge when the card's top points in a given direction (TR-30)."""
    return WAYS[(EDGES.index(edge) + (_quarter_turns(top))) % 4]


def _quarter_turns(top: str) -> int:
    return {"forward": 0, "right": 1, "back": 2, "left": 3}.get(top, 0)


@lru_cache(maxsize=1024)
def _turned_exits(exits: tuple[Edge, ...], top: str) -> frozenset[Way]:
    return frozenset(turned(edge, top) for edge in exits)


class LevelMap:
    """The map of a level on the current table."""

    def __init__(self, setting: Setting, table: Table) -> None:
        self.setting = setting
        self.table = table
        self.level = level_of(setting)

    # --- the grid -------------------------------------------------------------------------

    @property
    def first(self) -> int:
        """The depth of the entrance's row (TR-26, TR-128)."""
        return self.level.first_depth

    @property
    def last(self) -> int:
        """The depth of the last row."""
        return self.level.first_depth + self.level.rows - 1

    @property
    def spaces(self) -> Iterator[str]:
        """The zones of all spaces, row by row."""
        for depth in range(self.first, self.last + 1):
            for col in range(1, self.level.width + 1):
                yield space(col, depth)

    def in_grid(self, zone: str) -> bool:
        """Return whether a zone is a space of the map (TR-26)."""
        col, depth = at(zone)
        return 1 <= col <= self.level.width and self.first <= depth <= self.last

    def beside(self, zone: str, way: Way) -> str:
        """Return the adjacent space in a direction; the empty string outside the grid (TR-29)."""
        col, depth = at(zone)
        right, deeper = BESIDE[way]
        other = space(col + right, depth + deeper)
        return other if self.in_grid(other) else ""

    # --- exits ----------------------------------------------------------------------------

    def printed_exits(self, zone: str) -> frozenset[Way]:
        """Return the directions of the arrows on a face-up location (TR-28, TR-30)."""
        if not is_known(self.table, zone):
            return frozenset()
        piece = location_in(self.table, zone)
        card = location(self.setting, self.table, piece)
        return _turned_exits(tuple(card.exits or ()), state_of(piece) or "forward") if card else frozenset()

    def is_blocked(self, zone: str, way: Way) -> bool:
        """Return whether a block marker is on that side (TR-98)."""
        return self.table.count(zone, block_marker(way)) > 0

    def open_exits(self, zone: str) -> frozenset[Way]:
        """Return the directions in which a raider can leave a face-up location: arrows and added exits, not blocked."""
        pieces = self.table.zones.get(zone, {})
        added = frozenset(way for way in WAYS if exit_marker(way) in pieces)
        blocked = frozenset(way for way in WAYS if block_marker(way) in pieces)
        return (self.printed_exits(zone) | added) - blocked

    def adjacent(self, zone: str) -> Iterator[str]:
        """Yield the spaces to which a location's open exits point (TR-97)."""
        for way in sorted(self.open_exits(zone)):
            if other := self.beside(zone, way):
                yield other

    def reached(self, zone: str, *, through_unknown: bool = False) -> set[str]:
        """Return the spaces reached by a path of open exits (TR-99); unknown ones may count as open on all sides."""
        found, rest = set[str](), [zone]
        while rest:
            here = rest.pop()
            known = is_known(self.table, here)
            if not known and here != zone and not through_unknown:
                continue
            ways = self.adjacent(here) if known else (self.beside(here, way) for way in WAYS)
            new = [one for one in ways if one and one not in found]
            found.update(new)
            rest += new
        return found

    def is_cut_off(self, zone: str) -> bool:
        """Return whether no path leads to the treasure room or a space where it may be (TR-100)."""
        goals = {one for one in self.spaces if self.is_treasure_room(one)}
        if not goals:
            goals = {one for deck in self.treasure_decks() for one in self.treasure_spaces(deck)}
        return not (goals & (self.reached(zone, through_unknown=True) | {zone}))

    # --- locations and decks --------------------------------------------------------------

    def is_treasure_room(self, zone: str) -> bool:
        """Return whether the treasure room is in a space, known to all even when face down."""
        piece = location_in(self.table, zone)
        card = location(self.setting, self.table, piece) if piece else None
        return card is not None and card.treasure_room

    def deck_for(self, zone: str) -> LevelDeck:
        """Return the level deck for a space, by column or by depth if there are several."""
        return self.level.deck_for(*at(zone)) or NO_DECK

    def may_lie(self, piece: str, zone: str) -> bool:
        """Return whether a location can be placed in a space, by its minimum depth (TR-32)."""
        card = location(self.setting, self.table, piece)
        return card is None or at(zone)[1] >= self.level.min_depth_of(card)

    def in_deck(self, deck: str) -> list[str]:
        """Return the locations left in a level deck, sorted, without repeats."""
        looked_at = [top_of(deck, place) for place in range(1, 10)]
        zones = [*looked_at, bottom_of(deck)]
        if not self.table.count(deck_zone(deck)) and not any(zone in self.table.zones for zone in zones):
            return []
        cards = {card for zone in (unseen(deck), *zones) for card in self.table.zones.get(zone, ())}
        return sorted(card for card in cards if not card.startswith(HIDDEN))

    def can_map(self, zone: str) -> bool:
        """Return whether an unknown space can be mapped, with the card that is there or one from its deck."""
        if location_in(self.table, zone):
            return True
        return any(self.may_lie(card, zone) for card in self.in_deck(self.deck_for(zone).name))

    # --- the treasure room ----------------------------------------------------------------

    def treasure_rooms(self, deck: str) -> list[str]:
        """Return the treasure rooms left in a level deck."""
        return [one for one in self.in_deck(deck) if (card := self._card(one)) is not None and card.treasure_room]

    def treasure_decks(self) -> list[str]:
        """Return the level decks that still have a treasure room."""
        return [deck.name for deck in self.level.decks if self.treasure_rooms(deck.name)]

    def treasure_spaces(self, *decks: str) -> list[str]:
        """Return the unknown spaces where the treasure room of these level decks may be (TR-33)."""
        found, rooms = [], {deck: self.treasure_rooms(deck) for deck in decks}
        for zone in self.spaces:
            deck = self.deck_for(zone).name
            if deck not in rooms or is_known(self.table, zone) or state_of(location_in(self.table, zone)) == DOWN:
                continue
            if any(self.may_lie(room, zone) for room in rooms[deck]):
                found.append(zone)
        return found

    def _card(self, piece: str) -> Location | None:
        return location(self.setting, self.table, piece)

    # --- danger ---------------------------------------------------------------------------

    def limit(self, zone: str) -> int:
        """Return the limit for an obstacle's danger at a location: its own danger plus its depth (TR-47)."""
        card = self._card(location_in(self.table, zone))
        return ((card.danger or 0) if card else 0) + at(zone)[1]


def far(one: str, other: str) -> int:
    """Return the distance of two spaces in steps, regardless of exits."""
    (a, b), (c, d) = at(one), at(other)
    return abs(a - c) + abs(b - d)
