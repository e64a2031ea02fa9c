"""The Keepers in Iron (RO-15): set-up, Birdsong, Evening. Relics are in `relics.py`, the Retinue in `retinue.py`."""

from __future__ import annotations

from tablescribe.domain.games.root.abilities import Abilities, Crafter, Faction
from tablescribe.domain.games.root.actions.keepers import Decamp, Encamp, Enlist, Join, Shift
from tablescribe.domain.games.root.board import CLEARINGS, DISCARD, DRAW, Board, catalogue_of, clearing, supply, this
from tablescribe.domain.games.root.paths import by_path, land
from tablescribe.domain.games.root.pieces import KEEPERS, warrior
from tablescribe.domain.games.root.rules import relics
from tablescribe.domain.games.root.rules.beginning import must_be_free_corner
from tablescribe.domain.games.root.rules.crafting import activate_piece, pieces_that_craft
from tablescribe.domain.games.root.rules.hand import must_spend, spend
from tablescribe.domain.games.root.rules.homelands import by_card
from tablescribe.domain.games.root.rules.placing import place
from tablescribe.domain.games.root.rules.retinue import (
    COLUMNS,
    RETAINER,
    STAGES,
    has_retinue_work,
    retinue,
    retinue_size,
)
from tablescribe.domain.games.root.rules.ruling import must_have_slot, must_place, open_slots
from tablescribe.domain.games.root.rules.turn import action, in_stage, must_play, pass_on
from tablescribe.domain.games.root.standing import WAYSTATIONS, waystations_at
from tablescribe.domain.rules.hand import lay, must_hold
from tablescribe.domain.rules.play import Play
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.table import BOX, Impossible
from tablescribe.domain.words.text import say

WARRIOR = warrior(KEEPERS)
ENCAMPING, DECAMPING, RECRUITING, CRAFTING = "encamping", "decamping", "recruiting", "craft"
DISPERSING, GATHERING = "dispersing", "gathering"
CAMP, CROWD, RECRUITS = 4, 4, 2
"""The warriors placed in a homeland; the number that crowds a clearing; the number a card recruits."""


def is_waystation(piece: str) -> bool:
    """Return whether a piece is a waystation."""
    return piece in WAYSTATIONS


# --- set-up (RO-15.3) -----------------------------------------------------------------------------


def boxed(setting: Setting) -> dict[str, int]:
    """Return the relics and the Faithful Retainers."""
    return {**relics.boxed(setting), RETAINER: catalogue_of(setting).keepers.retainers}


def set_up(play: Play, seat: int) -> None:
    """Place a relic in each forest, and a Retainer in each column (RO-15.3)."""
    play.cite("RO-15.3")
    relics.lay_in_forests(play, seat)
    for column in COLUMNS:
        play.move(RETAINER, 1, BOX, retinue(column))


def settle(play: Play, seat: int, at: int) -> None:
    """Place four warriors in a corner, and four in an adjacent clearing on the edge (RO-15.3)."""
    board = Board(play.opening, play.table)
    camps = board.where(WARRIOR)
    play.require("RO-15.3", len(camps) < 2 and at not in camps, say("both camps have already been placed"))
    if by_card(board) or not camps:
        must_be_free_corner(play, "RO-15.3", at)
    else:
        lie = land(play.opening)
        beside = [one for one in by_path(lie, play.table, camps[0]) if lie.is_edge(one)]
        near = at in beside or not beside  # as played, they may begin where no such clearing exists
        play.require("RO-15.3", near, say("place the second camp in an adjacent clearing on the edge"))
    play.checked()
    play.move(WARRIOR, min(CAMP, board.left(KEEPERS)), supply(KEEPERS), clearing(at))
    if camps:
        relics.lay_the_rest(play, seat)


def is_set_up(board: Board, seat: int) -> bool:
    """Return whether both groups of four warriors have been placed."""
    return len(board.where(WARRIOR)) > 1


# --- Birdsong (RO-15.4) ---------------------------------------------------------------------------


