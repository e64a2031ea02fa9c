"""A turn: Birdsong, Daylight, Evening (RO-1.4.1), each in stages; how one leads to the next, and how it is won."""

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


# --- whose turn it is, and what part of it --------------------------------------------------------


def begin(play: Play, seat: int) -> Board:
    """Return the board for a seat that takes its turn (RO-1.4.1); who acts as played has the turn.

    Raises:
        Impossible: the seat has no faction, or the set-up is not done: what it asks for next depends on what
            stands there, and nothing in a turn leads back to it.
    """
    board = begin_or_set_up(play, seat)
    if board.stage == SETUP:
        first = say("finish the current setup step first")
        play.require("RO-5.1.7", False, first)
        raise Impossible(first)
    return board


def begin_or_set_up(play: Play, seat: int) -> Board:
    """Return the board for a seat that takes its turn or sets its faction up; who acts as played has the turn."""
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
    """Require that a seat plays one of these factions: what is asked for is part of nobody else's turn (RO-1.4.1).

    Raises:
        Impossible: as played, too: nobody else has the pieces and boards for it.
    """
    if Board(play.opening, play.table).faction(seat) not in factions:
        why = say("your faction does not do that; this one does: {faction}", faction=Thing(factions[0]))
        play.require("RO-1.4.1", False, why)
        raise Impossible(why)


def in_stage(play: Play, seat: int, rule: str, *wanted: str) -> Board:
    """Return the board for a seat that acts in its turn, in one of these stages; as played that stage has come."""
    board = begin(play, seat)
    there = say("you cannot do that in this part of the turn: do it in {wanted}", wanted=Thing(f"stage:{wanted[0]}"))
    play.require(rule, board.stage in wanted, there)
    if board.stage not in wanted:
        to_stage(play, wanted[0])
    return board


def pass_on(play: Play, seat: int, stage: str, to: str) -> None:
    """Let a stage in which nothing must be done be over by what is said: crafting, by the first action after it."""
    board = Board(play.opening, play.table)
    if board.turn == seat and board.stage == stage:
        to_stage(play, to)


def awaiting(table: Table, step: str) -> Mapping[str, Any]:
    """Return the arguments of the step that goes on after the question that is asked; nothing if it is not due."""
    found = waiting(table, step)
    return found.arguments if found is not None else {}


def carry_on(play: Play, step: str, **changes: Any) -> None:
    """Let the step that goes on after the question have other arguments from now on; nothing if it is not due."""
    if (found := waiting(play.table, step)) is not None:
        play.go_on_with(found, **{**found.arguments, **changes})


def one_less(play: Play, step: str, **changes: Any) -> None:
    """Let the step that goes on after the question ask for one less: its `n`."""
    if (n := awaiting(play.table, step).get("n")) is not None:
        carry_on(play, step, **changes, n=int(n) - 1)


def drop(play: Play, step: str) -> None:
    """Cross the step off that goes on after the question: the answer has done it."""
    if (found := waiting(play.table, step)) is not None:
        play.drop(found)


def could(board: Board, rule: Callable[[Play, int, Any], None], seat: int, act: Action) -> bool:
    """Return whether a rule would let a seat do something now; nothing happens."""
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
    """Return the board for a seat that acts in a phase of its turn, at any time in it."""
    board = begin(play, seat)
    play.require(
        rule, board.phase == wanted and board.stage != SETUP,
        say("do that in {wanted}", wanted=Thing(f"phase:{wanted}")),
    )  # fmt: skip
    return board


def to_stage(play: Play, stage: str) -> None:
    """Let a stage of the seat in turn have come, without what it brings."""
    board = Board(play.opening, play.table)
    phase = stages(board, board.turn).get(stage)
    if phase is not None:
        play.set(PHASE, phase)
    play.set(STAGE, stage)


def skip_to(play: Play, stage: str) -> None:
    """Let a stage come at once, with all it brings: the Evening that begins early (RO-7.7.4, RO-16.3.3-II)."""
    to_stage(play, stage)
    enter(play, play.table.number(TURN), stage)


# --- from one stage to the next -------------------------------------------------------------------


@action(GoOn)
def go_on(play: Play, seat: int, act: GoOn) -> None:
    """Go on to the next part of the turn, the set-up being done (RO-5.1.7); what must be done is first (RO-1.4.1)."""
    board = begin(play, seat)
    cite_if(play, False, "RO-5.1.7")
    for one in in_play(board, "leave"):
        one.leave(play, seat, board.stage)
    play.checked()
    next_stage(play)


@action.at_rest
def at_rest(play: Play) -> None:
    """When nothing is due any more, stages in which there is nothing to do are passed over."""
    play.then("flow")


@action.step("flow")
def flow(play: Play) -> None:
    """Pass over a stage in which there is nothing to do, and look again."""
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
    """Return whether a seat may have something to do in a stage: as its faction, or by what is no faction's."""
    if faction_of(board, seat).abilities.pauses(board, seat, stage):
        return True
    return any(one.pauses(board, seat, stage) for one in others("pauses"))


def next_stage(play: Play) -> None:
    """Let the next stage of the turn begin, or the next turn after the last."""
    board = Board(play.opening, play.table)
    order = [*stages(board, board.turn)]
    at = order.index(board.stage) if board.stage in order else len(order) - 1
    if at + 1 < len(order):
        skip_to(play, order[at + 1])
    else:
        end_turn(play)
        begin_turn(play, play.opening.next_seat(board.turn))


def begin_turn(play: Play, seat: int) -> None:
    """Let a seat's turn begin with the start of Birdsong (RO-1.4.1)."""
    play.cite("RO-1.4.1")
    play.set(TURN, seat)
    board = Board(play.opening, play.table)
    if not board.has(board.faction(seat)):
        play.cite("RO-AMB-35")
    skip_to(play, BIRDSONG_START)


def end_turn(play: Play) -> None:
    """Forget what was counted in this turn."""
    for key in sorted(key for key in play.table.values if key.startswith(THIS)):
        play.set(key, None)


def enter(play: Play, seat: int, stage: str) -> None:
    """Do what a stage brings by itself; steps of whoever is asked first come first."""
    for one in reversed(in_play(Board(play.opening, play.table), "enter")):
        if ENDING not in play.table.values:
            one.enter(play, seat, stage)


def refuse(play: Play, rule: str, why: Text) -> None:
    """Refuse what a rule forbids; as played it is noted."""
    play.require(rule, False, why)
