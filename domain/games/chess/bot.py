"""A player that takes what it can take for less, and mates where it sees it. It looks two moves ahead, no further."""

from __future__ import annotations

from collections.abc import Callable

from tablescribe.domain.games.chess.actions import AcceptDraw
from tablescribe.domain.games.chess.board import OFFER, TURN, position_of
from tablescribe.domain.games.chess.offers import as_action
from tablescribe.domain.games.chess.position import EMPTY, Move, Position
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.opening import Opening
from tablescribe.domain.table.table import Table

Pick = Callable[[int], int]
"""Returns a number from 0 to n-1."""

WORTH = {"P": 100, "N": 320, "B": 330, "R": 500, "Q": 900, "K": 0}
MATE = 100_000


def choose(opening: Opening, table: Table, seat: int, pick: Pick) -> Action:
    """Return what a seat does: the most that it sees, and where several promise as much, any of them."""
    if table.number(TURN) != seat:
        return AcceptDraw() if table.number(OFFER) else as_action(next(position_of(table).legal()))
    position = position_of(table)
    legal = list(position.legal())
    worth = [-answered(position.after(move)) for move in legal]
    best = [move for move, one in zip(legal, worth, strict=True) if one == max(worth)]
    return as_action(best[pick(len(best))])


def answered(position: Position) -> int:
    """Return what a position is worth to the side to move, after its best capture."""
    if not position.has_move:
        return -MATE if position.is_check else 0
    here = balance(position)
    return max([here, *(here + gained(position, move) for move in position.legal())])


def gained(position: Position, move: Move) -> int:
    """Return what a move takes or promotes to, less the piece that is lost for it where it can be taken back."""
    taken = position.board[move.to]
    gain = WORTH[taken.upper()] if taken != EMPTY else 0
    gain += WORTH[move.promote] - WORTH["P"] if move.promote else 0
    if gain and position.is_attacked(move.to, not position.white):
        gain -= WORTH[position.board[move.man].upper()]
    return gain


def balance(position: Position) -> int:
    """Return what the pieces are worth to the side to move, with a little for the middle of the board."""
    total = 0
    for square, one in enumerate(position.board):
        if one != EMPTY:
            worth = WORTH[one.upper()] + 3 - max(abs(square % 8 * 2 - 7), abs(square // 8 * 2 - 7)) // 2
            total += worth if one.isupper() == position.white else -worth
    return total
