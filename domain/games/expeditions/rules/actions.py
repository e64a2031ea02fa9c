"""The human's actions: shifting the token, Move, Play, Gather, Refresh (EX-18 to EX-43)."""

from __future__ import annotations

from domain.games.expeditions.actions import Gather, Move, PlayCard, Shift
from domain.games.expeditions.board import (
    ACTIONS,
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
    Board,
    cell,
    worker,
)
from domain.games.expeditions.choices import exposed
from domain.games.expeditions.effects import GatherAdjacent, Objective
from domain.games.expeditions.paths import distances
from domain.games.expeditions.rules.agenda import add, fire, raise_track, settle
from domain.games.expeditions.rules.cards import take_worker
from domain.games.expeditions.rules.explore import explore
from domain.games.expeditions.rules.turn import action, begin, begin_action, carry_on
from domain.play import Play
from domain.table import HIDDEN, Impossible


@action(Shift)
def shift(play: Play, seat: int, act: Shift) -> None:
    """Begin the turn: cover an action and expose the two others, or refresh."""
    board = begin(play, seat, HUMAN)
    play.require("EX-18", not board.shifted, "the token is shifted once a turn, at its beginning")
    play.require(
        "EX-19", board.token != REFRESH, "from Refresh the token goes to the blank space: take all three actions"
    )
    play.require("EX-20", not (board.token == BLANK and act.to == REFRESH), "no Refresh from the blank space")
    play.require("EX-21", board.token != act.to, f"the token lies on {act.to.capitalize()}: it may not stay")
    play.set(TOKEN, act.to)
    if act.to == REFRESH:
        refresh(play)
        settle(play)
        return
    play.cite("EX-22")
    play.set(LEFT, ",".join(name for name in ACTIONS if name != act.to))
    carry_on(play)


def refresh(play: Play) -> None:
    """Workers back to the mat, active cards back to the hand (EX-43, EX-44)."""
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
    """Move to another location (EX-25 to EX-29)."""
    board = begin_action(play, seat, "move")
    play.cite("EX-98")
    go(play, act.to, 1, board.reach, "EX-25")
    settle(play)


def go(play: Play, place: str, least: int, most: int, rule: str) -> None:
    """Move the human's mech, and explore what lies face down there."""
    board = Board(play.opening, play.table)
    if place not in board.catalogue.by_cell:
        raise Impossible(f"there is no place {place}")
    here = board.here
    play.require(rule, place != here, "staying is no move")
    play.require(rule, not board.occupied(place), f"a mech stands at {place}")
    anyhow = distances(board, len(board.catalogue.cells))
    play.require("EX-27", place in anyhow, f"every way to {place} leads over a location that cannot be passed")
    steps = anyhow.get(place, 0)
    play.cite("EX-26")
    play.require(rule, least <= steps <= most, f"{place} is {steps} steps away; the reach is {least} to {most}")
    play.move(HUMAN_MECH, 1, cell(here) if here else "basecamp", cell(place))
    if board.tile(place).startswith(HIDDEN):
        explore(play, place, HUMAN)
        fire(play, "explore")


@action(PlayCard)
def play_card(play: Play, seat: int, act: PlayCard) -> None:
    """Play a card, with a worker if its ability is to be used (EX-32, EX-33)."""
    begin_action(play, seat, "play")
    lay(play, act.card, act.worker)
    settle(play)


def lay(play: Play, piece: str, colour: str | None) -> None:
    """Put a card of the hand at the right end of the active row, gain its core value, and use its ability."""
    board = Board(play.opening, play.table)
    card = board.card(piece)
    if card is None or piece not in board.hand:
        places = ", ".join(play.table.where(piece)) or "nowhere"
        raise Impossible(f"{piece} is not in the hand: it lies in {places}")
    zone = board.row_end
    play.cite("EX-32")
    play.move(piece, 1, HAND, zone)
    raise_track(play, POWER, card.power)
    raise_track(play, GUILE, card.guile)
    if colour is not None:
        wanted = "any colour" if card.worker == "any" else card.worker
        play.require("EX-33", card.worker in ("any", colour), f"its ability asks for a worker of {wanted}")
        play.cite("EX-34")
        play.move(worker(colour), 1, WORKERS, zone)
        add(play, card.ability)


@action(Gather)
def gather(play: Play, seat: int, act: Gather) -> None:
    """Gain what the mech's location exposes (EX-35 to EX-37); nothing at Basecamp (EX-76)."""
    board = begin_action(play, seat, "gather")
    if not board.here:
        play.cite("EX-76")
    gather_from(play, board.here)
    settle(play)


def gather_from(play: Play, place: str, *, again: bool = True) -> None:
    """Let what a place exposes be due. `again`: a gathering elsewhere that is found there counts (EX-97)."""
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
    """The last token of a place is gone: its benefit is open for later Gathers, or for this one (EX-37, EX-47)."""
    board = Board(play.opening, play.table)
    location = board.location(place)
    if location is None or location.covered is None or board.stack(place):
        return
    play.cite("EX-47")
    if play.table.get(GATHERING) == place:
        play.cite("EX-37")
        play.set(GATHERING, None)
        add(play, Objective(do=location.covered))
