"""The turn: Birdsong, Daylight and Evening (RO-1.4.1), each in stages, and how one stage leads to the next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tablescribe.domain.games.root.abilities import faction_of, in_play, others
from tablescribe.domain.games.root.actions.core import GoOn
from tablescribe.domain.games.root.board import (
    BIRDSONG_START,
    ENDING,
    LOGGED,
    PHASE,
    SETUP,
    STAGE,
    THIS,
    TURN,
    Board,
)
from tablescribe.domain.games.root.rules.citing import cite_if
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.agenda import waiting
from tablescribe.domain.rules.chance import NeedsOutcome, NoChance
from tablescribe.domain.rules.play import Checked, Illegal, Play
from tablescribe.domain.rules.rules import Rules
from tablescribe.domain.table.names import seat as seat_name
from tablescribe.domain.table.table import Impossible, Table
from tablescribe.domain.words.text import Text, Thing, say

action = Rules()


def stages(board: Board, seat: int) -> Mapping[str, str]:
    """Return the stages of a seat's turn in order, each with its phase."""
    return faction_of(board, seat).stages


# --- the seat in turn, and the stage --------------------------------------------------------------


def begin(play: Play, seat: int) -> Board:
    """Require that it is a seat's turn, and return the board (RO-1.4.1). As played, that seat takes over the turn.

    Raises:
        Impossible: the seat has no faction, or the set-up is unfinished: each of its decisions depends on the ones
            before, and no turn can make up for them.
    """
    board = begin_or_set_up(play, seat)
    if board.stage == SETUP:
        first = say("finish the current setup step first")
        play.require("RO-5.1.7", False, first)
        raise Impossible(first)
    return board


def begin_or_set_up(play: Play, seat: int) -> Board:
    """Require that a seat takes its turn or sets up, and return the board. As played, it takes over the turn."""
    board = Board(play.opening, play.table)
    turn = board.turn
    cite_if(play, False, "RO-1.4.1")
    if seat != turn:
        play.require("RO-1.4.1", False, say("it is the turn of {seat}", seat=Thing(seat_name(turn))))
    if not board.faction(seat):
        raise Impossible(say("first choose a faction"))
    if seat != turn:
        play.set(TURN, seat)
        if board.stage != SETUP:
            to_stage(play, faction_of(board, seat).daylight[0])
    return board


def must_play(play: Play, seat: int, *factions: str) -> None:
    """Require that a seat plays one of these factions; the action belongs to no other faction's turn (RO-1.4.1).

    Raises:
        Impossible: also as played, because no other faction has the pieces and boards for it.
    """
    if Board(play.opening, play.table).faction(seat) not in factions:
        why = say("your faction does not do that; this one does: {faction}", faction=Thing(factions[0]))
        play.require("RO-1.4.1", False, why)
        raise Impossible(why)


def in_stage(play: Play, seat: int, rule: str, *wanted: str) -> Board:
    """Require one of these stages of a seat's turn, and return the board; as played, the first one begins."""
    board = begin(play, seat)
    there = say("you cannot do that in this part of the turn: do it in {wanted}", wanted=Thing(f"stage:{wanted[0]}"))
    play.require(rule, board.stage in wanted, there)
    if board.stage not in wanted:
        to_stage(play, wanted[0])
    return board


def pass_on(play: Play, seat: int, stage: str, to: str) -> None:
    """End an optional stage by the first action of a later one: crafting, for example."""
    board = Board(play.opening, play.table)
    if board.turn == seat and board.stage == stage:
        to_stage(play, to)


def awaiting(table: Table, step: str) -> Mapping[str, Any]:
    """Return the arguments of the step that continues after the open question; empty if it is not pending."""
    found = waiting(table, step)
    return found.arguments if found is not None else {}


def carry_on(play: Play, step: str, **changes: Any) -> None:
    """Change the arguments of the step that continues after the open question, if it is pending."""
    if (found := waiting(play.table, step)) is not None:
        play.go_on_with(found, **{**found.arguments, **changes})


def one_less(play: Play, step: str, **changes: Any) -> None:
    """Reduce the count `n` of the step that continues after the open question by one."""
    if (n := awaiting(play.table, step).get("n")) is not None:
        carry_on(play, step, **changes, n=int(n) - 1)


