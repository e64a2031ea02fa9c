"""Drawing, holding and discarding cards (UP-25, UP-48, UP-49)."""

from __future__ import annotations

from tablescribe.domain.games.ultime.board import DREW_POWER, HAND_LIMIT, MOVEMENT, POWER, TURN, Board
from tablescribe.domain.games.ultime.windows import DISCARD
from tablescribe.domain.rules.hand import ready
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import hand
from tablescribe.domain.words.text import Text


def draw_movement(play: Play, seat: int, n: int, why: Text) -> None:
    """Draw movement cards into a hand; fewer if deck and discard pile run short (UP-49)."""
    board = Board(play.opening, play.table)
    for _ in range(n):
        if _full_already(play, board, seat, MOVEMENT):
            return
        if not ready(play, MOVEMENT, "UP-49"):
            play.cite("UP-49")
            return
        play.draw(MOVEMENT, hand(seat), seat, why, secret=True)


def draw_power(play: Play, seat: int, why: Text) -> None:
    """Draw a power card into a hand; none if the deck and its discard pile are empty (UP-48)."""
    if _full_already(play, Board(play.opening, play.table), seat, POWER):
        return
    if not ready(play, POWER, "UP-48"):
        play.cite("UP-48")
        return
    play.draw(POWER, hand(seat), seat, why, secret=True)
    if seat == play.table.number(TURN):
        play.set(DREW_POWER, 1)


def _full_already(play: Play, board: Board, seat: int, deck: str) -> bool:
    """Return whether a seat at the hand limit draws nothing, if the options say to draw only up to it (UP-25)."""
    if board.options.hand_limit_method != "draw_only_to_limit":
        return False
    counts = deck == MOVEMENT or board.options.hand_limit_counts_power_cards
    full = counts and board.counted(seat) >= HAND_LIMIT
    if full:
        play.cite("UP-25")
    return full


def check_hand_limit(play: Play, board: Board) -> bool:
    """Ask every seat above the hand limit to discard, and return whether any has to (UP-25)."""
    above = [seat for seat in play.opening.clockwise_from(board.turn) if board.is_above_limit(seat)]
    if above:
        play.cite("UP-25")
        play.ask(DISCARD, *above)
    return bool(above)
