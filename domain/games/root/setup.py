"""From the box to the first table (RO-1)."""

from __future__ import annotations

from domain.games.root.board import HEAP, STONE, TURN, catalogue_of
from domain.play import Play
from domain.setting import Setting
from domain.table import BOX


def box(setting: Setting) -> dict[str, int]:
    """Return what the box holds."""
    return {STONE: catalogue_of(setting).stones}


def set_up(play: Play) -> None:
    """All stones go on the heap; seat 1 begins."""
    play.cite("RO-1")
    play.move(STONE, catalogue_of(play.opening).stones, BOX, HEAP)
    play.set(TURN, 1)
