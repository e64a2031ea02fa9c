"""The Woodland Alliance (RO-8): supporters, sympathy, revolts, officers. Outrage is in `outrage.py`."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.games.root.abilities import Abilities, Crafter, Faction, Fight, begins_elsewhere
from tablescribe.domain.games.root.actions.alliance import (
    Mobilize,
    Organize,
    PaySupporter,
    Rally,
    Revolt,
    Spread,
    Train,
)
from tablescribe.domain.games.root.actions.core import Battle, Move
from tablescribe.domain.games.root.board import CARD, DISCARD, DRAW, SUITS, Board, catalogue_of, clearing, supply, this
from tablescribe.domain.games.root.cards import matches
from tablescribe.domain.games.root.pieces import ALLIANCE, RUIN, kind_of, owner_of, warrior
from tablescribe.domain.games.root.rules.citing import cite_now
from tablescribe.domain.games.root.rules.crafting import activate_piece, pieces_that_craft
from tablescribe.domain.games.root.rules.hand import must_show, must_spend, pile_of, spend
from tablescribe.domain.games.root.rules.outrage import (
    OFFICERS,
    SUPPORTERS,
    SYMPATHY,
    add_supporter,
    draw_supporter,
    has_room,
    moved,
    removed,
)
from tablescribe.domain.games.root.rules.placing import place
from tablescribe.domain.games.root.rules.points import gain
from tablescribe.domain.games.root.rules.removal import may_remove_one, wipe
from tablescribe.domain.games.root.rules.ruling import adjacent, bans_placing, must_place, slots
from tablescribe.domain.games.root.rules.turn import action, awaiting, begin, in_stage, must_play, one_less
from tablescribe.domain.games.root.standing import base, bases
from tablescribe.domain.games.root.windows import SUPPORTERS_SPENT
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.hand import cards, lay, must_hold
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import unseen
from tablescribe.domain.table.table import HIDDEN
from tablescribe.domain.words.text import Thing, say

WARRIOR = warrior(ALLIANCE)
OPERATIONS = "operations"
OPERATED = "operated"
"""The number of officers used this turn."""

MARTIAL = 3
"""The number of another player's warriors that makes sympathy cost one supporter more (RO-8.4.2-IIa)."""


def must_be_theirs(play: Play, seat: int) -> Board:
    """Require that a seat plays the Alliance, and return the board; only the Alliance has supporters."""
    board = begin(play, seat)
    must_play(play, seat, ALLIANCE)
    return board


def set_up(play: Play, seat: int) -> None:
    """Draw three cards as supporters (RO-8.3)."""
    play.cite("RO-8.3")
    for _ in range(3):
        draw_supporter(play)


# --- supporters (RO-8.2.3) ------------------------------------------------------------------------


def could_pay(board: Board, n: int, suits: tuple[str, ...]) -> bool:
    """Return whether known matching supporters and unseen ones could together be enough."""
    there = cards(board.table, SUPPORTERS, CARD)
    hidden = sum(one.startswith(HIDDEN) for one in there)
    left = sum(k for card, k in board.table.pieces(unseen(CARD)).items() if matches(board.setting, card, suits))
    return sum(matches(board.setting, one, suits) for one in there) + min(hidden, left) >= n


@action.step("pay_supporters")
def pay_supporters(play: Play, *, seat: int, n: int, suits: list[str]) -> None:
    """Ask for the supporters to spend, one at a time."""
    if n and could_pay(Board(play.opening, play.table), 1, tuple(suits)):
        play.then("pay_supporters", seat=seat, n=n, suits=suits)
        play.ask(SUPPORTERS_SPENT, seat)


@action(PaySupporter)
def pay_supporter(play: Play, seat: int, act: PaySupporter) -> None:
    """Spend a supporter of the clearing's suit (RO-8.2.3)."""
    waiting = awaiting(play.table, "pay_supporters")
    must_show(play, seat, act.card, SUPPORTERS)
    suits = tuple(str(suit) for suit in waiting.get("suits", ()))
    fits = matches(play.opening, act.card, suits)
    play.require("RO-8.2.3", fits, say("you need a supporter of the clearing's suit"))
    play.checked()
    lay(play, seat, act.card, pile_of(play, act.card), SUPPORTERS)
    if waiting:
        one_less(play, "pay_supporters")
    play.answered(seat)


