"""What may be said with hirelings, as candidates."""

from __future__ import annotations

from collections.abc import Iterator

from domain.action import Action
from domain.games.root.board import Board


def offers(board: Board, seat: int) -> Iterator[Action]:
    """Yield what a seat may say with hirelings."""
    yield from ()
