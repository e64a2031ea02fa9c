"""Placing pawns: one at a time, clockwise, not where another player has one (RC-19 to RC-23, RC-68 to RC-71)."""

from __future__ import annotations

from tablescribe.domain.games.robinson.actions import placing
from tablescribe.domain.games.robinson.amounts import amount
from tablescribe.domain.games.robinson.board import (
    PHASE,
    SUPPLY,
    TRACKS,
    TURN,
    Board,
    declined,
    pawn,
    pawns,
    planned,
    stock,
)
from tablescribe.domain.games.robinson.components import Price
from tablescribe.domain.games.robinson.costs import CHEAPER, GOODS_OF_PRICES, affordable, chosen, prices, reduced
from tablescribe.domain.games.robinson.helpers import can_place_a_helper, helps, pawns_for, piece_of
from tablescribe.domain.games.robinson.island import FAR, Island
from tablescribe.domain.games.robinson.requirements import demands, pawns_needed, pawns_wanted
from tablescribe.domain.games.robinson.rules.base import action, must_live
from tablescribe.domain.games.robinson.tasks import ARRANGE, HUNT, REST, Task, kind_of
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import spoken, who
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import Text, Thing, both, either, say

SHARED = (*TRACKS, ARRANGE, REST)
"""The locations that pawns of several players may share (RC-22)."""


# --- whose turn it is -------------------------------------------------------------------------


@action.step("placing", afresh=True)
def whose_turn(play: Play, *, after: int) -> None:
    """Pass the turn to the next player with a pawn to place; if there is none, resolve the actions (RC-19)."""
    board = Island(play.opening, play.table)
    play.cite("RC-19")
    order = [seat for seat in _round_from(play, board, after) if board.is_alive(seat)]
    for seat in order:
        if play.table.count(pawns(seat), pawn(seat)) or can_place_a_helper(board, seat):
            play.set(TURN, seat)
            return
        play.cite("RC-69")
    play.set(TURN, None)
    play.set(PHASE, "resolution")
    play.then("night")
    play.then("weather")
    play.then("actions_end")
    play.then("resolve")


@action.at_rest
def pass_the_turn_of_the_dead(play: Play) -> None:
    """Pass the turn of a player who died while placing pawns to the next one (RC-92)."""
    turn = play.table.number(TURN)
    if turn and not Board(play.opening, play.table).is_alive(turn):
        play.cite("RC-92")
        play.then("placing", after=turn)


def _round_from(play: Play, board: Board, after: int) -> list[int]:
    """Return the seats in the order in which they are next: from the first player, then clockwise."""
    return play.opening.clockwise_from(play.opening.next_seat(after) if after else board.first)


def begin_placing(play: Play, seat: int) -> Island:
    """Require that it is this seat's turn to place a pawn (RC-19)."""
    board = Island(play.opening, play.table)
    must_live(play, board, seat)
    turn = play.table.number(TURN)
    if not turn:
        play.require("RC-19", False, say("pawns cannot be placed now"))
    else:
        play.require("RC-19", seat == turn, say("{seat} places the next pawn", seat=who(turn)))
    return board


# --- placing ----------------------------------------------------------------------------------


def place(play: Play, board: Island, seat: int, act: placing.Placement) -> Task:
    """Check the rules for every placed pawn, and return the action it joins (RC-20 to RC-22, RC-68)."""
    task = Task(seat, act.where, act.count)
    piece = piece_of(seat, act.pawn)
    if not play.table.count(pawns(seat), piece):
        raise Impossible(say("{seat} has no pawn of that kind left to place", seat=who(seat)))
    _alone(play, board, task)
    begun = board.pawns_on(task)
    if not begun:
        for rule, holds, why in demands(board, seat, task.where):
            play.require(rule, holds, why)
    if act.pawn != "own":
        play.require(
            "RC-B17",
            helps(board, act.pawn, act.where),
            say("that neutral pawn can help only with its own kind of action"),
        )
        why = say("place one of the character's own pawns there first")
        play.require("RC-B17", board.own_pawns_on(task), why)
        if act.where.startswith("camp:"):
            play.require(
                "RC-88", board.options.helper_joins_attack, say("in this match neutral pawns cannot join attacks")
            )
    if kind_of(act.where) not in ("arrange", "rest"):
        _fits(play, board, task, begun)
    return task


