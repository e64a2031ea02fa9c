"""Whose turn it is, and what may be said then: too much is filtered by the rules, too little is a defect."""

from __future__ import annotations

from collections.abc import Iterator

from domain.action import Action
from domain.games.morris.actions import Move, Place, Remove
from domain.games.morris.board import TURN, Board
from domain.setting import Setting
from domain.table import Table


def in_turn(setting: Setting, table: Table) -> tuple[int, ...]:
    """Return the seats that decide next where no window is open."""
    return (table.number(TURN),)


def offers(setting: Setting, table: Table, seat: int) -> Iterator[Action]:
    """Yield what a seat may do: the window sorts out whether a man is to be removed first."""
    board = Board(setting, table)
    yield from (Remove(man=at) for at in board.removable(setting.next_seat(seat)))
    if board.waiting(seat):
        yield from (Place(to=at) for at in board.free)
    else:
        yield from (Move(man=at, to=to) for at in board.men(seat) for to in board.goals(seat, at))
