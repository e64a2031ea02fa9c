"""The Riverfolk Company (RO-11): its turn and set-up. See `funds.py` for its board, `services.py` for what it sells."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.games.root.abilities import Abilities, Crafter, Faction, Journey, Loss, begins_elsewhere
from tablescribe.domain.games.root.actions.core import Battle, Move
from tablescribe.domain.games.root.actions.riverfolk import Enlist, Export, Fetch, Moor, OpenPost
from tablescribe.domain.games.root.board import (
    BIRDSONG_START,
    DISCARD,
    SETUP,
    SUITS,
    Board,
    catalogue_of,
    clearing,
    supply,
)
from tablescribe.domain.games.root.paths import land
from tablescribe.domain.games.root.pieces import RIVERFOLK
from tablescribe.domain.games.root.reign import ruler
from tablescribe.domain.games.root.rules import services
from tablescribe.domain.games.root.rules.crafting import activate as activate_all
from tablescribe.domain.games.root.rules.crafting import must_be_craftable, must_have_crafters
from tablescribe.domain.games.root.rules.funds import (
    FUNDS,
    ON_BOARD,
    PAYMENTS,
    POSTS,
    WARRIOR,
    commit,
    free_spaces,
    funds,
    missing_prices,
    must_be_theirs,
    must_have_funds,
    open_hand,
    post,
    posts_at,
    space,
    spend_funds,
    whose,
)
from tablescribe.domain.games.root.rules.hand import discard_from_hand, draw
from tablescribe.domain.games.root.rules.placing import place
from tablescribe.domain.games.root.rules.points import gain
from tablescribe.domain.games.root.rules.ruling import must_place
from tablescribe.domain.games.root.rules.turn import action, begin_or_set_up, in_stage, must_play
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.table import BOX, Impossible
from tablescribe.domain.words.text import Thing, say

PRICING = "prices"
BY_FUND = "fund:"
"""Prefix of the sources of moves and battles: the faction whose fund is committed follows."""

FIRST_WARRIORS, FIRST_PAYMENTS = 4, 3
PROTECTION = 2
"""The number of their own warriors added to empty Payments (RO-11.4.1)."""


# --- set-up (RO-11.3) -----------------------------------------------------------------------------


def set_up(play: Play, seat: int) -> None:
    """Place three of their own warriors in Payments (RO-11.3)."""
    play.cite("RO-11.3")
    play.move(WARRIOR, FIRST_PAYMENTS, supply(RIVERFOLK), PAYMENTS)


@action(Moor)
def moor(play: Play, seat: int, act: Moor) -> None:
    """Place one of the first four warriors in a clearing on a river (RO-11.3)."""
    board = begin_or_set_up(play, seat)
    must_play(play, seat, RIVERFOLK)
    play.require("RO-5.1.7", board.stage == SETUP, say("setup is complete"))
    river = bool(land(play.opening).rivers(act.at))
    play.require("RO-11.3", river, say("choose a clearing on a river"))
    moored = len(board.where_is(RIVERFOLK)) and sum(board.at(at, WARRIOR) for at in board.where(WARRIOR))
    play.require("RO-11.3", moored < FIRST_WARRIORS, say("all four starting warriors are already on the map"))
    must_place(play, RIVERFOLK, act.at)
    play.checked()
    place(play, WARRIOR, 1, act.at)
    if moored + 1 == FIRST_WARRIORS:
        play.then("prices", seat=seat)


def is_set_up(board: Board, seat: int) -> bool:
    """Return whether four warriors are on the map and all prices are set."""
    return board.on_map(WARRIOR) >= FIRST_WARRIORS and not missing_prices(board)


# --- Birdsong (RO-11.4), and what others do at the start of theirs --------------------------------


def enter(play: Play, seat: int, stage: str) -> None:
    """Apply a stage's automatic effects: services for others; payments, points and funds; the prices."""
    board = Board(play.opening, play.table)
    if board.faction(seat) != RIVERFOLK:
        if stage == BIRDSONG_START and board.seat_of(RIVERFOLK):
            play.then("services", seat=seat)
    elif stage == "birdsong":
        take_stock(play, seat)
    elif stage == PRICING:
        play.cite("RO-11.6")
        play.then("prices", seat=seat)


