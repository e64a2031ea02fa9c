"""Drawing (RO-16.6.6), discarding and spending cards (RO-16.6.5, RO-16.6.29), and the hand limit."""

from __future__ import annotations

from tablescribe.domain.games.root.actions.core import Discard
from tablescribe.domain.games.root.board import BIRD, CARD, DISCARD, DOMINANCES, DRAW, LOST_SOULS, SETUP, Board
from tablescribe.domain.games.root.cards import is_dominance, matches, suit_of
from tablescribe.domain.games.root.pieces import LIZARDS, RIVERFOLK
from tablescribe.domain.games.root.rules.citing import cite_if
from tablescribe.domain.games.root.rules.turn import action
from tablescribe.domain.games.root.standing import draws
from tablescribe.domain.games.root.windows import HAND_LIMIT
from tablescribe.domain.rules import hand as cards_in_hand
from tablescribe.domain.rules.hand import lay, must_hold
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import deck, discard, hand
from tablescribe.domain.table.table import HIDDEN, Impossible
from tablescribe.domain.words.text import Text, Thing, either, say

HAND_SIZE = 5


# --- drawing --------------------------------------------------------------------------------------


def draw(play: Play, seat: int, n: int, why: Text, *rules: str) -> int:
    """Draw cards for a seat and return how many; an empty deck is made from the discard pile first (RO-2.1)."""
    board = Board(play.opening, play.table)
    cite_if(play, board.stage in ("", SETUP), "RO-1.2.1")
    cite_if(play, not play.table.count(deck(CARD)), "RO-16.6.6")
    for rule in rules:
        play.cite(rule)
    secret = board.faction(seat) != RIVERFOLK or board.stage in ("", SETUP)  # their hand is public (RO-11.2.3)
    return cards_in_hand.draw(play, CARD, seat, n, why, "RO-2.1", secret=secret)


def draw_in_evening(play: Play, seat: int, stage: str) -> None:
    """Draw a card in Evening, and one more for each uncovered bonus (RO-HAND-1)."""
    if stage == DISCARD:
        others = (one for one in play.opening.all_seats if one != seat)
        cite_if(play, any(play.table.count(hand(one)) > HAND_SIZE for one in others), "RO-AMB-38")
    if stage == DRAW:
        cite_if(play, False, "RO-AMB-36")
        board = Board(play.opening, play.table)
        play.then("informants", seat=seat, n=draws(board, seat))
    elif stage == DISCARD and play.table.count(hand(seat)) > HAND_SIZE:
        play.then("hand_limit", seat=seat)


@action.step("hand_limit")
def hand_limit(play: Play, *, seat: int) -> None:
    """Ask for discards until the hand has at most five cards (RO-HAND-2)."""
    if play.table.count(hand(seat)) > HAND_SIZE:
        play.then("hand_limit", seat=seat)
        play.ask(HAND_LIMIT, seat)


@action(Discard)
def discard_down(play: Play, seat: int, act: Discard) -> None:
    """Discard a card, down to five (RO-HAND-2)."""
    play.require(
        "RO-HAND-2",
        play.table.count(hand(seat)) > HAND_SIZE,
        say("you have no more than five cards: there is nothing to discard"),
    )
    must_show(play, seat, act.card)
    play.checked()
    discard_from_hand(play, seat, act.card)
    play.answered(seat)


# --- discarding and spending ----------------------------------------------------------------------


def discard_from_hand(play: Play, seat: int, card: str) -> None:
    """Discard a card from a hand; an unknown card becomes this one (RO-16.6.5)."""
    lay(play, seat, card, pile_of(play, card))


def discard_card(play: Play, card: str, zone: str) -> None:
    """Discard a card from a zone (RO-16.6.5)."""
    play.move(card, 1, zone, pile_of(play, card))


def pile_of(play: Play, card: str) -> str:
    """Return where a discarded card goes: Lost Souls (RO-10.2.6), beside the map (RO-3.3.3), or the discard pile."""
    board = Board(play.opening, play.table)
    elsewhere = LIZARDS in board.factions or is_dominance(play.opening, card)
    cite_if(play, elsewhere, "RO-16.6.5")
    if LIZARDS in board.factions:
        play.cite("RO-10.2.6")
        return LOST_SOULS
    if is_dominance(play.opening, card):
        play.cite("RO-3.3.3")
        return DOMINANCES
    return discard(CARD)


def must_show(play: Play, seat: int, card: str, zone: str = "") -> None:
    """Require that a seat can reveal a card from its hand or another zone; the card must be named.

    Raises:
        Impossible: the seat does not hold that card, or no card is named.
    """
    if card.startswith(HIDDEN):
        raise Impossible(say("name the card"))
    must_hold(play, seat, card, zone)


def must_spend(play: Play, seat: int, rule: str, card: str, *suits: str) -> None:
    """Require that a seat holds a card of one of these suits, or of any if none is given; birds are wild (RO-2.1.1)."""
    must_show(play, seat, card)
    if suits == (BIRD,):
        play.require("RO-2.1.1-II", suit_of(play.opening, card) == BIRD, say("you need a bird card"))
    elif suit_of(play.opening, card) == BIRD and suits:
        play.cite("RO-2.1.1")
    elif suits:
        why = say("you need a card of {suits}", suits=either(Thing(f"suit-of:{one}") for one in suits))
        play.require(rule, matches(play.opening, card, suits), why)


def spend(play: Play, seat: int, card: str) -> None:
    """Spend a card (RO-16.6.29)."""
    cite_if(play, is_dominance(play.opening, card), "RO-16.6.29")
    discard_from_hand(play, seat, card)


def turn_down(play: Play, seat: int) -> None:
    """Turn an open hand face down and shuffle it before a random card is taken (RO-11.2.3)."""
    if Board(play.opening, play.table).faction(seat) == RIVERFOLK:
        play.cite("RO-11.2.3")


def lose_random_card(play: Play, seat: int, why: Text) -> str:
    """Discard a random card from a seat's hand; return it, or the empty string if the hand is empty."""
    if not play.table.count(hand(seat)):
        return ""
    turn_down(play, seat)
    picked = play.turn_up(hand(seat), play.pick(hand(seat), seat, why, secret=True), seat, why)
    discard_card(play, picked, hand(seat))
    return picked
