"""The game's rule functions, registered by the decorators `@action(…)` and `@action.step(…)`."""

from __future__ import annotations

from tablescribe.domain.games.robinson.board import TURN, Board
from tablescribe.domain.rules.play import Play
from tablescribe.domain.rules.rules import Rules
from tablescribe.domain.rules.window import awaited
from tablescribe.domain.table.names import AWAITS, who
from tablescribe.domain.words.text import say

action = Rules()


@action.gone
def is_gone(play: Play, seat: int) -> bool:
    """Return whether a seat is out of the game, so that its pending steps are dropped (RC-55)."""
    board = Board(play.opening, play.table)
    return not board.is_alive(seat) and not board.before_third_edition


def decides(board: Board) -> int:
    """Return the seat that decides now, asked or in turn; 0 if none does."""
    if AWAITS in board.table.values:
        asked = awaited(board.table)
        return asked[0] if asked else 0
    return board.table.number(TURN)


def must_live(play: Play, board: Board, seat: int) -> None:
    """Require that the game is not over, and that a seat is still in it (RC-55)."""
    play.require("RC-55", not board.is_over, say("the game is over"))
    play.require("RC-55", board.is_alive(seat), say("{seat} is dead and out of the game", seat=who(seat)))
