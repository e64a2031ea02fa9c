"""The Marquise de Cat (RO-6): her keep, wood and buildings, three actions, field hospitals."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.games.root.abilities import Abilities, Ban, Crafter, Faction, Loss
from tablescribe.domain.games.root.actions.core import Battle, Move
from tablescribe.domain.games.root.actions.marquise import Build, Hasten, Heal, NoHeal, Overwork, Recruit, TakeWood
from tablescribe.domain.games.root.board import (
    BIRD,
    CLEARINGS,
    DISCARD,
    DRAW,
    SETUP,
    Board,
    catalogue_of,
    clearing,
    supply,
    this,
)
from tablescribe.domain.games.root.pieces import MARQUISE
from tablescribe.domain.games.root.reign import rules
from tablescribe.domain.games.root.rules.citing import cite_now
from tablescribe.domain.games.root.rules.crafting import activate_piece, pieces_that_craft
from tablescribe.domain.games.root.rules.hand import must_spend, spend
from tablescribe.domain.games.root.rules.marquise_setup import KEEP, WARRIOR, is_set_up, set_up_building, settle
from tablescribe.domain.games.root.rules.placing import bring_back, place_at_each
from tablescribe.domain.games.root.rules.points import gain
from tablescribe.domain.games.root.rules.ruling import adjacent, must_have_slot, must_place, must_rule
from tablescribe.domain.games.root.rules.turn import (
    action,
    awaiting,
    begin_or_set_up,
    in_stage,
    must_play,
    one_less,
    pass_on,
)
from tablescribe.domain.games.root.standing import BUILT, building, built
from tablescribe.domain.games.root.windows import HOSPITALS, WOOD_SPENT
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.table import BOX
from tablescribe.domain.words.text import say

WOOD = "marquise:wood"

CRAFTING, ACTING = "craft", "daylight"
ACTIONS, EXTRA, MARCHES, RECRUITED = "actions", "extra", "marches", "recruited"
"""The counters of a turn: actions taken, extra ones for birds, moves left of a march, whether she has recruited."""


# --- Birdsong (RO-6.4) ----------------------------------------------------------------------------


def enter(play: Play, seat: int, stage: str) -> None:
    """Place a wood at each sawmill in Birdsong (RO-6.4), and cite the rule for drawing in Evening (RO-6.6)."""
    if is_mine(play, seat) and stage == DRAW:
        play.cite("RO-6.6")
    if is_mine(play, seat) and stage == "birdsong":
        play.cite("RO-6.4")
        at_each = [at for at in CLEARINGS for _ in range(Board(play.opening, play.table).at(at, building("sawmill")))]
        place_at_each(play, seat, WOOD, at_each)


def is_mine(play: Play, seat: int) -> bool:
    """Return whether a seat plays the Marquise."""
    return Board(play.opening, play.table).faction(seat) == MARQUISE


def pauses(board: Board, seat: int, stage: str) -> bool:
    """Return whether she has something to do: crafting with a workshop, or actions."""
    if board.faction(seat) != MARQUISE:
        return False
    return stage == ACTING or (stage == CRAFTING and bool(crafters(board, seat)) and board.hand(seat) > 0)


def crafters(board: Board, seat: int) -> list[Crafter]:
    """Return her workshops that can be activated (RO-6.2.1)."""
    return pieces_that_craft(board, building("workshop"))


# --- Daylight (RO-6.5) ----------------------------------------------------------------------------


def actions_left(board: Board) -> int:
    """Return the number of actions left: three, and one for each bird spent (RO-6.5)."""
    return 3 + board.done(EXTRA) - board.done(ACTIONS)


def must_have_action(play: Play, seat: int, rule: str) -> Board:
    """Require that she has an action left in Daylight. Crafting ends with her first action."""
    pass_on(play, seat, CRAFTING, ACTING)
    board = in_stage(play, seat, rule, ACTING)
    must_play(play, seat, MARQUISE)
    play.require(
        "RO-6.5", actions_left(board) > 0, say("you have taken all three actions: spend a bird card for another")
    )
    return board


def take_action(play: Play) -> None:
    """Record an action; it ends a march in progress."""
    play.add(this(ACTIONS), 1)
    play.set(this(MARCHES), None)


def sources(board: Board, seat: int, deed: str) -> Iterator[str]:
    """Yield the source of her moves and battles: her actions."""
    acting = board.faction(seat) == MARQUISE and board.turn == seat and board.stage in (CRAFTING, ACTING)
    if acting and (actions_left(board) > 0 or (deed == "move" and board.done(MARCHES))):
        yield ""


def permits(play: Play, seat: int, act: Action) -> bool:
    """Allow a battle (RO-6.5.1), or a march of up to two moves (RO-6.5.2), for an action."""
    board = Board(play.opening, play.table)
    if board.faction(seat) != MARQUISE or not isinstance(act, Move | Battle) or act.by:
        return False
    if isinstance(act, Move) and board.done(MARCHES) and board.stage == ACTING:
        play.cite("RO-6.5.2")
        cite_now(play, "RO-4.2.2")
        return True
    if board.stage not in (CRAFTING, ACTING):
        return False
    must_have_action(play, seat, "RO-6.5.2" if isinstance(act, Move) else "RO-6.5.1")
    return True


def spends(play: Play, seat: int, act: Action) -> None:
    """Record an action for a battle or for the first move of a march, which leaves one more move."""
    board = Board(play.opening, play.table)
    if board.faction(seat) != MARQUISE or not isinstance(act, Move | Battle) or act.by:
        return
    if isinstance(act, Move) and board.done(MARCHES):
        play.set(this(MARCHES), None)
        return
    take_action(play)
    if isinstance(act, Move):
        play.set(this(MARCHES), 1)


@action(Hasten)
def hasten(play: Play, seat: int, act: Hasten) -> None:
    """Spend a bird card for one more action (RO-6.5)."""
    pass_on(play, seat, CRAFTING, ACTING)
    in_stage(play, seat, "RO-6.5", ACTING)
    must_play(play, seat, MARQUISE)
    must_spend(play, seat, "RO-6.5", act.card, BIRD)
    play.checked()
    spend(play, seat, act.card)
    play.add(this(EXTRA), 1)
    play.set(this(MARCHES), None)


@action(Recruit)
def recruit(play: Play, seat: int, act: Recruit) -> None:
    """Place a warrior at each recruiter, once a turn (RO-6.5.3)."""
    board = must_have_action(play, seat, "RO-6.5.3")
    play.require("RO-6.5.3", not board.done(RECRUITED), say("you have already recruited this turn"))
    at_each = [at for at in CLEARINGS for _ in range(board.at(at, building("recruiter")))]
    play.checked()
    take_action(play)
    play.set(this(RECRUITED), 1)
    place_at_each(play, seat, WARRIOR, at_each)


@action(Overwork)
def overwork(play: Play, seat: int, act: Overwork) -> None:
    """Overwork: spend a card of the suit of a sawmill's clearing to place a wood there (RO-6.5.5)."""
    board = must_have_action(play, seat, "RO-6.5.5")
    play.require("RO-6.5.5", board.at(act.at, building("sawmill")), say("you need a sawmill there"))
    must_spend(play, seat, "RO-6.5.5", act.card, *board.suits(act.at))
    play.require("RO-6.5.5", board.left(MARQUISE, WOOD), say("there is no wood left in the supply"))
    must_place(play, MARQUISE, act.at)
    play.checked()
    take_action(play)
    spend(play, seat, act.card)
    place_at_each(play, seat, WOOD, [act.at])


