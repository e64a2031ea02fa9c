"""Names of zones, pieces and values, and typed access to the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, cast, get_args

from tablescribe.domain.box.blanks import as_declared
from tablescribe.domain.games.robinson.cards import BeastCard, Character, Discovery, Invention, StartingItem
from tablescribe.domain.games.robinson.components import RobinsonCatalogue, RobinsonOptions
from tablescribe.domain.games.robinson.declared import Declared
from tablescribe.domain.games.robinson.land import Tile
from tablescribe.domain.games.robinson.scenario import Scenario
from tablescribe.domain.games.robinson.tasks import Task, task_of
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import named, numbered
from tablescribe.domain.table.table import Table

FIRST_EDITION, SECOND_EDITION, THIRD_EDITION = "1", "2", "3"
"""The first three editions of these rules.

In the first, a camp could be attacked only once a round, and a text could put a camp on another's tile. In both, using
an invention in the phase in which it was built was refused as if another player owned it. Steps for a dead player
stayed pending until their turn, and then did nothing. In all three, the turn of a player who died while placing pawns
passed to nobody, a dead owner's Corral left its source exhausted, a stolen Shortcut could still serve its former owner
(`revert_on_theft=false`), and a Bible was used only after a pawn had been placed to arrange the camp.
"""

# --- words of the rules -----------------------------------------------------------------------

Track = Literal["shelter", "roof", "palisade", "weapon"]
"""The tracks of a camp (RC-4); the shelter is 0 or 1, built once."""

Work = Literal["build", "gather", "explore"]
"""The kinds of actions with dice (RC-78)."""

Side = Literal["left", "right"]
"""The two sources of a tile, as printed."""

Good = Literal["food", "preserved", "wood", "fur"]
"""Resources. Food is lost at the end of the night; preserved food is not (RC-B51)."""

TRACKS: tuple[Track, ...] = get_args(Track)
WORKS: tuple[Work, ...] = get_args(Work)
SIDES: tuple[Side, ...] = get_args(Side)
GOODS: tuple[Good, ...] = get_args(Good)

# --- pieces -----------------------------------------------------------------------------------

FOOD, PRESERVED, WOOD, FUR = "food", "preserved", "wood", "fur"
RELIC = "relic"  # a scenario's relics (RC-S6); a pyre is wood in the zone `pyre(seat, stage)`
TILE, BEAST, INVENTION, DISCOVERY, STARTING = "tile", "beast", "invention", "discovery", "starting"  # decks
ADVENTURE = "adventure"  # the deck of event cards with an adventure icon: adventure:build, :gather, :explore
BOOK_CARD, ADVENTURE_CARD = "icon:book", "icon:adventure"  # the two kinds of event cards (RC-B2)
EVENT_CARD = "the event card"  # the random draw for an event card: a book, or the colour of the adventure


pawn = numbered("pawn:")  # the piece of a character's pawns; each character has two (RC-B11)
helper = named("helper:")
"""The piece of a neutral pawn: `hunt`, `build`, `gather`, `explore` or `gather_explore` (RC-B17)."""
camp = numbered("camp:")
"""The piece of a camp, in the zone of its space. Also the location from which it is attacked."""
event_token = named("token:")  # the piece of an adventure token, one of each colour (RC-B3)
shortcut = numbered("shortcut:")  # the token of a Shortcut, on a space or in its owner's supply (RC-B89)


# --- zones ------------------------------------------------------------------------------------

SUPPLY = "supply"  # resources, neutral pawns and tokens without an owner
INVENTIONS = "inventions"  # the common board: unbuilt inventions that all players can build (RC-63)
HUNTING = "hunting"  # the hunting deck: face-down beasts without a known order
EVENTS = "events"  # the event deck of the match: face-down book and adventure cards
EVENT_DISCARD = "discard:event"


space = numbered("space:")  # the zone of a space of the island: its tile, camps, tokens
stock = numbered("stock:")  # the zone of a seat's resources
future = numbered("future:")  # the zone of gains of the action phase, which arrive at its end (RC-72)
pawns = numbered("pawns:")  # the zone of a seat's pawns still to be placed, own and neutral
home = numbered("home:")  # the zone of a seat's pawns without an action left this round
items = numbered("items:")  # the zone of a seat's built inventions (RC-26)
personal = numbered("personal:")  # the zone of a character's personal invention until it is built (RC-74)
starting = numbered("starting:")  # the zone of a seat's starting items (RC-7)
tokens = numbered("tokens:")  # the zone of a seat's discovery tokens
goods = numbered("goods:")  # the zone of a seat's scenario goods: relics


def pyre(seat: int, stage: int) -> str:
    """Return the zone of the wood on one stage of a seat's pyre (RC-S4)."""
    return f"pyre:{seat}:{stage}"


