"""Rewards of a winning attacker, as the scenario says (RC-49 to RC-51, RC-59, RC-87, RC-89, RC-S7)."""

from __future__ import annotations

from tablescribe.domain.games.robinson import windows
from tablescribe.domain.games.robinson.actions import fights
from tablescribe.domain.games.robinson.board import GOODS, RELIC, SUPPLY, WOOD, Board, future, goods, items, stock
from tablescribe.domain.games.robinson.rules import cards
from tablescribe.domain.games.robinson.rules.base import action
from tablescribe.domain.games.robinson.rules.deaths import receive
from tablescribe.domain.games.robinson.rules.gains import gain_determination
from tablescribe.domain.games.robinson.rules.resolving import come_back
from tablescribe.domain.games.robinson.scenario import Reward
from tablescribe.domain.rules.agenda import DueStep, waiting
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import who
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import say


def asked_for(play: Play, step: str) -> DueStep:
    """Return the step that waits for an answer.

    Raises:
        Impossible: no such step is pending.
    """
    found = waiting(play.table, step)
    if found is None:
        raise Impossible(say("there is no such decision to make now"))
    return found


def gives_something(board: Board, loser: int, reward: Reward) -> bool:
    """Return whether a reward would give anything (RC-59)."""
    match reward.do:
        case "raid":
            return any(can_be_raided(board, loser, good) for good in GOODS)
        case "scatter":
            return any(board.table.count(zone) for zone in board.table.zones_of(f"pyre:{loser}:"))
        case "item":
            return bool(board.items(loser))
        case "relic":
            return board.table.count(goods(loser), RELIC) > 0
        case "trophy":
            return True


def can_be_raided(board: Board, loser: int, good: str) -> bool:
    """Return whether a resource can be taken; by default not reserved or future ones (RC-87)."""
    zones = [stock(loser)]
    if board.options.raid_takes_reserved:
        zones += [future(loser), *(task.zone for task in board.tasks_of(loser))]
    return any(board.table.count(zone, good) for zone in zones)


@action.step("reward", of="winner")
def ask_for_the_reward(play: Play, *, winner: int, loser: int, margin: int) -> None:
    """Ask which reward the winner takes, if any can be taken (RC-49, RC-50)."""
    board = Board(play.opening, play.table)
    play.cite("RC-50")
    if any(margin >= one.margin and gives_something(board, loser, one) for one in board.scenario.rewards):
        play.then("rewarded", winner=winner, loser=loser, margin=margin)
        play.ask(windows.REWARD, winner)


@action.step("rewarded", of="winner")
def rewarded(play: Play, *, winner: int, loser: int, margin: int) -> None:
    """Do nothing; the step's arguments describe the fight for the answer."""


@action(fights.NoReward)
def no_reward(play: Play, seat: int, act: fights.NoReward) -> None:
    """Decline the reward, which is optional (RC-49)."""
    play.cite("RC-49")
    play.checked()
    play.answered(seat)


@action(fights.TakeReward)
def take_reward(play: Play, seat: int, act: fights.TakeReward) -> None:
    """Take one of the scenario's rewards (RC-50, RC-59, RC-S7)."""
    board = Board(play.opening, play.table)
    fight = asked_for(play, "rewarded").arguments
    loser, margin = fight["loser"], fight["margin"]
    reward = board.scenario.reward(act.reward)
    play.require("RC-50", reward is not None, say("this scenario has no such reward"))
    if reward is None:
        raise Impossible(say("this scenario has no such reward"))
    why = say("that reward needs a victory by {n} levels", n=reward.margin)
    play.require("RC-S7", margin >= reward.margin, why)
    why = say("{seat} has none of that", seat=who(loser))
    play.require("RC-59", gives_something(board, loser, reward), why)
    play.checked()
    play.answered(seat)
    if gives_something(board, loser, reward):
        give(play, board, seat, loser, reward)


def give(play: Play, board: Board, seat: int, loser: int, reward: Reward) -> None:
    """Give a reward; its choices are asked one at a time."""
    match reward.do:
        case "raid":
            play.then("raid", winner=seat, loser=loser, n=reward.n)
        case "scatter":
            scatter(play, loser, reward.n)
        case "item":
            play.then("steal", winner=seat, loser=loser)
        case "relic":
            n = min(reward.n, play.table.count(goods(loser), RELIC))
            play.move(RELIC, n, goods(loser), goods(seat))
        case "trophy":
            gain_determination(play, seat, reward.n)


