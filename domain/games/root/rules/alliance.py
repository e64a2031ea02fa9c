"""The Woodland Alliance (RO-8): supporters, sympathy, revolts, officers. What others owe it is in `outrage.py`."""

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
from tablescribe.domain.games.root.rules.removal import may_remove, wipe
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
"""How many officers have acted in this turn."""

MARTIAL = 3
"""Warriors of another player in a clearing that make sympathy dearer (RO-8.4.2-IIa)."""


def must_be_theirs(play: Play, seat: int) -> Board:
    """Return the board for a seat that plays the Alliance: nobody else has supporters."""
    board = begin(play, seat)
    must_play(play, seat, ALLIANCE)
    return board


def set_up(play: Play, seat: int) -> None:
    """Three supporters are drawn (RO-8.3)."""
    play.cite("RO-8.3")
    for _ in range(3):
        draw_supporter(play)


# --- supporters (RO-8.2.3) ------------------------------------------------------------------------


def could_pay(board: Board, n: int, suits: tuple[str, ...]) -> bool:
    """Return whether supporters may turn out to be enough: those known to match, and those nobody has seen."""
    there = cards(board.table, SUPPORTERS, CARD)
    hidden = sum(one.startswith(HIDDEN) for one in there)
    left = sum(k for card, k in board.table.pieces(unseen(CARD)).items() if matches(board.setting, card, suits))
    return sum(matches(board.setting, one, suits) for one in there) + min(hidden, left) >= n


@action.step("pay_supporters")
def pay_supporters(play: Play, *, seat: int, n: int, suits: list[str]) -> None:
    """Ask for the supporters that are spent, one after the other."""
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
    """Revolt in a sympathetic clearing whose base is not built, for two supporters (RO-8.4.1)."""
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
    if ban is not None and ban.rule not in ("RO-6.2.2", "RO-13.7.2"):  # the keep and a snare go first
        play.require(ban.rule, False, ban.why)
    play.checked()
    play.then("revolt", seat=seat, at=act.at, suit=suits[0] if suits else board.suit(act.at))
    play.then("pay_supporters", seat=seat, n=2, suits=list(board.suits(act.at)))


def room_after_revolt(board: Board, at: int) -> int:
    """Return how many slots are open once all enemies' buildings are gone (RO-AMB-23)."""
    stay = sum(
        n for piece, n in board.table.pieces(clearing(at)).items()
        if piece == RUIN or (kind_of(piece) == "building" and not goes(board, piece))
    )  # fmt: skip
    return slots(board, at) - stay


def goes(board: Board, piece: str) -> bool:
    """Return whether a revolt removes a piece."""
    return board.are_enemies(ALLIANCE, owner_of(piece)) and may_remove(board, piece, ALLIANCE, "effect")


@action.step("revolt")
def carry_out_revolt(play: Play, *, seat: int, at: int, suit: str) -> None:
    """Remove all enemy pieces, then comes the base (RO-8.4.1)."""
    play.cite("RO-8.4.1")
    play.then("base", seat=seat, at=at, suit=suit)
    wipe(play, [at], ALLIANCE, "effect")


@action.step("base")
def place_base(play: Play, *, seat: int, at: int, suit: str) -> None:
    """Place the base, a warrior for each sympathetic clearing of its suit, and an officer (RO-8.4.1)."""
    board = Board(play.opening, play.table)
    place(play, base(suit), 1, at)
    place(play, WARRIOR, sum(suit in board.suits(one) for one in board.where(SYMPATHY)), at)
    make_officer(play)


def make_officer(play: Play) -> None:
    """Let a warrior of the supply become an officer."""
    play.move(WARRIOR, min(1, play.table.count(supply(ALLIANCE), WARRIOR)), supply(ALLIANCE), OFFICERS)


@action(Spread)
def spread(play: Play, seat: int, act: Spread) -> None:
    """Place sympathy next to sympathy, for supporters (RO-8.4.2), one more under martial law (RO-8.4.2-IIa)."""
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
    """Each clearing has one sympathy at most (RO-8.2.5)."""
    board = Board(play.opening, play.table)
    there = say("{at} is already sympathetic", at=Thing(clearing(at)))
    play.require("RO-8.2.5", not board.at(at, SYMPATHY), there)


def must_have_sympathy(play: Play) -> None:
    """Require that one of the ten is left."""
    board = Board(play.opening, play.table)
    play.require("RO-8.4.2", board.left(ALLIANCE, SYMPATHY), say("you have no sympathy tokens left"))


