"""Outrage (RO-8.2.6), supporters (RO-8.2.3), and the Alliance's losses when a base is removed (RO-8.2.4)."""

from __future__ import annotations

from tablescribe.domain.games.root.abilities import Journey, Loss
from tablescribe.domain.games.root.actions.alliance import DropSupporter, NoSupporter, ShowHand, Yield
from tablescribe.domain.games.root.board import BIRD, CARD, SUITS, Board, supply
from tablescribe.domain.games.root.cards import suit_of
from tablescribe.domain.games.root.pieces import ALLIANCE, warrior
from tablescribe.domain.games.root.rules.hand import discard_card, must_show, must_spend, pile_of
from tablescribe.domain.games.root.rules.moving import warriors_in
from tablescribe.domain.games.root.rules.turn import action, awaiting
from tablescribe.domain.games.root.standing import base, bases
from tablescribe.domain.games.root.windows import OUTRAGE, SUPPORTERS_LOST
from tablescribe.domain.rules.hand import cards, lay, ready
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import deck, hand
from tablescribe.domain.table.table import HIDDEN
from tablescribe.domain.words.text import say

SUPPORTERS, OFFICERS, SYMPATHY = "supporters", "officers", "alliance:sympathy"
MOST = 5
"""The most supporters without a base on the map (RO-8.2.3-I)."""


def has_room(board: Board) -> bool:
    """Return whether there is room for one more supporter (RO-8.2.3-I)."""
    return board.table.count(SUPPORTERS) < MOST or any(bases(board, suit) for suit in SUITS)


def add_supporter(play: Play, seat: int, card: str) -> None:
    """Add a card from a seat's hand to the supporters; without room, discard it (RO-8.2.3-I)."""
    if has_room(Board(play.opening, play.table)):
        lay(play, seat, card, SUPPORTERS)
    else:
        play.cite("RO-8.2.3-I")
        play.cite("RO-AMB-22")
        lay(play, seat, card, pile_of(play, card))


def draw_supporter(play: Play) -> None:
    """Draw a card as a supporter; without room, discard it (RO-8.2.3-I)."""
    board = Board(play.opening, play.table)
    if not ready(play, CARD, "RO-2.1"):
        return
    if has_room(board):
        play.draw(CARD, SUPPORTERS, board.seat_of(ALLIANCE), say("a supporter"), secret=True)
    else:
        play.cite("RO-8.2.3-I")
        seat = board.seat_of(ALLIANCE)
        drawn = play.turn_up(deck(CARD), play.pick(deck(CARD), seat, say("a supporter")), seat, say("a supporter"))
        play.move(drawn, 1, deck(CARD), pile_of(play, drawn))


# --- outrage --------------------------------------------------------------------------------------


def moved(play: Play, journey: Journey) -> None:
    """Cause Outrage when another player moves warriors into a sympathetic clearing (RO-8.2.6)."""
    board = Board(play.opening, play.table)
    if board.at(journey.to, SYMPATHY) and warriors_in(journey):
        be_outraged(play, board.seat_of(journey.owner), journey.to)


def removed(play: Play, loss: Loss) -> None:
    """Cause Outrage for removed sympathy (RO-8.2.6); with a removed base, supporters and officers go (RO-8.2.4)."""
    board = Board(play.opening, play.table)
    if loss.piece == SYMPATHY and loss.by:
        for _ in range(loss.n):
            be_outraged(play, board.seat_of(loss.by), loss.at)
    for suit in SUITS:
        if loss.piece == base(suit):
            play.then("base_lost", suit=suit)


def be_outraged(play: Play, offender: int, at: int) -> None:
    """Make another player owe the Alliance a card of a clearing's suit (RO-8.2.6)."""
    if offender and offender != Board(play.opening, play.table).seat_of(ALLIANCE):
        play.then("outrage", seat=offender, at=at)


@action.step("outrage")
def outrage(play: Play, *, seat: int, at: int) -> None:
    """Ask for the card; an empty hand counts as shown."""
    play.cite("RO-8.2.6")
    if play.table.count(hand(seat)):
        play.then("outraged", seat=seat, at=at)
        play.ask(OUTRAGE, seat)
    else:
        draw_supporter(play)


