"""Display names of clearings, items, stages and values that every match has."""

from __future__ import annotations

from tablescribe.domain.games.root.board import (
    BIRDSONG,
    BIRDSONG_END,
    BIRDSONG_START,
    DAYLIGHT,
    DAYLIGHT_START,
    DISCARD,
    DOMINANCES,
    DRAW,
    ENDING,
    EVENING,
    EVENING_START,
    ITEMS,
    LOST_SOULS,
    PHASE,
    SETTING_UP,
    SETUP,
    STAGE,
    TURN,
    TURN_END,
    WINNER,
)
from tablescribe.domain.games.root.pieces import CLOSED, RUIN
from tablescribe.domain.table.table import BOX
from tablescribe.domain.words.text import Text, say

NAMES: dict[str, Text] = {
    BOX: say("the box"), ITEMS: say("the items"), DOMINANCES: say("the available dominance cards"),
    LOST_SOULS: say("the Lost Souls"), RUIN: say("ruin"), CLOSED: say("closed path"),
    "deck:card": say("the deck"), "discard:card": say("the discard pile"), "coffin": say("the coffins"),
    "forge": say("the Forge"), "?card": say("card"), "clearing:0": say("the Burrow"),
    TURN: say("the turn"), PHASE: say("the phase"), STAGE: say("the part of the turn"), ENDING: say("the end"),
    WINNER: say("the winner"), "first": say("the starting player"), SETTING_UP: say("the player setting up"),
    "item:boot": say("boot"), "item:bag": say("bag"), "item:crossbow": say("crossbow"), "item:hammer": say("hammer"),
    "item:sword": say("sword"), "item:tea": say("tea"), "item:coin": say("coin"), "item:torch": say("torch"),
    "suit-of:bird": say("birds"), "suit-of:fox": say("foxes"), "suit-of:rabbit": say("rabbits"),
    "suit-of:mouse": say("mice"),
    f"phase:{BIRDSONG}": say("Birdsong"), f"phase:{DAYLIGHT}": say("Daylight"), f"phase:{EVENING}": say("Evening"),
}  # fmt: skip

CHANCES: dict[str, Text] = {
    "battle": say("the battle dice"), "uprising die": say("the uprising die"), "mob die": say("the mob die"),
    "suit marker": say("the lot of suit markers"), "first player": say("the lot for the first player"),
    "setup card": say("the lot of factions"), "character": say("the lot of characters"),
    "hireling card": say("the lot of hirelings"), "demoted": say("the lot of demoted hirelings"),
    "landmark card": say("the lot of landmarks"), "relic": say("the lot of relics"),
    "forest": say("the lot of forests"), "control": say("the dice for control"),
}  # fmt: skip
"""Dice rolls and random draws."""

STAGES: dict[str, Text] = {
    SETUP: say("the set-up"), BIRDSONG_START: say("the start of Birdsong"), BIRDSONG_END: say("the end of Birdsong"),
    DAYLIGHT_START: say("the start of Daylight"), EVENING_START: say("the start of Evening"),
    TURN_END: say("the end of the turn"), DRAW: say("drawing"), DISCARD: say("the hand limit"),
    "birdsong": say("Birdsong"), "craft": say("crafting"), "daylight": say("Daylight"), "evening": say("Evening"),
}  # fmt: skip

OF_SEATS: dict[str, Text] = {
    "seat": say("seat {n}"), "hand": say("the hand of {seat}"), "score": say("points of {seat}"),
    "crafted": say("crafted cards of {seat}"), "items": say("crafted items of {seat}"),
    "faction": say("the faction of {seat}"), "dominance": say("the dominance of {seat}"),
    "coalition": say("the coalition of {seat}"),
    "revealed": say("revealed cards of {seat}"),
}  # fmt: skip
"""Zones and values of a seat, by the word before the seat's number."""

OF_PLACES: dict[str, Text] = {
    "clearing": say("clearing {n}"), "suit": say("the suit of clearing {n}"), "path": say("path {n}"),
    "forest": say("forest {n}"), "under": say("the ruin in clearing {n}"),
}  # fmt: skip
"""Zones and values of a clearing, by the word before its number."""

ENDINGS: dict[str, Text] = {
    "points": say("thirty points"), "dominance": say("a dominance card"), "coalition": say("a coalition"),
}  # fmt: skip

SUITS: dict[str, Text] = {"fox": say("fox"), "rabbit": say("rabbit"), "mouse": say("mouse"), "bird": say("bird")}