def drop(play: Play, step: str) -> None:
    """Remove the step that continues after the open question: the answer has done its work."""
    if (found := waiting(play.table, step)) is not None:
        play.drop(found)


def could(board: Board, rule: Callable[[Play, int, Any], None], seat: int, act: Action) -> bool:
    """Return whether a rule would allow an action now, without carrying it out."""
    play = Play(board.setting, board.table, NoChance(), probing=True)
    try:
        rule(play, seat, act)
    except (Checked, NeedsOutcome):
        return True
    except (Illegal, Impossible):
        return False
    finally:
        play.take_back()
    return True


def in_phase(play: Play, seat: int, rule: str, wanted: str) -> Board:
    """Require a phase of a seat's turn, at any time in it, and return the board."""
    board = begin(play, seat)
    play.require(
        rule, board.phase == wanted and board.stage != SETUP,
        say("do that in {wanted}", wanted=Thing(f"phase:{wanted}")),
    )  # fmt: skip
    return board


def to_stage(play: Play, stage: str) -> None:
    """Go to a stage of the current turn without its automatic effects."""
    board = Board(play.opening, play.table)
    phase = stages(board, board.turn).get(stage)
    if phase is not None:
        play.set(PHASE, phase)
    play.set(STAGE, stage)


def skip_to(play: Play, stage: str) -> None:
    """Begin a stage at once with its automatic effects: an Evening that begins early (RO-7.7.4, RO-16.3.3-II)."""
    to_stage(play, stage)
    enter(play, play.table.number(TURN), stage)


# --- from one stage to the next -------------------------------------------------------------------


@action(GoOn)
def go_on(play: Play, seat: int, act: GoOn) -> None:
    """Go on to the next stage (RO-1.4.1). Compulsory actions come first, and the set-up must be complete (RO-5.1.7)."""
    board = begin(play, seat)
    cite_if(play, False, "RO-5.1.7")
    for one in in_play(board, "leave"):
        one.leave(play, seat, board.stage)
    play.checked()
    next_stage(play)


@action.at_rest
def at_rest(play: Play) -> None:
    """Skip stages without anything to do, once no steps are pending."""
    play.then("flow")


@action.step("flow")
def flow(play: Play) -> None:
    """Skip one stage without anything to do, and check again."""
    board = Board(play.opening, play.table)
    if board.is_over or board.stage == LOGGED:
        return
    for one in in_play(board, "settled"):
        one.settled(play)
    if board.stage == SETUP:
        play.then("set_up")
    elif not pauses(board, board.turn, board.stage):
        play.then("flow")
        next_stage(play)


def pauses(board: Board, seat: int, stage: str) -> bool:
    """Return whether a seat may have something to do in a stage, by its faction or by other abilities."""
    if faction_of(board, seat).abilities.pauses(board, seat, stage):
        return True
    return any(one.pauses(board, seat, stage) for one in others("pauses"))


def next_stage(play: Play) -> None:
    """Begin the next stage of the turn; after the last, the next turn."""
    board = Board(play.opening, play.table)
    order = [*stages(board, board.turn)]
    at = order.index(board.stage) if board.stage in order else len(order) - 1
    if at + 1 < len(order):
        skip_to(play, order[at + 1])
    else:
        end_turn(play)
        begin_turn(play, play.opening.next_seat(board.turn))


def begin_turn(play: Play, seat: int) -> None:
    """Begin a seat's turn with the start of Birdsong (RO-1.4.1)."""
    play.cite("RO-1.4.1")
    play.set(TURN, seat)
    board = Board(play.opening, play.table)
    if not board.has(board.faction(seat)):
        play.cite("RO-AMB-35")
    skip_to(play, BIRDSONG_START)


def end_turn(play: Play) -> None:
    """Reset the counters of the turn."""
    for key in sorted(key for key in play.table.values if key.startswith(THIS)):
        play.set(key, None)


def enter(play: Play, seat: int, stage: str) -> None:
    """Apply the automatic effects of a stage. Steps of abilities asked first are carried out first."""
    for one in reversed(in_play(Board(play.opening, play.table), "enter")):
        if ENDING not in play.table.values:
            one.enter(play, seat, stage)


def refuse(play: Play, rule: str, why: Text) -> None:
    """Refuse what a rule forbids; as played, record a breach."""
    play.require(rule, False, why)
