"""Resolving planned actions kind by kind, the first player first (RC-24, RC-25), if still possible (RC-73)."""

from __future__ import annotations

from tablescribe.domain.games.robinson.actions.resolving import AsTheyStand, CarryOut
from tablescribe.domain.games.robinson.board import SUPPLY, Board, future, home, pawn, stock
from tablescribe.domain.games.robinson.island import Island
from tablescribe.domain.games.robinson.requirements import demands, pawns_needed
from tablescribe.domain.games.robinson.rules import cards
from tablescribe.domain.games.robinson.rules.base import action
from tablescribe.domain.games.robinson.tasks import ARRANGE, HUNT, KINDS, Task
from tablescribe.domain.games.robinson.windows import ORDER
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import say

CHOSEN = "chosen"
"""The value of the action that the seat resolves next, set by its answer for the next step."""


@action.step("resolve", afresh=True)
def resolve(play: Play) -> None:
    """Resolve the next action: of the first kind left, of the first player who has one (RC-24, RC-25)."""
    board = Island(play.opening, play.table)
    tasks = board.tasks
    if not tasks:
        play.set(CHOSEN, None)
        return
    play.cite("RC-24")
    play.cite("RC-25")
    kind = min((task.kind for task in tasks), key=KINDS.index)
    order = play.opening.clockwise_from(board.first)
    seat = min((task.seat for task in tasks if task.kind == kind), key=order.index)
    own = [task for task in tasks if task.seat == seat and task.kind == kind]
    chosen = play.table.get(CHOSEN)
    play.then("resolve")
    if chosen is None and len({task.where for task in own}) > 1:
        play.ask(ORDER, seat)
        return
    play.set(CHOSEN, None)
    begin(play, board, next((task for task in own if task.where == chosen), own[0]))


@action(CarryOut)
def carry_out(play: Play, seat: int, act: CarryOut) -> None:
    """Choose which of your actions of the kind to resolve next (RC-25)."""
    if not Board(play.opening, play.table).tasks_of(seat, act.where):
        raise Impossible(say("you have no pawn there"))
    play.checked()
    play.set(CHOSEN, act.where)
    play.answered(seat)


@action(AsTheyStand)
def as_they_stand(play: Play, seat: int, act: AsTheyStand) -> None:
    """Resolve your actions in any order (RC-25)."""
    play.checked()
    own = Board(play.opening, play.table).tasks_of(seat)
    if own:
        play.set(CHOSEN, min(own, key=lambda task: (KINDS.index(task.kind), task)).where)
    play.answered(seat)


def begin(play: Play, board: Island, task: Task) -> None:
    """Begin an action if its requirements are still met (RC-73)."""
    if not can_be_done(play, board, task):
        play.cite("RC-73")
        come_back(play, task)
    elif task.where == HUNT:
        come_back(play, task)
        play.then("hunt", seat=task.seat)
    elif task.kind == "hunt":
        come_back(play, task)
        play.then("attack", attacker=task.seat, defender=int(task.where.partition(":")[2]))
    elif task.kind == "arrange":
        n = board.own_pawns_on(task)
        come_back(play, task)
        cards.arrange(play, task.seat, n)
    elif task.kind == "rest":
        n = board.own_pawns_on(task)
        come_back(play, task)
        cards.rest(play, task.seat, n)
    else:
        play.then("work", seat=task.seat, where=task.where, n=task.n)


def can_be_done(play: Play, board: Island, task: Task) -> bool:
    """Return whether an action can be resolved: its pawns are there and its requirements met (RC-73, RC-86)."""
    if not board.own_pawns_on(task) or not board.is_alive(task.seat):
        return False
    if task.kind in (ARRANGE, "rest"):
        return True
    if task.where.startswith("camp:") and not board.is_alive(int(task.where.partition(":")[2])):
        play.cite("RC-86")
        return False
    if board.pawns_on(task) < pawns_needed(board, task.seat, task.where):
        return False
    return all(holds for _, holds, _ in demands(board, task.seat, task.where))


def come_back(play: Play, task: Task) -> None:
    """Return an action's pawns home, and its reserved resources to the stock (RC-B22)."""
    for piece, n in play.table.pieces(task.zone).items():
        if piece == pawn(task.seat):
            play.move(piece, n, task.zone, home(task.seat))
        elif piece.startswith("helper:"):
            play.move(piece, n, task.zone, SUPPLY)
        else:
            play.move(piece, n, task.zone, stock(task.seat))


def spend(play: Play, task: Task) -> None:
    """Spend the reserved resources of an action that succeeded (RC-B22)."""
    for piece, n in play.table.pieces(task.zone).items():
        if not piece.startswith(("pawn:", "helper:")):
            play.move(piece, n, task.zone, SUPPLY)


@action.step("actions_end")
def actions_end(play: Play) -> None:
    """End the action phase: gains move to the stock, and new items give their one-time gains (RC-B10)."""
    board = Board(play.opening, play.table)
    play.cite("RC-B10")
    play.cite("RC-72")
    for seat in board.living:
        play.move_all(future(seat), stock(seat))
    play.then("one_offs")
    play.then("helpers_leave")
