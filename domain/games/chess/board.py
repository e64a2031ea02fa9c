"""Names of zones, pieces and values, and conversion of a table to a chess position."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, cast

from tablescribe.domain.games.chess.components import ChessCatalogue, ChessOptions
from tablescribe.domain.games.chess.position import EMPTY, NAMES, NUMBER, Move, Position, from_fen
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import named, numbered
from tablescribe.domain.table.table import Table

Kind: TypeAlias = Literal["king", "queen", "rook", "bishop", "knight", "pawn"]

LETTERS: Final[dict[Kind, str]] = {
    "king": "K", "queen": "Q", "rook": "R", "bishop": "B", "knight": "N", "pawn": "P",
}  # fmt: skip
"""The letters of pieces in notation (Appendix C); a pawn's letter is not written."""

KINDS: Final[dict[str, Kind]] = {letter: kind for kind, letter in LETTERS.items()}

WHITE, BLACK = 1, 2
TURN = "turn"  # the seat to move
RIGHTS = "castling"  # the castling rights left, some of KQkq
PASSED = "passed"  # the en passant target square
QUIET = "quiet"  # number of consecutive moves without a capture or a pawn move
NUMBERED = "move"  # the move number, as on a scoresheet
STOOD = "stood:"  # prefix of the values that count how often a position has occurred
CHECK = "check"  # the seat whose king is in check
OFFER = "offer"  # the seat with an open draw offer
ENDING = "ending"  # how the game ended, one of these
WINNER = "winner"  # the seat that won; unset for a draw

ENDINGS = (
    MATE, RESIGNED, FLAG, ILLEGAL_MOVES, STALEMATE, DEAD, AGREED, REPETITION, FIFTY, FIVEFOLD, SEVENTY_FIVE,
    CANNOT_MATE,
) = (
    "checkmate", "resignation", "flag", "illegal_moves", "stalemate", "dead_position", "agreement", "repetition",
    "fifty_moves", "fivefold", "seventy_five_moves", "cannot_mate",
)  # fmt: skip

THREE, FIVE = 3, 5
"""Occurrences of a position after which a draw can be claimed (CH-9.2), and after which it is drawn (CH-9.6.1)."""

FIFTY_MOVES, SEVENTY_FIVE_MOVES = 100, 150
"""Moves by either player without a capture or a pawn move, for the same two rules (CH-9.3, CH-9.6.2)."""

square = named("square:")  # the zone of a square
illegal = numbered("illegal:")  # the number of a seat's illegal moves


def options_of(setting: Setting) -> ChessOptions:
    """Return the options of the match."""
    return cast(ChessOptions, setting.options)


def box_of(setting: Setting) -> dict[Kind, int]:
    """Return the number of each piece that a side has in the box."""
    catalogue = cast(ChessCatalogue, setting.catalogue)
    return {
        "king": catalogue.kings, "queen": catalogue.queens, "rook": catalogue.rooks, "bishop": catalogue.bishops,
        "knight": catalogue.knights, "pawn": catalogue.pawns,
    }  # fmt: skip


def first_position(setting: Setting) -> Position:
    """Return the initial position of the match."""
    return from_fen(options_of(setting).position)


def piece(letter: str) -> str:
    """Return the piece for a letter of a position: `n` is `knight:2`."""
    return f"{KINDS[letter.upper()]}:{WHITE if letter.isupper() else BLACK}"


def letter_of(name: str) -> str:
    """Return the letter of a piece in a position: `n` for `knight:2`."""
    kind, _, seat = name.partition(":")
    letter = LETTERS[cast(Kind, kind)]
    return letter if seat == "1" else letter.lower()


def position_of(table: Table) -> Position:
    """Return the position on a table."""
    board = [EMPTY] * 64
    for name, pieces in table.zones.items():
        if name.startswith("square:"):
            board[NUMBER[name[7:]]] = letter_of(next(iter(pieces)))
    passed = NUMBER.get(table.text(PASSED), -1)
    return Position(tuple(board), table.number(TURN) == WHITE, table.text(RIGHTS), passed, table.number(QUIET))


def as_move(man: str, to: str, promote: str | None) -> Move:
    """Return the fields of an action as a move of a position."""
    return Move(NUMBER[man], NUMBER[to], LETTERS[cast(Kind, promote)] if promote else "")


def at(number: int) -> str:
    """Return the zone of a square by its number."""
    return square(NAMES[number])


def in_turn(setting: Setting, table: Table) -> tuple[int, ...]:
    """Return the seat to move, and the seat that must answer a draw offer."""
    turn, offer = table.number(TURN), table.number(OFFER)
    return (turn,) if offer in (0, setting.next_seat(turn)) else (turn, setting.next_seat(turn))
