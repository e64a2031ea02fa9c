"""Moving and entering spaces (TR-39 to TR-46, TR-54)."""

from __future__ import annotations

from tablescribe.domain.games.tomb_raider.actions.moving import Stay, Step
from tablescribe.domain.games.tomb_raider.board import (
    ACTION,
    FIRST,
    READY,
    ROUND,
    Way,
    halted,
    held,
    is_alive,
    is_earlier_edition,
    is_known,
    is_stuck,
    is_up_to_fourth_edition,
    is_up_to_third_edition,
    met,
    steps,
    where,
)
from tablescribe.domain.games.tomb_raider.cards import steps_to_go
from tablescribe.domain.games.tomb_raider.level_map import LevelMap
from tablescribe.domain.games.tomb_raider.rules.core import action, ask_by, close, put_figure, settled
from tablescribe.domain.games.tomb_raider.rules.mapping import map_location
from tablescribe.domain.games.tomb_raider.windows import MOVEMENT
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import say


def steps_left(play: Play, seat: int) -> int:
    """Return how many locations a raider may still move this turn (TR-39)."""
    return steps_to_go(play.opening, play.table, seat)


def is_halted(play: Play, seat: int) -> bool:
    """Return whether a raider's movement is over (TR-41, TR-43, TR-44)."""
    return play.table.get(halted(seat)) is not None


@action.step("movement")
def ask_to_move(play: Play, *, seat: int) -> None:
    """Ask where the active raider moves, until its movement is over (TR-39)."""
    play.cite("TR-39")
    if not is_alive(play.table, seat) or is_halted(play, seat):
        return
    if play.table.get(held(seat)) is not None:
        play.cite("TR-40")
        if play.table.get(ROUND) != READY or is_up_to_third_edition(play.opening):
            begin_round(play)
            return  # otherwise it must say that it stays, so that others may still ask for a new order (TR-38)
    if steps_left(play, seat) < 1 and play.table.number(steps(seat)):
        play.set(halted(seat), True)
        return
    ask_by(play, "movement", MOVEMENT, seat, seat=seat)


@action(Stay)
def stay(play: Play, seat: int, act: Stay) -> None:
    """Stay: allowed, and required without an exit (TR-40); movement is then over (TR-44)."""
    play.cite("TR-40")
    play.cite("TR-44")
    play.checked()
    begin_round(play)
    settled(play, "movement", seat)
    play.set(halted(seat), True)


@action(Step)
def step(play: Play, seat: int, act: Step) -> None:
    """Move to the next location through an open exit (TR-28), up to Move locations in a turn (TR-39)."""
    table, level_map = play.table, LevelMap(play.opening, play.table)
    here = where(table, seat)
    there = level_map.beside(here, act.way) if here else ""
    check_may_move(play, seat)
    left = steps_left(play, seat)
    play.require("TR-39", left > 0, say("the raider has used up its Move"))
    blocked = bool(here) and level_map.is_blocked(here, act.way)
    play.require("TR-98", not blocked, say("that exit is blocked"))
    play.require("TR-28", not here or act.way in level_map.open_exits(here), say("there is no exit that way"))
    play.require("TR-29", there or not here, say("that way leads off the map"))
    if not here or not there:
        raise Impossible(say("there is no space there"))
    known = is_known(table, there)
    if not known and not level_map.can_map(there):
        play.require("TR-32", False, say("there is no location left that can be placed there"))
        raise Impossible(say("there is no location left that can be placed there"))
    play.require("TR-41", known or not act.stop, say("entering an unknown space already ends your movement"))
    play.checked()
    begin_round(play)
    close(play)
    play.add(steps(seat), 1)
    if act.stop:
        play.cite("TR-42")
    if act.stop or (left <= 1 and not is_earlier_edition(play.opening)):  # the last step ends movement, too
        play.set(halted(seat), True)
    enter(play, seat, there, act.way, walking=True)


@action.passed_over(Step)
def why_it_does_not_move(play: Play, seat: int, act: Step) -> None:
    """Refuse a step with the raider's own reason, before the turn of another raider is considered (TR-39 to TR-44)."""
    why_it_does_not_stay(play, seat, Stay())
    if is_alive(play.table, seat) and play.table.number(steps(seat)) and steps_left(play, seat) < 1:
        play.require("TR-39", False, say("the raider has used up its Move"))
    check_may_move(play, seat)


@action.passed_over(Stay)
def why_it_does_not_stay(play: Play, seat: int, act: Stay) -> None:
    """Refuse to move before the roll for turn order (TR-37)."""
    rolled = play.table.get(FIRST) is not None or play.opening.seats == 1
    play.require("TR-37", rolled, say("roll for who moves first before you move"))


def check_may_move(play: Play, seat: int) -> None:
    """Require a raider that can move: not dead (TR-92), stuck (TR-40) or finished moving (TR-44)."""
    stuck = is_stuck(play.table, seat) or play.table.get(held(seat)) is not None
    play.require("TR-92", is_alive(play.table, seat), say("a dead raider cannot move until the reload"))
    play.require("TR-40", not stuck, say("a stuck raider cannot move this turn"))
    play.require("TR-44", not is_halted(play, seat), say("its movement is over for this turn"))


def begin_round(play: Play) -> None:
    """End the ready round when the first raider moves (TR-35)."""
    if play.table.get(ROUND) == READY:
        play.set(ROUND, ACTION)


def enter(play: Play, seat: int, zone: str, way: Way | None, *, walking: bool) -> None:
    """Put a raider in a space: map it if unknown (TR-45), and face its obstacles (TR-55).

    Args:
        play: the action.
        seat: the seat of the raider.
        zone: the space.
        way: the direction of the move; `None`: a card moved the raider (TR-31).
        walking: whether the raider moves by itself; otherwise the caller continues after this.
    """
    put_figure(play, seat, zone)
    play.set(met(seat), None)
    if is_known(play.table, zone):
        if not walking or not is_halted(play, seat):
            play.cite("TR-42")
            play.then("face", seat=seat, zone=zone, faced=[])
        return
    if walking:
        play.cite("TR-41")
        play.set(halted(seat), True)
    play.then("offer", zone=zone, mover=seat, waiting=play.opening.clockwise_from(seat)[1:])
    map_location(play, seat, zone, way)


def relocate(play: Play, seat: int, zone: str) -> None:
    """Move a raider without walking.

    Outside its own action round, play stops while steps 2 to 5 are done for it (TR-54). During its own, it is an entry.
    """
    own = is_due(play, "movement", seat)
    if not own and is_due(play, "end_of_action", seat) and not is_up_to_fourth_edition(play.opening):
        enter_late(play, seat, zone)
        return
    if not own:
        play.cite("TR-54")
        play.then("face", seat=seat, zone=zone, faced=[])
        play.then("attack", seat=seat)
    if not own and is_known(play.table, zone):
        put_figure(play, seat, zone)
        play.set(met(seat), None)
    else:
        enter(play, seat, zone, None, walking=own)


def enter_late(play: Play, seat: int, zone: str) -> None:
    """Put a raider in a space after its movement, in its own action round: an entry without another attack (TR-54)."""
    play.cite("TR-54")
    play.set(halted(seat), True)
    if not is_due(play, "survive", seat):
        play.then("face", seat=seat, zone=zone, faced=[])
    enter(play, seat, zone, None, walking=True)


def is_due(play: Play, name: str, seat: int) -> bool:
    """Return whether a step of this name is still to come for a raider."""
    return any(step.do == name and step.arguments.get("seat") == seat for step in play.dues)