def pauses(board: Board, seat: int, stage: str) -> bool:
    """Return whether the Keepers have something to do in a stage."""
    if board.faction(seat) != KEEPERS:
        return False
    match stage:
        case "encamping":
            return bool(camps_to_pitch(board))
        case "decamping":
            return any(waystations_at(board, at) and not touched(board, at) for at in CLEARINGS)
        case "recruiting":
            return board.hand(seat) > 0 and board.left(KEEPERS) > 0 and board.has(KEEPERS, "building")
        case "craft":
            return board.hand(seat) > 0 and bool(crafters(board, seat))
        case "gathering":
            return bool(board.hand(seat)) or not board.done("shifted")
    return stage in STAGES and has_retinue_work(board, stage)


def touched(board: Board, at: int) -> bool:
    """Return whether they encamped or decamped in a clearing this Birdsong."""
    return board.done(f"camp:{at}") > 0


def are_gone(board: Board) -> bool:
    """Return whether no warriors and no waystations are on the map (RO-15.4.1)."""
    return not board.has(KEEPERS, "warrior", "building")


def camps_to_pitch(board: Board) -> list[int]:
    """Return the clearings in which the Keepers may encamp."""
    if not any(board.left(KEEPERS, piece) for piece in WAYSTATIONS):
        return []
    if are_gone(board):
        return [at for at in CLEARINGS if land(board.setting).is_edge(at) and open_slots(board, at) > 0]
    return [at for at in CLEARINGS if board.at(at, WARRIOR) and open_slots(board, at) > 0 and not touched(board, at)]


@action(Encamp)
def encamp(play: Play, seat: int, act: Encamp) -> None:
    """Encamp: replace a warrior with a waystation; with none of either on the map, place one of each (RO-15.4.1)."""
    board = in_stage(play, seat, "RO-15.4.1", ENCAMPING)
    must_play(play, seat, KEEPERS)
    gone = are_gone(board)
    play.require("RO-15.4.1", not touched(board, act.at), say("you can do this only once in each clearing"))
    if gone:
        edge = land(play.opening).is_edge(act.at)
        play.require("RO-15.4.1", edge, say("return to the map in a clearing on the edge"))
    elif not board.at(act.at, WARRIOR):
        play.require("RO-15.4.1", False, say("you need a warrior there to replace"))
        raise Impossible(say("you need a warrior there to replace"))
    piece = waystation_left(board, act.shows, act.back)
    must_have_slot(play, act.at)
    must_place(play, KEEPERS, act.at)
    play.checked()
    play.set(this(f"camp:{act.at}"), 1)
    if gone:
        place(play, WARRIOR, 1, act.at)
    else:
        play.move(WARRIOR, 1, clearing(act.at), supply(KEEPERS))
    shown = f"keepers:waystation.{act.shows}-{act.back}"
    play.turn(supply(KEEPERS), piece, shown)
    place(play, shown, 1, act.at)


def waystation_left(board: Board, shows: str, back: str) -> str:
    """Return the piece of a waystation with these two sides in the supply.

    Raises:
        Impossible: there is none left.
    """
    for one, other in ((shows, back), (back, shows)):
        piece = f"keepers:waystation.{one}-{other}"
        if board.left(KEEPERS, piece):
            return piece
    raise Impossible(say("you have no such waystation left"))


@action(Decamp)
def decamp(play: Play, seat: int, act: Decamp) -> None:
    """Decamp: replace a waystation with a warrior (RO-15.4.2)."""
    pass_on(play, seat, ENCAMPING, DECAMPING)
    board = in_stage(play, seat, "RO-15.4.2", DECAMPING)
    must_play(play, seat, KEEPERS)
    if not is_waystation(act.waystation) or not board.at(act.at, act.waystation):
        raise Impossible(say("there is no such waystation there"))
    play.require("RO-15.4.2", not touched(board, act.at), say("you can do this only once in each clearing"))
    play.require("RO-15.4.2", board.left(KEEPERS), say("you have no warriors left in your supply"))
    must_place(play, KEEPERS, act.at)
    play.checked()
    play.set(this(f"camp:{act.at}"), 1)
    play.move(act.waystation, 1, clearing(act.at), supply(KEEPERS))
    place(play, WARRIOR, 1, act.at)


