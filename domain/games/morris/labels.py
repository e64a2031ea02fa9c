"""Names of things for people."""

from __future__ import annotations

from tablescribe.domain.games.morris.board import (
    ENDING,
    ENDINGS,
    NO_MILL,
    NO_MOVE,
    QUIET,
    REPETITION,
    STOOD,
    TURN,
    TWO_MEN,
    WINNER,
)
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import is_the_kernels, who
from tablescribe.domain.table.table import BOX, Value
from tablescribe.domain.words.text import Slot, Text, say


def label(setting: Setting, name: str) -> Text | str:
    """Return the name of a piece, zone, seat or value for people; the empty text for internal ones."""
    kind, _, rest = name.partition(":")
    if kind == "point":
        return rest or name
    if is_the_kernels(name) or name.startswith(STOOD):
        return ""
    return _NAMES.get(name, name)


_NAMES: dict[str, Text] = {
    "seat:1": say("white"), "seat:2": say("black"), "man:1": say("white man"), "man:2": say("black man"),
    "beside:1": say("white's men left to place"), "beside:2": say("black's men left to place"), BOX: say("the box"),
    TURN: say("the turn"), QUIET: say("moves since the last mill"), ENDING: say("the end"), WINNER: say("the winner"),
}  # fmt: skip

HOW_IT_ENDED: dict[str, Text] = {
    TWO_MEN: say("only two men left"), NO_MOVE: say("no move left"),
    REPETITION: say("a draw: the same position three times"), NO_MILL: say("a draw: too many moves without a mill"),
}  # fmt: skip


def label_value(setting: Setting, key: str, value: Value) -> Slot:
    """Return a value in words, such as the seat whose turn it is."""
    if key in (TURN, WINNER) and value in setting.all_seats:
        return who(int(value or 0))
    if key == ENDING and value in ENDINGS:
        return HOW_IT_ENDED[str(value)]
    return value if isinstance(value, int) else str(value)
