"""Names of zones, pieces and values, and what people call them."""

from __future__ import annotations

from typing import cast

from domain.games.root.components import RootCatalogue, RootOptions
from domain.names import is_the_kernels, seat
from domain.setting import Setting
from domain.table import BOX, Value
from domain.text import Slot, Text, Thing, say

STONE = "stone"
HEAP = "heap"
TURN = "turn"  # the seat to act
TAKER = "taker"  # the seat that took the last stone


def taken(number: int) -> str:
    """Return the zone of the stones that a seat has taken."""
    return f"taken:{number}"


def left(number: int) -> str:
    """Return the key that says whether a seat has left the heap alone."""
    return f"left:{number}"


def catalogue_of(setting: Setting) -> RootCatalogue:
    """Return the components the match is played with."""
    return cast(RootCatalogue, setting.catalogue)


def options_of(setting: Setting) -> RootOptions:
    """Return the options of the match."""
    return cast(RootOptions, setting.options)


def label(setting: Setting, name: str) -> Text | str:
    """Name a piece, zone, seat or value for people; the empty text for what is no concern of theirs."""
    if is_the_kernels(name):
        return ""
    kind, _, rest = name.partition(":")
    if kind in _OF_SEATS and rest.isdecimal() and len(rest) < 3:
        return Text(_OF_SEATS[kind].template, {"n": int(rest)})
    return _NAMES.get(name, name)


_OF_SEATS = {
    "seat": say("seat {n}"), "taken": say("the stones of seat {n}"),
    "left": say("whether seat {n} left the heap alone"),
}  # fmt: skip

_NAMES: dict[str, Text] = {
    STONE: say("stone"), HEAP: say("the heap"), BOX: say("the box"), TURN: say("the turn"),
    TAKER: say("who took the last stone"),
}  # fmt: skip


def label_value(setting: Setting, key: str, value: Value) -> Slot:
    """Say a kept value in words: the seat whose turn it is, not its number."""
    if key in (TURN, TAKER) and value in setting.all_seats:
        return Thing(seat(int(value or 0)))
    if key.startswith("left:"):
        return say("yes") if value else say("no")
    if key == "ending" and value == "last_stone":
        return say("the last stone")
    return value if isinstance(value, int) else str(value)
