"""Final scores, and who has the highest (RC-S2, RC-S3)."""

from __future__ import annotations

from collections.abc import Iterable

from tablescribe.domain.games.robinson.board import RELIC, WOOD, Board, explored, goods, hearts, pyre
from tablescribe.domain.games.robinson.marks import lit
from tablescribe.domain.games.robinson.scenario import Counted, Tie


def counted(board: Board, seat: int, what: Counted) -> int:
    """Return the amount of something a seat has, as scores count it."""
    match what:
        case "lit":
            return int(bool(board.table.get(lit(seat))))
        case "stages":
            return full_stages(board, seat)
        case "hearts":
            return board.table.number(hearts(seat))
        case "two_hearts":
            return board.table.number(hearts(seat)) // 2
        case "items":
            return len(board.items(seat))
        case "relics":
            return board.table.count(goods(seat), RELIC)
        case "explored":
            return board.table.number(explored(seat))
        case _:
            return board.level(what, seat)


def full_stages(board: Board, seat: int) -> int:
    """Return the number of full stages of a seat's pyre (RC-S4)."""
    return sum(board.table.count(pyre(seat, k), WOOD) >= n for k, n in enumerate(board.scenario.pyre, start=1))


def points(board: Board, seat: int) -> int:
    """Return a seat's score by the scenario's rules (RC-S2)."""
    return sum(one.points * counted(board, seat, one.per) for one in board.scenario.score)


def best(board: Board, seats: Iterable[int]) -> list[int]:
    """Return the seats with the highest score after all tie-breaks (RC-S2)."""
    order = board.living
    ties = board.scenario.ties
    ranked = {seat: (points(board, seat), *(_tie(board, seat, tie, order) for tie in ties)) for seat in seats}
    most = max(ranked.values(), default=None)
    return [seat for seat in ranked if ranked[seat] == most]


def _tie(board: Board, seat: int, tie: Tie, order: list[int]) -> int:
    return order.index(seat) if tie == "later" else counted(board, seat, tie)
