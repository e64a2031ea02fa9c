"""The cards in the Decree, by column, and which of them are still to be resolved (RO-7.5.2)."""

from __future__ import annotations

from tablescribe.domain.games.root.board import BIRD, Board
from tablescribe.domain.games.root.cards import suit_of

VIZIER = "loyal-vizier"


def decree(column: str) -> str:
    """Return the zone of a Decree column; for `leader`, the zone of the leader."""
    return "leader" if column == "leader" else f"decree:{column}"


def suit_in_decree(board: Board, card: str) -> str:
    """Return the suit of a card in the Decree; viziers count as birds."""
    return BIRD if card == VIZIER else suit_of(board.setting, card)


def done(column: str, suit: str) -> str:
    """Return the counter for cards of a suit resolved in a column this turn."""
    return f"decree:{column}:{suit}"


def remaining(board: Board, column: str) -> dict[str, int]:
    """Return the suits of a column still to be resolved, with the number of cards of each."""
    laid: dict[str, int] = {}
    for card, n in board.table.pieces(decree(column)).items():
        suit = suit_in_decree(board, card)
        laid[suit] = laid.get(suit, 0) + n
    left = {suit: n - board.done(done(column, suit)) for suit, n in laid.items()}
    return {suit: n for suit, n in left.items() if n > 0}
