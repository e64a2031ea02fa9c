"""The rules of Nine Men's Morris: one function per action, with its rule numbers."""

from __future__ import annotations

from tablescribe.domain.games.morris.actions import Move, Place, Remove
from tablescribe.domain.games.morris.board import (
    ENDING,
    FEWEST,
    NO_MILL,
    NO_MOVE,
    QUIET,
    REPETITION,
    STOOD,
    TURN,
    TWO_MEN,
    WINNER,
    Board,
    beside,
    man,
    options_of,
    point,
)
from tablescribe.domain.games.morris.components import Point
from tablescribe.domain.games.morris.windows import REMOVAL
from tablescribe.domain.rules.play import Play
from tablescribe.domain.rules.rules import Rules
from tablescribe.domain.table.names import who
from tablescribe.domain.table.table import BOX, Impossible
from tablescribe.domain.words.text import Thing, say

action = Rules()


@action(Place)
def place(play: Play, seat: int, act: Place) -> None:
    """Place a man from beside the board on a free point (MO-4)."""
    board = begin(play, seat)
    play.require("MO-4", board.waiting(seat), say("all your men have been placed: move one of them"))
    must_be_free(play, board, act.to)
    play.move(man(seat), 1, beside(seat), point(act.to))
    play.checked()
    look_for_mills(play, seat, act.to)


@action(Move)
def move(play: Play, seat: int, act: Move) -> None:
    """Move a man along a line to an adjacent point (MO-5), or fly (MO-6)."""
    board = begin(play, seat)
    play.require("MO-4", not board.waiting(seat), say("place all your men before you move one"))
    owner = board.standing.get(act.man)
    play.require("MO-5", owner == seat, say("you have no man on {man}", man=Thing(point(act.man))))
    must_be_free(play, board, act.to)
    must_be_in_reach(play, board, seat, act)
    play.move(somebodys(owner, act.man), 1, point(act.man), point(act.to))
    play.checked()
    play.add(QUIET, 1)
    look_for_mills(play, seat, act.to)


@action(Remove)
def remove(play: Play, seat: int, act: Remove) -> None:
    """Remove an opponent's man after closing a mill (MO-7), but not from a mill if there are others (MO-8)."""
    board, other = Board(play.opening, play.table), play.opening.next_seat(seat)
    owner = board.standing.get(act.man)
    play.require("MO-7", owner == other, say("your opponent has no man on {man}", man=Thing(point(act.man))))
    play.require(
        "MO-8", act.man in board.removable(other) or owner != other,
        say("the man on {man} is in a mill: remove one that is not", man=Thing(point(act.man))),
    )  # fmt: skip
    play.move(somebodys(owner, act.man), 1, point(act.man), BOX)
    play.checked()
    for key in [key for key in play.table.values if key.startswith(STOOD)]:
        play.set(key, None)  # with one man less, earlier positions cannot recur
    play.answered(seat)


# --- what actions have in common -----------------------------------------------------------------


def begin(play: Play, seat: int) -> Board:
    """Check that it is the seat's turn (MO-2) and return the board. As played, whoever acts gets the turn."""
    turn = play.table.number(TURN)
    play.require("MO-2", seat == turn, say("it is {seat}'s turn", seat=who(turn)))
    play.set(TURN, seat)
    return Board(play.opening, play.table)


def must_be_free(play: Play, board: Board, at: Point) -> None:
    """Require that a point is free, as it has room for one man (MO-3)."""
    taken = say("{at} is occupied: choose a free point", at=Thing(point(at)))
    play.require("MO-3", at not in board.standing, taken)
    if at in board.standing:
        raise Impossible(taken)


def somebodys(owner: int | None, at: Point) -> str:
    """Return the man on a point, whichever seat it belongs to.

    Raises:
        Impossible: the point is empty.
    """
    if owner is None:
        raise Impossible(say("there is no man on {at}", at=Thing(point(at))))
    return man(owner)


def must_be_in_reach(play: Play, board: Board, seat: int, act: Move) -> None:
    """Require that a man moves to an adjacent point (MO-5), unless it may fly with three men left (MO-6)."""
    ends = {"man": Thing(point(act.man)), "to": Thing(point(act.to))}
    if act.to in board.next_to(act.man):
        return
    if board.is_down_to_three(seat):
        play.require(
            "MO-6", options_of(play.opening).flying, say("flying is not allowed in this match: move along a line")
        )
    else:
        play.require("MO-5", False, say("no line joins {man} and {to} directly: move to an adjacent point", **ends))


# --- mills ---------------------------------------------------------------------------------------


def look_for_mills(play: Play, seat: int, at: Point) -> None:
    """After a mill, let the seat remove a man (MO-7); after two mills at once, the number in the options (MO-9)."""
    board = Board(play.opening, play.table)
    closed = board.mills(at) if board.standing[at] == seat else []
    if not closed:
        return
    play.cite("MO-7")
    play.set(QUIET, None)
    n = 1
    if len(closed) > 1:
        play.cite("MO-9")
        n = options_of(play.opening).two_mills
    play.then("removal", seat=seat, n=n)


@action.step("removal")
def removal(play: Play, *, seat: int, n: int) -> None:
    """Ask which man to remove, `n` times, as long as a man may be removed (MO-8)."""
    if not Board(play.opening, play.table).removable(play.opening.next_seat(seat)):
        play.cite("MO-8")
        return
    if n > 1:
        play.then("removal", seat=seat, n=n - 1)
    play.ask(REMOVAL, seat)


# --- the end -------------------------------------------------------------------------------------


@action.at_rest
def pass_the_turn(play: Play) -> None:
    """Pass the turn to the opponent once no step is due (MO-2), unless the game is over (MO-10 to MO-13)."""
    play.set(TURN, play.opening.next_seat(play.table.number(TURN)))
    board = Board(play.opening, play.table)
    if board.all_placed:
        play.add(board.position, 1)
    for seat in play.opening.all_seats:
        if board.waiting(seat) + len(board.men(seat)) < FEWEST:
            end(play, "MO-10", TWO_MEN, winner=play.opening.next_seat(seat))
            return
    seat = play.table.number(TURN)
    if board.is_shut_in(seat):
        end(play, "MO-11", NO_MOVE, winner=play.opening.next_seat(seat))
    elif play.table.number(board.position) >= 3:
        end(play, "MO-12", REPETITION)
    elif play.table.number(QUIET) >= options_of(play.opening).without_mill:
        end(play, "MO-13", NO_MILL)


def end(play: Play, rule: str, how: str, *, winner: int | None = None) -> None:
    """Record how the game ended and who won; a draw has no winner."""
    play.cite(rule)
    play.set(ENDING, how)
    play.set(WINNER, winner)