@action(Enlist)
def enlist(play: Play, seat: int, act: Enlist) -> None:
    """Recruit: spend a card to place two warriors at a waystation in a clearing of its suit (RO-15.4.3)."""
    pass_on(play, seat, ENCAMPING, RECRUITING)
    pass_on(play, seat, DECAMPING, RECRUITING)
    board = in_stage(play, seat, "RO-15.4.3", RECRUITING)
    must_play(play, seat, KEEPERS)
    must_spend(play, seat, "RO-15.4.3", act.card, *board.suits(act.at))
    play.require("RO-15.4.3", waystations_at(board, act.at), say("you need a waystation there"))
    must_place(play, KEEPERS, act.at)
    play.checked()
    spend(play, seat, act.card)
    place(play, WARRIOR, RECRUITS, act.at)


# --- Evening (RO-15.6) ----------------------------------------------------------------------------


def enter(play: Play, seat: int, stage: str) -> None:
    """Remove a warrior from each crowded clearing (RO-15.6.1), and cite the rule for drawing (RO-15.6.3)."""
    board = Board(play.opening, play.table)
    if board.faction(seat) != KEEPERS:
        return
    if stage == DISPERSING:
        play.cite("RO-15.6.1")
        for at in CLEARINGS:
            if board.at(at, WARRIOR) >= CROWD:
                play.move(WARRIOR, 1, clearing(at), supply(KEEPERS))
    elif stage == DRAW:
        play.cite("RO-15.6.3")


@action(Join)
def join(play: Play, seat: int, act: Join) -> None:
    """Add a card from the hand to the Retinue, up to ten cards; not after shifting one (RO-15.6.2)."""
    board = in_stage(play, seat, "RO-15.6.2", GATHERING)
    must_play(play, seat, KEEPERS)
    must_hold(play, seat, act.card)
    play.require("RO-15.6.2", not board.done("shifted"), say("you have shifted a card instead"))
    room = retinue_size(board) < catalogue_of(play.opening).keepers.retinue
    play.require("RO-15.6.2", room, say("the Retinue is full"))
    play.checked()
    play.cite("RO-AMB-29")
    play.add(this("joined"), 1)
    lay(play, seat, act.card, retinue(act.column))


@action(Shift)
def shift(play: Play, seat: int, act: Shift) -> None:
    """Shift one card of the Retinue instead of adding cards (RO-15.6.2)."""
    board = in_stage(play, seat, "RO-15.6.2", GATHERING)
    must_play(play, seat, KEEPERS)
    if act.column == act.to or not play.table.count(retinue(act.column), act.card):
        raise Impossible(say("that card is not there"))
    play.require("RO-15.6.2", not board.done("joined"), say("you have added cards instead"))
    play.require("RO-15.6.2", not board.done("shifted"), say("you have already shifted a card"))
    play.checked()
    play.add(this("shifted"), 1)
    play.move(act.card, 1, retinue(act.column), retinue(act.to))


# --- what lasts (RO-15.2) -------------------------------------------------------------------------


def crafters(board: Board, seat: int) -> list[Crafter]:
    """Return the waystations that can be activated (RO-15.2.3)."""
    return pieces_that_craft(board, *WAYSTATIONS)


def activate(play: Play, seat: int, name: str, suit: str) -> None:
    """Record that a waystation was activated (RO-15.2.3)."""
    play.cite("RO-15.2.3")
    activate_piece(play, seat, name, suit)


FACTION = Faction(
    key=KEEPERS,
    abilities=Abilities(
        ignores_first_hit=relics.ignores_first_hit, rolled=relics.rolled, resting_place=relics.resting_place,
        worth=relics.worth, removed=relics.removed, carries=relics.carries, pauses=pauses, boxed=boxed, enter=enter,
    ),
    birdsong=(ENCAMPING, DECAMPING, RECRUITING),
    daylight=(CRAFTING, *STAGES),
    evening=(DISPERSING, GATHERING, DRAW, DISCARD),
    set_up=set_up,
    settle=settle,
    is_set_up=is_set_up,
    crafts_in=(CRAFTING,),
    crafters=crafters,
    activate=activate,
)  # fmt: skip
