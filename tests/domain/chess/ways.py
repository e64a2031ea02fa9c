"""Strategies for each ending of chess: random moves hardly ever mate, and never repeat themselves."""

from __future__ import annotations

from tablescribe.domain.games.chess.actions import (
    AcceptDraw,
    ClaimDraw,
    FlagFell,
    IllegalMove,
    Move,
    OfferDraw,
    RefuseDraw,
    Resign,
)
from tablescribe.domain.games.chess.board import as_move, position_of
from tablescribe.domain.games.chess.position import Position
from tablescribe.domain.match.events import Played
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tests.domain.kit import Liking, Way

GIVING_UP = (Resign, FlagFell, IllegalMove)

NEVER, MUCH = 1e-9, 1e6


def reached(match: Match, action: Move) -> Position:
    """Return the position after a move."""
    return position_of(match.table).after(as_move(action.man, action.to, action.promote))


def likes_what(wanted: str) -> Liking:
    """Prefer moves after which the position is so (`is_mate`, `is_stalemate`, `is_dead`); nobody resigns."""

    def likes(match: Match, seat: int, action: Action) -> float:
        if not isinstance(action, Move):
            return NEVER
        found = getattr(reached(match, action), wanted)
        return MUCH if (found() if callable(found) else found) else 1.0

    return likes


def agrees(match: Match, seat: int, action: Action) -> float:
    """Prefer draws by agreement."""
    return MUCH if isinstance(action, OfferDraw | AcceptDraw) else NEVER if isinstance(action, GIVING_UP) else 1.0


def goes_back(match: Match, seat: int, action: Action) -> float:
    """Prefer to take back one's own last move, and claim nothing."""
    if not isinstance(action, Move):
        return NEVER
    mine = [move.action for move in match.moves[-4:] if isinstance(move, Played) and move.seat == seat]
    last = mine[-1] if mine else {}
    return MUCH if (last.get("to"), last.get("man")) == (action.man, action.to) else 1.0


def claims(match: Match, seat: int, action: Action) -> float:
    """Prefer going back and forth, and claim the draw at the third repetition."""
    return MUCH**2 if isinstance(action, ClaimDraw) else goes_back(match, seat, action)


def loses_on_time(match: Match, seat: int, action: Action) -> float:
    """Run out of time while the opponent has too little material to mate."""
    return MUCH if isinstance(action, FlagFell) else NEVER if isinstance(action, Resign | RefuseDraw) else 1.0


def start(position: str) -> dict[str, str]:
    return {"position": position}


WAYS = {
    "checkmate": Way(start("7k/8/5KQ1/8/8/8/8/8 w - - 0 1"), likes_what("is_mate"), 200, quick=True),
    "stalemate": Way(start("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1"), likes_what("is_stalemate"), 200, quick=True),
    "dead_position": Way(start("4k3/8/8/8/8/8/4p3/4K3 w - - 0 1"), likes_what("is_dead"), 200, quick=True),
    "agreement": Way(likes=agrees, longest=40, quick=True),
    "repetition": Way(likes=claims, longest=200, quick=True),
    "fivefold": Way(likes=goes_back, longest=200, quick=True),
    "cannot_mate": Way(start("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), loses_on_time, 40, quick=True),
}
