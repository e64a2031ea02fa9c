"""The Riverfolk board (RO-11): payments, funds, prices and trade posts."""

from __future__ import annotations

from tablescribe.domain.games.root.actions.riverfolk import CommitFund, KeepPrices, LoseFund, Service, SetPrice
from tablescribe.domain.games.root.board import CARD, SETUP, SUITS, Board, catalogue_of, supply, this
from tablescribe.domain.games.root.pieces import FACTIONS, RIVERFOLK, warrior
from tablescribe.domain.games.root.rules.turn import action, awaiting, begin, drop, must_play, one_less
from tablescribe.domain.games.root.windows import FUND_COMMITTED, FUNDS_LOST, PRICES
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import face_down, hand, named
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import Thing, say

WARRIOR = warrior(RIVERFOLK)
PAYMENTS, FUNDS, COMMITTED = "payments", "funds", "committed"
SERVICES_SOLD: tuple[Service, ...] = ("hand", "boats", "mercenaries")


def space(suit: str) -> str:
    """Return the zone of the funds committed on trade post spaces of a suit."""
    return f"{COMMITTED}:{suit}"


ON_BOARD = (PAYMENTS, COMMITTED, *(space(suit) for suit in SUITS))
"""The zones whose warriors become funds in Birdsong (RO-11.4.3)."""


post = named("riverfolk:post.")  # the trade post of a suit


POSTS = tuple(post(suit) for suit in SUITS)


price = named("price:")  # the key of a service's price


def must_be_theirs(play: Play, seat: int) -> Board:
    """Require that a seat plays the Riverfolk, and return the board; only they have funds."""
    board = begin(play, seat)
    must_play(play, seat, RIVERFOLK)
    return board


def posts_at(board: Board, at: int) -> int:
    """Return the number of trade posts in a clearing."""
    return sum(board.at(at, one) for one in POSTS)


def free_spaces(board: Board, suit: str) -> int:
    """Return the number of empty trade post spaces of a suit, without post or fund (RO-11.2.1)."""
    spaces = catalogue_of(board.setting).pieces[RIVERFOLK][post(suit)]
    taken = board.table.pieces(space(suit))
    return spaces - board.left(RIVERFOLK, post(suit)) - sum(taken.values())


# --- funds ----------------------------------------------------------------------------------------


def funds(board: Board, owner: str = "") -> int:
    """Return the number of funds, of one faction if it is named."""
    if owner:
        return board.table.count(FUNDS, warrior(owner))
    return sum(board.table.pieces(FUNDS).values())


def whose(board: Board) -> list[str]:
    """Return the factions that own funds."""
    return [owner for owner in FACTIONS if funds(board, owner)]


def must_have_funds(play: Play, rule: str, owner: str, n: int = 1) -> None:
    """Require funds of a faction."""
    there = funds(Board(play.opening, play.table), owner)
    why = say("you need {n_funds} funds of {faction}", n_funds=n, faction=Thing(owner))
    if n == 1:
        why = say("you need a fund of {faction}", faction=Thing(owner))
    play.require(rule, there >= n, why)
    if there < n:
        raise Impossible(why)


def commit(play: Play, owner: str, to: str = COMMITTED) -> None:
    """Commit a fund; it is available again after the next Birdsong (RO-11.5)."""
    play.cite("RO-11.5")
    play.move(warrior(owner), 1, FUNDS, to)


def spend_funds(play: Play, owner: str, n: int) -> None:
    """Spend funds; they return to their owner's supply (RO-11.5)."""
    play.cite("RO-11.5")
    play.move(warrior(owner), n, FUNDS, supply(owner))


@action.step("commit_fund")
def commit_any(play: Play, *, seat: int, to: str) -> None:
    """Commit a fund; ask which one if there are several kinds."""
    owners = whose(Board(play.opening, play.table))
    if len(owners) == 1:
        commit(play, owners[0], to)
    elif owners:
        play.then("commit_fund", seat=seat, to=to)
        play.ask(FUND_COMMITTED, seat)


