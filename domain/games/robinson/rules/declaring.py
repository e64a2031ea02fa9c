"""Blank tiles and beasts, which stand for those of the table's own box (RC-B96)."""

from __future__ import annotations

from domain.games.robinson.actions.declaring import DECLARATION, DeclareBeast, DeclareTile, LeaveBlank
from domain.games.robinson.board import BEAST, TILE, Board, printed
from domain.games.robinson.cards import BeastCard
from domain.games.robinson.land import Tile
from domain.games.robinson.rules.base import action
from domain.names import AWAITS, unseen
from domain.play import Play
from domain.table import Impossible
from domain.text import Thing, say
from domain.window import awaited


def is_blank(board: Board, piece: str) -> bool:
    """Return whether nobody has told yet what is printed on a tile or beast."""
    if piece.startswith(f"{TILE}:"):
        return board.tile_card(piece).blank
    return piece.startswith(f"{BEAST}:") and board.beast_card(piece).blank


def ask_what_it_shows(play: Play, seat: int, piece: str) -> None:
    """Let it be declared before anything comes of it, if it is blank."""
    if is_blank(Board(play.opening, play.table), piece):
        play.then("declaration", seat=seat)


@action.step("declaration")
def ask(play: Play, *, seat: int) -> None:
    """Ask what is printed on it (RC-B96)."""
    play.cite("RC-B96")
    play.ask(DECLARATION, seat)


@action(DeclareTile)
def declare_tile(play: Play, seat: int, act: DeclareTile) -> None:
    """Write down what a blank tile shows (RC-B96)."""
    _must_be_blank(play, f"{TILE}:{act.says.id}", TILE)
    play.require("RC-B96", not act.says.blank, say("say its terrain and what its two sides show"))
    play.checked()
    _write(play, seat, f"{TILE}:{act.says.id}", act.says)


@action(DeclareBeast)
def declare_beast(play: Play, seat: int, act: DeclareBeast) -> None:
    """Write down what is printed on a blank beast card (RC-B96)."""
    _must_be_blank(play, f"{BEAST}:{act.says.id}", BEAST)
    play.require("RC-B96", not act.says.blank, say("say its strength and what it gives"))
    play.checked()
    _write(play, seat, f"{BEAST}:{act.says.id}", act.says)


@action(LeaveBlank)
def leave_blank(play: Play, seat: int, act: LeaveBlank) -> None:
    """Say nothing of it (yet)."""
    play.require("RC-B96", play.table.get(AWAITS) == DECLARATION.name, say("nobody asks what is printed on a card"))
    play.checked()
    _answered(play, seat)


def _must_be_blank(play: Play, piece: str, deck: str) -> None:
    """Only what lies open and is blank in the catalogue is declared."""
    places = [zone for zone in play.table.where(piece) if zone != unseen(deck)]
    if not places:
        raise Impossible(say("{card} has not been seen yet", card=Thing(piece)))
    blank = is_blank(Board(play.opening, play.table), piece)
    play.require("RC-B96", blank, say("it is known already what is printed on {card}", card=Thing(piece)))


def _write(play: Play, seat: int, piece: str, says: Tile | BeastCard) -> None:
    play.set(printed(piece), says.model_dump_json(exclude_defaults=True))
    _answered(play, seat)


def _answered(play: Play, seat: int) -> None:
    if play.table.get(AWAITS) == DECLARATION.name and seat in awaited(play.table):
        play.answered(seat)
