"""The set-up of the factions, one after the other, each with its decisions (RO-5.1.7); then the first turn."""

from __future__ import annotations

from domain.games.root.abilities import faction_of
from domain.games.root.actions.core import Settle
from domain.games.root.board import FIRST, HOME, READY, SETTING_UP, SETUP, STAGE, TURN, Board
from domain.games.root.paths import land
from domain.games.root.pieces import FACTIONS
from domain.games.root.rules.turn import action, begin, begin_turn
from domain.play import Play
from domain.text import say


@action(Settle)
def settle(play: Play, seat: int, act: Settle) -> None:
    """Choose where the faction begins; what it asks for is its own rule."""
    board = begin(play, seat)
    play.require("RO-5.1.7", board.stage == SETUP, say("everything is set up"))
    faction_of(board, seat).settle(play, seat, act.at)
    play.checked()
    play.set(home(seat), act.at)


def home(seat: int) -> str:
    """Return the key of the clearing in which a seat's faction begins, during the set-up."""
    return f"{HOME}{seat}"


def must_be_free_corner(play: Play, rule: str, at: int) -> None:
    """Require a corner in which nobody began, if possible opposite one in which somebody did (RO-5.1.7)."""
    lie = land(play.opening)
    used = {play.table.number(home(seat)) for seat in play.opening.all_seats} & set(lie.corner_clearings)
    free = [one for one in lie.corner_clearings if one not in used]
    best = [one for one in free if lie.opposite(one) in used] or free
    play.require(rule, at in lie.corner_clearings, say("begin in a corner"))
    play.require(rule, at in best or not free, say("begin in a free corner, opposite one that is used"))


@action.step("set_up")
def set_up_factions(play: Play) -> None:
    """Set up the factions in the order of their letters, as far as nobody has to decide (RO-5.1.7)."""
    set_up_next(play)


def set_up_next(play: Play) -> None:
    """Set up one faction after the other until one has to decide; when all are ready, the first turn begins."""
    board = Board(play.opening, play.table)
    for key in FACTIONS:
        seat = board.factions.get(key, 0)
        if not seat or play.table.get(f"{READY}{seat}"):
            continue
        play.cite("RO-5.1.7")
        one = faction_of(board, seat)
        if board.table.number(SETTING_UP) != seat:
            play.set(SETTING_UP, seat)
            play.set(TURN, seat)
            one.set_up(play, seat)
        if not one.is_set_up(Board(play.opening, play.table), seat):
            return
        play.set(f"{READY}{seat}", True)
    for key in sorted(key for key in play.table.values if key.startswith((READY, HOME))):
        play.set(key, None)
    play.set(SETTING_UP, None)
    play.set(STAGE, None)
    play.then("flow")
    begin_turn(play, play.table.number(FIRST))