def take_stock(play: Play, seat: int) -> None:
    """Protectionism, dividends; then all warriors on the board become funds (RO-11.4)."""
    board = Board(play.opening, play.table)
    if not board.table.pieces(PAYMENTS):
        play.cite("RO-11.4.1")
        play.move(WARRIOR, min(PROTECTION, board.left(RIVERFOLK)), supply(RIVERFOLK), PAYMENTS)
    if any(board.on_map(one) for one in POSTS):
        gain(play, seat, funds(board) // 2, "RO-11.4.2")
    play.cite("RO-11.4.3")
    for zone in ON_BOARD:
        play.move_all(zone, FUNDS)


# --- Daylight (RO-11.5) ---------------------------------------------------------------------------


def sources(board: Board, seat: int, deed: str) -> Iterator[str]:
    """Yield the sources of moves and battles: a fund of each faction (RO-11.5.1)."""
    if board.faction(seat) == RIVERFOLK and board.stage == "daylight" and deed in ("move", "battle"):
        yield from (f"{BY_FUND}{owner}" for owner in whose(board))


def permits(play: Play, seat: int, act: Action) -> bool:
    """Allow a move or battle for a committed fund (RO-11.5.1)."""
    board = Board(play.opening, play.table)
    if board.faction(seat) != RIVERFOLK or not isinstance(act, Move | Battle) or not act.by.startswith(BY_FUND):
        return False
    in_stage(play, seat, "RO-11.5", "daylight")
    must_have_funds(play, "RO-11.5.1", act.by.removeprefix(BY_FUND))
    return True


def spends(play: Play, seat: int, act: Action) -> None:
    """Commit the fund for a move or battle."""
    board = Board(play.opening, play.table)
    if board.faction(seat) == RIVERFOLK and isinstance(act, Move | Battle) and act.by.startswith(BY_FUND):
        commit(play, act.by.removeprefix(BY_FUND))


@action(Fetch)
def fetch(play: Play, seat: int, act: Fetch) -> None:
    """Commit a fund to draw a card (RO-11.5.1)."""
    must_be_theirs(play, seat)
    in_stage(play, seat, "RO-11.5", "daylight")
    must_have_funds(play, "RO-11.5.1", act.fund)
    play.checked()
    commit(play, act.fund)
    draw(play, seat, 1, say("a card for a fund"))


@action(Export)
def export(play: Play, seat: int, act: Export) -> None:
    """Export: discard a crafted card for a payment instead of its effect (RO-11.5.2-I)."""
    must_be_theirs(play, seat)
    in_stage(play, seat, "RO-11.5", "daylight")
    card = must_be_craftable(play, seat, act.card)
    plan = must_have_crafters(play, seat, card, act.using)
    play.cite("RO-11.5.2-I")
    play.checked()
    activate_all(play, seat, plan)
    discard_from_hand(play, seat, card.piece)
    play.move(WARRIOR, min(1, play.table.count(supply(RIVERFOLK), WARRIOR)), supply(RIVERFOLK), PAYMENTS)


@action(Enlist)
def enlist(play: Play, seat: int, act: Enlist) -> None:
    """Recruit: spend a fund to place a warrior in a clearing on a river (RO-11.5.3)."""
    rule = "RO-11.5.3"
    board = must_be_theirs(play, seat)
    in_stage(play, seat, "RO-11.5", "daylight")
    must_have_funds(play, rule, act.fund)
    play.require(rule, land(play.opening).rivers(act.at), say("recruit in a clearing on a river"))
    there = board.left(RIVERFOLK) or act.fund == RIVERFOLK  # the spent fund is then in the supply
    play.require(rule, there, say("you have no warriors left in your supply"))
    must_place(play, RIVERFOLK, act.at)
    play.checked()
    spend_funds(play, act.fund, 1)
    place(play, WARRIOR, 1, act.at)


@action(OpenPost)
def open_post(play: Play, seat: int, act: OpenPost) -> None:
    """Open a trade post: spend two funds of the clearing's ruler; place a post and a warrior, and score (RO-11.5.4)."""
    rule = "RO-11.5.4"
    board = must_be_theirs(play, seat)
    in_stage(play, seat, "RO-11.5", "daylight")
    play.require(rule, not posts_at(board, act.at), say("there is already a trade post there"))
    owner = ruler(board, act.at)
    play.require(rule, owner in board.factions, say("no player rules {at}", at=Thing(clearing(act.at))))
    suits = [one for one in board.suits(act.at) if board.left(RIVERFOLK, post(one)) and act.suit in ("", one)]
    play.require(rule, suits, say("you have no trade posts of that suit left"))
    if owner not in board.factions or not suits:
        raise Impossible(say("a trade post cannot be placed there"))
    must_have_funds(play, rule, owner, 2)
    must_place(play, RIVERFOLK, act.at)
    play.checked()
    spend_funds(play, owner, 2)
    place(play, post(suits[0]), 1, act.at)
    place(play, WARRIOR, 1, act.at)
    gain(play, seat, catalogue_of(play.opening).riverfolk.points, rule)


# --- crafting (RO-11.2.1) -------------------------------------------------------------------------


def crafters(board: Board, seat: int) -> list[Crafter]:
    """Return the trade post spaces to which a fund can be committed (RO-11.2.1)."""
    free = {suit: free_spaces(board, suit) for suit in SUITS}
    return [Crafter(suit, (suit,), min(n, funds(board))) for suit, n in free.items() if n > 0 and funds(board)]


def activate(play: Play, seat: int, name: str, suit: str) -> None:
    """Commit a fund to a trade post space (RO-11.2.1, RO-11.5.2)."""
    play.cite("RO-11.2.1")
    play.cite("RO-11.5.2")
    play.then("commit_fund", seat=seat, to=space(suit))


# --- abilities (RO-11.2) --------------------------------------------------------------------------


def settled(play: Play) -> None:
    """Keep the Riverfolk's hand open, whatever cards enter it (RO-11.2.3)."""
    if Board(play.opening, play.table).stage != SETUP:
        open_hand(play)


def moved(play: Play, journey: Journey) -> None:
    """Cite why rivers count as paths."""
    if journey.way != "river":
        return
    if journey.owner == RIVERFOLK:
        play.cite("RO-11.2.2")
    elif Board(play.opening, play.table).done(services.BOATS):
        play.cite("RO-11.2.7-II")


def resting_place(board: Board, loss: Loss) -> str | None:
    """A removed trade post leaves the game (RO-11.2.5-I)."""
    return BOX if loss.piece in POSTS else None


def removed(play: Play, loss: Loss) -> None:
    """Lose funds for each removed trade post (RO-11.2.5-I)."""
    services.removed(play, loss)
    if loss.piece in POSTS:
        for _ in range(loss.n):
            play.then("post_lost")


def pauses(board: Board, seat: int, stage: str) -> bool:
    """Return whether the Riverfolk have something to do in a stage."""
    return board.faction(seat) == RIVERFOLK and stage == "daylight" and funds(board) > 0


FACTION = Faction(
    key=RIVERFOLK,
    abilities=Abilities(
        joins=services.joins, ignores_rule=services.ignores_rule, moved=moved,
        more_cap=services.more_cap, defenceless=services.defenceless, keeps_standing=services.keeps_standing,
        targets=services.targets, rolled=services.rolled, removed=removed, resting_place=resting_place,
        settled=settled, sources=sources, permits=permits, spends=spends, pauses=pauses, enter=enter,
    ),
    evening=(DISCARD, PRICING),
    settle=begins_elsewhere("RO-11.3", say("its first warriors go in clearings on rivers, one by one")),
    set_up=set_up,
    is_set_up=is_set_up,
    crafters=crafters,
    activate=activate,
    most_crafters=lambda board, seat: funds(board),
)  # fmt: skip