# --- Birdsong (RO-8.4) ----------------------------------------------------------------------------


@action(Revolt)
def revolt(play: Play, seat: int, act: Revolt) -> None:
    """Revolt: spend two supporters in a sympathetic clearing of a suit whose base is not built (RO-8.4.1)."""
    must_be_theirs(play, seat)
    board = in_stage(play, seat, "RO-8.4.1", "birdsong")
    play.require("RO-8.4.1", board.at(act.at, SYMPATHY), say("that clearing is not sympathetic"))
    suits = [suit for suit in board.suits(act.at) if board.left(ALLIANCE, base(suit)) and act.suit in ("", suit)]
    play.require("RO-8.4.1", suits, say("the base of that suit is already on the map"))
    play.require(
        "RO-8.4.1", could_pay(board, 2, board.suits(act.at)), say("you need two supporters of the clearing's suit")
    )
    play.require("RO-AMB-23", room_after_revolt(board, act.at) > 0, say("there would be no slot for the base"))
    ban = bans_placing(board, ALLIANCE, act.at)
    if ban is not None and ban.rule not in ("RO-6.2.2", "RO-13.7.2"):  # the revolt removes the keep and the snare first
        play.require(ban.rule, False, ban.why)
    play.checked()
    play.then("revolt", seat=seat, at=act.at, suit=suits[0] if suits else board.suit(act.at))
    play.then("pay_supporters", seat=seat, n=2, suits=list(board.suits(act.at)))


def room_after_revolt(board: Board, at: int) -> int:
    """Return how many slots will be open once a revolt has removed all enemy buildings (RO-AMB-23)."""
    stay = sum(
        n for piece, n in board.table.pieces(clearing(at)).items()
        if piece == RUIN or (kind_of(piece) == "building" and not goes(board, piece, at))
    )  # fmt: skip
    return slots(board, at) - stay


def goes(board: Board, piece: str, at: int) -> bool:
    """Return whether a revolt removes a piece in a clearing."""
    return board.are_enemies(ALLIANCE, owner_of(piece)) and may_remove_one(board, piece, ALLIANCE, at)


@action.step("revolt")
def carry_out_revolt(play: Play, *, seat: int, at: int, suit: str) -> None:
    """Remove all enemy pieces, then continue with the base (RO-8.4.1)."""
    play.cite("RO-8.4.1")
    play.then("base", seat=seat, at=at, suit=suit)
    wipe(play, [at], ALLIANCE, "effect")


@action.step("base")
def place_base(play: Play, *, seat: int, at: int, suit: str) -> None:
    """Place the base and a warrior for each sympathetic clearing of its suit, then make an officer (RO-8.4.1)."""
    board = Board(play.opening, play.table)
    place(play, base(suit), 1, at)
    place(play, WARRIOR, sum(suit in board.suits(one) for one in board.where(SYMPATHY)), at)
    make_officer(play)


def make_officer(play: Play) -> None:
    """Turn a warrior from the supply into an officer."""
    play.move(WARRIOR, min(1, play.table.count(supply(ALLIANCE), WARRIOR)), supply(ALLIANCE), OFFICERS)


@action(Spread)
def spread(play: Play, seat: int, act: Spread) -> None:
    """Spread sympathy to an adjacent clearing for supporters (RO-8.4.2); martial law costs one more (RO-8.4.2-IIa)."""
    must_be_theirs(play, seat)
    board = in_stage(play, seat, "RO-8.4.2", "birdsong")
    must_be_without_sympathy(play, act.at)
    theirs = board.where(SYMPATHY)
    near = {to for at in theirs for to in adjacent(board, ALLIANCE, at)}
    if theirs:
        cite_now(play, "RO-16.6.2")
    play.require("RO-8.4.2", not theirs or act.at in near, say("sympathy can spread only to adjacent clearings"))
    must_have_sympathy(play)
    must_place(play, ALLIANCE, act.at)
    n = sympathy_cost(board, act.at)
    if is_under_martial_law(board, act.at):
        play.cite("RO-8.4.2-IIa")
    enough = could_pay(board, n, board.suits(act.at))
    play.require("RO-8.4.2", enough, say("you need {n_supporters} supporters of the clearing's suit", n_supporters=n))
    play.checked()
    play.then("sympathy", seat=seat, at=act.at, rule="RO-8.4.2")
    play.then("pay_supporters", seat=seat, n=n, suits=list(board.suits(act.at)))


