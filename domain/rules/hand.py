"""Hands and decks, common to card games.

A card's deck is the first part of its name (`power:thief`); face down it is `?power`. Where people keep their hands to
themselves, the recorder learns a card when it is laid down.
"""

from __future__ import annotations

from collections.abc import Iterable

from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import deck as deck_zone
from tablescribe.domain.table.names import deck_of, discard, face_down, hand, seat, unseen
from tablescribe.domain.table.table import HIDDEN, Impossible, Table
from tablescribe.domain.words.text import Text, Thing, say


def cards(table: Table, zone: str, deck: str) -> list[str]:
    """Return the cards of one deck in a zone, repeated by count; face-down ones as `?<deck>`."""
    return [card for card in table.each(zone) if deck_of(card) == deck]


def could_hold(table: Table, zone: str, deck: str) -> list[str]:
    """Return the cards of a deck that may turn out to lie in a zone, sorted.

    Those known to lie there; and, if some there lie face down, all that are unaccounted for.
    """
    held = table.zones.get(zone, {})
    known = {card for card in held if not card.startswith(HIDDEN) and deck_of(card) == deck}
    if face_down(deck) in held:
        known.update(card for card in table.zones.get(unseen(deck), {}) if not card.startswith(HIDDEN))
    return sorted(known)


def lay(play: Play, holder: int, card: str, to: str, zone: str = "") -> None:
    """Play a card from a seat's hand (or another zone of its own) to a zone, turning it up if it was unknown.

    Raises:
        Impossible: the seat cannot hold that card.
    """
    must_hold(play, holder, card, zone)
    source = zone or hand(holder)
    if not play.table.count(source, card):
        play.reveal(source, deck_of(card), card)
    play.move(card, 1, source, to)


def must_hold(play: Play, holder: int, card: str, zone: str = "") -> None:
    """Ask whether a seat can lay a card, before `Play.checked`; nothing happens yet.

    Raises:
        Impossible: the seat cannot hold that card.
    """
    source, deck = zone or hand(holder), deck_of(card)
    held = play.table.zones.get(source, {})
    if card in held:
        return
    if card.startswith(HIDDEN) or face_down(deck) not in held:
        raise Impossible(say("{seat} does not hold {card}", seat=Thing(seat(holder)), card=Thing(card)))
    play.must_be_unseen(source, deck, card)


def ready(play: Play, deck: str, *rules: str) -> bool:
    """Shuffle the discard pile into a deck that is empty; return whether there is a card to draw.

    Args:
        play: the action.
        deck: the deck.
        rules: what is cited when it is shuffled.
    """
    if not play.table.count(deck_zone(deck)) and play.table.count(discard(deck)):
        for rule in rules:
            play.cite(rule)
        play.shuffle_in(discard(deck), deck)
    return play.table.count(deck_zone(deck)) > 0


def draw(play: Play, deck: str, holder: int, n: int, why: Text, *rules: str, secret: bool = True) -> int:
    """Draw cards into a seat's hand, shuffling the discard pile in when the deck is empty; return how many came."""
    for k in range(n):
        if not ready(play, deck, *rules):
            return k
        play.draw(deck, hand(holder), holder, why, secret=secret)
    return n


def reveal_together(play: Play, laid: Iterable[tuple[int, str]], why: Text) -> list[str]:
    """Turn up what several seats laid face down, in the order of the seats; return the cards.

    Args:
        play: the action.
        laid: seats, each with the zone in which its card lies.
        why: the reason, for whoever is asked which card it is.
    """
    found = []
    for owner, zone in sorted(laid):
        for piece in list(play.table.each(zone)):
            found.append(play.turn_up(zone, piece, owner, why))
    return found
