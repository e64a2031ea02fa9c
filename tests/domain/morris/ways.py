"""Strategies for each ending of Nine Men's Morris: shutting in, or going back and forth."""

from __future__ import annotations

from tablescribe.domain.games.morris.actions import Move, Place
from tablescribe.domain.games.morris.board import Board
from tablescribe.domain.match.events import Played
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tests.domain.kit import Way


def shuts_in(match: Match, seat: int, action: Action) -> float:
    """Prefer moves that leave the opponent few moves, and no mills, which would remove men from the board."""
    board = Board(match.opening, match.table)
    other = match.opening.next_seat(seat)
    if not isinstance(action, Place | Move):
        return 1.0
    gone = {action.man} if isinstance(action, Move) else set()
    standing = {at: owner for at, owner in board.standing.items() if at not in gone} | {action.to: seat}
    mill = any(all(standing.get(at) == seat for at in line) for line in board.lines if action.to in line)
    free = {to for at, owner in standing.items() if owner == other for to in board.next_to(at) if to not in standing}
    return float(12.0 ** -len(free)) * (0.001 if mill else 1.0)


def goes_back(match: Match, seat: int, action: Action) -> float:
    """Prefer to take back one's own last move, and no mills."""
    mine = [move.action for move in match.moves[-4:] if isinstance(move, Played) and move.seat == seat]
    last = mine[-1] if mine else {}
    back = isinstance(action, Move) and (last.get("to"), last.get("man")) == (action.man, action.to)
    return 1000.0 if back else 1.0


WAYS = {
    "no_move": Way({"flying": False, "from_mills": "never", "without_mill": 50}, shuts_in, 400),
    "repetition": Way({"without_mill": 50}, goes_back, 400, quick=True),
}