def scatter(play: Play, loser: int, n: int) -> None:
    """Remove wood from the loser's pyre, the newest stage first."""
    for zone in reversed(play.table.zones_of(f"pyre:{loser}:")):
        taken = min(n, play.table.count(zone, WOOD))
        play.move(WOOD, taken, zone, SUPPLY)
        n -= taken


# --- resources --------------------------------------------------------------------------------


@action.step("raid", of="winner")
def raid(play: Play, *, winner: int, loser: int, n: int) -> None:
    """Ask for the next resource to take, while there is one (RC-87)."""
    board = Board(play.opening, play.table)
    play.cite("RC-87")
    if n > 0 and any(can_be_raided(board, loser, good) for good in GOODS):
        play.then("raid", winner=winner, loser=loser, n=n)
        play.ask(windows.RAID, winner)


@action(fights.TakeGood)
def take_good(play: Play, seat: int, act: fights.TakeGood) -> None:
    """Take one resource; it arrives at the end of the phase (RC-87, RC-72)."""
    step = asked_for(play, "raid")
    loser, board = step.arguments["loser"], Board(play.opening, play.table)
    why = say("{seat} has none that can be taken", seat=who(loser))
    play.require("RC-87", can_be_raided(board, loser, act.good), why)
    play.cite("RC-72")
    play.checked()
    play.answered(seat)
    _take(play, board, seat, loser, act.good)
    play.go_on_with(step, **{**step.arguments, "n": step.arguments["n"] - 1})


def _take(play: Play, board: Board, seat: int, loser: int, good: str) -> None:
    """Take a resource from the stock; by option from future gains, or from an action that then fails."""
    for zone in (stock(loser), *([future(loser)] if board.options.raid_takes_reserved else [])):
        if play.table.count(zone, good):
            play.move(good, 1, zone, future(seat))
            return
    for task in board.tasks_of(loser) if board.options.raid_takes_reserved else []:
        if play.table.count(task.zone, good):
            come_back(play, task)
            play.move(good, 1, stock(loser), future(seat))
            return


@action(fights.EnoughTaken)
def enough_taken(play: Play, seat: int, act: fights.EnoughTaken) -> None:
    """Take no more resources."""
    step = asked_for(play, "raid")
    play.checked()
    play.answered(seat)
    play.drop(step)


# --- inventions -------------------------------------------------------------------------------


@action.step("steal", of="winner")
def ask_what_is_stolen(play: Play, *, winner: int, loser: int) -> None:
    """Ask which invention to steal; the thief chooses, and if there is none nothing happens (RC-51, RC-89)."""
    play.cite("RC-89")
    if Board(play.opening, play.table).items(loser):
        play.then("stolen", winner=winner, loser=loser)
        play.ask(windows.STEAL, winner)


@action.step("stolen", of="winner")
def stolen(play: Play, *, winner: int, loser: int) -> None:
    """Do nothing; the step's arguments identify the players for the answer."""


@action(fights.StealInvention)
def steal(play: Play, seat: int, act: fights.StealInvention) -> None:
    """Steal a built invention: it stays built; its one-time gain comes at the phase's end (RC-51 to RC-53, RC-89)."""
    loser = asked_for(play, "stolen").arguments["loser"]
    there = play.table.count(items(loser), act.invention)
    if not there:
        play.require("RC-89", False, say("{seat} has built no such invention", seat=who(loser)))
        raise Impossible(say("{seat} has built no such invention", seat=who(loser)))
    play.cite("RC-51")
    play.checked()
    play.answered(seat)
    take_item(play, seat, loser, act.invention)


def take_item(play: Play, seat: int, loser: int, piece: str) -> None:
    """Give an item to another player; the previous owner loses its one-time gain (RC-41, RC-64, RC-98)."""
    board = Board(play.opening, play.table)
    play.cite("RC-41")
    play.cite("RC-64")
    if board.options.revert_on_theft and board.table.get(f"fresh:{piece}") is None:
        play.cite("RC-98")
        cards.revert(play, loser, piece)
    elif not board.before_fourth_edition:
        cards.take_the_shortcut_away(play, loser, piece)
    receive(play, seat, piece, items(loser))
