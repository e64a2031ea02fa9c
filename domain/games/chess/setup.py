"""From the box to the first position (CH-1.2, CH-2.2, CH-2.3)."""

from __future__ import annotations

from tablescribe.domain.games.chess.board import (
    BLACK,
    NUMBERED,
    PASSED,
    QUIET,
    RIGHTS,
    STOOD,
    TURN,
    WHITE,
    at,
    box_of,
    first_position,
    piece,
)
from tablescribe.domain.games.chess.position import EMPTY, NAMES
from tablescribe.domain.rules.play import Play
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.table import BOX


def box(setting: Setting) -> dict[str, int]:
    """Return the contents of the box."""
    return {f"{kind}:{seat}": n for kind, n in box_of(setting).items() for seat in (WHITE, BLACK)}


def set_up(play: Play) -> None:
    """Put the pieces on their initial squares, and give white the first move."""
    for rule in ("CH-1.1", "CH-2.2", "CH-2.3", "CH-1.2"):
        play.cite(rule)
    position = first_position(play.opening)
    for number, letter in enumerate(position.board):
        if letter != EMPTY:
            play.move(piece(letter), 1, BOX, at(number))
    play.set(TURN, WHITE if position.white else BLACK)
    play.set(RIGHTS, position.castling or None)
    play.set(PASSED, NAMES[position.passed] if position.is_passed else None)
    play.set(QUIET, position.quiet or None)
    play.set(NUMBERED, 1)
    play.add(STOOD + position.key, 1)
