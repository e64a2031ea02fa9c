"""How it ends, and what is hidden from whom."""

from __future__ import annotations

from collections.abc import Iterator

from domain.game import Result, Secret
from domain.games.root.board import STONE, TAKER, taken
from domain.setting import Setting
from domain.table import Table


def result(setting: Setting, table: Table) -> Result | None:
    """Who takes the last stone wins (RO-5)."""
    winner = table.number(TAKER)
    if not winner:
        return None
    stones = tuple(table.count(taken(seat), STONE) for seat in setting.all_seats)
    return Result("last_stone", "RO-5", (winner,), stones)


def secrets(setting: Setting, table: Table) -> Iterator[Secret]:
    """Yield the zones whose cards only some seats may see: there are none."""
    yield from ()


def hidden_values(setting: Setting, table: Table, seat: int | None) -> Iterator[str]:
    """Yield the kept values that a seat may not see: there are none."""
    yield from ()
