"""The board and the pieces of chess, and the options of a match."""

from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, Field

from tablescribe.domain.box.catalogue import Catalogue
from tablescribe.domain.clock.control import LONGEST
from tablescribe.domain.games.chess.position import START, from_fen
from tablescribe.domain.rules.setting import Options

Square: TypeAlias = Literal[
    "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2",
    "a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3", "a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4",
    "a5", "b5", "c5", "d5", "e5", "f5", "g5", "h5", "a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6",
    "a7", "b7", "c7", "d7", "e7", "f7", "g7", "h7", "a8", "b8", "c8", "d8", "e8", "f8", "g8", "h8",
]  # fmt: skip
"""A square of the board (CH-2.4): its file, a to h, and its rank, 1 to 8, as white sees them."""

Promoted: TypeAlias = Literal["queen", "rook", "bishop", "knight"]
"""The pieces that a pawn can be promoted to (CH-3.7.3.3)."""

Shown: TypeAlias = Annotated[int, Field(ge=0, le=LONGEST)]
"""A time on a clock, in milliseconds."""

Amount = Annotated[int, Field(ge=1, le=10)]


def _checked_fen(text: str) -> str:
    return from_fen(text).fen()


class ChessCatalogue(Catalogue):
    """The components of chess: the maximum number of each piece on the board, promoted pawns included.

    Attributes:
        kings, queens, rooks, bishops, knights, pawns: the number of these pieces for each side.
    """

    kings: Annotated[int, Field(ge=1, le=1)]
    queens: Amount
    rooks: Amount
    bishops: Amount
    knights: Amount
    pawns: Amount


class ChessOptions(Options):
    """The options of a match.

    Attributes:
        position: the initial position, in Forsyth-Edwards Notation.
        no_draw_before: the move of each player before which no draw may be agreed (CH-9.1.1); 0: at any time.
        played: the date it was played, if it is recorded later: `2026-11-21`; empty: the day it is recorded.
        illegal_moves: the number of illegal moves with which a player loses (CH-7.5.5).
    """

    position: Annotated[str, Field(max_length=100), AfterValidator(_checked_fen)] = START
    no_draw_before: Annotated[int, Field(ge=0, le=200)] = 0
    illegal_moves: Annotated[int, Field(ge=1, le=3)] = 2
    played: Annotated[str, Field(pattern=r"^(\d{4}-\d{2}-\d{2})?$")] = ""
