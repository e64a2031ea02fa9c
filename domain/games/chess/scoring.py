"""The result, and hidden information (there is none)."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.games.chess.board import (
    AGREED,
    CANNOT_MATE,
    DEAD,
    ENDING,
    FIFTY,
    FIVEFOLD,
    FLAG,
    ILLEGAL_MOVES,
    MATE,
    REPETITION,
    RESIGNED,
    SEVENTY_FIVE,
    STALEMATE,
    WINNER,
)
from tablescribe.domain.rules.game import Result, Secret
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.table import Table

RULES = {
    MATE: "CH-5.1.1", RESIGNED: "CH-5.1.2", FLAG: "CH-6.9", CANNOT_MATE: "CH-6.9", ILLEGAL_MOVES: "CH-7.5.5",
    STALEMATE: "CH-5.2.1", DEAD: "CH-5.2.2", AGREED: "CH-5.2.3", REPETITION: "CH-9.2.1", FIFTY: "CH-9.3",
    FIVEFOLD: "CH-9.6.1", SEVENTY_FIVE: "CH-9.6.2",
}  # fmt: skip


def result(setting: Setting, table: Table) -> Result | None:
    """Return the result (article 5). A draw has no winner, and chess has no points within a game."""
    how, winner = table.text(ENDING), table.number(WINNER)
    if not how:
        return None
    return Result(how, RULES[how], (winner,) if winner else (), ())


def secrets(setting: Setting, table: Table) -> Iterator[Secret]:
    """Yield nothing, as there are no secret zones."""
    yield from ()


def hidden_values(setting: Setting, table: Table, seat: int | None) -> Iterator[str]:
    """Yield nothing, as there are no hidden values."""
    yield from ()
