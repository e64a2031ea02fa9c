"""Set-up of the factions in the order of their letters, each with its decisions (RO-5.1.7); then the first turn."""

from __future__ import annotations

from tablescribe.domain.games.root.abilities import faction_of
from tablescribe.domain.games.root.actions.advanced import Scatter
from tablescribe.domain.games.root.actions.core import Settle
from tablescribe.domain.games.root.board import CLEARINGS, FIRST, HOME, READY, SETTING_UP, SETUP, STAGE, TURN, Board
from tablescribe.domain.games.root.paths import by_path, land
from tablescribe.domain.games.root.pieces import FACTIONS, owner_of
from tablescribe.domain.games.root.rules.homelands import (
    HOMELANDS,
    by_card,
    home,
    homelands,
    must_be_homeland,
    setup_card,
    shared,
    taken,
)
from tablescribe.domain.games.root.rules.placing import place
from tablescribe.domain.games.root.rules.ruling import can_place
from tablescribe.domain.games.root.rules.turn import action, awaiting, begin_or_set_up, begin_turn, one_less
from tablescribe.domain.games.root.windows import SCATTER
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import say


@action(Settle)
def settle(play: Play, seat: int, act: Settle) -> None:
    """Choose where the faction begins; the faction's own rule says what is allowed."""
    board = begin_or_set_up(play, seat)
    play.require("RO-5.1.7", board.stage == SETUP, say("setup is complete"))
    mine = board.stage == SETUP and play.table.number(SETTING_UP) == seat
    play.require("RO-5.1.7", mine, say("it is not the time to set up a faction"))
    if act.at not in CLEARINGS:
        raise Impossible(say("you cannot begin there"))
    faction_of(board, seat).settle(play, seat, act.at)
    play.checked()
    play.set(home(act.at) if not taken(board, seat, act.at) else shared(seat, act.at), seat)


def must_be_free_corner(play: Play, rule: str, at: int) -> None:
    """Require a corner where no faction began, opposite a used one if possible (RO-5.1.7).

    In the advanced set-up, the setup card asks for a homeland instead (RO-16.1.8-II).
    """
    board, lie = Board(play.opening, play.table), land(play.opening)
    if by_card(board):
        must_be_homeland(play, board.turn, at)
        return
    used = [one for one in lie.corner_clearings if play.table.get(home(one))]
    free = [one for one in lie.corner_clearings if one not in used]
    best = [one for one in free if lie.opposite(one) in used] or free
    play.require(rule, at in lie.corner_clearings, say("choose a corner clearing"))
    play.require(rule, at in best or not free, say("choose a free corner opposite one that is taken"))


def has_homelands(board: Board, seat: int) -> bool:
    """Return whether a seat has chosen all homelands that its setup card requires."""
    wanted = HOMELANDS.get(board.faction(seat))
    return wanted is None or len(homelands(board, seat)) >= wanted.several


# --- dividing pieces ------------------------------------------------------------------------------


def scatter(play: Play, seat: int, piece: str, n: int, around: int) -> None:
    """Place pieces in the clearings adjacent to one as evenly as possible; the seat places the remainder."""
    board = Board(play.opening, play.table)
    beside = by_path(land(play.opening), play.table, around)
    places = [at for at in beside if can_place(board, owner_of(piece), at)]
    if not places:
        return
    for at in places:
        place(play, piece, n // len(places), at)
    if rest := n % len(places):
        play.then("scatter", seat=seat, piece=piece, n=rest, at=places)


@action.step("scatter")
def ask_where(play: Play, *, seat: int, piece: str, n: int, at: list[int]) -> None:
    """Ask where to place the next piece of the remainder, each in a different clearing (RO-1.5.4)."""
    if n >= len(at):
        for one in at:
            place(play, piece, 1, one)
    elif n:
        play.then("scatter", seat=seat, piece=piece, n=n, at=at)
        play.ask(SCATTER, seat)


@action(Scatter)
def share_out(play: Play, seat: int, act: Scatter) -> None:
    """Place one of the pieces that cannot be divided evenly (RO-1.5.4)."""
    waiting = awaiting(play.table, "scatter")
    places = list(waiting.get("at", ()))
    play.require("RO-1.5.4", act.at in places, say("none can be placed there"))
    if not waiting or act.at not in CLEARINGS:
        raise Impossible(say("none can be placed there"))
    play.checked()
    place(play, str(waiting["piece"]), 1, act.at)
    one_less(play, "scatter", at=[one for one in places if one != act.at])
    play.answered(int(waiting["seat"]))  # whichever seat entered it


# --- setting up the factions ----------------------------------------------------------------------


@action.step("set_up")
def set_up_next(play: Play) -> None:
    """Continue the set-up with the factions, or with the steps of the advanced set-up (RO-16.1)."""
    if play.table.get("setup-step"):
        play.then("advanced")
    elif not set_up_all(play):
        begin_first_turn(play)


def set_up_all(play: Play) -> int:
    """Set up the factions in the order of their letters (RO-5.1.7); return the seat that must decide, 0 if none."""
    board = Board(play.opening, play.table)
    play.cite("RO-5.1.7")
    for key in FACTIONS:
        seat = board.factions.get(key, 0)
        if seat and not set_up_one(play, seat):
            return seat
    return 0


def set_up_one(play: Play, seat: int) -> bool:
    """Set up a seat's faction up to its next decision, and return whether it is complete."""
    if play.table.get(f"{READY}{seat}"):
        return True
    board = Board(play.opening, play.table)
    one = faction_of(board, seat)
    if play.table.number(SETTING_UP) != seat:
        if by_card(board):
            play.cite(setup_card(one.key))
        play.set(SETTING_UP, seat)
        play.set(TURN, seat)
        (one.homeland if one.homeland is not None and by_card(board) else one.set_up)(play, seat)
    board = Board(play.opening, play.table)
    if not one.is_set_up(board, seat) or (by_card(board) and not has_homelands(board, seat)):
        play.set(TURN, seat)  # also if another seat acted, as played
        return False
    play.set(f"{READY}{seat}", True)
    return True


def begin_first_turn(play: Play) -> None:
    """Begin the first turn once everything is set up."""
    for key in sorted(key for key in play.table.values if key.startswith((READY, HOME))):
        play.set(key, None)
    play.set(SETTING_UP, None)
    play.set(STAGE, None)
    play.then("flow")
    begin_turn(play, play.table.number(FIRST))