# --- building (RO-6.5.4) --------------------------------------------------------------------------


@action(Build)
def build(play: Play, seat: int, act: Build) -> None:
    """Build in a ruled clearing with an open slot, with wood from clearings joined through her rule (RO-6.5.4)."""
    board = begin_or_set_up(play, seat)
    must_play(play, seat, MARQUISE)
    if board.stage == SETUP:
        set_up_building(play, seat, act)
        return
    must_have_action(play, seat, "RO-6.5.4")
    must_rule(play, "RO-6.5.4", MARQUISE, act.at)
    must_have_slot(play, act.at)
    must_place(play, MARQUISE, act.at)
    left = board.left(MARQUISE, building(act.building))
    play.require("RO-6.5.4", left, say("you have no buildings of that type left"))
    cost = wood_cost(board, act.building)
    have = sum(board.at(at, WOOD) for at in joined(board, act.at))
    play.require("RO-6.5.4", have >= cost, say("this costs {cost} wood; you can reach {have}", cost=cost, have=have))
    play.move(building(act.building), 1, supply(MARQUISE), clearing(act.at))
    play.checked()
    take_action(play)
    points = catalogue_of(play.opening).marquise.points[act.building][BUILT - left]
    gain(play, seat, points, "RO-6.5.4")
    play.then("spend_wood", seat=seat, n=min(cost, have), of=joined(board, act.at))


def wood_cost(board: Board, kind: str) -> int:
    """Return the wood cost of the next building of a type."""
    costs = catalogue_of(board.setting).marquise.wood
    return costs[min(built(board, kind), len(costs) - 1)]


def joined(board: Board, at: int) -> list[int]:
    """Return a clearing and all that she rules and can reach through clearings she rules."""
    found, ring = {at}, [at]
    while ring:
        one = ring.pop()
        new = {to for to in adjacent(board, MARQUISE, one) if to not in found and rules(board, MARQUISE, to)}
        found |= new
        ring += sorted(new)
    return sorted(found)


