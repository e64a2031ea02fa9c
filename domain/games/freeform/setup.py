"""From the table's own components to the first table (FF-2)."""

from __future__ import annotations

from domain.games.freeform.board import TURN, cards_of, catalogue_of
from domain.games.freeform.components import BLANK, BLANKS
from domain.names import score
from domain.play import Play, deck_box
from domain.setting import Setting


def box(opening: Setting) -> dict[str, int]:
    """Return what the box holds: the catalogue's pieces and decks, and blanks to be named."""
    found = {BLANK: BLANKS, **catalogue_of(opening).pieces}
    for deck in catalogue_of(opening).decks:
        found.update(deck_box(deck, cards_of(opening, deck)))
    return found


def set_up(play: Play) -> None:
    """Lay out the decks; everything else begins in the box. Seat 1 is to act, all have no points."""
    play.cite("FF-2")
    for deck in catalogue_of(play.opening).decks:
        play.lay_deck(deck, cards_of(play.opening, deck))
    for seat in play.opening.all_seats:
        play.set(score(seat), 0)
    play.set(TURN, 1)
