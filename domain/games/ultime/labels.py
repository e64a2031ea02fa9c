"""Display names of pieces, zones, seats and values."""

from __future__ import annotations

from typing import cast

from tablescribe.domain.games.ultime import board
from tablescribe.domain.games.ultime.components import MovementCard, UltimeCatalogue
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import AWAITS, deck, discard, face_down, who
from tablescribe.domain.table.table import BOX, Value
from tablescribe.domain.words.text import Slot, Text, both, say

COLOURS = {
    "blue": (say("blue"), say("blue pawn")),
    "yellow": (say("yellow"), say("yellow pawn")),
    "red": (say("red"), say("red pawn")),
    "green": (say("green"), say("green pawn")),
    "black": (say("black"), say("black pawn")),
}
"""The names of each colour's seat and pawns; written out because adjectives inflect differently in each language."""

NAMES = {
    face_down(board.MOVEMENT): say("a movement card"), face_down(board.POWER): say("a power card"),
    deck(board.MOVEMENT): say("the movement deck"), deck(board.POWER): say("the power deck"),
    discard(board.MOVEMENT): say("the movement discard pile"), discard(board.POWER): say("the power discard pile"),
    board.ANNOUNCED: say("the table"), BOX: say("the box"), board.TURN: say("the turn"),
    board.EXTRA_TURNS: say("extra turns"), board.WINNERS: say("the winner"),
    board.FIRST_PLAYER: say("the first player"),
}  # fmt: skip

NOBODYS_CONCERN = (board.STEP, board.DREW_POWER, board.PENDING, board.CARRIED_OUT, AWAITS, "due", "unseen")
"""Values and zones that only the rules need. Each entry also covers names that begin with it and a colon."""


def label(setting: Setting, name: str) -> Text | str:
    """Return the display name of a piece, zone or value; the empty string for those that only the rules need."""
    if name in NAMES:
        return NAMES[name]
    catalogue = cast(UltimeCatalogue, setting.catalogue)
    kind, _, rest = name.partition(":")
    if kind in NOBODYS_CONCERN:
        return ""
    if (card := catalogue.movement(name)) is not None:
        return _movement_card(card)
    if (power := catalogue.power(name)) is not None:
        return Text(power.name)
    number = int(rest) if rest.isdecimal() and len(rest) < 3 else 0
    if kind == "terrain" and number:
        return _place(catalogue, number)
    if 1 <= number <= len(catalogue.villages):
        return _of_seat(catalogue, kind, number) or name
    return name


def _movement_card(card: MovementCard) -> Text:
    moves: dict[str, Slot] = {"card": card.id, "circle": f"{card.circle:+d}", "square": card.square}
    if card.steps is None:
        if card.arrow == "own":
            return say("movement card {card} [own {circle} □{square}]", **moves)
        return say("movement card {card} [opponent {circle} □{square}]", **moves)
    moves |= {"first": f"{card.steps[0]:+d}", "second": f"{card.steps[1]:+d}"}
    if card.arrow == "own":
        return say("movement card {card} [own {circle} ({first}, {second}) □{square}]", **moves)
    return say("movement card {card} [opponent {circle} ({first}, {second}) □{square}]", **moves)


def _of_seat(catalogue: UltimeCatalogue, kind: str, number: int) -> Text | None:
    """Return the display name of a thing that belongs to a seat."""
    colour, pawn = COLOURS[catalogue.villages[number - 1].colour]
    owner = who(number)
    match kind:
        case "seat":
            return colour
        case "pawn":
            return pawn
        case "hand":
            return say("{seat}'s hand", seat=owner)
        case "score":
            return say("{seat}'s points", seat=owner)
        case "skips":
            return say("{seat}'s turns to skip", seat=owner)
        case "armed":
            return say("{seat}'s prepared Defence", seat=owner)
    return None


def _place(catalogue: UltimeCatalogue, number: int) -> Text | str:
    if number % 4 == 2 and number < 4 * len(catalogue.villages):
        return say("{place} (village {village})", place=number, village=village(catalogue, number))
    return say("{place} (pickaxe)", place=number) if number % 4 == 0 else str(number)


def village(catalogue: UltimeCatalogue, number: int) -> Text:
    """Return the name of the village on a terrain card."""
    return Text(catalogue.villages[(number + 2) // 4 - 1].name)


def label_value(setting: Setting, key: str, value: Value) -> Slot:
    """Return the display text of a value: for the turn, the seat's name instead of its number."""
    if key in (board.TURN, board.FIRST_PLAYER) and isinstance(value, int):
        return who(value)
    if key == board.WINNERS:
        return both(who(int(one)) for one in str(value).split(","))
    if value == "twelve_points":
        return say("twelve points")
    return value if isinstance(value, int) else str(value)
