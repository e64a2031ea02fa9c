"""The set-up of the factions, one after the other, each with its decisions (RO-5.1.7); then the first turn."""

from __future__ import annotations

from domain.games.root.abilities import faction_of
from domain.games.root.actions.core import Settle
from domain.games.root.board import FIRST, READY, SETTING_UP, SETUP, STAGE, TURN, Board
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
    for key in sorted(key for key in play.table.values if key.startswith(READY)):
        play.set(key, None)
    play.set(SETTING_UP, None)
    play.set(STAGE, None)
    play.then("flow")
    begin_turn(play, play.table.number(FIRST))
