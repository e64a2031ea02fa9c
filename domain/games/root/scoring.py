"""The result of a match, and its hidden information."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.games.root.board import CARD, COALITION, ENDING, POINTS, Board, aside, market, market_owner
from tablescribe.domain.games.root.pieces import ALLIANCE, RIVERFOLK
from tablescribe.domain.rules.game import Result, Secret
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import hand
from tablescribe.domain.table.table import Table

RULES = {POINTS: "RO-3.1", "dominance": "RO-3.3.1", "coalition": "RO-9.2.8"}
SUPPORTERS = "supporters"


def result(setting: Setting, table: Table) -> Result | None:
    """Return the result and its winners (RO-3.1, RO-3.3.1); seats in a coalition win together (RO-9.2.8)."""
    board, how = Board(setting, table), table.text(ENDING)
    if not how:
        return None
    winners = board.winners()
    if len(winners) > 1:
        how = COALITION
    return Result(how, RULES.get(how, ""), winners, tuple(board.score(seat) for seat in setting.all_seats))


def secrets(setting: Setting, table: Table) -> Iterator[Secret]:
    """Yield the zones that only some seats may see: hands (RO-1.2.1, but see RO-11.2.3) and supporters (RO-8.2.3)."""
    board = Board(setting, table)
    for seat in setting.all_seats:
        if board.faction(seat) != RIVERFOLK:
            yield Secret(hand(seat), CARD, frozenset({seat}))
        yield Secret(aside(seat), CARD, frozenset({seat}))
    for position in range(1, 4):
        if owner := table.number(market_owner(position)):
            yield Secret(market(position), CARD, frozenset({owner}))
    if ALLIANCE in board.factions:
        yield Secret(SUPPORTERS, CARD, frozenset({board.factions[ALLIANCE]}))


def hidden_values(setting: Setting, table: Table, seat: int | None) -> Iterator[str]:
    """Yield the values hidden from a seat: there are none."""
    yield from ()
