"""Drawing, holding and discarding cards (UP-19, UP-25, UP-48, UP-49)."""

from __future__ import annotations

from domain.games.ultime.board import DISCARD, DREW_POWER, HAND_LIMIT, MOVEMENT, POWER, TURN, Board, deck_of, hand
from domain.play import Play
from domain.table import HIDDEN, Impossible


def reshuffle_if_empty(play: Play, deck: str) -> bool:
    """Shuffle the discard pile into an empty deck (UP-48, UP-49); return whether there is a card to draw."""
    if not play.table.count(f"deck:{deck}") and play.table.count(f"discard:{deck}"):
        play.cite("UP-49" if deck == MOVEMENT else "UP-48")
        play.shuffle_in(f"discard:{deck}", deck)
    return play.table.count(f"deck:{deck}") > 0


def draw_movement(play: Play, seat: int, n: int, why: str) -> None:
    """Draw movement cards into a hand, fewer if there are not enough (UP-49)."""
    board = Board(play.opening, play.table)
    for _ in range(n):
        if _full_already(play, board, seat, MOVEMENT):
            return
        if not reshuffle_if_empty(play, MOVEMENT):
            play.cite("UP-49")
            return
        play.draw(MOVEMENT, hand(seat), seat, why, secret=True)


def draw_power(play: Play, seat: int, why: str) -> None:
    """Draw a power card into a hand; none if both piles are empty (UP-48)."""
    if _full_already(play, Board(play.opening, play.table), seat, POWER):
        return
    if not reshuffle_if_empty(play, POWER):
        play.cite("UP-48")
        return
    play.draw(POWER, hand(seat), seat, why, secret=True)
    if seat == play.table.number(TURN):
        play.set(DREW_POWER, 1)


def _full_already(play: Play, board: Board, seat: int, deck: str) -> bool:
    """Return whether the seat draws no more, where the table draws only up to the limit (UP-25)."""
    counts = deck == MOVEMENT or board.options.hand_limit_counts_power_cards
    full = counts and board.counted(seat) >= HAND_LIMIT and board.options.hand_limit_method == "draw_only_to_limit"
    if full:
        play.cite("UP-25")
    return full


def lay_from_hand(play: Play, seat: int, card: str, to: str) -> None:
    """Lay a card from a hand on the table, turning it up if the recorder did not know it.

    Raises:
        Impossible: the seat cannot hold that card.
    """
    zone, deck = hand(seat), deck_of(card)
    if not play.table.count(zone, card):
        if card.startswith(HIDDEN) or not play.table.count(zone, HIDDEN + deck):
            raise Impossible(f"seat {seat} does not hold {card}")
        play.reveal(zone, deck, card)
    play.move(card, 1, zone, to)


def check_hand_limit(play: Play) -> bool:
    """Ask every seat above the limit to discard (UP-25); return whether somebody has to."""
    board = Board(play.opening, play.table)
    above = [seat for seat in board.clockwise_from(board.turn) if board.counted(seat) > HAND_LIMIT]
    if above:
        play.cite("UP-25")
        play.await_(DISCARD, *above)
    return bool(above)
