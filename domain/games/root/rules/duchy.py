"""The Underground Duchy (RO-12): the Burrow and its tunnels, two actions, and then ministers."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.games.root.abilities import Abilities, Ban, Crafter, Faction, Journey, Loss
from tablescribe.domain.games.root.actions.core import Battle, Move
from tablescribe.domain.games.root.actions.duchy import Dig, Levy, Raise
from tablescribe.domain.games.root.board import (
    BURROW,
    CLEARINGS,
    DISCARD,
    DRAW,
    Board,
    catalogue_of,
    clearing,
    supply,
    this,
)
from tablescribe.domain.games.root.cards import suit_of
from tablescribe.domain.games.root.paths import by_path, land
from tablescribe.domain.games.root.pieces import DUCHY, warrior
from tablescribe.domain.games.root.rules.beginning import must_be_free_corner, scatter
from tablescribe.domain.games.root.rules.crafting import activate_piece, pieces_that_craft
from tablescribe.domain.games.root.rules.hand import discard_card, must_spend, spend
from tablescribe.domain.games.root.rules.homelands import by_card
from tablescribe.domain.games.root.rules.ministers import (
    CROWNS,
    PARLIAMENT,
    REVEALED,
    SWAYING,
    UNSWAYED,
    banks_on,
    can_sway,
    minister,
    ministers_to_act,
    must_act_by,
    reveal_for,
    uses,
)
from tablescribe.domain.games.root.rules.moving import must_leave_and_enter, travel
from tablescribe.domain.games.root.rules.placing import place
from tablescribe.domain.games.root.rules.price_of_failure import lost
from tablescribe.domain.games.root.rules.removal import take_away
from tablescribe.domain.games.root.rules.ruling import must_have_slot, must_place, must_rule
from tablescribe.domain.games.root.rules.turn import action, in_stage, must_play, pass_on
from tablescribe.domain.games.root.standing import MARKET
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.play import Play
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import hand
from tablescribe.domain.table.table import BOX, Impossible
from tablescribe.domain.words.text import Thing, say

WARRIOR, TUNNEL = warrior(DUCHY), "duchy:tunnel"
CITADEL = "duchy:citadel"
TUNNELS, ACTIONS_A_DAY, FOLLOWERS = 3, 2, 4
ASSEMBLY, RETURNING, CRAFTING = "assembly", "returning", "crafting"


def is_theirs(board: Board, seat: int) -> bool:
    """Return whether a seat plays the Duchy."""
    return board.faction(seat) == DUCHY


# --- set-up (RO-12.3) -----------------------------------------------------------------------------


def boxed(setting: Setting) -> dict[str, int]:
    """Return the ministers."""
    return {minister(name): 1 for name in catalogue_of(setting).duchy.ministers}


def set_up(play: Play, seat: int) -> None:
    """Lay out the ministers and the crowns of each rank."""
    for name, rank in catalogue_of(play.opening).duchy.ministers.items():
        play.move(minister(name), 1, BOX, UNSWAYED)
        play.set(CROWNS + rank, catalogue_of(play.opening).duchy.crowns)


def settle(play: Play, seat: int, at: int) -> None:
    """Place a tunnel and two warriors in a corner, and two warriors in each adjacent clearing (RO-12.3)."""
    board = Board(play.opening, play.table)
    play.require("RO-12.3", not board.on_map(TUNNEL), say("the first tunnel has already been placed"))
    must_be_free_corner(play, "RO-12.3", at)
    play.checked()
    play.move(TUNNEL, 1, supply(DUCHY), clearing(at))
    play.move(WARRIOR, 2, supply(DUCHY), clearing(at))
    if by_card(board):
        scatter(play, seat, WARRIOR, 5, at)
        return
    for other in by_path(land(play.opening), play.table, at):
        play.move(WARRIOR, 2, supply(DUCHY), clearing(other))


def is_set_up(board: Board, seat: int) -> bool:
    """Return whether the first tunnel has been placed."""
    return bool(board.on_map(TUNNEL))


# --- the turn -------------------------------------------------------------------------------------


def enter(play: Play, seat: int, stage: str) -> None:
    """Place warriors in the Burrow in Birdsong (RO-12.4); clear revealed cards and draw in Evening (RO-12.6.1)."""
    board = Board(play.opening, play.table)
    if not is_theirs(board, seat):
        return
    if stage == "birdsong":
        play.cite("RO-12.4")
        place(play, WARRIOR, catalogue_of(play.opening).duchy.burrow[board.on_map(CITADEL)], BURROW)
    elif stage == RETURNING:
        take_back(play, seat)
    elif stage == DRAW:
        play.cite("RO-12.6.3")


def take_back(play: Play, seat: int) -> None:
    """Discard revealed birds, and return other revealed cards to the hand (RO-12.6.1)."""
    play.cite("RO-12.6.1")
    for card, n in play.table.pieces(REVEALED).items():
        for _ in range(n):
            if suit_of(play.opening, card) == "bird":
                discard_card(play, card, REVEALED)
            else:
                play.move(card, 1, REVEALED, hand(seat))


def pauses(board: Board, seat: int, stage: str) -> bool:
    """Return whether the Duchy has something to do in a stage."""
    if not is_theirs(board, seat):
        return False
    if stage == ASSEMBLY:
        return actions_left(board) > 0
    if stage == PARLIAMENT:
        return bool(ministers_to_act(board)) or banks_on(board, seat)
    if stage == SWAYING:
        return not board.done("swayed") and any(can_sway(board, seat, name) for name in unswayed(board))
    return stage == CRAFTING and board.hand(seat) > 0 and bool(crafters(board, seat))


def unswayed(board: Board) -> list[str]:
    """Return the ministers that have not been swayed."""
    return [piece.partition(":")[2] for piece in board.table.each(UNSWAYED)]


def actions_left(board: Board) -> int:
    """Return the number of Daylight actions left (RO-12.5.1)."""
    return ACTIONS_A_DAY - board.done(ASSEMBLY)


def must_have_action(play: Play, seat: int, rule: str) -> Board:
    """Require one of the two Daylight actions (RO-12.5.1)."""
    board = in_stage(play, seat, rule, ASSEMBLY)
    must_play(play, seat, DUCHY)
    play.require("RO-12.5.1", actions_left(board) > 0, say("you have taken both actions of the assembly"))
    return board


def may_act(play: Play, seat: int, rule: str, by: str) -> Board:
    """Require a Daylight action, or a minister that allows it."""
    if not by:
        return must_have_action(play, seat, rule)
    board = in_stage(play, seat, "RO-12.5.2", PARLIAMENT)
    must_play(play, seat, DUCHY)
    must_act_by(play, by)
    return board


def acted(play: Play, by: str, deed: str) -> None:
    """Record the cost of an action: one of the two, or the minister's."""
    if by:
        play.cite("RO-12.5.2")
        uses(play, by, deed)
    else:
        play.cite("RO-12.5.1")
        play.add(this(ASSEMBLY), 1)


