"""The result, and hidden information (there is none)."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.games.morris.board import ENDING, NO_MILL, NO_MOVE, REPETITION, TWO_MEN, WINNER, Board
from tablescribe.domain.rules.game import Result, Secret
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.table import Table

RULES = {TWO_MEN: "MO-10", NO_MOVE: "MO-11", REPETITION: "MO-12", NO_MILL: "MO-13"}


def result(setting: Setting, table: Table) -> Result | None:
    """Return the result (MO-10 to MO-13), with each player's remaining men as points; a draw has no winner."""
    how, winner, board = table.text(ENDING), table.number(WINNER), Board(setting, table)
    if not how:
        return None
    men = tuple(len(board.men(seat)) + board.waiting(seat) for seat in setting.all_seats)
    return Result(how, RULES[how], (winner,) if winner else (), men)


def secrets(setting: Setting, table: Table) -> Iterator[Secret]:
    """Yield nothing, as there are no secret zones."""
    yield from ()


def hidden_values(setting: Setting, table: Table, seat: int | None) -> Iterator[str]:
    """Yield nothing, as there are no hidden values."""
    yield from ()
