"""Cards and their zones: slots, deck, sweep pile, active row (EX-39 to EX-41, EX-44, EX-49 to EX-51)."""

from __future__ import annotations

from tablescribe.domain.games.expeditions.board import Board
from tablescribe.domain.games.expeditions.zones import CARD, HAND, HUMAN, SWEPT, WORKERS, slot
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import deck
from tablescribe.domain.table.table import Impossible, Table
from tablescribe.domain.words.text import Text, Thing, listed, say


def ready_deck(play: Play) -> bool:
    """Shuffle the sweep pile into an empty deck, and return whether there is a card to draw (EX-40)."""
    if not play.table.count(deck(CARD)) and play.table.count(SWEPT):
        play.cite("EX-40")
        play.shuffle_in(SWEPT, CARD)
    return play.table.count(deck(CARD)) > 0


def fill(play: Play, name: str, seat: int, why: Text) -> None:
    """Refill a slot from the deck; it stays empty if there is no card to draw (EX-40)."""
    if ready_deck(play):
        play.draw(CARD, slot(name), seat, why)
    else:
        play.cite("EX-40")


def slot_of(board: Board, piece: str) -> str:
    """Return the name of the slot in which a card lies face up.

    Raises:
        Impossible: the card is in no slot.
    """
    name = next((name for name, card in board.face_up if card == piece), None)
    if name is None:
        raise Impossible(say("{card} is not face up in a slot", card=Thing(piece)))
    return name


def gain_face_up(play: Play, piece: str, name: str, seat: int) -> None:
    """Move the face-up card of a slot to the right end of the active row, and refill the slot at once (EX-39)."""
    board = Board(play.opening, play.table)
    play.cite("EX-39")
    play.move(piece, 1, slot(name), board.row_end)
    fill(play, name, seat, say("the card that fills {slot}", slot=Thing(slot(name))))


def gain_top_card(play: Play) -> bool:
    """Move the top card of the deck to the right end of the active row, and return whether there was one (EX-39)."""
    play.cite("EX-39")
    if not ready_deck(play):
        return False
    play.draw(CARD, Board(play.opening, play.table).row_end, HUMAN, say("the top card of the deck, gained"))
    return True


def zone_of(board: Board, piece: str) -> str:
    """Return the zone of a controlled card (EX-44).

    Raises:
        Impossible: the human does not control it.
    """
    zone = next((zone for zone, card in board.controlled() if card == piece), None)
    if zone is None:
        places = lies_in(board.table, piece)
        raise Impossible(say("you do not control {card}; it is here: {places}", card=Thing(piece), places=places))
    return zone


def lies_in(table: Table, piece: str) -> Text:
    """Return the zones of a piece, as a phrase."""
    return listed(Thing(zone) for zone in table.where(piece)) if table.where(piece) else say("nowhere")


def tuck(play: Play, piece: str, edge: str) -> None:
    """Tuck a controlled card at an edge of the mat; its worker returns and the row closes the gap (EX-88)."""
    board = Board(play.opening, play.table)
    zone = zone_of(board, piece)
    if zone != HAND:
        play.cite("EX-88")
        take_worker(play, zone)
    play.move(piece, 1, zone, edge)


def take_worker(play: Play, zone: str) -> None:
    """Return the worker on an active card to the mat (EX-34)."""
    for piece, n in play.table.pieces(zone).items():
        if piece.startswith("worker:"):
            play.cite("EX-34")
            play.move(piece, n, zone, WORKERS)
