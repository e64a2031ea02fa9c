"""The human's actions: shifting the token, Move, Play, Gather, Refresh (EX-18 to EX-43)."""

from __future__ import annotations

from tablescribe.domain.games.expeditions.actions import Gather, Move, PlayCard, Shift
from tablescribe.domain.games.expeditions.amounts import colour_name, worker_name
from tablescribe.domain.games.expeditions.board import Board
from tablescribe.domain.games.expeditions.choices import exposed
from tablescribe.domain.games.expeditions.components import Card
from tablescribe.domain.games.expeditions.effects import GatherAdjacent, Objective
from tablescribe.domain.games.expeditions.paths import steps_to
from tablescribe.domain.games.expeditions.rules.agenda import add, fire, raise_track
from tablescribe.domain.games.expeditions.rules.cards import lies_in, take_worker
from tablescribe.domain.games.expeditions.rules.explore import explore
from tablescribe.domain.games.expeditions.rules.turn import ACTION_NAMES, action, begin, begin_action
from tablescribe.domain.games.expeditions.zones import (
    ACTIONS,
    BASECAMP,
    BLANK,
    GATHERING,
    GUILE,
    HAND,
    HUMAN,
    HUMAN_MECH,
    LEFT,
    POWER,
    REFRESH,
    TOKEN,
    WORKERS,
    cell,
    worker,
)
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import spoken
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import Thing, say

ALL_THREE = say("after Refresh the token moves to the blank space: take all three actions")


@action(Shift)
def shift(play: Play, seat: int, act: Shift) -> None:
    """Shift the action token to begin the turn: cover an action and expose the two others, or Refresh (EX-18 on)."""
    board = begin(play, seat, HUMAN)
    play.require("EX-18", not board.shifted, say("the action token shifts only once, at the start of the turn"))
    play.require("EX-19", board.token != REFRESH, ALL_THREE)
    play.require(
        "EX-20", not (board.token == BLANK and act.to == REFRESH), say("you cannot Refresh from the blank space")
    )
    stays = say("the action token is already on {action}: shift it to another space", action=ACTION_NAMES[act.to])
    play.require("EX-21", board.token != act.to, stays)
    play.checked()
    play.set(TOKEN, act.to)
    if act.to == REFRESH:
        refresh(play)
        return
    play.cite("EX-22")
    play.set(LEFT, ",".join(name for name in ACTIONS if name != act.to))


def refresh(play: Play) -> None:
    """Return all workers from active cards to the mat, and then all active cards to the hand (EX-43, EX-44)."""
    play.cite("EX-43")
    play.cite("EX-44")
    play.set(LEFT, "")
    row = Board(play.opening, play.table).row
    for zone, _ in row:
        take_worker(play, zone)
    for zone, piece in row:
        play.move(piece, 1, zone, HAND)
    fire(play, "refresh")


@action(Move)
def move(play: Play, seat: int, act: Move) -> None:
    """Move: go 1 to 3 locations, or further by abilities (EX-25 to EX-29, EX-98)."""
    board = begin_action(play, seat, "move")
    play.cite("EX-98")
    go(play, act.to, 1, board.reach, "EX-25")


def go(play: Play, place: str, least: int, most: int, rule: str) -> None:
    """Move the human's mech by `least` to `most` steps, and explore a face-down location (EX-26 to EX-28)."""
    board = Board(play.opening, play.table)
    check_place(board, place)
    here, there = board.here, Thing(cell(place))
    play.require(rule, place != here, say("a move must end at another location"))
    occupied = board.occupied(place)
    play.require(rule, not occupied, say("there is a mech at {place}", place=there))
    steps = 0 if occupied else steps_to(board, place)
    no_way = say("every route to {place} is blocked", place=there)
    play.require("EX-27", steps, no_way)
    play.cite("EX-26")
    too_far = say(
        "{place} is {steps} steps away; you can move {least} to {most}",
        place=there, steps=steps, least=least, most=most,
    )  # fmt: skip
    play.require(rule, least <= steps <= most, too_far)
    play.checked()
    play.move(HUMAN_MECH, 1, cell(here) if here else BASECAMP, cell(place))
    if board.is_face_down(place):
        explore(play, place, HUMAN)
        reveal(play, place)
        fire(play, "explore")


