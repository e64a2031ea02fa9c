"""The result, and which hands and scores are hidden until the end (UP-10, UP-50 to UP-54)."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.games.ultime.board import MOVEMENT, POWER, Board
from tablescribe.domain.rules.game import Result, Secret
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import hand, score
from tablescribe.domain.table.table import Table


def result(setting: Setting, table: Table) -> Result | None:
    """Return the result once somebody has won: the first player to 12 points (UP-51)."""
    board = Board(setting, table)
    if not board.winners:
        return None
    return Result("twelve_points", "UP-51", board.winners, tuple(board.points(seat) for seat in setting.all_seats))


def secrets(setting: Setting, table: Table) -> Iterator[Secret]:
    """Yield the hands, which only their holders see."""
    for seat in setting.all_seats:
        for deck in (MOVEMENT, POWER):
            yield Secret(hand(seat), deck, frozenset({seat}))


def hidden_values(setting: Setting, table: Table, seat: int | None) -> Iterator[str]:
    """Yield the scores of the other seats during the game, where scores are hidden (UP-10, UP-54)."""
    board = Board(setting, table)
    if board.options.score_visibility == "hidden" and not board.winners:
        yield from (score(other) for other in setting.all_seats if other != seat)
