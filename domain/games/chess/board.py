"""Names of zones, pieces and values; the table read as a chess position."""

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
"""The letter by which players write a piece (Appendix C); a pawn's is left out."""

KINDS: Final[dict[str, Kind]] = {letter: kind for kind, letter in LETTERS.items()}

WHITE, BLACK = 1, 2
TURN = "turn"  # the seat that has the move
RIGHTS = "castling"  # the rights to castle that are left, some of KQkq
PASSED = "passed"  # the square on which a pawn can be taken in passing
QUIET = "quiet"  # how many moves in a row took nothing and moved no pawn
NUMBERED = "move"  # the number of the move, as on a score sheet
STOOD = "stood:"  # begins the values that count how often a position has appeared
CHECK = "check"  # the seat whose king is in check
OFFER = "offer"  # the seat whose offer of a draw stands
ENDING = "ending"  # how it ended, one of these
WINNER = "winner"  # the seat that won; none of a draw

ENDINGS = (
    MATE, RESIGNED, FLAG, ILLEGAL_MOVES, STALEMATE, DEAD, AGREED, REPETITION, FIFTY, FIVEFOLD, SEVENTY_FIVE,
    CANNOT_MATE,
) = (
    "checkmate", "resignation", "flag", "illegal_moves", "stalemate", "dead_position", "agreement", "repetition",
    "fifty_moves", "fivefold", "seventy_five_moves", "cannot_mate",
)  # fmt: skip

THREE, FIVE = 3, 5
"""How often a position appears before a draw can be claimed (CH-9.2), and before the game is drawn (CH-9.6.1)."""

FIFTY_MOVES, SEVENTY_FIVE_MOVES = 100, 150
"""The same in moves of either player without a capture and without a pawn's move (CH-9.3, CH-9.6.2)."""

square = named("square:")  # the zone of a square
illegal = numbered("illegal:")  # how many illegal moves a seat has completed


def options_of(setting: Setting) -> ChessOptions:
    """Return the options of the match."""
    return cast(ChessOptions, setting.options)


def box_of(setting: Setting) -> dict[Kind, int]:
    """Return how many of each piece a side has in the box."""
    catalogue = cast(ChessCatalogue, setting.catalogue)
    return {
        "king": catalogue.kings, "queen": catalogue.queens, "rook": catalogue.rooks, "bishop": catalogue.bishops,
        "knight": catalogue.knights, "pawn": catalogue.pawns,
    }  # fmt: skip


def first_position(setting: Setting) -> Position:
    """Return the position that the match begins from."""
    return from_fen(options_of(setting).position)


def piece(letter: str) -> str:
    """Return the piece of a letter of a position: `n` is `knight:2`."""
    return f"{KINDS[letter.upper()]}:{WHITE if letter.isupper() else BLACK}"


def letter_of(name: str) -> str:
    """Return the letter of a piece in a position: of `knight:2`, `n`."""
    kind, _, seat = name.partition(":")
    letter = LETTERS[cast(Kind, kind)]
    return letter if seat == "1" else letter.lower()


def position_of(table: Table) -> Position:
    """Return the table as the position that stands on it."""
    board = [EMPTY] * 64
    for name, pieces in table.zones.items():
        if name.startswith("square:"):
            board[NUMBER[name[7:]]] = letter_of(next(iter(pieces)))
    passed = NUMBER.get(table.text(PASSED), -1)
    return Position(tuple(board), table.number(TURN) == WHITE, table.text(RIGHTS), passed, table.number(QUIET))


def as_move(man: str, to: str, promote: str | None) -> Move:
    """Return what an action says as a move of a position."""
    return Move(NUMBER[man], NUMBER[to], LETTERS[cast(Kind, promote)] if promote else "")


def at(number: int) -> str:
    """Return the zone of a square by its number."""
    return square(NAMES[number])


def in_turn(setting: Setting, table: Table) -> tuple[int, ...]:
    """Return the seat that has the move, and the one to whom an offer of a draw stands."""
    turn, offer = table.number(TURN), table.number(OFFER)
    return (turn,) if offer in (0, setting.next_seat(turn)) else (turn, setting.next_seat(turn))
