"""How it ends, and what is hidden from whom."""

from __future__ import annotations

from collections.abc import Iterator

from domain.game import Result, Secret
from domain.games.robinson.board import ENDING, winner
from domain.setting import Setting
from domain.table import Table

RULE_OF = {"objective": "RC-S3", "last_one_standing": "RC-S1", "last_round": "RC-S2", "all_dead": "RC-S1"}
"""By which rule each ending comes."""


def result(setting: Setting, table: Table) -> Result | None:
    """Return who has won, and how (RC-S1 to RC-S3)."""
    ending = table.get(ENDING)
    if ending is None:
        return None
    winners = tuple(seat for seat in setting.all_seats if table.get(winner(seat)))
    scores = tuple(table.number(f"score:{seat}") for seat in setting.all_seats)
    return Result(str(ending), RULE_OF.get(str(ending), ""), winners, scores)


def secrets(setting: Setting, table: Table) -> Iterator[Secret]:
    """Yield the zones whose cards only some seats may see."""
    yield from ()


def hidden_values(setting: Setting, table: Table, seat: int | None) -> Iterator[str]:
    """Yield the kept values that a seat may not see: there are none."""
    yield from ()