def must_be_without_sympathy(play: Play, at: int) -> None:
    """Require that the clearing has no sympathy yet (RO-8.2.5)."""
    board = Board(play.opening, play.table)
    there = say("{at} is already sympathetic", at=Thing(clearing(at)))
    play.require("RO-8.2.5", not board.at(at, SYMPATHY), there)


def must_have_sympathy(play: Play) -> None:
    """Require that one of the ten sympathy tokens is left."""
    board = Board(play.opening, play.table)
    play.require("RO-8.4.2", board.left(ALLIANCE, SYMPATHY), say("you have no sympathy tokens left"))


def sympathy_cost(board: Board, at: int) -> int:
    """Return the number of supporters that sympathy in a clearing costs (RO-8.4.2)."""
    cost = catalogue_of(board.setting).alliance.cost
    return cost[min(board.on_map(SYMPATHY), len(cost) - 1)] + is_under_martial_law(board, at)


def is_under_martial_law(board: Board, at: int) -> bool:
    """Return whether another player has three warriors there, hirelings and mercenaries included (RO-8.4.2-IIa)."""
    for seat in board.setting.opponents(board.seat_of(ALLIANCE)):
        owners = [owner for owner in board.owners(at) if board.seat_of(owner) == seat]
        if sum(board.warriors(owner, at) for owner in owners) >= MARTIAL:
            return True
    return False


@action.step("sympathy")
def place_sympathy(play: Play, *, seat: int, at: int, rule: str) -> None:
    """Place sympathy and score its points."""
    placed = Board(play.opening, play.table).on_map(SYMPATHY)
    points = catalogue_of(play.opening).alliance.points
    place(play, SYMPATHY, 1, at)
    gain(play, seat, points[min(placed, len(points) - 1)], rule)


# --- Daylight (RO-8.5) ----------------------------------------------------------------------------


@action(Mobilize)
def mobilize(play: Play, seat: int, act: Mobilize) -> None:
    """Mobilize: add a card from the hand to the supporters (RO-8.5.2)."""
    must_be_theirs(play, seat)
    board = in_stage(play, seat, "RO-8.5.2", "daylight")
    must_hold(play, seat, act.card)  # supporters are kept face down
    play.require("RO-8.2.3-I", has_room(board), say("without a base you can keep only five supporters"))
    play.checked()
    add_supporter(play, seat, act.card)


@action(Train)
def train(play: Play, seat: int, act: Train) -> None:
    """Train: spend a card of the suit of a base on the map, and a warrior becomes an officer (RO-8.5.3)."""
    must_be_theirs(play, seat)
    board = in_stage(play, seat, "RO-8.5.3", "daylight")
    suits = [suit for suit in SUITS if bases(board, suit)]
    play.require("RO-8.5.3", suits, say("you have no base on the map"))
    if suits:
        must_spend(play, seat, "RO-8.5.3", act.card, *suits)
    must_show(play, seat, act.card)
    play.require("RO-8.5.3", board.left(ALLIANCE), say("you have no warriors left in your supply"))
    play.checked()
    spend(play, seat, act.card)
    make_officer(play)


# --- Evening (RO-8.6) -----------------------------------------------------------------------------


def officers_left(board: Board) -> int:
    """Return the number of officers not used this turn."""
    return board.table.count(OFFICERS) - board.done(OPERATED)


def must_have_officer(play: Play, seat: int, rule: str) -> Board:
    """Require an officer not used this Evening (RO-8.6.1)."""
    board = in_stage(play, seat, rule, OPERATIONS)
    play.require("RO-8.6.1", officers_left(board) > 0, say("all your officers have acted"))
    return board


def sources(board: Board, seat: int, deed: str) -> Iterator[str]:
    """Yield the sources of moves and battles: officers, in Evening."""
    if board.faction(seat) == ALLIANCE and board.stage == OPERATIONS and officers_left(board) > 0:
        yield ""


