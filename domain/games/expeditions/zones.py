"""Names of the zones, pieces and values of Expeditions."""

from __future__ import annotations

from typing import Literal

from tablescribe.domain.table.names import hand as hand_of
from tablescribe.domain.table.names import named, numbered

FIRST_EDITION, SECOND_EDITION = "1", "2"
"""In the first edition of these rules quests were tucked before their benefit (EX-49); texts needed no answer (EX-95).

In the second, glory that a correction placed did not trigger the end (EX-69).
"""

HUMAN, AUTOMA = 1, 2  # the two seats

CARD, DECISION, CORRUPTION = "card", "decision", "corruption"  # decks; each region's tiles are a deck, too
BASECAMP = "basecamp"
CELL = "cell:"  # `cell:<place>`: the tile, tokens and mechs at a place
MAP, TWENTY = "map", "twenty"
HUMAN_MECH, NORTH_MECH, CENTRAL_MECH = "mech:human", "mech:north", "mech:central"
SUPPLY = "supply"
SWEPT = "swept"  # face-up cards that were swept away (EX-61, EX-106)
TRASHED = "trashed"  # cards out of the game (EX-107)
ASIDE = "aside"  # the two decision cards set aside unseen (EX-15)
DECIDED = "decided"  # the Automa's decision card of this turn, or of its last one
BESIDE = "beside"  # the 20, until location 20 is found (EX-9)

HAND, WORKERS, MAT = hand_of(HUMAN), "workers:1", "mat:1"  # the mat holds the glory tokens that have not been placed
SOLVED, UPGRADED, MELDED = "solved:1", "upgraded:1", "melded:1"  # the edges of the mat

LIMIT = 10  # the maximum of power, and of guile (EX-32)
TUCK_LIMIT = 4  # EX-49 to EX-51
HUMAN_GLORY, AUTOMA_GLORY = 4, 8  # EX-12, EX-16

TURN = "turn"  # the seat whose turn it is
TOKEN = "token"  # the space of the action token:
REFRESH, BLANK = "refresh", "blank"
ActionName = Literal["move", "play", "gather"]
ACTIONS: tuple[ActionName, ...] = ("move", "play", "gather")
LEFT = "left"  # the exposed actions not taken yet, such as "move,gather"; unset before the token is shifted
BEGUN = "begun"  # the key (`due:<n>`) of the benefit that was begun and can continue (EX-24)
GATHERING = "gathering"  # the place of a Gather in progress
POWER, GUILE, COINS = "power", "guile", "coins"
MECH = "mech"  # the human's mech mat
PROGRESS = "progress"  # the space of the Automa's progress token; Start is 0
TRIGGER = "trigger"  # the seat that triggered the end
FINAL = "final"  # the number of turns left after the trigger (EX-70)
WINNER = "winner"

BENEFIT = "benefit"  # the window in which the human takes pending benefits

Category = Literal["quests", "meteorites", "items", "crater", "corruption", "cards", "people"]
CATEGORIES: tuple[Category, ...] = ("quests", "meteorites", "items", "crater", "corruption", "cards", "people")
"""The categories of Boast (EX-53)."""


space = named("token:")  # the name of a space for the action token
deck = named("deck:")  # the zone of a deck, or of the bag


def cell(place: str) -> str:
    """Return the zone of a place on the map."""
    return CELL + place


slot = named("slot:")  # the zone of the slot for a face-up card


def layer(place: str, number: int) -> str:
    """Return the zone of one corruption token at a place; number 1 was drawn first."""
    return f"stack:{place}:{number}"


taken = numbered("taken:")  # the zone of the corruption a seat has taken
maps = numbered("maps:")  # the zone of a seat's map tokens
glory = numbered("glory:")  # the piece of a seat's glory tokens
category = named("category:")  # the zone of a category of Boast
benefit = named("benefit:")  # the name of a benefit in actions that take it by name
mech_mat = named("mat:")  # the name of a mech's mat in its declaration
worker = named("worker:")  # the piece of a worker


def number_of(piece: str) -> int:
    """Return the last part of a name as a number: 14 for `north:14`."""
    return int(piece.rpartition(":")[2])