def reveal(play: Play, place: str) -> None:
    """Give the human what a location gives when it is revealed (EX-111)."""
    location = Board(play.opening, play.table).location(place)
    if location is not None and location.revealed is not None:
        play.cite("EX-111")
        add(play, location.revealed)


def check_place(board: Board, place: str) -> None:
    """Check that a place exists.

    Raises:
        Impossible: there is no such place.
    """
    if place not in board.catalogue.by_cell:
        raise Impossible(say("there is no location {place}", place=spoken(place)))


@action(PlayCard)
def play_card(play: Play, seat: int, act: PlayCard) -> None:
    """Play: play a card from the hand, with a worker to use its ability (EX-32, EX-33)."""
    begin_action(play, seat, "play")
    lay(play, act.card, act.worker)


def lay(play: Play, piece: str, colour: str | None) -> None:
    """Put a card from the hand at the right end of the active row, and gain its core value (EX-32).

    A worker placed on it uses its ability (EX-33, EX-34).
    """
    board = Board(play.opening, play.table)
    card = board.card(piece)
    if card is None or not play.table.count(HAND, piece):
        places = lies_in(play.table, piece)
        raise Impossible(say("{card} is not in your hand; it is here: {places}", card=Thing(piece), places=places))
    zone = board.row_end
    play.cite("EX-32")
    if colour is not None:
        check_worker(play, card, colour)
    play.checked()
    play.move(piece, 1, HAND, zone)
    raise_track(play, POWER, card.power)
    raise_track(play, GUILE, card.guile)
    if colour is not None:
        play.cite("EX-33")
        play.cite("EX-34")
        play.move(worker(colour), 1, WORKERS, zone)
        add(play, card.ability)


def check_worker(play: Play, card: Card, colour: str) -> None:
    """Require a worker of the right colour on the mat (EX-33).

    Raises:
        Impossible: there is no such worker on the mat.
    """
    if card.worker not in ("any", colour):
        asked = say("its ability needs a worker of this colour: {colour}", colour=colour_name(card.worker))
        play.require("EX-33", False, asked)
    if not play.table.count(WORKERS, worker(colour)):
        raise Impossible(say("there is no {worker} on your mat", worker=worker_name(colour)))


@action(Gather)
def gather(play: Play, seat: int, act: Gather) -> None:
    """Gather: gain the exposed benefits of the mech's location (EX-35 to EX-37); nothing at Basecamp (EX-76)."""
    board = begin_action(play, seat, "gather")
    here = board.here
    must_be_declared(play, here)
    play.checked()
    if not here:
        play.cite("EX-76")
    gather_from(play, here)


def must_be_declared(play: Play, place: str) -> None:
    """Require that the tile at a place has been declared (EX-105)."""
    board = Board(play.opening, play.table)
    location = board.location(place) if place else None
    if location is not None and location.blank:
        tile = Thing(board.tile(place))
        play.require("EX-105", False, say("{location} has not been declared yet: declare it first", location=tile))


def gather_from(play: Play, place: str, *, again: bool = True) -> None:
    """Make the exposed benefits of a place pending (EX-35).

    With `again` false, a benefit that gathers elsewhere is left out (EX-97).
    """
    board = Board(play.opening, play.table)
    location = board.location(place) if place else None
    play.cite("EX-35")
    if location is not None and location.covered is not None:
        play.cite("EX-36")
        play.cite("EX-37")
        if board.options.uncovered_in_same_gather and board.stack(place):
            play.set(GATHERING, place)
    for effect in exposed(board, place):
        if again or not isinstance(effect, GatherAdjacent):
            add(play, effect)


def uncover(play: Play, place: str) -> None:
    """Uncover the benefit of a location without corruption (EX-47), by option for this Gather too (EX-37)."""
    board = Board(play.opening, play.table)
    location = board.location(place)
    if location is None or location.covered is None or board.stack(place):
        return
    play.cite("EX-47")
    if play.table.get(GATHERING) == place:
        play.cite("EX-37")
        play.set(GATHERING, None)
        add(play, Objective(do=location.covered))