@action.step("outraged")
def outraged(play: Play, *, seat: int, at: int) -> None:
    """Do nothing; the step's arguments identify the clearing for the answers."""


def suits_asked(play: Play) -> tuple[str, ...]:
    """Return the suits of the clearing of the pending Outrage."""
    return Board(play.opening, play.table).suits(int(awaiting(play.table, "outraged").get("at", 0)))


@action(Yield)
def give(play: Play, seat: int, act: Yield) -> None:
    """Give a card of the clearing's suit (RO-8.2.6)."""
    must_spend(play, seat, "RO-8.2.6", act.card, *suits_asked(play))
    play.checked()
    add_supporter(play, seat, act.card)
    play.answered(seat)


@action(ShowHand)
def show_hand(play: Play, seat: int, act: ShowHand) -> None:
    """Show a hand without such a card; the Alliance draws a card for its supporters instead (RO-8.2.6)."""
    suits = suits_asked(play)
    held = {suit_of(play.opening, card) for card in cards(play.table, hand(seat), CARD)}
    play.require("RO-8.2.6", not held & set(suits), say("you have a matching card: give it"))
    play.require("RO-2.1.1-I", BIRD not in held, say("a bird card counts as matching: give it"))
    play.checked()
    play.cite("RO-16.6.27")
    draw_supporter(play)
    play.answered(seat)


# --- a lost base ----------------------------------------------------------------------------------


@action.step("base_lost")
def base_lost(play: Play, *, suit: str) -> None:
    """Discard supporters of the base's suit and birds; remove half of the officers, rounded up (RO-8.2.4)."""
    play.cite("RO-8.2.4")
    officers = play.table.count(OFFICERS)
    play.move(warrior(ALLIANCE), (officers + 1) // 2, OFFICERS, supply(ALLIANCE))
    for card in cards(play.table, SUPPORTERS, CARD):
        if is_lost(play, card, suit):
            discard_card(play, card, SUPPORTERS)
    play.then("supporters_lost", suit=suit)


def is_lost(play: Play, card: str, suit: str) -> bool:
    """Return whether a supporter is discarded with a base of that suit."""
    return suit_of(play.opening, card) in (suit, BIRD)


@action.step("supporters_lost")
def ask_for_supporters(play: Play, *, suit: str) -> None:
    """Ask which unseen supporters must be discarded; without another base, also which to discard down to five."""
    board = Board(play.opening, play.table)
    unknown = any(card.startswith(HIDDEN) for card in cards(play.table, SUPPORTERS, CARD)) and suit
    if unknown or (not has_room(board) and play.table.count(SUPPORTERS) > MOST):
        play.then("supporters_lost", suit=suit)
        play.ask(SUPPORTERS_LOST, board.seat_of(ALLIANCE))


@action(DropSupporter)
def drop_supporter(play: Play, seat: int, act: DropSupporter) -> None:
    """Discard a supporter lost with the base, or down to five (RO-8.2.4)."""
    suit = str(awaiting(play.table, "supporters_lost").get("suit", ""))
    must_show(play, seat, act.card, SUPPORTERS)
    goes = is_lost(play, act.card, suit) if suit else play.table.count(SUPPORTERS) > MOST
    play.require("RO-8.2.4", goes, say("that supporter is not affected"))
    play.checked()
    lay(play, seat, act.card, pile_of(play, act.card), SUPPORTERS)
    play.answered(seat)


@action(NoSupporter)
def no_supporter(play: Play, seat: int, act: NoSupporter) -> None:
    """Declare that no other supporter is of the base's suit or a bird (RO-8.2.4)."""
    waiting = awaiting(play.table, "supporters_lost")
    play.require("RO-8.2.4", waiting.get("suit", "x"), say("discard supporters until five are left"))
    play.checked()
    for step in play.dues:
        if step.do == "supporters_lost":
            play.go_on_with(step, suit="")
    play.answered(seat)
