"""The tile stack and the hunting deck: what lies on top, what is shuffled in (RC-B25, RC-B80, RC-B82, RC-B85)."""

from __future__ import annotations

from domain.games.robinson.board import BEAST, HUNTING, TILE, Board, top
from domain.names import deck, face_down
from domain.play import Play
from domain.text import Text


def top_tile(play: Play, to: str, seat: int, why: Text) -> str:
    """Lay the top tile of the stack face up in a zone, and return it."""
    return _known(play, TILE, to, seat, why) or play.draw(TILE, to, seat, why)


def top_beast(play: Play, to: str, seat: int, why: Text) -> str:
    """Turn the top card of the hunting deck up in a zone, and return it."""
    if card := _known(play, BEAST, to, seat, why):
        return card
    board = Board(play.opening, play.table)
    zone = HUNTING if play.table.count(HUNTING) else next(board.stacked(BEAST, "bottom"))
    card = play.pick(zone, seat, why)
    play.move(card, 1, zone, to)
    if zone != HUNTING:
        _close_the_gap(play, BEAST, "bottom")
    return play.turn_up(to, card, seat, why)


def _known(play: Play, name: str, to: str, seat: int, why: Text) -> str:
    """Turn up the card that was looked at and lies on top, if one does."""
    zone = top(name, 1)
    card = next(play.table.each(zone), "")
    if not card:
        return ""
    play.move(card, 1, zone, to)
    _close_the_gap(play, name, "top")
    return play.turn_up(to, card, seat, why)


def _close_the_gap(play: Play, name: str, end: str) -> None:
    """Let what lies in a known order move up by one place."""
    k = 1
    while play.table.count(f"{end}:{name}:{k + 1}"):
        play.move_all(f"{end}:{name}:{k + 1}", f"{end}:{name}:{k}")
        k += 1


def shuffle_in_a_beast(play: Play) -> bool:
    """Shuffle the top card of the beast deck into the hunting deck; nobody knows any order any more (RC-B25)."""
    hidden = face_down(BEAST)
    if not play.table.count(deck(BEAST), hidden):
        return False
    play.move(hidden, 1, deck(BEAST), HUNTING)
    for zone in [*play.table.zones_of(f"top:{BEAST}:"), *play.table.zones_of(f"bottom:{BEAST}:")]:
        play.move_all(zone, HUNTING)
    return True
