"""Battle effects of crafted cards, from both decks (RO-4.3.3)."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.games.root.abilities import Abilities, Fight
from tablescribe.domain.games.root.actions.cards import NoShed, Shed
from tablescribe.domain.games.root.board import BIRD, CARD, SUITS, Board, crafted, options_of
from tablescribe.domain.games.root.cards import suit_of
from tablescribe.domain.games.root.rules.fights import ATTACKER, EXTRA, ROLLED, key, other, role_of
from tablescribe.domain.games.root.rules.hand import discard_card, discard_from_hand, must_show
from tablescribe.domain.games.root.rules.points import gain
from tablescribe.domain.games.root.rules.turn import action, awaiting
from tablescribe.domain.games.root.windows import PARTISANS
from tablescribe.domain.rules.hand import cards
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import hand
from tablescribe.domain.table.table import HIDDEN
from tablescribe.domain.words.text import say

ARMORERS, SAPPERS, BRUTAL_TACTICS = "card:armorers", "card:sappers", "card:brutal-tactics"
SCOUTING_PARTY = "card:scouting-party"
NO_AMBUSH = "no_ambush"
PARTISANS_OF = {f"card:{suit}-partisans": suit for suit in SUITS}


def own_role(board: Board, fight: Fight, seat: int) -> str:
    """Return whether a seat's faction attacks or defends; the empty string if neither."""
    return role_of(fight, board.faction(seat))


def effects(board: Board, fight: Fight, seat: int, when: str) -> Iterator[str]:
    """Yield the crafted cards that a seat may use now in a battle."""
    role = own_role(board, fight, seat)
    if when == "ambush" and role == ATTACKER and board.has_crafted(seat, SCOUTING_PARTY):
        yield NO_AMBUSH
    if when != "after" or not role:
        return
    if board.has_crafted(seat, ARMORERS) and board.table.number(key(ROLLED, other(role))):
        yield ARMORERS
    if board.has_crafted(seat, SAPPERS) and role != ATTACKER:
        yield SAPPERS
    if board.has_crafted(seat, BRUTAL_TACTICS) and role == ATTACKER and not is_used(board, BRUTAL_TACTICS):
        yield BRUTAL_TACTICS
    for card, suit in PARTISANS_OF.items():
        if board.has_crafted(seat, card) and suit in board.suits(fight.at) and not is_used(board, card):
            yield card


def is_used(board: Board, card: str) -> bool:
    """Return whether a card has been used in this battle."""
    return key("used-card", card) in board.table.values


def use(play: Play, fight: Fight, seat: int, name: str, paying: str) -> None:
    """Use a crafted card in a battle."""
    board = Board(play.opening, play.table)
    role = own_role(board, fight, seat)
    match name:
        case "card:armorers":
            play.cite("RO-CARD-ARMORERS")
            play.checked()
            discard_card(play, ARMORERS, crafted(seat))
            play.set(key(ROLLED, other(role)), 0)
        case "card:sappers":
            play.cite("RO-CARD-SAPPERS")
            play.checked()
            discard_card(play, SAPPERS, crafted(seat))
            deal_one_more(play, role)
        case "card:brutal-tactics":
            play.cite("RO-CARD-BRUTAL-TACTICS")
            play.checked()
            play.set(key("used-card", name), True)
            deal_one_more(play, role)
            gain(play, board.seat_of(fight.defender), 1)
        case _ if name in PARTISANS_OF:
            play.cite("RO-CARD-PARTISANS")
            play.checked()
            play.set(key("used-card", name), True)
            deal_one_more(play, role)
            shed_others(play, seat, PARTISANS_OF[name])


def deal_one_more(play: Play, role: str) -> None:
    """Add an extra hit for a side; extra hits are not limited (RO-4.3.3-I)."""
    play.cite("RO-4.3.3-I")
    play.add(key(EXTRA, role), 1)


# --- partisans ------------------------------------------------------------------------------------


def stays(play: Play, card: str, suit: str) -> bool:
    """Return whether a card stays in hand for Partisans: one of the suit, or by option a bird (RO-AMB-32)."""
    keeps = options_of(play.opening).partisan_birds == "keep"
    play.cite("RO-AMB-32")
    return suit_of(play.opening, card) in ((suit, BIRD) if keeps else (suit,))


def shed_others(play: Play, seat: int, suit: str) -> None:
    """Discard all cards in hand not of the suit; ask about unseen ones."""
    for card in cards(play.table, hand(seat), CARD):
        if not card.startswith(HIDDEN) and not stays(play, card, suit):
            discard_card(play, card, hand(seat))
    play.then("partisans", seat=seat, suit=suit)


@action.step("partisans")
def ask_for_cards(play: Play, *, seat: int, suit: str) -> None:
    """Ask for the next card to discard, as long as the hand has unseen cards."""
    if suit and any(card.startswith(HIDDEN) for card in cards(play.table, hand(seat), CARD)):
        play.then("partisans", seat=seat, suit=suit)
        play.ask(PARTISANS, seat)


@action(Shed)
def shed(play: Play, seat: int, act: Shed) -> None:
    """Discard a card that is not of the Partisans' suit (RO-CARD-PARTISANS)."""
    must_show(play, seat, act.card)
    suit = str(awaiting(play.table, "partisans").get("suit", ""))
    play.require("RO-CARD-PARTISANS", not stays(play, act.card, suit), say("that card is not affected"))
    play.checked()
    discard_from_hand(play, seat, act.card)
    play.answered(seat)


@action(NoShed)
def no_shed(play: Play, seat: int, act: NoShed) -> None:
    """Declare that all other cards are of the Partisans' suit (RO-CARD-PARTISANS)."""
    play.checked()
    for step in play.dues:
        if step.do == "partisans":
            play.go_on_with(step, seat=seat, suit="")
    play.answered(seat)


ABILITIES = Abilities(effects=effects, use=use)
