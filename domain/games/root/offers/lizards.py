"""What The Lizard Cult may say, as candidates: the rules sort out what is not allowed."""

from __future__ import annotations

from collections.abc import Iterator

from domain.action import Action
from domain.games.root.board import Board


def offers(board: Board, seat: int) -> Iterator[Action]:
    """Yield what this faction may say beside moving, battling and crafting."""
    yield from ()
