"""From the box to the first table (MO-1, MO-2)."""

from __future__ import annotations

from tablescribe.domain.games.morris.board import TURN, beside, catalogue_of, man
from tablescribe.domain.rules.play import Play
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.table import BOX


def box(setting: Setting) -> dict[str, int]:
    """Return the contents of the box."""
    return {man(seat): catalogue_of(setting).men for seat in setting.all_seats}


def set_up(play: Play) -> None:
    """Give each player their men beside the board, and let white begin."""
    play.cite("MO-1")
    for seat in play.opening.all_seats:
        play.move(man(seat), catalogue_of(play.opening).men, BOX, beside(seat))
    play.cite("MO-2")
    play.set(TURN, 1)
