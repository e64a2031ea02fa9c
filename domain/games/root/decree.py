"""The cards in the Decree: column by column, and what of it is to be carried out yet (RO-7.5.2)."""

from __future__ import annotations

from tablescribe.domain.games.root.board import BIRD, Board
from tablescribe.domain.games.root.cards import suit_of

VIZIER = "loyal-vizier"


def decree(column: str) -> str:
    """Return the zone of a column of the Decree; the leader is the value `decree:leader`."""
    return "leader" if column == "leader" else f"decree:{column}"


def suit_in_decree(board: Board, card: str) -> str:
    """Return the suit of a card in the Decree: viziers are birds."""
    return BIRD if card == VIZIER else suit_of(board.setting, card)


def done(column: str, suit: str) -> str:
    """Return what is counted when a card of a suit is carried out."""
    return f"decree:{column}:{suit}"


def remaining(board: Board, column: str) -> dict[str, int]:
    """Return the suits of the cards of a column that are to be carried out yet, each with how many there are."""
    laid: dict[str, int] = {}
    for card, n in board.table.pieces(decree(column)).items():
        suit = suit_in_decree(board, card)
        laid[suit] = laid.get(suit, 0) + n
    left = {suit: n - board.done(done(column, suit)) for suit, n in laid.items()}
    return {suit: n for suit, n in left.items() if n > 0}
