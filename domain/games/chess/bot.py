"""A bot that wins material and mates when it can. It looks two moves ahead."""

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
"""Returns a random number from 0 to n-1."""

WORTH = {"P": 100, "N": 320, "B": 330, "R": 500, "Q": 900, "K": 0}
MATE = 100_000


def choose(opening: Opening, table: Table, seat: int, pick: Pick) -> Action:
    """Return the best action of a seat; a random one of several equally good."""
    if table.number(TURN) != seat:
        return AcceptDraw() if table.number(OFFER) else as_action(next(position_of(table).legal()))
    position = position_of(table)
    legal = list(position.legal())
    worth = [-answered(position.after(move)) for move in legal]
    best = [move for move, one in zip(legal, worth, strict=True) if one == max(worth)]
    return as_action(best[pick(len(best))])


def answered(position: Position) -> int:
    """Return the value of a position for the side to move, after its best capture."""
    if not position.has_move:
        return -MATE if position.is_check else 0
    here = balance(position)
    return max([here, *(here + gained(position, move) for move in position.legal())])


def gained(position: Position, move: Move) -> int:
    """Return the material gained by a move's capture or promotion, minus the moved piece if it can be recaptured."""
    taken = position.board[move.to]
    gain = WORTH[taken.upper()] if taken != EMPTY else 0
    gain += WORTH[move.promote] - WORTH["P"] if move.promote else 0
    if gain and position.is_attacked(move.to, not position.white):
        gain -= WORTH[position.board[move.man].upper()]
    return gain


def balance(position: Position) -> int:
    """Return the material balance for the side to move, with a small bonus for the centre."""
    total = 0
    for square, one in enumerate(position.board):
        if one != EMPTY:
            worth = WORTH[one.upper()] + 3 - max(abs(square % 8 * 2 - 7), abs(square // 8 * 2 - 7)) // 2
            total += worth if one.isupper() == position.white else -worth
    return total
