"""A simple bot: it stays alive, builds a camp, and works towards the scenario's aim."""

from __future__ import annotations

from collections.abc import Callable

from tablescribe.domain.games.robinson.actions import placing
from tablescribe.domain.games.robinson.actions.effects import ChooseSide, PutBeast
from tablescribe.domain.games.robinson.actions.fights import (
    ClaimAll,
    StealInvention,
    TakeGood,
    TakeReward,
    UseInFight,
    UsePalisade,
)
from tablescribe.domain.games.robinson.actions.night import CookInTheNight, MoveCamp
from tablescribe.domain.games.robinson.actions.resolving import CarryOut, MeetEvent, RollAgain
from tablescribe.domain.games.robinson.actions.scenario import FeedPyre
from tablescribe.domain.games.robinson.actions.using import GatherMore, SoftenWeather, UseAbility, UseItem, UseToken
from tablescribe.domain.games.robinson.board import FOOD, WOOD, Track, future, hearts
from tablescribe.domain.games.robinson.island import Island
from tablescribe.domain.games.robinson.requirements import pawns_needed
from tablescribe.domain.games.robinson.tasks import Task
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.deciding import legal_actions
from tablescribe.domain.rules.opening import Opening
from tablescribe.domain.table.table import Table

Pick = Callable[[int], int]
"""Returns a number from 0 to n-1."""

IN_DANGER = 4
"""A character with this many hearts or fewer rests."""

CAMP: dict[Track, int] = {"shelter": 60, "roof": 24, "palisade": 8, "weapon": 22}
"""The value of building each track while its level is low."""

ENOUGH: dict[Track, int] = {"shelter": 1, "roof": 2, "palisade": 1, "weapon": 3}

CARDS = {
    "fire": 26, "knife": 24, "rope": 20, "spear": 30, "bow": 30, "sling": 28, "basket": 20, "pot": 16, "shovel": 14,
    "bricks": 14, "map": 14, "snare": 26, "fireplace": 18, "cellar": 16, "raft": 16, "corral": 18, "dam": 16,
}  # fmt: skip
"""The value of each invention."""

PLENTY = 5
"""Determination above this number is spent."""

GOOD_ANSWERS = (
    ClaimAll, StealInvention, TakeGood, GatherMore, SoftenWeather, UseInFight, ChooseSide, PutBeast, CarryOut
)  # fmt: skip
"""Answers that are always better than declining."""

USEFUL = ("soup", "defence", "recipe")
"""Abilities used whenever there is determination to spare."""


def choose(opening: Opening, table: Table, seat: int, pick: Pick) -> Action:
    """Return a seat's best action; ties are broken at random."""
    board = Island(opening, table)
    legal = list(legal_actions(opening, table, seat))
    worth = [value(board, seat, action) for action in legal]
    best = [action for action, one in zip(legal, worth, strict=True) if one == max(worth)]
    return best[pick(len(best))]


def value(board: Island, seat: int, action: Action) -> int:
    """Return the value of an action; declining an offer is worth 0."""
    if isinstance(action, placing.Placement):
        return placed(board, seat, action)
    if isinstance(action, UseAbility):
        return 200 if action.ability in USEFUL and board.determination(seat) > PLENTY else -50
    if isinstance(action, UseItem | UseToken):
        return -20
    if isinstance(action, GOOD_ANSWERS):
        return 2
    return answered(board, seat, action)


def answered(board: Island, seat: int, action: Action) -> int:
    """Return the value of an answer that depends on the situation."""
    match action:
        case TakeReward():
            return {"relic": 5, "item": 4, "raid": 3, "scatter": 2, "trophy": 1}[_reward(board, action.reward)]
        case UsePalisade():
            rivals = [board.level("weapon", other) for other in board.rivals(seat)]
            return 1 if max(rivals, default=0) > board.level("weapon", seat) else -1
        case RollAgain():
            return 1 if action.die == "success" and board.determination(seat) > PLENTY else -1
        case MeetEvent():
            return 1 if board.table.number(hearts(seat)) > IN_DANGER else -1
        case MoveCamp():
            tile = board.tile(action.space)
            return 3 if tile is not None and tile.natural_shelter and not board.is_sheltered(seat) else -1
        case CookInTheNight():
            return 1 if board.has(seat, FOOD) > 1 else -1
        case FeedPyre():
            return action.wood if board.is_sheltered(seat) or board.round > 2 else -1
    return 0


def _reward(board: Island, name: str) -> str:
    reward = board.scenario.reward(name)
    return reward.do if reward is not None else "trophy"


# --- pawns ------------------------------------------------------------------------------------


def placed(board: Island, seat: int, act: placing.Placement) -> int:
    """Return the value of placing a pawn: finish what was begun, and add nothing to a sure success."""
    task = Task(seat, act.where, act.count)
    begun = board.pawns_on(task)
    worth = planned(board, seat, act)
    if act.pawn != "own":
        return worth + 5
    if not begun:
        return worth
    if begun < pawns_needed(board, seat, act.where):
        return worth + 100
    return worth // 3


def planned(board: Island, seat: int, act: placing.Placement) -> int:
    """Return the value of an action if it succeeds."""
    left = board.table.number(hearts(seat))
    match act:
        case placing.Rest():
            return 50 if left <= IN_DANGER else 2
        case placing.Arrange():
            return 9 + 8 * (board.determination(seat) < 3)
        case placing.Build():
            return CAMP[act.track] if board.level(act.track, seat) < ENOUGH[act.track] else 3
        case placing.Invent():
            return CARDS.get(act.invention.partition(":")[2], 10)
        case placing.Gather():
            return gathered(board, seat, act)
        case placing.Explore():
            return 12 + 18 * bool(board.scenario.totem(1) and not board.scenario.pyre) - 12 * (left <= IN_DANGER)
        case placing.Hunt():
            return 5 * board.level("weapon", seat) - 5 + 6 * (board.has(seat, FOOD) < 2) if left > IN_DANGER else 0
        case placing.Attack():
            margin = board.level("weapon", seat) - board.level("weapon", act.target)
            return 25 * (margin - board.level("palisade", act.target))
    return 0


def gathered(board: Island, seat: int, act: placing.Gather) -> int:
    """Return the value of a source: food against hunger, wood for the camp and the pyre."""
    good = board.source(act.space, act.side)
    coming = board.table.count(future(seat), good)
    if good == FOOD:
        return 22 if board.has(seat, FOOD) + coming < 2 else 6
    return 21 if board.has(seat, WOOD) + coming < 4 else 10