character = numbered("character:")  # the zone of a seat's character: the piece `character:<key>`
field = named("field:")
"""The zone of a field's adventure token. The next action of that field triggers an event (RC-B3)."""


def top(deck: str, place: int) -> str:
    """Return the zone of a looked-at card on top of its deck; place 1 is the top one."""
    return f"top:{deck}:{place}"


def bottom(deck: str, place: int) -> str:
    """Return the zone of a card put under its deck; place 1 comes first."""
    return f"bottom:{deck}:{place}"


# --- values -----------------------------------------------------------------------------------

ROUND, PHASE, FIRST = "round", "phase", "first"  # FIRST is the first player's seat
TURN = "turn"  # the seat that places a pawn; set only while pawns are placed
ENDING = "ending"  # how the match ended; `winner(seat)` marks the winners
WEATHER = "weather"  # the weather dice of the round once rolled: "rain:2,snow:1,beast"


winner = numbered("winner:")  # the key of whether a seat has won
hearts = numbered("hearts:")  # the key of a character's remaining hearts; at 0 it is dead (RC-B60)
dead = numbered("dead:")  # the key of whether a seat is out of the game (RC-55)
determination = numbered("determination:")  # the key of a seat's determination tokens


def level(track: str, seat: int) -> str:
    """Return the key of a seat's level of shelter (0 or 1), roof, palisade or weapon."""
    return f"{track}:{seat}"


explored = numbered("explored:")  # the key of the number of tiles a seat has explored
used = named("used:")  # the key of whether an ability or item was used this round (RC-B62); reset at night
bonus = numbered("bonus:")  # the key of a seat's extra weapon levels for the current fight (RC-B83)
behind = numbered("behind:")  # the key of whether a defender uses the palisade (RC-47)


def softened(seat: int, how: str) -> str:
    """Return the key of how often a seat has softened the weather: `rain` clouds removed, or `snow_to_rain` (RC-75)."""
    return f"softened:{seat}:{how}"


uses = named("uses:")  # the key of the markers left on a starting item (RC-54)
fresh = named("fresh:")
"""The key of an invention whose one-time gain comes at the end of the phase: `built` or `received` (RC-53)."""
declined = numbered("declined:")  # the key of whether a seat declined to place neutral pawns this round (RC-69)


def exhausted(tile: str, side: str) -> str:
    """Return the key of whether a source of a tile is exhausted (RC-B5)."""
    return f"exhausted:{tile}:{side}"


def planned(seat: int, what: str) -> str:
    """Return the key of a bonus that a seat has for a later action: `economical` makes the next wood cost one less."""
    return f"plan:{seat}:{what}"


def camp_token(seat: int, good: str) -> str:
    """Return the key of the amount of a resource that a camp's tokens produce (RC-B90)."""
    return f"camp_token:{seat}:{good}"


# --- reading ----------------------------------------------------------------------------------


def number_of(name: str) -> int:
    """Return the number at the end of a name: 4 for `space:4`."""
    return int(name.rpartition(":")[2])


def catalogue_of(setting: Setting) -> RobinsonCatalogue:
    """Return the components of the match."""
    return cast(RobinsonCatalogue, setting.catalogue)


def options_of(setting: Setting) -> RobinsonOptions:
    """Return the options of the match."""
    return cast(RobinsonOptions, setting.options)


