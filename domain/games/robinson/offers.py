"""Candidate actions. The rules filter out illegal ones; a missing legal one is a defect."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.games.robinson import offered
from tablescribe.domain.games.robinson.actions import fights, placing, resolving
from tablescribe.domain.games.robinson.actions.night import CookInTheNight, MoveCamp, NoCooking, Stay, TakeTheWeather
from tablescribe.domain.games.robinson.board import (
    GOODS,
    INVENTIONS,
    SIDES,
    TRACKS,
    TURN,
    Side,
    camp,
    pawn,
    pawns,
    personal,
)
from tablescribe.domain.games.robinson.costs import prices
from tablescribe.domain.games.robinson.helpers import helps, piece_of
from tablescribe.domain.games.robinson.island import Island
from tablescribe.domain.games.robinson.rules import cards
from tablescribe.domain.games.robinson.tasks import Task
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import AWAITS
from tablescribe.domain.table.table import Table

PAWN_NAMES: tuple[placing.PawnName, ...] = ("own", "hunt", "build", "gather", "explore", "gather_explore")


def offers(setting: Setting, table: Table, seat: int) -> Iterator[Action]:
    """Yield the candidate actions of a seat."""
    board = Island(setting, table)
    if AWAITS in table.values:
        window = str(table.get(AWAITS))
        yield from _answers(board, seat, window)
        yield from offered.answers(board, seat, window)
    elif table.get(TURN) == seat:
        yield from _placements(board, seat)
    yield from offered.using(board, seat)


# --- placing pawns ----------------------------------------------------------------------------


def _placements(board: Island, seat: int) -> Iterator[Action]:
    """Yield the placements of a seat's pawns: own ones anywhere, neutral ones with an own one (RC-B17)."""
    if board.table.count(pawns(seat), pawn(seat)):
        yield from _somewhere(board, seat)
    for name in PAWN_NAMES:
        if name != "own" and board.table.count(pawns(seat), piece_of(seat, name)):
            yield from (joined(task, name) for task in board.tasks_of(seat) if helps(board, name, task.where))
    yield placing.NoMorePawns()


def joined(task: Task, name: placing.PawnName) -> Action:
    """Return the placement of another pawn on an action that is already planned."""
    kind, _, rest = task.where.partition(":")
    match kind:
        case "hunting":
            return placing.Hunt(pawn=name)
        case "camp":
            return placing.Attack(pawn=name, target=int(rest), n=task.n)
        case "source":
            return placing.Gather(pawn=name, space=int(rest.partition(":")[0]), side=_side(rest))
        case "space":
            return placing.Explore(pawn=name, space=int(rest))
        case "invention":
            return placing.Invent(pawn=name, invention=task.where)
    return placing.Build(pawn=name, track=next(track for track in TRACKS if track == kind), n=task.n)


def _side(rest: str) -> Side:
    return "left" if rest.endswith("left") else "right"


def _somewhere(board: Island, seat: int) -> Iterator[Action]:
    yield placing.Hunt()
    for other in board.rivals(seat):
        begun = len(board.tasks_of(seat, camp(other)))
        yield from (placing.Attack(target=other, n=n) for n in range(1, begun + 2))
    explored = board.explored
    for number in board.layout.spaces:
        if number in explored:
            yield from (placing.Gather(space=number, side=side) for side in SIDES)
        else:
            yield placing.Explore(space=number)
    yield from _building(board, seat)
    yield from (placing.Arrange(), placing.Rest())


def _building(board: Island, seat: int) -> Iterator[Action]:
    for track in TRACKS:
        begun = len(board.tasks_of(seat, track))
        for n in range(1, begun + 2):
            yield from (placing.Build(track=track, pay=pay, n=n) for pay in _payments(board, track, n > begun))
    for zone in (INVENTIONS, personal(seat)):
        for piece in board.table.each(zone):
            new = not board.tasks_of(seat, piece)
            yield from (placing.Invent(invention=piece, pay=pay) for pay in _payments(board, piece, new))


def _payments(board: Island, where: str, new: bool) -> tuple[placing.Payment | None, ...]:
    """Return the possible payments: one for each price if there is a choice; none with a later pawn."""
    return ("wood", "fur") if new and len(prices(board, where)) > 1 else (None,)


# --- answers ----------------------------------------------------------------------------------


def _answers(board: Island, seat: int, window: str) -> Iterator[Action]:
    """Yield the candidate answers to an open window."""
    match window:
        case "order":
            yield from (
                resolving.CarryOut(where=where) for where in sorted({task.where for task in board.tasks_of(seat)})
            )
            yield resolving.AsTheyStand()
        case "reroll":
            yield from (
                resolving.RollAgain(die="wound"),
                resolving.RollAgain(die="success"),
                resolving.RollAgain(die="adventure"),
                resolving.KeepDice(),
            )
        case "special_event":
            yield from (resolving.MeetEvent(), resolving.NoEvent())
        case "soften":
            yield TakeTheWeather()
        case "cooking":
            yield from (CookInTheNight(invention=piece) for piece in board.items(seat))
            yield NoCooking()
        case "camp":
            yield from (MoveCamp(space=number) for number in board.layout.spaces)
            yield Stay()
        case _:
            yield from _in_fights(board, seat, window)


def _in_fights(board: Island, seat: int, window: str) -> Iterator[Action]:
    match window:
        case "bonus":
            yield from (fights.UseInFight(what=what) for what in cards.fight_bonuses(board, seat))
            yield fights.NoBonus()
        case "palisade":
            yield from (fights.UsePalisade(), fights.NoPalisade())
        case "reward":
            yield from (fights.TakeReward(reward=one.id) for one in board.scenario.rewards)
            yield fights.NoReward()
        case "raid":
            yield from (fights.TakeGood(good=good) for good in GOODS)
            yield fights.EnoughTaken()
        case "steal":
            for other in board.setting.opponents(seat):
                yield from (fights.StealInvention(invention=piece) for piece in board.items(other))
        case "claim":
            yield from (fights.ClaimAll(), fights.ClaimNothing())
