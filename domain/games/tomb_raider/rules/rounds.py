"""The sequence of a turn: ready, action, search and draw round (TR-35 to TR-38)."""

from __future__ import annotations

from tablescribe.domain.games.tomb_raider.actions.moving import LetBegin, MoveFirst, RollOrder
from tablescribe.domain.games.tomb_raider.board import (
    ACTION,
    ACTIVE,
    DIE,
    DRAW,
    FACES,
    FIRST,
    READY,
    ROUND,
    SEARCH,
    TURN,
    extra_steps,
    finished,
    fought,
    halted,
    held,
    is_alive,
    is_stuck,
    is_up_to_fourth_edition,
    is_up_to_third_edition,
    met,
    steps,
)
from tablescribe.domain.games.tomb_raider.cards import abilities
from tablescribe.domain.games.tomb_raider.levels import level_of
from tablescribe.domain.games.tomb_raider.rules.core import action, ask_by, close
from tablescribe.domain.games.tomb_raider.rules.mapping import last_space
from tablescribe.domain.games.tomb_raider.windows import FIRST_MOVER
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import AWAITS
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import say

ROLLED = "order_rolled"  # the key of whether the order was rolled this turn (TR-38)


def begin(play: Play) -> None:
    """Begin the first turn with the roll for order (TR-37).

    Solo and in the learning game there is no roll (TR-10, TR-133).
    """
    last_space(play)
    play.set(TURN, 1)
    play.set(ROUND, READY)
    if play.opening.seats == 1:
        play.cite("TR-10" if level_of(play.opening).learn else "TR-133")
        play.set(ROUND, ACTION)
        play.then("turn")
        action.go_on(play)


@action(RollOrder)
def roll_order(play: Play, seat: int, act: RollOrder) -> None:
    """Roll Move dice for who goes first (TR-37); on later turns only if a player asks for it (TR-38)."""
    table = play.table
    begun = table.get(ROUND) != READY
    first_turn = table.number(TURN) <= 1
    rule = "TR-37" if first_turn else "TR-38"
    if play.opening.seats == 1:
        alone = "TR-10" if level_of(play.opening).learn else "TR-133"
        play.require(alone, False, say("in a solo match there is no turn order to roll for"))
    play.require("TR-35", not begun, say("roll for turn order in the ready round, before anybody moves"))
    calm = table.get(AWAITS) in (None, "movement")
    play.require("TR-35", calm, say("answer the open decision first"))
    if is_up_to_third_edition(play.opening):
        play.cite("TR-133")
    play.require(rule, table.get(ROLLED) is None, say("turn order has already been rolled for this turn"))
    must_play_on(play, seat)
    if not first_turn:
        play.cite("TR-38")
    if len(playing_on(play)) < 2 or (table.get(FIRST) is None and play.dues):
        raise Impossible(say("there is no turn order to roll for"))
    play.checked()
    play.set(ROLLED, True)
    play.cite("TR-37")
    close(play)
    for step in play.dues:
        play.drop(step)
    highest = roll_off(play, {one: abilities(play.opening, table, one)["move"] for one in playing_on(play)})
    play.then("first_mover", seat=highest)


def playing_on(play: Play) -> tuple[int, ...]:
    """Return the seats that take turns: those that have finished a level of a timed series do not (TR-121).

    Until the fourth edition they still rolled for turn order, and could be named as first.
    """
    seats = play.opening.all_seats
    if is_up_to_fourth_edition(play.opening):
        return tuple(seats)
    return tuple(seat for seat in seats if play.table.get(finished(seat)) is None)


def must_play_on(play: Play, seat: int) -> None:
    """Require a raider that still takes turns (TR-121)."""
    if seat not in playing_on(play):
        play.require("TR-121", False, say("a raider that has finished the level takes no more turns in it"))


def roll_off(play: Play, dice: dict[int, int]) -> int:
    """Roll this many dice for each seat, and return the highest; tied seats reroll (TR-37)."""
    among = sorted(dice)
    while len(among) > 1:
        sums = {}
        for seat in among:
            rolled = [play.roll(DIE, FACES, seat, say("turn order")) for _ in range(max(1, dice[seat]))]
            sums[seat] = sum(int(one) for one in rolled)
        among = [seat for seat in among if sums[seat] == max(sums.values())]
    return among[0]


@action.step("first_mover")
def ask_who_begins(play: Play, *, seat: int) -> None:
    """Ask the highest roller which raider goes first (TR-37)."""
    play.cite("TR-37")
    ask_by(play, "first_mover", FIRST_MOVER, seat, seat=seat)


