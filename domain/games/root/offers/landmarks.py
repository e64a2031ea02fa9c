"""What may be said with landmarks, as candidates."""

from __future__ import annotations

from collections.abc import Iterator

from domain.action import Action
from domain.games.root.board import Board


def offers(board: Board, seat: int) -> Iterator[Action]:
    """Yield what a seat may say with landmarks."""
    yield from ()
