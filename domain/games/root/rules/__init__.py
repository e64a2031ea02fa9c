"""The rules of Root: one function per action, with its rule numbers."""

from __future__ import annotations

from domain.games.root.actions import Leave, Take
from domain.games.root.board import HEAP, STONE, TAKER, TURN, left, options_of, taken
from domain.names import seat as seat_name
from domain.play import Play
from domain.rules import Rules
from domain.text import Thing, say

action = Rules()


def begin(play: Play, seat: int) -> None:
    """Seats act in turn (RO-2)."""
    turn = play.table.number(TURN)
    play.require("RO-2", seat == turn, say("it is the turn of {seat}", seat=Thing(seat_name(turn))))


@action(Take)
def take(play: Play, seat: int, act: Take) -> None:
    """Take some stones, not too many at once (RO-3); the last one wins (RO-5)."""
    begin(play, seat)
    most = options_of(play.opening).most
    play.require("RO-3", act.stones <= most, say("{most} stones at once at most", most=most))
    play.move(STONE, act.stones, HEAP, taken(seat))
    play.checked()
    if not play.table.count(HEAP):
        play.cite("RO-5")
        play.set(TAKER, seat)


@action(Leave)
def leave(play: Play, seat: int, act: Leave) -> None:
    """Leave the heap alone, once a game (RO-4)."""
    begin(play, seat)
    play.require("RO-4", not play.table.get(left(seat)), say("the heap is left alone once a game"))
    play.checked()
    play.set(left(seat), True)


@action.at_rest
def pass_the_turn(play: Play) -> None:
    """When nothing is due any more, the next seat acts (RO-2)."""
    if play.table.get(TAKER) is None:
        play.set(TURN, play.opening.next_seat(play.table.number(TURN)))
