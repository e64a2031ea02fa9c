"""What The Woodland Alliance may say, as candidates: the rules sort out what is not allowed."""

from __future__ import annotations

from collections.abc import Iterator

from domain.action import Action
from domain.games.root.board import Board


def offers(board: Board, seat: int) -> Iterator[Action]:
    """Yield what this faction may say beside moving, battling and crafting."""
    yield from ()


def offers_to_all(board: Board, seat: int) -> Iterator[Action]:
    """Yield what others may say because of this faction."""
    yield from ()
