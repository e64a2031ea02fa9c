"""The box and the set-up, from the components of the match (FF-2)."""

from __future__ import annotations

from tablescribe.domain.games.freeform.board import TURN, cards_of, catalogue_of, counted
from tablescribe.domain.games.freeform.components import BLANK, BLANKS
from tablescribe.domain.rules.play import Play, deck_box
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import score
from tablescribe.domain.table.table import BOX, Impossible


def box(opening: Setting) -> dict[str, int]:
    """Return the contents of the box: the catalogue's pieces and decks, and blanks to be named."""
    found = {BLANK: BLANKS, **catalogue_of(opening).pieces}
    for deck in catalogue_of(opening).decks:
        found.update(deck_box(deck, cards_of(opening, deck)))
    return found


def set_up(play: Play) -> None:
    """Lay out the decks and the template's initial pieces. Everything else begins in the box.

    Seat 1 is to act. All seats have 0 points, and the template's initial counters.

    Raises:
        Impossible: the components added by the options do not fit the template.
    """
    play.cite("FF-2")
    brought = catalogue_of(play.opening)
    if faults := brought.faults():
        raise Impossible("; ".join(faults))
    for deck in brought.decks:
        play.lay_deck(deck, cards_of(play.opening, deck))
    for place, pieces in (brought.start or {}).items():
        for piece, n in pieces.items():
            play.move(piece, n, BOX, place)
    for seat in play.opening.all_seats:
        play.set(score(seat), 0)
        for counter, n in (brought.counters or {}).items():
            play.set(counted(counter, seat), n)
    for track, value in (brought.tracks or {}).items():
        play.set(track, value)
    play.set(TURN, 1)
