"""Points, and the win at 30 points (RO-3.1)."""

from __future__ import annotations

from tablescribe.domain.games.root.abilities import in_play
from tablescribe.domain.games.root.board import DEALING, ENDING, POINTS, WINNER, WINNING, Board, dominance, options_of
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import score


def gain(play: Play, seat: int, n: int, *rules: str) -> None:
    """Add points to a seat's score, or subtract them.

    The score never falls below 0 (RO-AMB-10). A seat with an activated dominance card scores nothing (RO-3.3.1).

    Args:
        play: the action.
        seat: the seat; 0 for none.
        n: the number of points; negative to lose points.
        rules: the rules to cite.
    """
    board = Board(play.opening, play.table)
    if not seat or not n:
        return
    for rule in rules:
        play.cite(rule)
    if dominance(seat) in play.table.values:
        play.cite("RO-3.3.1")
        return
    if n < -board.score(seat):
        play.cite("RO-AMB-10")
    before = board.score(seat)
    play.add(score(seat), max(n, -before))
    for one in in_play(board, "scored"):
        one.scored(play, seat, before, play.table.number(score(seat)))
    look_for_a_winner(play)


def look_for_a_winner(play: Play) -> None:
    """End the match for a player with 30 points (RO-3.1); of several at once, the player in turn wins (RO-AMB-8).

    Both sides of a battle deal their hits simultaneously.
    """
    board = Board(play.opening, play.table)
    if board.is_over or DEALING in play.table.values:
        return
    order = board.in_order()
    if options_of(play.opening).tie30 == "clockwise":
        order = [*order[1:], order[0]]
    reached = [seat for seat in order if board.score(seat) >= WINNING]
    if len(reached) > 1:
        play.cite("RO-AMB-8")
    if reached:
        play.cite("RO-3.1")
        win(play, reached[0], POINTS)


def win(play: Play, seat: int, how: str) -> None:
    """End the match with a winning seat; pending steps are dropped."""
    play.set(ENDING, how)
    play.set(WINNER, seat)
    for step in play.dues:
        play.drop(step)
