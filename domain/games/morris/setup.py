"""From the box to the first table (MO-1, MO-2)."""

from __future__ import annotations

from domain.games.morris.board import TURN, beside, catalogue_of, man
from domain.play import Play
from domain.setting import Setting
from domain.table import BOX


def box(setting: Setting) -> dict[str, int]:
    """Return what the box holds."""
    return {man(seat): catalogue_of(setting).men for seat in setting.all_seats}


def set_up(play: Play) -> None:
    """Everybody gets the own men beside the board; white begins."""
    play.cite("MO-1")
    for seat in play.opening.all_seats:
        play.move(man(seat), catalogue_of(play.opening).men, BOX, beside(seat))
    play.cite("MO-2")
    play.set(TURN, 1)
