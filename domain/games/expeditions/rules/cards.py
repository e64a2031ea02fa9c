"""Cards and their places: slots, deck, sweep pile, the active row (EX-39 to EX-41, EX-44, EX-49 to EX-51)."""

from __future__ import annotations

from domain.games.expeditions.actions import Declare
from domain.games.expeditions.board import CARD, HAND, HUMAN, WORKERS, Board, printed, slot
from domain.games.expeditions.rules.turn import action
from domain.play import Play
from domain.table import Impossible

SWEPT = "swept"


def ready_deck(play: Play) -> bool:
    """Shuffle the sweep pile into an empty deck (EX-40); return whether there is a card to draw."""
    if not play.table.count(f"deck:{CARD}") and play.table.count(SWEPT):
        play.cite("EX-40")
        play.shuffle_in(SWEPT, CARD)
    return play.table.count(f"deck:{CARD}") > 0


def fill(play: Play, name: str, seat: int, why: str) -> None:
    """Fill a slot from the deck; it stays empty when there is nothing to draw (EX-40)."""
    if ready_deck(play):
        play.draw(CARD, slot(name), seat, why)
    else:
        play.cite("EX-40")


def gain_face_up(play: Play, piece: str, seat: int) -> None:
    """Put a face-up card at the right end of the active row, and fill its slot at once (EX-39)."""
    board = Board(play.opening, play.table)
    name = next((name for name, card in board.face_up if card == piece), None)
    if name is None:
        raise Impossible(f"{piece} does not lie face up in a slot")
    play.cite("EX-39")
    play.move(piece, 1, slot(name), board.row_end)
    fill(play, name, seat, f"the card that fills slot {name}, EX-39")


def gain_top_card(play: Play) -> bool:
    """Put the top card of the deck at the right end of the active row (EX-39); return whether there was one."""
    play.cite("EX-39")
    if not ready_deck(play):
        return False
    play.draw(CARD, Board(play.opening, play.table).row_end, HUMAN, "the top card of the deck, gained, EX-39")
    return True


def zone_of(board: Board, piece: str) -> str:
    """Return where a controlled card lies (EX-44).

    Raises:
        Impossible: the human does not control it.
    """
    zone = next((zone for zone, card in board.controlled() if card == piece), None)
    if zone is None:
        places = ", ".join(board.table.where(piece)) or "nowhere"
        raise Impossible(f"the human does not control {piece}: it lies in {places}")
    return zone


@action(Declare)
def declare(play: Play, seat: int, act: Declare) -> None:
    """Write down what is printed on a blank card (EX-105)."""
    board = Board(play.opening, play.table)
    blank = board.catalogue.by_piece.get(act.card)
    if blank is None or not play.table.where(act.card):
        raise Impossible(f"there is no card {act.card}")
    play.require("EX-105", blank.kind == "blank", f"the catalogue says already what is printed on {act.card}")
    shows = not any(zone.startswith("unseen:") for zone in play.table.where(act.card))
    play.require("EX-105", shows, f"{act.card} has not been seen yet")
    kind = act.says.kind
    play.require(
        "EX-105", kind in ("item", "meteorite", "quest"), f"the deck has items, meteorites and quests, no {kind}"
    )
    play.set(printed(act.card), act.says.model_dump_json(exclude_defaults=True))


def tuck(play: Play, piece: str, edge: str) -> None:
    """Tuck a controlled card at an edge of the mat; a worker on it comes back, and the row closes up (EX-88)."""
    board = Board(play.opening, play.table)
    zone = zone_of(board, piece)
    if zone != HAND:
        play.cite("EX-88")
        take_worker(play, zone)
    play.move(piece, 1, zone, edge)


def take_worker(play: Play, zone: str) -> None:
    """Take the worker of an active card back to the mat (EX-34)."""
    for piece, n in sorted(play.table.pieces(zone).items()):
        if piece.startswith("worker:"):
            play.cite("EX-34")
            play.move(piece, n, zone, WORKERS)