def _alone(play: Play, board: Island, task: Task) -> None:
    """Require no other player's pawn at the location, except at shared places of the camp (RC-20, RC-22, RC-71)."""
    play.cite("RC-21")
    if task.where in SHARED:
        play.cite("RC-22")
        play.cite("RC-70")
        return
    other = next((one.seat for one in board.tasks if one.where == task.where and one.seat != task.seat), 0)
    why = say("{seat} already has a pawn there", seat=who(other or task.seat))
    if task.where == HUNT:
        play.require("RC-22", not other or board.options.shared_hunt, why)
    elif task.where.startswith("camp:"):
        play.require("RC-71", not other or board.options.shared_attacks, why)
    else:
        play.require("RC-20", not other, why)


FULL = {"hunt": "RC-B15", "build": "RC-B12", "gather": "RC-B13", "explore": "RC-B13"}
"""The rule that limits the pawns of an action, by kind."""


def _fits(play: Play, board: Island, task: Task, begun: int) -> None:
    """Require that a pawn still helps the action, and that a new action can be completed (RC-68)."""
    wanted, needed = pawns_wanted(board, task.seat, task.where), pawns_needed(board, task.seat, task.where)
    rule = "RC-43" if task.where.startswith("camp:") else FULL[task.kind]
    play.require(rule, begun < wanted, say("it already has as many pawns as can help: {n}", n=begun))
    play.cite("RC-68")
    if needed < FAR and not begun:
        left = pawns_for(board, task.seat, task.where)
        rule = "RC-43" if task.where.startswith("camp:") else "RC-68"
        play.require(rule, left >= needed, say("it needs {n} pawns, and you have fewer left", n=needed))


def put_down(play: Play, task: Task, act: placing.Placement) -> None:
    """Place the pawn, and pass the turn to the next player (RC-19)."""
    play.move(piece_of(task.seat, act.pawn), 1, pawns(task.seat), task.zone)
    play.then("placing", after=task.seat)


def simply(play: Play, seat: int, act: placing.Placement) -> None:
    """Place a pawn on an action without costs."""
    board = begin_placing(play, seat)
    task = place(play, board, seat, act)
    play.checked()
    put_down(play, task, act)


@action(placing.Hunt)
def hunt(play: Play, seat: int, act: placing.Hunt) -> None:
    """Hunt: two pawns and a card of the hunting deck (RC-B15, RC-22)."""
    simply(play, seat, act)


@action(placing.Attack)
def attack(play: Play, seat: int, act: placing.Attack) -> None:
    """Attack another camp with one pawn, or two from two spaces away; may be repeated (RC-42, RC-43, RC-71, RC-88)."""
    board = begin_placing(play, seat)
    if act.n > 1:
        again = board.options.repeated_attacks and not board.first_edition
        play.require("RC-43", again, say("in this match a camp can be attacked only once a round"))
        there = len(board.tasks_of(seat, act.where))
        play.require(
            "RC-43",
            act.n <= there + 1,
            say("only {n} of these actions have been begun so far: use the next number", n=there),
        )
    task = place(play, board, seat, act)
    play.checked()
    put_down(play, task, act)


@action(placing.Gather)
def gather(play: Play, seat: int, act: placing.Gather) -> None:
    """Gather from a source, not on a tile with an enemy camp (RC-23, RC-B13, RC-B14)."""
    simply(play, seat, act)


@action(placing.Explore)
def explore(play: Play, seat: int, act: placing.Explore) -> None:
    """Explore a space that a path of explored tiles reaches (RC-B13)."""
    simply(play, seat, act)


@action(placing.Arrange)
def arrange(play: Play, seat: int, act: placing.Arrange) -> None:
    """Arrange the camp (RC-B16)."""
    simply(play, seat, act)


@action(placing.Rest)
def rest(play: Play, seat: int, act: placing.Rest) -> None:
    """Rest (RC-B16)."""
    simply(play, seat, act)


