"""Names of zones, pieces and values, and typed access to the table."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias, cast

from tablescribe.domain.box.blanks import PRINTED
from tablescribe.domain.games.tomb_raider.components import TombRaiderCatalogue
from tablescribe.domain.games.tomb_raider.effects import ABILITIES as ABILITIES
from tablescribe.domain.games.tomb_raider.effects import Ability as Ability
from tablescribe.domain.games.tomb_raider.options import TombRaiderOptions
from tablescribe.domain.rules.hand import could_hold
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import bare, deck_of, hand, named, numbered, state_of, unseen
from tablescribe.domain.table.table import HIDDEN, Table

FIRST_EDITION = "1"
"""The first edition of these rules: going on skipped a card text beyond the vocabulary (TR-135)."""

SECOND_EDITION = "2"
"""The second edition of these rules.

Obstacles came before the attack on the last step (TR-42). Pending decisions of a dead raider were still carried out
(TR-92).
"""

THIRD_EDITION = "3"
"""The third edition of these rules.

A raider could be healed while a killing blow fell (TR-96). Nobody could ask for a new order if the first raider of the
turn was stuck (TR-38).
"""

FOURTH_EDITION = "4"
"""The fourth edition of these rules.

A treasure dropped in an emptied location could not be picked up (TR-118), and an emptied treasure room gave another
discovery (TR-73). In the learning game any card could be discarded, and an empty hand drew twice Think (TR-15). A
raider without health lived on if it had lost the card that gave it health (TR-91). A raider moved by a card after its
movement, in its own action round, could attack once more (TR-52). Decks for Parallel Pick-up could lack a treasure room
or an entrance (TR-115). Other objectives and limits of turns upset the count of a timed series (TR-121), and a raider
that had finished its level still took part in the roll for turn order (TR-37). Bounty hunters had no winner at a limit
of turns (TR-119). A location counted as searched only once a discovery was found there (TR-106).
"""

# --- words ------------------------------------------------------------------------------------

Way: TypeAlias = Literal["forward", "right", "back", "left"]
WAYS: tuple[Way, ...] = ("forward", "right", "back", "left")  # in the order of clockwise quarter turns (TR-30)

DIE = "d6"
FACES: dict[int | str, int] = dict.fromkeys(range(1, 7), 1)

# --- decks ------------------------------------------------------------------------------------

LEVEL = "level"  # the level deck; if there are several: level1, level2, level3
OBSTACLES = "obstacles"  # the solo obstacle deck (TR-104)
RAIDER, TREASURE = "raider", "treasure"  # setting cards outside the decks


draw_deck = numbered("draw")  # the name of a seat's draw deck; its cards are `draw2:059`


def owner_of(card: str) -> int:
    """Return the seat whose draw deck a card belongs to; 0 for the solo obstacle deck and other cards."""
    number = deck_of(card).removeprefix("draw")
    return int(number) if number.isdecimal() else 0


@lru_cache(maxsize=4096)
def card_id(piece: str) -> str:
    """Return the catalogue number of a piece: `059` for `draw2:059.1`; the empty string for an unknown card."""
    return "" if piece.startswith(HIDDEN) else bare(piece).partition(":")[2]


def is_of_level(piece: str) -> bool:
    """Return whether a piece is a location card, known or unknown."""
    return deck_of(piece).startswith(LEVEL)


# --- markers (TR-4) ---------------------------------------------------------------------------

DAMAGE = "marker:damage"  # on a raider or printed obstacle; a laid obstacle shows it in its name: `draw2:059.1`
SKULL = "marker:removed"  # marks a removed printed obstacle
EMPTY = "marker:empty"  # searched
SAVE_POINT = "marker:save"
STUCK = "marker:stuck"
HEALTH = "marker:health"  # extra health


injury = named("marker:injury_")  # the marker of an injury to an ability (TR-93)
exit_marker = named("marker:exit_")  # the marker of an added exit on a side of a location
block_marker = named("marker:block_")  # the marker of a blocked exit on a side of a location


# --- zones ------------------------------------------------------------------------------------

REJECTED = "rejected"  # locations that could not be placed where they were drawn (TR-32)
DOWN = "down"  # the state of a known face-down location: the treasure room, the fixed map


@lru_cache(maxsize=1024)
def space(col: int, depth: int) -> str:
    """Return the zone of a space of the map. Columns count from the left, depths as the level counts them."""
    return f"space:{col}-{depth}"


@lru_cache(maxsize=1024)
def at(zone: str) -> tuple[int, int]:
    """Return the column and depth of a space; (0, 0) for other zones."""
    kind, _, rest = zone.partition(":")
    col, _, depth = rest.partition("-")
    return (int(col), int(depth)) if kind == "space" and col.isdecimal() and depth.isdecimal() else (0, 0)


raider = numbered("raider:")  # the zone of a seat's raider card, with its markers, and its figure while off the map
figure = numbered("figure:")  # the piece of a seat's figure
unsaved = numbered("unsaved:")  # the zone of a seat's unsaved row (TR-72)
saved = numbered("saved:")  # the zone of a seat's saved row (TR-79, TR-90)
offered = numbered("offer:")  # the zone of the face-down obstacle that a seat offers (TR-48)


@lru_cache(maxsize=64)
def top_of(deck: str, place: int) -> str:
    """Return the zone of a looked-at card on top of a deck; 1 is the topmost."""
    return f"top:{deck}:{place}"


bottom_of = named("bottom:")  # the zone of the cards put under a deck
looker = named("looker:")  # the key of the seats that have looked at the top cards of a deck, as `1,3`


# --- values -----------------------------------------------------------------------------------

TURN = "turn"  # the number of the turn, from 1
ROUND = "round"
READY, ACTION, SEARCH, DRAW = "ready", "action", "search", "draw"
FIRST = "first"  # the seat that moves first; the others follow clockwise (TR-37)
ACTIVE = "active"  # the seat that is active in the round
WINNERS = "winners"  # "2", or "1,3"
ENDING = "ending"
ENTRANCE, FIRST_HAND = "entrance", "first_hand"  # the windows of the start (TR-22, TR-25)
OFFERING = "offer"  # the window in which other players may offer obstacles (TR-46)
CARRIER = "carrier"  # the seat that carries the treasure to bring back (TR-118)
PRIZE_PIECE, PRIZE_NUMBER = "prize", "prize:number"  # that treasure, and the result needed to pick it up where it fell


steps = numbered("steps:")  # the key of the number of locations a raider has moved this turn (TR-39)
extra_steps = numbered("extra_steps:")  # the key of a raider's additional movement this turn
halted = numbered("halted:")  # the key of whether a raider's movement is over (TR-41, TR-43)
held = numbered("held:")  # the key of whether a raider was stuck when its action round began (TR-94)
met = numbered("met:")
"""The key of whether a raider has faced the obstacles at its place, for this entry (TR-132)."""
fought = numbered("fought:")  # the key of whether a raider has used Fight in this action round (TR-68)
dead = numbered("dead:")  # the key of whether a raider is dead until the reload (TR-92)
finished = numbered("finished:")  # the key of the turn in which a raider finished its level of a timed series (TR-121)
entrance = numbered("entrance:")  # the key of the space where a raider enters the level
save_space = numbered("save:")  # the key of the space of a raider's latest save point (TR-79)
resets = numbered("resets:")  # the key of how often a raider has died or reset (TR-106)
searched = named("searched:")  # the key of whether a space was searched, where that is a goal of the level (TR-106)


def used(seat: int, card: str) -> str:
    """Return the key of whether a seat's once-a-turn card was used this turn."""
    return f"used:{seat}:{card}"