@action(CommitFund)
def choose_fund(play: Play, seat: int, act: CommitFund) -> None:
    """Choose the fund to commit (RO-11.5.2)."""
    must_have_funds(play, "RO-11.5.2", act.fund)
    waiting = awaiting(play.table, "commit_fund")
    play.checked()
    if waiting:
        commit(play, act.fund, str(waiting["to"]))
        drop(play, "commit_fund")
    play.answered(seat)


# --- lost funds (RO-11.2.5-I) ---------------------------------------------------------------------


@action.step("post_lost")
def post_lost(play: Play) -> None:
    """Lose half of the funds, rounded up, with a removed trade post (RO-11.2.5-I)."""
    play.cite("RO-11.2.5-I")
    play.cite("RO-AMB-25")
    play.then("funds_lost", n=(funds(Board(play.opening, play.table)) + 1) // 2)


@action.step("funds_lost")
def lose_funds(play: Play, *, n: int) -> None:
    """Ask which funds to lose, if there is a choice."""
    board = Board(play.opening, play.table)
    owners = whose(board)
    if len(owners) == 1:
        spend_funds(play, owners[0], min(n, funds(board)))
    elif owners and n:
        play.then("funds_lost", n=n)
        play.ask(FUNDS_LOST, board.seat_of(RIVERFOLK))


@action(LoseFund)
def lose_fund(play: Play, seat: int, act: LoseFund) -> None:
    """Choose a fund to lose (RO-11.2.5-I)."""
    must_have_funds(play, "RO-11.2.5-I", act.fund)
    play.checked()
    spend_funds(play, act.fund, 1)
    one_less(play, "funds_lost")
    play.answered(seat)


# --- prices (RO-11.6) -----------------------------------------------------------------------------


def missing_prices(board: Board) -> list[Service]:
    """Return the services that have no price yet."""
    return [service for service in SERVICES_SOLD if not board.table.get(price(service))]


@action.step("prices")
def ask_prices(play: Play, *, seat: int) -> None:
    """Ask for prices until they are kept; in the set-up until all are set."""
    board = Board(play.opening, play.table)
    if board.stage != SETUP or missing_prices(board):
        play.ask(PRICES, seat)


def open_hand(play: Play) -> None:
    """Reveal the unseen cards of the Riverfolk's hand (RO-11.2.3)."""
    seat = Board(play.opening, play.table).seat_of(RIVERFOLK)
    for _ in range(play.table.count(hand(seat), face_down(CARD)) if seat else 0):
        play.cite("RO-11.2.3")
        play.turn_up(hand(seat), face_down(CARD), seat, say("the hand of the Riverfolk is open"))


@action(SetPrice)
def set_price(play: Play, seat: int, act: SetPrice) -> None:
    """Set a price (RO-11.6, RO-11.3)."""
    rule = "RO-11.3" if play.table.get("stage") == SETUP else "RO-11.6"
    play.require(rule, act.price in catalogue_of(play.opening).riverfolk.prices, say("there is no such price"))
    play.require(rule, play.table.get(price(act.service)) != act.price, say("that is already the price"))
    once = not Board(play.opening, play.table).done(price(act.service))
    play.require(rule, once, say("you can set each price only once in an Evening"))
    play.checked()
    play.set(price(act.service), act.price)
    play.add(this(price(act.service)), 1)
    play.answered(seat)
    play.then("prices", seat=seat)


@action(KeepPrices)
def keep_prices(play: Play, seat: int, act: KeepPrices) -> None:
    """Keep the prices; all must have been set (RO-11.3)."""
    missing = missing_prices(Board(play.opening, play.table))
    play.require("RO-11.3", not missing, say("set a price for each service"))
    play.checked()
    for service in missing:
        play.set(price(service), min(catalogue_of(play.opening).riverfolk.prices))
    play.answered(seat)