def permits(play: Play, seat: int, act: Action) -> bool:
    """Military operation: an officer moves or battles (RO-8.6.1)."""
    board = Board(play.opening, play.table)
    if board.faction(seat) != ALLIANCE or not isinstance(act, Move | Battle) or act.by or board.stage != OPERATIONS:
        return False
    must_have_officer(play, seat, "RO-8.6.1")
    return True


def spends(play: Play, seat: int, act: Action) -> None:
    """Record that an officer was used."""
    board = Board(play.opening, play.table)
    if board.faction(seat) == ALLIANCE and isinstance(act, Move | Battle) and not act.by:
        play.add(this(OPERATED), 1)


@action(Rally)
def rally(play: Play, seat: int, act: Rally) -> None:
    """Recruit: place a warrior at a base (RO-8.6.1-III)."""
    must_be_theirs(play, seat)
    board = must_have_officer(play, seat, "RO-8.6.1-III")
    there = any(board.at(act.at, base(suit)) for suit in SUITS)
    play.require("RO-8.6.1-III", there, say("there is no base there"))
    play.require("RO-8.6.1-III", board.left(ALLIANCE), say("you have no warriors left in your supply"))
    must_place(play, ALLIANCE, act.at)
    play.checked()
    play.add(this(OPERATED), 1)
    place(play, WARRIOR, 1, act.at)


@action(Organize)
def organize(play: Play, seat: int, act: Organize) -> None:
    """Organize: replace one of its warriors in a clearing without sympathy by sympathy, and score (RO-8.6.1-IV)."""
    must_be_theirs(play, seat)
    board = must_have_officer(play, seat, "RO-8.6.1-IV")
    play.require("RO-8.6.1-IV", board.at(act.at, WARRIOR), say("you need a warrior there"))
    must_be_without_sympathy(play, act.at)
    must_have_sympathy(play)
    must_place(play, ALLIANCE, act.at)
    play.move(WARRIOR, 1, clearing(act.at), supply(ALLIANCE))
    play.checked()
    play.add(this(OPERATED), 1)
    place_sympathy(play, seat=seat, at=act.at, rule="RO-8.6.1-IV")


# --- abilities ------------------------------------------------------------------------------------


def higher(board: Board, fight: Fight, side: str) -> bool:
    """Guerrilla War: as defender, the Alliance deals hits equal to the higher die (RO-8.2.2)."""
    return side == ALLIANCE == fight.defender


def rolled(play: Play, fight: Fight) -> None:
    """Cite Guerrilla War (RO-8.2.2)."""
    if fight.defender == ALLIANCE:
        play.cite("RO-8.2.2")


def pauses(board: Board, seat: int, stage: str) -> bool:
    """Return whether the Alliance has something to do in a stage."""
    if board.faction(seat) != ALLIANCE:
        return False
    match stage:
        case "birdsong":
            return board.table.count(SUPPORTERS) > 0
        case "operations":
            return officers_left(board) > 0
        case _:
            return stage == "daylight"


def crafters(board: Board, seat: int) -> list[Crafter]:
    """Return the sympathy that can be activated (RO-8.2.1)."""
    return pieces_that_craft(board, SYMPATHY)


def crafted(play: Play, seat: int, card: str) -> None:
    """Cite the rules for crafting with sympathy, in Daylight, any number of times (RO-8.2.1, RO-8.5)."""
    if Board(play.opening, play.table).faction(seat) == ALLIANCE:
        play.cite("RO-8.2.1")
        play.cite("RO-8.5")


def enter(play: Play, seat: int, stage: str) -> None:
    """In Evening, draw one card, and one for each base on the map (RO-8.6.2)."""
    if stage == DRAW and Board(play.opening, play.table).faction(seat) == ALLIANCE:
        play.cite("RO-8.6.2")


FACTION = Faction(
    key=ALLIANCE,
    abilities=Abilities(
        higher=higher, rolled=rolled, moved=moved, removed=removed, sources=sources, permits=permits, spends=spends,
        pauses=pauses, crafted=crafted, enter=enter,
    ),
    evening=(OPERATIONS, DRAW, DISCARD),
    settle=begins_elsewhere("RO-8.3", say("the Alliance begins with no pieces on the map")),
    set_up=set_up,
    is_set_up=lambda board, seat: True,
    crafting_pieces=(SYMPATHY,),
    crafters=crafters,
    activate=activate_piece,
)  # fmt: skip
