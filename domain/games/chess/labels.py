"""Names of things for people."""

from __future__ import annotations

from tablescribe.domain.games.chess.board import (
    AGREED,
    CANNOT_MATE,
    CHECK,
    DEAD,
    ENDING,
    FIFTY,
    FIVEFOLD,
    FLAG,
    ILLEGAL_MOVES,
    MATE,
    NUMBERED,
    OFFER,
    PASSED,
    QUIET,
    REPETITION,
    RESIGNED,
    RIGHTS,
    SEVENTY_FIVE,
    STALEMATE,
    STOOD,
    TURN,
    WINNER,
)
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import is_the_kernels, who
from tablescribe.domain.table.table import BOX, Value
from tablescribe.domain.words.text import Slot, Text, listed, say


def label(setting: Setting, name: str) -> Text | str:
    """Return the name of a piece, zone, seat or value for people; the empty text for internal ones."""
    kind, _, rest = name.partition(":")
    if kind == "square":
        return rest or name
    if is_the_kernels(name) or name.startswith(STOOD) or name == QUIET:
        return ""
    return _NAMES.get(name, name)


_NAMES: dict[str, Text] = {
    "seat:1": say("white"), "seat:2": say("black"),
    "king:1": say("white king"), "king:2": say("black king"),
    "queen:1": say("white queen"), "queen:2": say("black queen"),
    "rook:1": say("white rook"), "rook:2": say("black rook"),
    "bishop:1": say("white bishop"), "bishop:2": say("black bishop"),
    "knight:1": say("white knight"), "knight:2": say("black knight"),
    "pawn:1": say("white pawn"), "pawn:2": say("black pawn"),
    "illegal:1": say("white's illegal moves"), "illegal:2": say("black's illegal moves"),
    BOX: say("the box"), TURN: say("the turn"), RIGHTS: say("castling rights"),
    PASSED: say("the en passant square"), NUMBERED: say("the move"),
    CHECK: say("in check"), OFFER: say("the draw offer"), ENDING: say("the end"), WINNER: say("the winner"),
}  # fmt: skip

HOW_IT_ENDED: dict[str, Text] = {
    MATE: say("checkmate"), RESIGNED: say("resigned"), FLAG: say("out of time"),
    ILLEGAL_MOVES: say("lost by illegal moves"), STALEMATE: say("a draw: stalemate"),
    DEAD: say("a draw: neither side can checkmate"), AGREED: say("a draw by agreement"),
    REPETITION: say("a draw: threefold repetition"),
    FIFTY: say("a draw: fifty moves without a capture or a pawn move"),
    FIVEFOLD: say("a draw: fivefold repetition"),
    SEVENTY_FIVE: say("a draw: 75 moves without a capture or a pawn move"),
    CANNOT_MATE: say("a draw: the opponent's pieces cannot checkmate"),
}  # fmt: skip


CASTLES_TO = {"K": "g1", "Q": "c1", "k": "g8", "q": "c8"}
"""The king's destination for each castling right."""


def label_value(setting: Setting, key: str, value: Value) -> Slot:
    """Return a value in words, such as the seat to move, or the squares to which kings can castle."""
    if key in (TURN, WINNER, CHECK, OFFER) and value in setting.all_seats:
        return who(int(value or 0))
    if key == ENDING and value in HOW_IT_ENDED:
        return HOW_IT_ENDED[str(value)]
    if key == RIGHTS:
        return listed(CASTLES_TO.get(right, right) for right in str(value))
    return value if isinstance(value, int) else str(value)
