"""Names of zones, cards and values, and typed access to the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar, cast

from tablescribe.domain.games.root.pieces import HIRELINGS, RUIN, Kind, kind_of, owner_of, warrior
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import hand, named, numbered, score
from tablescribe.domain.table.table import Table, Value

if TYPE_CHECKING:
    from tablescribe.domain.games.root.components import RootCatalogue, RootOptions

FIRST_EDITION = "1"  # the Ferry made clearings adjacent; a coalition had two members; more definitions were cited
SECOND_EDITION = "2"  # the Banker, when the last minister to act, spent one card
THIRD_EDITION = "3"  # hirelings acted in order of clearing numbers; the Eyrie ended adding two cards by `go_on`
FOURTH_EDITION = "4"  # nothing followed a strike or a hireling's removals; hirelings differed from their cards

CARD = "card"  # the shared deck
BIRD, FOX, RABBIT, MOUSE = "bird", "fox", "rabbit", "mouse"
SUITS = (FOX, RABBIT, MOUSE)

ITEMS = "items"  # the items that can be crafted (RO-5.1.5)
DOMINANCES = "dominance"  # available dominance cards, face up beside the map (RO-3.3.3)
LOST_SOULS = "lost-souls"

CLEARINGS = range(1, 13)
BURROW = 0

TURN = "turn"  # the seat whose turn it is
PHASE = "phase"  # the phase of the turn, one of these
BIRDSONG, DAYLIGHT, EVENING = PHASES = ("birdsong", "daylight", "evening")
STAGE = "stage"  # the stage of the phase; factions add stages of their own
SETUP = "setup"
LOGGED = "logged"  # the stage of a match recorded from a log: no step is ever pending
BIRDSONG_START, BIRDSONG_END, DAYLIGHT_START, EVENING_START, TURN_END = (
    "birdsong_start", "birdsong_end", "daylight_start", "evening_start", "turn_end",
)  # fmt: skip
DRAW, DISCARD = "draw", "discard"  # the last stages of most turns
SETTING_UP = "setting-up"  # the seat whose faction is being set up
READY = "ready:"  # prefix of the values for seats that are set up
HOME = "home:"  # prefix of the values for each seat's starting clearing, during the set-up
THIS = "this:"  # prefix of counters that are reset at the end of the turn

ENDING = "ending"  # how the match ended, one of these
POINTS, DOMINANCE, COALITION = ENDINGS = ("points", "dominance", "coalition")
FIRST = "first"  # the seat that began
WINNER = "winner"  # the seat that won; its coalition partners win, too
WINNING = 30
BATTLE = "battle:"  # prefix of the values of the battle in progress
DEALING = "battle:dealing"  # both sides are dealing their hits simultaneously


clearing = numbered("clearing:")  # the zone of a clearing; the Burrow is number 0
forest = named("forest:")  # the zone of a forest, named after the clearings it touches: `1_2_5`


def path(one: int, other: int) -> str:
    """Return the zone of a path, for markers and pieces on it."""
    return f"path:{min(one, other)}-{max(one, other)}"


supply = named("supply:")  # the zone of a faction's or hireling's remaining pieces, in the supply or on tracks
crafted = numbered("crafted:")  # the zone of the crafted cards with lasting effects in a seat's play area
aside = numbered("aside:")  # the zone of the cards that a seat puts back from its first hand (RO-16.1.10)
market = numbered("market:")  # the zone of a card at the Black Market (RO-L4)
market_owner = numbered("trader:")  # the key of the seat that put a card in the Black Market and so knows it
items = numbered("items:")  # the zone of a seat's crafted items
item = named("item:")  # the piece of an item
under = numbered("under:")  # the zone of the items under a clearing's ruin
faction = numbered("faction:")  # the key of the faction that a seat plays
suit = numbered("suit:")  # the key of a clearing's suit
dominance = numbered("dominance:")  # the key of the dominance card that a seat has activated
coalition = numbered("coalition:")  # the key of the seat with which a Vagabond has formed a coalition (RO-9.2.8)
controller = named("controls:")  # the key of the seat that controls a hireling


def this(name: str) -> str:
    """Return a key that is reset at the end of the turn."""
    return THIS + name


def catalogue_of(setting: Setting) -> RootCatalogue:
    """Return the components of the match."""
    return cast("RootCatalogue", setting.catalogue)


def is_by_fourth_edition(setting: Setting) -> bool:
    """Return whether the match was opened under the fourth edition of these rules or a later one."""
    return setting.edition not in (FIRST_EDITION, SECOND_EDITION, THIRD_EDITION)


def is_by_fifth_edition(setting: Setting) -> bool:
    """Return whether the match was opened under the fifth edition of these rules or a later one."""
    return is_by_fourth_edition(setting) and setting.edition != FOURTH_EDITION


def is_first_edition(setting: Setting) -> bool:
    """Return whether the match was opened under the first edition of these rules."""
    return setting.edition == FIRST_EDITION


def options_of(setting: Setting) -> RootOptions:
    """Return the options of the match."""
    return cast("RootOptions", setting.options)


Answer = TypeVar("Answer")


@lru_cache(maxsize=16)
def _faction_keys(seats: int) -> tuple[str, ...]:
    return tuple(faction(seat) for seat in range(1, seats + 1))


@lru_cache(maxsize=1024)
def _with_seats(factions: tuple[Value, ...]) -> Mapping[str, int]:
    return MappingProxyType({key: seat for seat, key in enumerate(factions, start=1) if key and isinstance(key, str)})


class Board:
    """The table, read as a board. Rule of clearings is in `reign.py`."""

    __slots__ = ("_factions", "setting", "table")

    def __init__(self, setting: Setting, table: Table) -> None:
        self.setting = setting
        self.table = table
        self._factions: Mapping[str, int] | None = None

    def once(self, question: tuple[object, ...], answer: Callable[[], Answer]) -> Answer:
        """Return the cached answer to an expensive question; it is computed once for each state of the table."""
        kept = self.table.worked_out
        if kept.get(Board) is not self.setting:
            kept.clear()
            kept[Board] = self.setting
        if question not in kept:
            kept[question] = answer()
        found: Answer = kept[question]
        return found

    # --- the turn -----------------------------------------------------------------------------

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""
        return self.table.number(TURN)

    @property
    def phase(self) -> str:
        """The phase of the turn."""
        return self.table.text(PHASE)

    @property
    def stage(self) -> str:
        """The stage of the phase."""
        return self.table.text(STAGE)

    @property
    def is_over(self) -> bool:
        """Whether somebody has won."""
        return ENDING in self.table.values

    def done(self, name: str) -> int:
        """Return how often something was done this turn."""
        return self.table.number(this(name))

    # --- factions and seats -------------------------------------------------------------------

    @property
    def factions(self) -> Mapping[str, int]:
        """The factions in play, each with its seat."""
        if self._factions is None:
            values = self.table.values
            self._factions = _with_seats(tuple([values.get(key) for key in _faction_keys(self.setting.seats)]))
        return self._factions

    def faction(self, seat: int) -> str:
        """Return the faction that a seat plays; the empty string if it has none yet."""
        return self.table.text(faction(seat))

    def seat_of(self, owner: str) -> int:
        """Return the seat that plays a faction or controls a hireling; 0 for none."""
        seat = self.factions.get(owner)
        if seat is not None:
            return seat
        return self.table.number(controller(owner)) if owner in HIRELINGS else 0

    def decider(self, owner: str) -> int:
        """Return the seat that decides for a faction or hireling; the seat in turn if none controls it (RO-AMB-13)."""
        return self.seat_of(owner) or self.turn

    def partners(self, seat: int) -> tuple[int, ...]:
        """Return a seat's coalition partners: seats it has joined or that have joined it (RO-9.2.8, RO-AMB-12)."""
        joined = self.once(("coalitions",), self._coalitions)
        if not joined:
            return ()
        if is_first_edition(self.setting):  # the first edition had one partner only
            came = [one for one, to in joined.items() if to == seat]
            return tuple([*came, *([joined[seat]] if seat in joined else [])][:1])
        found, new = {seat}, {seat}
        while new:
            new = {other for pair in joined.items() for other in pair if found & {*pair}} - found
            found |= new
        return tuple(sorted(found - {seat}))

    def _coalitions(self) -> dict[int, int]:
        """Return each seat that has joined another in a coalition, with that other seat."""
        return {one: to for one in self.setting.all_seats if (to := self.table.number(coalition(one)))}

    def winners(self) -> tuple[int, ...]:
        """Return the seats that have won; partners in a coalition win together (RO-9.2.8). Empty during the game."""
        winner = self.table.number(WINNER)
        return tuple(sorted({winner, *self.partners(winner)})) if winner else ()

    def are_enemies(self, one: str, other: str) -> bool:
        """Return whether two owners of pieces are enemies (RO-16.6.8, RO-16.4.3-II)."""
        if one == other:
            return False
        mine, theirs = self.seat_of(one), self.seat_of(other)
        if not mine or not theirs:
            return True
        return mine != theirs and theirs not in self.partners(mine)

    # --- clearings ----------------------------------------------------------------------------

    def suit(self, number: int) -> str:
        """Return the suit of a clearing; the empty string for the Burrow."""
        return self.table.text(suit(number))

    def suits(self, number: int) -> tuple[str, ...]:
        """Return the suits that a clearing counts as: all three at the Lost City (RO-L6)."""
        if self.table.count(clearing(number), "landmark:city"):
            return SUITS
        one = self.suit(number)
        return (one,) if one else ()

    def of_suit(self, wanted: str) -> list[int]:
        """Return the clearings of a suit; for `bird`, all of them."""
        return [at for at in CLEARINGS if wanted == BIRD or wanted in self.suits(at)]

    def at(self, number: int, piece: str) -> int:
        """Return the number of pieces of a kind in a clearing."""
        return self.table.count(clearing(number), piece)

    def warriors(self, owner: str, number: int) -> int:
        """Return the number of an owner's warriors in a clearing, the warlord included."""
        return self.count(owner, number, "warrior")

    def count(self, owner: str, number: int, *kinds: Kind) -> int:
        """Return the number of an owner's pieces (of these kinds) in a clearing."""
        return sum(n for _, n in self.pieces(owner, number, *kinds))

    def pieces(self, owner: str, number: int, *kinds: Kind) -> Iterator[tuple[str, int]]:
        """Yield an owner's pieces (of these kinds) in a clearing with their numbers."""
        for piece, n in self.table.pieces(clearing(number)).items():
            if owner_of(piece) == owner and (not kinds or kind_of(piece) in kinds):
                yield piece, n

    def owners(self, number: int) -> list[str]:
        """Return the owners of pieces in a clearing."""
        there = self.table.zones.get(clearing(number), {})
        return sorted({owner_of(piece) for piece in there} - {""})

    def where(self, piece: str) -> list[int]:
        """Return the clearings that contain a piece."""
        return [at for at in range(13) if self.at(at, piece)]

    def where_is(self, owner: str, *kinds: Kind) -> list[int]:
        """Return the clearings that contain an owner's pieces (of these kinds)."""
        return [at for at in range(13) if self.count(owner, at, *kinds)]

    def has(self, owner: str, *kinds: Kind) -> bool:
        """Return whether an owner has pieces (of these kinds) on the map."""
        return bool(self.where_is(owner, *kinds))

    def on_map(self, piece: str) -> int:
        """Return the number of pieces of a kind in all clearings."""
        return sum(self.at(at, piece) for at in range(13))

    def left(self, owner: str, piece: str = "") -> int:
        """Return the number of pieces of a kind (by default warriors) in an owner's supply."""
        return self.table.count(supply(owner), piece or warrior(owner))

    def buildings(self, number: int) -> int:
        """Return the number of building slots in a clearing that are filled by buildings or ruins."""
        there = self.table.pieces(clearing(number))
        return sum(n for piece, n in there.items() if piece == RUIN or kind_of(piece) == "building")

    # --- seats --------------------------------------------------------------------------------

    def score(self, seat: int) -> int:
        """Return the points of a seat."""
        return self.table.number(score(seat))

    def hand(self, seat: int) -> int:
        """Return the number of cards in a seat's hand."""
        return self.table.count(hand(seat))

    def has_crafted(self, seat: int, card: str) -> bool:
        """Return whether a seat has a crafted card in effect."""
        return bool(self.table.count(crafted(seat), card))

    def in_order(self) -> list[int]:
        """Return the seats in turn order, starting with the seat in turn."""
        return self.setting.clockwise_from(self.turn or 1)


def in_turn(setting: Setting, table: Table) -> tuple[int, ...]:
    """Return the seat that decides next when no window is open."""
    return (table.number(TURN),)