@action(Raise)
def build(play: Play, seat: int, act: Raise) -> None:
    """Build: reveal a card of the clearing's suit (RO-12.5.1-I); with the Foremole, any card (RO-12.5.2)."""
    if act.by:
        pass_on(play, seat, ASSEMBLY, PARLIAMENT)
    board = may_act(play, seat, "RO-12.5.1-I", act.by)
    if act.by and act.by.rpartition(":")[2] != "foremole":
        raise Impossible(say("{minister} cannot build", minister=Thing(minister(act.by.rpartition(":")[2]))))
    piece = f"duchy:{act.building}"
    must_spend(play, seat, "RO-12.5.1-I", act.card, *(() if act.by else board.suits(act.at)))
    must_rule(play, "RO-12.5.1-I", DUCHY, act.at)
    play.require("RO-12.5.1-I", board.left(DUCHY, piece), say("you have none of these buildings left"))
    must_have_slot(play, act.at)
    must_place(play, DUCHY, act.at)
    play.checked()
    reveal_for(play, seat, act.card)
    acted(play, act.by, "build")
    place(play, piece, 1, act.at)


@action(Levy)
def recruit(play: Play, seat: int, act: Levy) -> None:
    """Recruit: place a warrior in the Burrow (RO-12.5.1-II)."""
    board = must_have_action(play, seat, "RO-12.5.1-II")
    play.require("RO-12.5.1-II", board.left(DUCHY), say("you have no warriors left in your supply"))
    play.checked()
    acted(play, "", "recruit")
    place(play, WARRIOR, 1, BURROW)


@action(Dig)
def dig(play: Play, seat: int, act: Dig) -> None:
    """Dig: spend a card to place a tunnel in a clearing of its suit; up to four warriors follow (RO-12.5.1-V)."""
    board = must_have_action(play, seat, "RO-12.5.1-V")
    must_spend(play, seat, "RO-12.5.1-V", act.card, *board.suits(act.at))
    play.require("RO-12.5.1-V", not board.at(act.at, TUNNEL), say("there is already a tunnel there"))
    must_have_tunnel(play, board, act)
    must_place(play, DUCHY, act.at)
    if act.n > board.at(BURROW, WARRIOR):
        raise Impossible(
            say("there are not that many {piece} in {at}", piece=Thing(WARRIOR), at=Thing(clearing(BURROW)))
        )
    bans_entering(play, act)
    play.checked()
    spend(play, seat, act.card)
    acted(play, "", "dig")
    if act.instead is not None:
        play.cite("RO-12.2.4")
        take_away(play, Loss(TUNNEL, 1, act.instead, DUCHY, "effect:RO-12.2.4"))
    place(play, TUNNEL, 1, act.at)
    if act.n:
        travel(play, Journey(seat, DUCHY, BURROW, act.at, {WARRIOR: act.n}, "tunnel"))