@action(MoveFirst)
def move_first(play: Play, seat: int, act: MoveFirst) -> None:
    """Move first (TR-37)."""
    play.checked()
    begin_with(play, seat, seat)


@action(LetBegin)
def let_begin(play: Play, seat: int, act: LetBegin) -> None:
    """Let another raider move first (TR-37)."""
    play.require("TR-37", act.raider != seat, say("choose another player, or say that you move first"))
    if act.raider not in play.opening.all_seats:
        raise Impossible(say("there is no seat {seat} at this table", seat=act.raider))
    must_play_on(play, act.raider)
    play.checked()
    begin_with(play, seat, act.raider)


def begin_with(play: Play, seat: int, first: int) -> None:
    """Set who goes first; the others follow clockwise (TR-37)."""
    close(play)
    for step in play.dues:
        play.drop(step)
    play.cite("TR-37")
    play.set(FIRST, first)
    play.then("turn")


@action.step("turn")
def take_turn(play: Play) -> None:
    """Take a turn of four rounds; all players finish one before the next (TR-35), in the current order (TR-38)."""
    play.cite("TR-35")
    everybody = play.opening.clockwise_from(play.table.number(FIRST) or 1)
    play.set(FIRST, everybody[0])
    order = [seat for seat in everybody if play.table.get(finished(seat)) is None]
    play.then("new_turn")
    play.then("draw_round", seats=order)
    play.then("search_round", seats=order)
    play.then("action_round", seats=order)


@action.step("new_turn")
def begin_turn(play: Play) -> None:
    """Begin a turn with its ready round (TR-83); the order stays unless a player asks for a roll (TR-38)."""
    play.cite("TR-83")
    number = play.table.number(TURN)
    most = level_of(play.opening).most_turns
    if most is not None and number >= most:
        play.then("limit", what="turns")
        return
    play.set(TURN, number + 1)
    play.set(ROLLED, None)
    solo = play.opening.seats == 1
    play.set(ROUND, ACTION if solo or level_of(play.opening).learn else READY)
    for seat in play.opening.all_seats:
        for flag in (steps, extra_steps, halted, held, met, fought):
            play.set(flag(seat), None)
    for key in sorted(play.table.values):
        if key.startswith("used:"):
            play.set(key, None)
    if not solo:
        play.cite("TR-38")
    play.then("turn")


# --- the action round -------------------------------------------------------------------------


@action.step("action_round")
def action_round(play: Play, *, seats: list[int]) -> None:
    """Action round: each raider takes all five steps in turn (TR-36); dead ones take none (TR-92)."""
    if not seats:
        return
    seat, *others = seats
    play.then("action_round", seats=others)
    if not is_alive(play.table, seat):
        play.cite("TR-92")
        return
    play.cite("TR-36")
    play.set(ACTIVE, seat)
    if is_stuck(play.table, seat):
        play.set(held(seat), True)
    play.then("end_of_action", seat=seat)
    play.then("survive", seat=seat)
    play.then("attack", seat=seat)
    play.then("movement", seat=seat)


@action.step("end_of_action")
def end_action(play: Play, *, seat: int) -> None:
    """End a raider's movement for this turn (TR-44)."""
    play.cite("TR-44")
    play.set(halted(seat), True)
    play.set(ROUND, ACTION)


# --- the other rounds -------------------------------------------------------------------------


@action.step("search_round")
def search_round(play: Play, *, seats: list[int]) -> None:
    """Search round: each raider may search once, in turn order (TR-65)."""
    if not seats:
        return
    play.set(ROUND, SEARCH)
    seat, *others = seats
    play.set(ACTIVE, seat)
    play.then("search_round", seats=others)
    play.then("search", seat=seat)


@action.step("draw_round")
def draw_round(play: Play, *, seats: list[int]) -> None:
    """Draw round: each player in turn discards, draws, may reset, saves and reloads (TR-36)."""
    if not seats:
        return
    play.set(ROUND, DRAW)
    seat, *others = seats
    play.set(ACTIVE, seat)
    play.cite("TR-36")
    play.then("draw_round", seats=others)
    if play.table.get(finished(seat)) is not None:
        return
    play.then("bring_back", seat=seat)
    play.then("reload", seat=seat)
    play.then("save", seat=seat)
    play.then("reset", seat=seat)
    play.then("draw", seat=seat)