# --- building ---------------------------------------------------------------------------------


@action(placing.Build)
def build(play: Play, seat: int, act: placing.Build) -> None:
    """Build in one's camp; the cost is set aside with the first pawn (RC-6, RC-B21, RC-B22)."""
    board = begin_placing(play, seat)
    there = len(board.tasks_of(seat, act.track))
    most = 1 if act.track == "shelter" else there + 1
    if act.n > there:
        play.require(
            "RC-B21",
            act.n == there + 1,
            say("only {n} of these actions have been begun so far: use the next number", n=there),
        )
    play.require("RC-B21", act.n <= most, say("a shelter can be built only once"))
    _build(play, board, seat, act, act.pay)


@action(placing.Invent)
def invent(play: Play, seat: int, act: placing.Invent) -> None:
    """Build an invention: terrain, items, price (RC-B23, RC-39 to RC-41, RC-27, RC-74)."""
    board = begin_placing(play, seat)
    if board.invention(act.invention) is None:
        raise Impossible(say("there is no such invention: {name}", name=spoken(act.invention)))
    _build(play, board, seat, act, act.pay)


def _build(play: Play, board: Island, seat: int, act: placing.Build | placing.Invent, pay: str | None) -> None:
    task = place(play, board, seat, act)
    if board.pawns_on(task):
        play.require("RC-B22", pay is None, say("its cost has already been set aside"))
        play.checked()
        put_down(play, task, act)
        return
    _set_aside(play, board, task, pay)
    put_down(play, task, act)


def _set_aside(play: Play, board: Island, task: Task, pay: str | None) -> None:
    """Set aside the cost of building: the price for two players (RC-6, RC-B20, RC-B22)."""
    play.cite("RC-6")
    choices = prices(board, task.where)
    named = chosen(board, task.where, pay)
    if len(choices) < 2:
        play.require("RC-B20", named is not None, say("its cost offers no choice"))
    else:
        goods = either(Thing(good) for good in GOODS_OF_PRICES if any(getattr(one, good) for one in choices))
        play.require(
            "RC-B20", named is not None, say("pay for it with one kind of resource, {goods}: choose which", goods=goods)
        )
    full = named or next(iter(choices), Price())
    price = reduced(board, task.seat, full)
    play.require("RC-B22", affordable(board, task.seat, price), _too_dear(play, task.seat, price))
    play.checked()
    if price != full:
        play.cite("RC-B75")
        play.set(planned(task.seat, CHEAPER), None)
    for good in GOODS_OF_PRICES:
        n = min(getattr(price, good), play.table.count(stock(task.seat), good))
        play.move(good, n, stock(task.seat), task.zone)


def _too_dear(play: Play, seat: int, price: Price) -> Text:
    """Return the refusal for a price the seat cannot pay."""
    goods = [good for good in GOODS_OF_PRICES if getattr(price, good)]
    if play.as_played or not goods:  # this wording is in logs, and audits compare it
        return say("it costs {wood} wood and {fur} fur; you have less", wood=price.wood, fur=price.fur)
    costs = both([amount(good, getattr(price, good)) for good in goods])
    left = both([amount(good, play.table.count(stock(seat), good)) for good in goods])
    return say("it costs {price}; you have only {left} left", price=costs, left=left)


@action(placing.NoMorePawns)
def no_more_pawns(play: Play, seat: int, act: placing.NoMorePawns) -> None:
    """Decline to place the remaining neutral pawns; the character's own must be placed (RC-69)."""
    begin_placing(play, seat)
    own = play.table.count(pawns(seat), pawn(seat))
    play.require("RC-69", not own, say("place the character's own pawns first: {n} left", n=own))
    play.checked()
    play.set(declined(seat), True)
    play.then("placing", after=seat)


@action.step("helpers_leave")
def helpers_leave(play: Play) -> None:
    """Return unplaced neutral pawns to the supply (RC-B17)."""
    for seat in play.opening.all_seats:
        play.set(declined(seat), None)
        for piece, n in play.table.pieces(pawns(seat)).items():
            if piece != pawn(seat):
                play.move(piece, n, pawns(seat), SUPPLY)