def must_have_tunnel(play: Play, board: Board, act: Dig) -> None:
    """Require a tunnel to place; with all three on the map, one must be removed first (RO-12.2.4)."""
    if act.instead is None:
        play.require(
            "RO-12.5.1-V", board.left(DUCHY, TUNNEL), say("all tunnels are on the map: choose one to remove first")
        )
        if not board.left(DUCHY, TUNNEL):
            raise Impossible(say("all tunnels are on the map: choose one to remove first"))
        return
    play.require(
        "RO-12.2.4", board.on_map(TUNNEL) == TUNNELS, say("you still have a tunnel to place: do not remove one")
    )
    if not board.at(act.instead, TUNNEL):
        raise Impossible(say("there is no tunnel there"))


def bans_entering(play: Play, act: Dig) -> None:
    """Require that no rule keeps the warriors from entering."""
    if act.n:
        must_leave_and_enter(play, DUCHY, BURROW, act.at)


# --- moves and battles, by an action or a minister ------------------------------------------------

MAY_MOVE, MAY_BATTLE = ("marshal", "brigadier"), ("captain", "brigadier")


def sources(board: Board, seat: int, deed: str) -> Iterator[str]:
    """Yield the sources of moves and battles (RO-12.5.1-III, RO-12.5.1-IV, RO-12.5.2)."""
    if not is_theirs(board, seat):
        return
    if board.stage == ASSEMBLY and actions_left(board) > 0:
        yield ""
    if board.stage == PARLIAMENT:
        able = MAY_MOVE if deed == "move" else MAY_BATTLE
        yield from (by for by in ministers_to_act(board, deed) if by.rpartition(":")[2] in able)


def permits(play: Play, seat: int, act: Action) -> bool:
    """Require a Daylight action or a minister for a move or battle."""
    board = Board(play.opening, play.table)
    if not isinstance(act, Move | Battle) or not is_theirs(board, seat) or is_anothers(act.by):
        return False
    deed = "move" if isinstance(act, Move) else "battle"
    if act.by and act.by.rpartition(":")[2] not in (MAY_MOVE if deed == "move" else MAY_BATTLE):
        return False
    may_act(play, seat, "RO-12.5.1-III" if deed == "move" else "RO-12.5.1-IV", act.by)
    if act.by:
        must_act_by(play, act.by, deed)
    return True


def is_anothers(by: str) -> bool:
    """Return whether a source is neither an action nor a minister, but a card or a hireling."""
    return bool(by) and by.rpartition(":")[2] not in (*MAY_MOVE, *MAY_BATTLE)


def spends(play: Play, seat: int, act: Action) -> None:
    """Record the cost of a move or battle."""
    board = Board(play.opening, play.table)
    if isinstance(act, Move | Battle) and is_theirs(board, seat) and not is_anothers(act.by):
        acted(play, act.by, "move" if isinstance(act, Move) else "battle")


# --- what lasts (RO-12.2) -------------------------------------------------------------------------


def joins(board: Board, owner: str, origin: int) -> Iterator[tuple[int, str]]:
    """Yield the clearings adjacent by tunnels: the Burrow is adjacent to every clearing with one (RO-12.2.2)."""
    if owner != DUCHY:
        return
    if origin == BURROW:
        yield from ((at, "tunnel") for at in CLEARINGS if board.at(at, TUNNEL))
    elif board.at(origin, TUNNEL):
        yield BURROW, "tunnel"


def forbids_entering(board: Board, owner: str, at: int) -> Ban | None:
    """Forbid pieces of others in the Burrow (RO-12.2.2)."""
    return Ban("RO-12.2.2", say("only the Duchy can be in the Burrow")) if at == BURROW and owner != DUCHY else None


def moved(play: Play, journey: Journey) -> None:
    """Cite the rule that makes the Burrow adjacent."""
    if BURROW in (journey.origin, journey.to):
        play.cite("RO-12.2.2")


def crafters(board: Board, seat: int) -> list[Crafter]:
    """Return the citadels and markets that can be activated (RO-12.2.1)."""
    return pieces_that_craft(board, CITADEL, MARKET)


def activate(play: Play, seat: int, name: str, suit: str) -> None:
    """Record that a citadel or market was activated (RO-12.2.1)."""
    play.cite("RO-12.2.1")
    activate_piece(play, seat, name, suit)


FACTION = Faction(
    key=DUCHY,
    abilities=Abilities(
        joins=joins, forbids_entering=forbids_entering, moved=moved, lost=lost, sources=sources,
        permits=permits, spends=spends, pauses=pauses, boxed=boxed, enter=enter,
    ),
    birdsong=("birdsong",),
    daylight=(ASSEMBLY, PARLIAMENT, SWAYING),
    evening=(RETURNING, CRAFTING, DRAW, DISCARD),
    set_up=set_up,
    settle=settle,
    is_set_up=is_set_up,
    crafts_in=(CRAFTING,),
    crafters=crafters,
    activate=activate,
)  # fmt: skip