class Board:
    """The table, read in the terms of the game."""

    def __init__(self, setting: Setting, table: Table) -> None:
        self.setting = setting
        self.table = table
        self.catalogue = catalogue_of(setting)
        self.options = options_of(setting)

    @property
    def scenario(self) -> Scenario:
        """The scenario of the match."""
        return self.catalogue.scenario(self.options.scenario) or self.catalogue.scenarios[0]

    @property
    def first_edition(self) -> bool:
        """Whether the match was opened under the first edition of these rules."""
        return self.setting.edition == FIRST_EDITION

    @property
    def before_third_edition(self) -> bool:
        """Whether the match was opened under one of the first two editions of these rules."""
        return self.setting.edition in (FIRST_EDITION, SECOND_EDITION)

    @property
    def before_fourth_edition(self) -> bool:
        """Whether the match was opened under one of the first three editions of these rules."""
        return self.setting.edition in (FIRST_EDITION, SECOND_EDITION, THIRD_EDITION)

    # --- seats ----------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return ENDING in self.table.values

    @property
    def first(self) -> int:
        """The first player's seat."""
        return self.table.number(FIRST) or 1

    @property
    def round(self) -> int:
        """The number of the round."""
        return self.table.number(ROUND)

    def is_alive(self, seat: int) -> bool:
        """Return whether a seat is still in the game."""
        return not self.table.get(dead(seat))

    @property
    def living(self) -> list[int]:
        """The living seats in player order: clockwise from the first player."""
        return [seat for seat in self.setting.clockwise_from(self.first) if self.is_alive(seat)]

    def rivals(self, seat: int) -> list[int]:
        """Return the other living seats in player order."""
        return [other for other in self.living if other != seat]

    def level(self, track: Track, seat: int) -> int:
        """Return a seat's level on a track."""
        return self.table.number(level(track, seat))

    def has(self, seat: int, good: str) -> int:
        """Return the amount of a resource that a seat has; `food` includes preserved food."""
        n = self.table.count(stock(seat), good)
        return n + self.table.count(stock(seat), PRESERVED) if good == FOOD else n

    def character(self, seat: int) -> Character:
        """Return a seat's character."""
        (piece,) = self.table.zones[character(seat)]
        return self.catalogue.character(piece)

    def determination(self, seat: int) -> int:
        """Return the number of a seat's determination tokens."""
        return self.table.number(determination(seat))

    # --- what is printed: as the catalogue says, or as it was declared (RC-B96) -----------

    def tile_card(self, piece: str) -> Tile:
        """Return a tile's contents, from the catalogue or its declaration."""
        return as_declared(self.table, Tile, piece) or self.catalogue.tile(piece)

    def beast_card(self, piece: str) -> BeastCard:
        """Return a beast's contents."""
        return as_declared(self.table, BeastCard, piece) or self.catalogue.beast(piece)

    def starting_card(self, piece: str) -> StartingItem:
        """Return a starting item's contents."""
        return as_declared(self.table, StartingItem, piece) or self.catalogue.starting_item(piece)

    def discovery_card(self, piece: str) -> Discovery:
        """Return a discovery token's contents."""
        return as_declared(self.table, Discovery, piece) or self.catalogue.discovery(piece)

    def invention(self, piece: str) -> Invention | None:
        """Return an invention card by its piece; `None` if there is no such card."""
        if piece not in self.catalogue.invention_pieces:
            return None
        return as_declared(self.table, Invention, piece) or self.catalogue.invention(piece)

    def card(self, piece: str) -> Declared | None:
        """Return the contents of any such component; `None` if there is no such component."""
        readers: dict[str, Callable[[str], Declared | None]] = {
            TILE: self.tile_card, BEAST: self.beast_card, INVENTION: self.invention, STARTING: self.starting_card,
            DISCOVERY: self.discovery_card,
        }  # fmt: skip
        read = readers.get(piece.partition(":")[0])
        try:
            return read(piece) if read is not None else None
        except KeyError:
            return None

    # --- inventions -----------------------------------------------------------------------

    def items(self, seat: int) -> list[str]:
        """Return a seat's built inventions."""
        return list(self.table.each(items(seat)))

    def serves(self, seat: int, piece: str) -> bool:
        """Return whether a seat can use an item; a new one can be used from the end of the phase (RC-72)."""
        waiting = self.table.get(fresh(piece))
        return self.table.count(items(seat), piece) > 0 and (
            waiting is None or (waiting == "received" and self.options.stolen_item_usable_at_once)
        )

    # --- tasks ----------------------------------------------------------------------------

    @property
    def tasks(self) -> list[Task]:
        """All planned actions, sorted by seat and location."""
        return sorted(task_of(zone) for zone in self.table.zones if zone.startswith("task:"))

    def tasks_of(self, seat: int, where: str = "") -> list[Task]:
        """Return a seat's planned actions, all or at one location."""
        return [task for task in self.tasks if task.seat == seat and where in ("", task.where)]

    def pawns_on(self, task: Task) -> int:
        """Return the number of pawns on a planned action, neutral ones included."""
        held = self.table.zones.get(task.zone, {})
        return sum(n for piece, n in held.items() if piece.startswith(("pawn:", "helper:")))

    def own_pawns_on(self, task: Task) -> int:
        """Return the number of the character's own pawns on a planned action."""
        return self.table.count(task.zone, pawn(task.seat))


def in_turn(setting: Setting, table: Table) -> tuple[int, ...]:
    """Return the seats that decide next when no window is open."""
    turn = table.number(TURN)
    return (turn,) if turn else ()