def sympathy_cost(board: Board, at: int) -> int:
    """Return how many supporters the next sympathy costs in a clearing (RO-8.4.2)."""
    cost = catalogue_of(board.setting).alliance.cost
    return cost[min(board.on_map(SYMPATHY), len(cost) - 1)] + is_under_martial_law(board, at)


def is_under_martial_law(board: Board, at: int) -> bool:
    """Return whether another player has three warriors there, those included that count as his (RO-8.4.2-IIa)."""
    for seat in board.setting.opponents(board.seat_of(ALLIANCE)):
        owners = [owner for owner in board.owners(at) if board.seat_of(owner) == seat]
        if sum(board.warriors(owner, at) for owner in owners) >= MARTIAL:
            return True
    return False


@action.step("sympathy")
def place_sympathy(play: Play, *, seat: int, at: int, rule: str) -> None:
    """Place sympathy and score it."""
    placed = Board(play.opening, play.table).on_map(SYMPATHY)
    points = catalogue_of(play.opening).alliance.points
    place(play, SYMPATHY, 1, at)
    gain(play, seat, points[min(placed, len(points) - 1)], rule)


# --- Daylight (RO-8.5) ----------------------------------------------------------------------------


@action(Mobilize)
def mobilize(play: Play, seat: int, act: Mobilize) -> None:
    """Add a hand card to the supporters (RO-8.5.2)."""
    must_be_theirs(play, seat)
    board = in_stage(play, seat, "RO-8.5.2", "daylight")
    must_hold(play, seat, act.card)  # it goes face down
    play.require("RO-8.2.3-I", has_room(board), say("without a base you can keep only five supporters"))
    play.checked()
    add_supporter(play, seat, act.card)


@action(Train)
def train(play: Play, seat: int, act: Train) -> None:
    """Spend a card of a built base's suit: a warrior becomes an officer (RO-8.5.3)."""
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
    """Return how many officers have not acted in this turn."""
    return board.table.count(OFFICERS) - board.done(OPERATED)


def must_have_officer(play: Play, seat: int, rule: str) -> Board:
    """Require an officer that has not acted in this Evening (RO-8.6.1)."""
    board = in_stage(play, seat, rule, OPERATIONS)
    play.require("RO-8.6.1", officers_left(board) > 0, say("all your officers have acted"))
    return board


def sources(board: Board, seat: int, deed: str) -> Iterator[str]:
    """Yield what permits moves and battles: officers in Evening."""
    if board.faction(seat) == ALLIANCE and board.stage == OPERATIONS and officers_left(board) > 0:
        yield ""


def permits(play: Play, seat: int, act: Action) -> bool:
    """An officer moves or battles (RO-8.6.1)."""
    board = Board(play.opening, play.table)
    if board.faction(seat) != ALLIANCE or not isinstance(act, Move | Battle) or act.by or board.stage != OPERATIONS:
        return False
    must_have_officer(play, seat, "RO-8.6.1")
    return True


def spends(play: Play, seat: int, act: Action) -> None:
    """Note that an officer has acted."""
    board = Board(play.opening, play.table)
    if board.faction(seat) == ALLIANCE and isinstance(act, Move | Battle) and not act.by:
        play.add(this(OPERATED), 1)


@action(Rally)
def rally(play: Play, seat: int, act: Rally) -> None:
    """Place a warrior at a base (RO-8.6.1-III)."""
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
    """Remove a warrior of their own from an unsympathetic clearing for sympathy there (RO-8.6.1-IV)."""
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
    """Guerrilla War: as defender they take the higher roll (RO-8.2.2)."""
    return side == ALLIANCE == fight.defender


def rolled(play: Play, fight: Fight) -> None:
    """Guerrilla War (RO-8.2.2)."""
    if fight.defender == ALLIANCE:
        play.cite("RO-8.2.2")


def pauses(board: Board, seat: int, stage: str) -> bool:
    """Return whether they have something to do in a stage."""
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
    """They craft with sympathy, in Daylight, as often as they like (RO-8.2.1, RO-8.5)."""
    if Board(play.opening, play.table).faction(seat) == ALLIANCE:
        play.cite("RO-8.2.1")
        play.cite("RO-8.5")


def enter(play: Play, seat: int, stage: str) -> None:
    """In Evening they draw a card, and one for each base (RO-8.6.2)."""
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
