"""Points, and winning by them (RO-3.1)."""

from __future__ import annotations

from tablescribe.domain.games.root.abilities import in_play
from tablescribe.domain.games.root.board import DEALING, ENDING, POINTS, WINNER, WINNING, Board, dominance, options_of
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import score


def gain(play: Play, seat: int, n: int, *rules: str) -> None:
    """Let a seat score points, or lose them; not below 0 (AMB-10), and not with an activated dominance card (RO-3.3.1).

    Args:
        play: the action.
        seat: whose points; 0 for nobody's.
        n: how many; fewer than none are lost.
        rules: by which rules.
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
    """Who has 30 points wins at once (RO-3.1); of several at the same moment the one in turn.

    Both sides of a battle deal their hits at the same moment.
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
    """Let a seat have won; nothing that is due happens any more."""
    play.set(ENDING, how)
    play.set(WINNER, seat)
    for step in play.dues:
        play.drop(step)
