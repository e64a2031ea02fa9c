"""Turn order of decisions in the advanced set-up (RO-16.1)."""

from __future__ import annotations

from tablescribe.domain.games.root.board import SETUP, TURN, Board
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import seat as seat_name
from tablescribe.domain.words.text import Thing, say

STEP = "setup-step"  # the current step of the advanced set-up, one of these
LANDMARKS, HIRELINGS, CHOOSING, HANDS = STEPS = ("landmarks", "hirelings", "choosing", "hands")


def begin_decision(play: Play, seat: int, step: str, rule: str) -> Board:
    """Require that a seat decides in a step of the advanced set-up, and return the board.

    As played, that seat takes over the decision.

    Raises:
        Impossible: the set-up is over.
    """
    board = Board(play.opening, play.table)
    turn = board.turn
    now = board.stage == SETUP and play.table.text(STEP) == step
    play.require(rule, now, say("it is not the time for that"))
    play.require(rule, seat == turn, say("only {seat} can decide that", seat=Thing(seat_name(turn))))
    play.set(TURN, seat)
    return board
