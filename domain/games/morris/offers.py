"""Candidate actions. The rules filter out illegal ones; a legal action that is missing here is a defect."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.games.morris.actions import Move, Place, Remove
from tablescribe.domain.games.morris.board import Board
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.table import Table


def offers(setting: Setting, table: Table, seat: int) -> Iterator[Action]:
    """Yield the candidate actions of a seat. The kernel drops those that an open window does not allow."""
    board = Board(setting, table)
    yield from (Remove(man=at) for at in board.removable(setting.next_seat(seat)))
    if board.waiting(seat):
        yield from (Place(to=at) for at in board.free)
    else:
        yield from (Move(man=at, to=to) for at in board.men(seat) for to in board.goals(seat, at))