declared = named(PRINTED)
"""The key of a declaration of a blank card, as JSON, by the card's number."""


def catalogue_of(setting: Setting) -> TombRaiderCatalogue:
    """Return the components of the match."""
    return cast(TombRaiderCatalogue, setting.catalogue)


def is_first_edition(setting: Setting) -> bool:
    """Return whether the match was opened under the first edition of these rules."""
    return setting.edition == FIRST_EDITION


def is_earlier_edition(setting: Setting) -> bool:
    """Return whether the match was opened under the first or second edition of these rules."""
    return setting.edition in (FIRST_EDITION, SECOND_EDITION)


def is_up_to_third_edition(setting: Setting) -> bool:
    """Return whether the match was opened under one of the first three editions of these rules."""
    return is_earlier_edition(setting) or setting.edition == THIRD_EDITION


def is_up_to_fourth_edition(setting: Setting) -> bool:
    """Return whether the match was opened under one of the first four editions of these rules."""
    return is_up_to_third_edition(setting) or setting.edition == FOURTH_EDITION


def options_of(setting: Setting) -> TombRaiderOptions:
    """Return the options of the match."""
    return cast(TombRaiderOptions, setting.options)


# --- reading ----------------------------------------------------------------------------------


def where(table: Table, seat: int) -> str:
    """Return the space of a raider; the empty string while it is off the map."""
    mine = figure(seat)
    return next((zone for zone, pieces in table.zones.items() if mine in pieces and zone.startswith("space:")), "")


def raiders_in(setting: Setting, table: Table, zone: str) -> list[int]:
    """Return the seats of the raiders in a space."""
    pieces = table.zones.get(zone, {})
    return [seat for seat in setting.all_seats if figure(seat) in pieces]


def location_in(table: Table, zone: str) -> str:
    """Return the location card in a space, face down or up; the empty string if the space is vacant."""
    return next((piece for piece in table.zones.get(zone, ()) if is_of_level(piece)), "")


def is_known(table: Table, zone: str) -> bool:
    """Return whether a space has a face-up location (TR-26)."""
    piece = location_in(table, zone)
    return bool(piece) and not piece.startswith(HIDDEN) and state_of(piece) != DOWN


def is_alive(table: Table, seat: int) -> bool:
    """Return whether a raider is alive (TR-92)."""
    return table.get(dead(seat)) is None


def is_in_play(table: Table, seat: int) -> bool:
    """Return whether a raider can be on the map: alive (TR-92), and not finished with the level (TR-121)."""
    return is_alive(table, seat) and table.get(finished(seat)) is None


def is_stuck(table: Table, seat: int) -> bool:
    """Return whether a raider is stuck (TR-94)."""
    return table.count(raider(seat), STUCK) > 0


def rows(table: Table, seat: int) -> list[str]:
    """Return the cards in a raider's two rows, with repeats."""
    return [*table.each(saved(seat)), *table.each(unsaved(seat))]


def hand_cards(table: Table, seat: int) -> list[str]:
    """Return the cards that could be in a seat's hand, sorted, without repeats."""
    return could_hold(table, hand(seat), draw_deck(seat))


def not_accounted_for(table: Table, seat: int) -> set[str]:
    """Return the cards of a seat's draw deck that could be in its hand, from public information."""
    held_cards = table.zones.get(hand(seat), {})
    if not held_cards:
        return set()
    return {card for card in (*held_cards, *table.zones.get(unseen(draw_deck(seat)), ())) if card[0] != HIDDEN}


def in_turn(setting: Setting, table: Table) -> tuple[int, ...]:
    """Return the seats that decide next when no window is open."""
    return (table.number(ACTIVE) or 1,)
