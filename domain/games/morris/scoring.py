"""How it ends, and what is hidden from whom."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.games.morris.board import ENDING, NO_MILL, NO_MOVE, REPETITION, TWO_MEN, WINNER, Board
from tablescribe.domain.rules.game import Result, Secret
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.table import Table

RULES = {TWO_MEN: "MO-10", NO_MOVE: "MO-11", REPETITION: "MO-12", NO_MILL: "MO-13"}


def result(setting: Setting, table: Table) -> Result | None:
    """Return how it ended (MO-10 to MO-13), with the men that each has left as points; nobody wins a draw."""
    how, winner, board = table.text(ENDING), table.number(WINNER), Board(setting, table)
    if not how:
        return None
    men = tuple(len(board.men(seat)) + board.waiting(seat) for seat in setting.all_seats)
    return Result(how, RULES[how], (winner,) if winner else (), men)


def secrets(setting: Setting, table: Table) -> Iterator[Secret]:
    """Yield the zones whose cards only some seats may see: there are none."""
    yield from ()


def hidden_values(setting: Setting, table: Table, seat: int | None) -> Iterator[str]:
    """Yield the kept values that a seat may not see: there are none."""
    yield from ()
