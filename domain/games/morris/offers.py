"""What may be said now: too much is filtered by the rules, too little is a defect."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.games.morris.actions import Move, Place, Remove
from tablescribe.domain.games.morris.board import Board
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.table import Table


def offers(setting: Setting, table: Table, seat: int) -> Iterator[Action]:
    """Yield what a seat may do: the window sorts out whether a man is to be removed first."""
    board = Board(setting, table)
    yield from (Remove(man=at) for at in board.removable(setting.next_seat(seat)))
    if board.waiting(seat):
        yield from (Place(to=at) for at in board.free)
    else:
        yield from (Move(man=at, to=to) for at in board.men(seat) for to in board.goals(seat, at))
