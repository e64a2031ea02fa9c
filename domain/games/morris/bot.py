"""A bot that closes mills and blocks the opponent's next ones. It looks no further ahead."""

from __future__ import annotations

from collections.abc import Callable

from tablescribe.domain.games.morris.actions import Move, Place, Remove
from tablescribe.domain.games.morris.board import Board, Standing, mills
from tablescribe.domain.games.morris.components import Line, Point
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.deciding import legal_actions
from tablescribe.domain.rules.opening import Opening
from tablescribe.domain.table.table import Table

Pick = Callable[[int], int]
"""Returns a random number from 0 to n-1."""


def choose(opening: Opening, table: Table, seat: int, pick: Pick) -> Action:
    """Return the best action of a seat; a random one of several equally good."""
    board = Board(opening, table)
    legal = list(legal_actions(opening, table, seat))
    worth = [value(board, seat, action) for action in legal]
    best = [action for action, one in zip(legal, worth, strict=True) if one == max(worth)]
    return best[pick(len(best))]


def value(board: Board, seat: int, action: Action) -> int:
    """Return the value of an action: mills closed, then fewer threats by the opponent, then more threats."""
    other = board.setting.next_seat(seat)
    standing = dict(board.standing)
    closed = 0
    if isinstance(action, Remove):
        del standing[action.man]
    elif isinstance(action, Place | Move):
        if isinstance(action, Move):
            del standing[action.man]
        standing[action.to] = seat
        closed = len(mills(board.lines, standing, action.to))
    return 10 * closed + threats(board.lines, standing, seat) - 3 * threats(board.lines, standing, other)


def threats(lines: tuple[Line, ...], standing: Standing, seat: int) -> int:
    """Return the number of lines on which a seat has two men and the third point is free."""
    return sum(sorted(_of(standing, line)) == [0, seat, seat] for line in lines)


def _of(standing: Standing, line: tuple[Point, ...]) -> list[int]:
    return [standing.get(at, 0) for at in line]
