"""Set-up: the first table built from the options (UP-1 to UP-10)."""

from __future__ import annotations

from tablescribe.domain.games.ultime.board import (
    FIRST_PLAYER,
    MOVEMENT,
    PAWNS_PER_SEAT,
    POWER,
    POWER_STEP,
    STARTING_HAND,
    STEP,
    TURN,
    Board,
    pawn,
    terrain,
)
from tablescribe.domain.games.ultime.components import UltimeCatalogue
from tablescribe.domain.rules.play import Play, deck_box
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import hand, score, who
from tablescribe.domain.table.table import BOX
from tablescribe.domain.words.text import say


def movement_deck(catalogue: UltimeCatalogue, seats: int) -> dict[str, int]:
    """Return the movement cards for this number of players (UP-7)."""
    return {f"movement:{card.id}": 1 for card in catalogue.movement_cards if card.from_players <= seats}


def power_deck(catalogue: UltimeCatalogue) -> dict[str, int]:
    """Return the power cards (UP-8)."""
    return {f"power:{card.id}": card.copies for card in catalogue.power_cards}


def box(setting: Setting) -> dict[str, int]:
    """Return the contents of the box: two pawns for each player and the two decks (UP-1)."""
    catalogue = setting.catalogue
    assert isinstance(catalogue, UltimeCatalogue)
    pawns = {pawn(seat): PAWNS_PER_SEAT for seat in setting.all_seats}
    return {
        **pawns,
        **deck_box(MOVEMENT, movement_deck(catalogue, setting.seats)),
        **deck_box(POWER, power_deck(catalogue)),
    }


def set_up(play: Play) -> None:
    """Place the pawns on their villages, deal two movement cards each, and set scores to 0 (UP-6, UP-7, UP-10).

    A random player begins unless the options name one (UP-9).
    """
    board = Board(play.opening, play.table)
    fits = 3 <= board.seats <= 5
    play.require("UP-1", fits, say("the game is for 3 to 5 players, not {seats}", seats=board.seats))
    for number in ("UP-2", "UP-3", "UP-4", "UP-5", "UP-6"):
        play.cite(number)
    for seat in play.opening.all_seats:
        play.move(pawn(seat), PAWNS_PER_SEAT, BOX, terrain(board.village_of(seat)))
        play.set(score(seat), 0)
    play.cite("UP-7")
    play.lay_deck(MOVEMENT, movement_deck(board.catalogue, board.seats))
    play.cite("UP-8")
    play.lay_deck(POWER, power_deck(board.catalogue))
    for seat in play.opening.all_seats:
        for _ in range(STARTING_HAND):
            play.draw(MOVEMENT, hand(seat), seat, say("the starting hand"), secret=True)
    play.cite("UP-9")
    play.set(TURN, first_player(play, board))
    play.set(STEP, POWER_STEP)
    play.cite("UP-10")
    play.cite("UP-54")


def first_player(play: Play, board: Board) -> int:
    """Return the seat that begins: the one in the options, or a random one (UP-9)."""
    chosen = board.options.first_player
    if chosen is None:
        return int(play.lot(FIRST_PLAYER, play.opening.all_seats, say("who begins")))
    text = say("{seat} cannot begin: there are {seats} seats", seat=who(chosen), seats=board.seats)
    play.require("UP-9", chosen in play.opening.all_seats, text)
    return chosen
