"""Building costs: the prices for two players (RC-6), less a planned reduction (RC-B75)."""

from __future__ import annotations

from tablescribe.domain.games.robinson.board import FUR, WOOD, Board, planned
from tablescribe.domain.games.robinson.components import Price

CHEAPER = "cheaper"
"""The name of a planned reduction of the next building action's wood cost (RC-B75)."""

GOODS_OF_PRICES = (WOOD, FUR)


def prices(board: Board, where: str) -> tuple[Price, ...]:
    """Return the alternative prices of building at a location; empty if it is free."""
    if where.startswith("invention:"):
        card = board.invention(where)
        return card.prices if card is not None else ()
    return board.catalogue.prices.weapon if where == "weapon" else board.catalogue.prices.camp


def chosen(board: Board, where: str, pay: str | None) -> Price | None:
    """Return the price that a payment names; `None` if it names none, or if there is nothing to choose."""
    all_of_them = prices(board, where)
    if len(all_of_them) < 2:
        return None if pay is not None else all_of_them[0] if all_of_them else Price()
    return next((one for one in all_of_them if pay is not None and getattr(one, pay)), None)


def reduced(board: Board, seat: int, price: Price) -> Price:
    """Return a price less the wood that a seat has planned to save (RC-B75)."""
    saved = min(price.wood, board.table.number(planned(seat, CHEAPER)))
    return Price(wood=price.wood - saved, fur=price.fur) if saved else price


def affordable(board: Board, seat: int, price: Price) -> bool:
    """Return whether a seat can pay a price."""
    return board.has(seat, WOOD) >= price.wood and board.has(seat, FUR) >= price.fur
