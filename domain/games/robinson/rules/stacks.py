"""The tile stack, hunting deck and invention deck, with looked-at cards in a known order (RC-B25, RC-B80).

A deck is an ordered top, a shuffled middle and an ordered bottom. The seat that looked knows its cards. Where looks are
not recorded, these cards stay unknown until they are revealed.
"""

from __future__ import annotations

from typing import Literal

from tablescribe.domain.games.robinson.board import BEAST, HUNTING, TILE, bottom, top
from tablescribe.domain.games.robinson.island import Island
from tablescribe.domain.games.robinson.marks import knows, look
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import deck as deck_zone
from tablescribe.domain.table.names import face_down
from tablescribe.domain.words.text import Text


def top_tile(play: Play, to: str, seat: int, why: Text) -> str:
    """Move the top tile of the stack face up to a zone, and return it."""
    return play.turn_up(to, _next(play, TILE, to, seat, why), seat, why)


def top_beast(play: Play, to: str, seat: int, why: Text) -> str:
    """Move the top card of the hunting deck face up to a zone, and return it."""
    return play.turn_up(to, _next(play, BEAST, to, seat, why), seat, why)


def look_at(play: Play, deck: str, n: int, seat: int, why: Text) -> int:
    """Let one seat look at the next cards of a deck, and return how many there were."""
    for k in range(n):
        if not Island(play.opening, play.table).left_in(deck):
            return k
        _next(play, deck, look(seat), seat, why, secret=True)
    return n


def _next(play: Play, deck: str, to: str, seat: int, why: Text, *, secret: bool = False) -> str:
    """Move a deck's next card to a zone without revealing more than is known, and return it.

    Raises:
        Impossible: no card is left.
    """
    board = Island(play.opening, play.table)
    if zone := next(board.stacked(deck, "top"), ""):
        piece = _off_the(play, deck, "top", zone, to)
    elif deck == BEAST and play.table.count(HUNTING):
        piece = play.pick(HUNTING, seat, why, secret=True)  # nobody knows which beasts are in it
        play.move(piece, 1, HUNTING, to)
    elif deck != BEAST and play.table.count(deck_zone(deck), face_down(deck)):
        return play.draw(deck, to, seat, why, secret=secret)
    else:
        piece = _off_the(play, deck, "bottom", next(board.stacked(deck, "bottom"), bottom(deck, 1)), to)
    if not secret or piece != face_down(deck):
        return piece
    play.move(piece, 1, to, deck_zone(deck))  # unknown cards are alike: this one is drawn again for this seat alone
    return play.draw(deck, to, seat, why, secret=True)


def _off_the(play: Play, deck: str, end: Literal["top", "bottom"], zone: str, to: str) -> str:
    """Take the first of the ordered cards at an end of a deck; the others move up."""
    piece = next(play.table.each(zone), face_down(deck))
    play.move(piece, 1, zone, to)
    play.set(knows(zone), None)
    place, k = (top if end == "top" else bottom), 1
    while play.table.count(place(deck, k + 1)):
        _shift(play, place(deck, k + 1), place(deck, k))
        k += 1
    return piece


def _shift(play: Play, src: str, dst: str) -> None:
    play.move_all(src, dst)
    play.set(knows(dst), play.table.get(knows(src)))
    play.set(knows(src), None)


# --- putting cards on a deck ----------------------------------------------------------------------


def put_on_top(play: Play, deck: str, piece: str, src: str, seat: int = 0) -> None:
    """Put a card on top of a deck; `seat` knows which one it is."""
    for k in range(len(list(Island(play.opening, play.table).stacked(deck, "top"))), 0, -1):
        _shift(play, top(deck, k), top(deck, k + 1))
    play.move(piece, 1, src, top(deck, 1))
    play.set(knows(top(deck, 1)), seat or None)


def put_under(play: Play, deck: str, piece: str, src: str, seat: int = 0) -> None:
    """Put a card at the bottom of a deck; `seat` knows which one it is."""
    k = len(list(Island(play.opening, play.table).stacked(deck, "bottom"))) + 1
    play.move(piece, 1, src, bottom(deck, k))
    play.set(knows(bottom(deck, k)), seat or None)


def shuffle_in_a_beast(play: Play) -> bool:
    """Shuffle the top card of the beast deck into the hunting deck, which loses any known order (RC-B25)."""
    hidden = face_down(BEAST)
    if not play.table.count(deck_zone(BEAST), hidden):
        return False
    play.move(hidden, 1, deck_zone(BEAST), HUNTING)
    for zone in [*play.table.zones_of(f"top:{BEAST}:"), *play.table.zones_of(f"bottom:{BEAST}:")]:
        play.move_all(zone, HUNTING)
        play.set(knows(zone), None)
    return True


def beast_on_top(play: Play) -> None:
    """Put the top card of the beast deck on the hunting deck, unseen (RC-B85)."""
    hidden = face_down(BEAST)
    if play.table.count(deck_zone(BEAST), hidden):
        put_on_top(play, BEAST, hidden, deck_zone(BEAST))