@action.step("spend_wood")
def spend_wood(play: Play, *, seat: int, n: int, of: list[int]) -> None:
    """Take the wood for a building; ask from where if there is a choice."""
    there = [at for at in of if play.table.count(clearing(at), WOOD)]
    if not n or not there:
        return
    if len(there) == 1 or sum(play.table.count(clearing(at), WOOD) for at in there) == n:
        for at in there:
            play.move(WOOD, min(n, play.table.count(clearing(at), WOOD)), clearing(at), supply(MARQUISE))
        return
    play.then("spend_wood", seat=seat, n=n, of=of)
    play.ask(WOOD_SPENT, seat)


@action(TakeWood)
def take_wood(play: Play, seat: int, act: TakeWood) -> None:
    """Take one wood for a building (RO-6.5.4)."""
    waiting = awaiting(play.table, "spend_wood")
    near = act.at in waiting.get("of", ())
    play.require("RO-6.5.4", near, say("take wood only from clearings you rule that are connected to it"))
    play.move(WOOD, 1, clearing(act.at), supply(MARQUISE))
    play.checked()
    play.answered(seat)
    one_less(play, "spend_wood")


# --- field hospitals and the keep (RO-6.2) --------------------------------------------------------


def forbids_placing(board: Board, owner: str, at: int) -> Ban | None:
    """Only the Marquise can place pieces in the clearing with her keep (RO-6.2.2)."""
    if board.at(at, KEEP) and owner != MARQUISE and board.seat_of(owner) != board.seat_of(MARQUISE):
        return Ban("RO-6.2.2", say("only the Marquise can place pieces in the keep's clearing"))
    return None


def resting_place(board: Board, loss: Loss) -> str | None:
    """The removed keep leaves the game (RO-6.2.2)."""
    return BOX if loss.piece == KEEP else None


def removed(play: Play, loss: Loss) -> None:
    """Cite that the keep has left the game (RO-6.2.2)."""
    if loss.piece == KEEP:
        play.cite("RO-6.2.2")


def crafted(play: Play, seat: int, card: str) -> None:
    """Cite crafting with workshops (RO-6.2.1)."""
    if is_mine(play, seat):
        play.cite("RO-6.2.1")


def lost(play: Play, losses: tuple[Loss, ...]) -> None:
    """Offer Field Hospitals for each clearing from which her warriors were removed (RO-6.2.3)."""
    if any(loss.piece == KEEP for loss in losses):
        play.cite("RO-AMB-24")
    fallen = {loss.at: 0 for loss in losses if loss.piece == WARRIOR}
    for loss in losses:
        if loss.piece == WARRIOR:
            fallen[loss.at] += loss.n
    for at, n in sorted(fallen.items(), reverse=True):
        play.then("hospitals", at=at, n=n)


@action.step("hospitals")
def ask_for_hospitals(play: Play, *, at: int, n: int) -> None:
    """Ask whether to spend a card for the removed warriors, if her keep is on the map and she has a card."""
    board = Board(play.opening, play.table)
    seat = board.seat_of(MARQUISE)
    if seat and board.on_map(KEEP) and board.hand(seat):
        play.then("healed", at=at, n=n)
        play.ask(HOSPITALS, seat)


@action(Heal)
def heal(play: Play, seat: int, act: Heal) -> None:
    """Field Hospitals: spend a card of the clearing's suit to place the removed warriors at the keep (RO-6.2.3)."""
    board = Board(play.opening, play.table)
    waiting = awaiting(play.table, "healed")
    must_spend(play, seat, "RO-6.2.3", act.card, *board.suits(int(waiting.get("at", 0))))
    play.checked()
    spend(play, seat, act.card)
    keep = board.where(KEEP)
    if keep and waiting:
        bring_back(play, WARRIOR, int(waiting["n"]), keep[0])
    play.answered(seat)


@action(NoHeal)
def no_heal(play: Play, seat: int, act: NoHeal) -> None:
    """Do not save the removed warriors."""
    play.checked()
    play.answered(seat)


@action.step("healed")
def healed(play: Play, *, at: int, n: int) -> None:
    """Do nothing; the step's arguments identify the clearing for `Heal`."""


FACTION = Faction(
    key=MARQUISE,
    abilities=Abilities(
        forbids_placing=forbids_placing, resting_place=resting_place, removed=removed,
        crafted=crafted, lost=lost, sources=sources, permits=permits,
        spends=spends, pauses=pauses, enter=enter,
    ),
    daylight=(CRAFTING, ACTING),
    evening=(DRAW, DISCARD),
    settle=settle,
    is_set_up=is_set_up,
    crafts_in=(CRAFTING,),
    crafting_pieces=("marquise:workshop",),
    crafters=crafters,
    activate=activate_piece,
)  # fmt: skip
