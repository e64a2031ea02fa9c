"""Hands and decks of card games.

A card's deck is the first part of its name (`power:thief`). A face-down card is `?power`. If players keep their hands
secret, the recorder learns a card's identity when it is played.
"""

from __future__ import annotations

from collections.abc import Iterable

from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import deck as deck_zone
from tablescribe.domain.table.names import deck_of, discard, face_down, hand, seat, unseen
from tablescribe.domain.table.table import HIDDEN, Impossible, Table
from tablescribe.domain.words.text import Text, Thing, say


def cards(table: Table, zone: str, deck: str) -> list[str]:
    """Return the cards of one deck in a zone, repeated by count; face-down cards are `?<deck>`."""
    return [card for card in table.each(zone) if deck_of(card) == deck]


def could_hold(table: Table, zone: str, deck: str) -> list[str]:
    """Return the cards of a deck that a zone may hold, sorted.

    These are the zone's known cards, and all unseen cards if it has a face-down one.
    """
    held = table.zones.get(zone, {})
    known = {card for card in held if not card.startswith(HIDDEN) and deck_of(card) == deck}
    if face_down(deck) in held:
        known.update(card for card in table.zones.get(unseen(deck), {}) if not card.startswith(HIDDEN))
    return sorted(known)


def lay(play: Play, holder: int, card: str, to: str, zone: str = "") -> None:
    """Play a card from a seat's hand (or another zone of the seat) to a zone, face up.

    Raises:
        Impossible: the seat cannot hold that card.
    """
    must_hold(play, holder, card, zone)
    source = zone or hand(holder)
    if not play.table.count(source, card):
        play.reveal(source, deck_of(card), card)
    play.move(card, 1, source, to)


def must_hold(play: Play, holder: int, card: str, zone: str = "") -> None:
    """Check that a seat may hold a card, without changing anything; for use before `Play.checked`.

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
    """Shuffle the discard pile into the deck if the deck is empty, and return whether there is a card to draw.

    Args:
        play: the action.
        deck: the deck.
        rules: the rules to cite if it is shuffled.
    """
    if not play.table.count(deck_zone(deck)) and play.table.count(discard(deck)):
        for rule in rules:
            play.cite(rule)
        play.shuffle_in(discard(deck), deck)
    return play.table.count(deck_zone(deck)) > 0


def draw(play: Play, deck: str, holder: int, n: int, why: Text, *rules: str, secret: bool = True) -> int:
    """Draw up to `n` cards into a seat's hand, reshuffling the discard pile if needed; return the number drawn."""
    for k in range(n):
        if not ready(play, deck, *rules):
            return k
        play.draw(deck, hand(holder), holder, why, secret=secret)
    return n


def reveal_together(play: Play, laid: Iterable[tuple[int, str]], why: Text) -> list[str]:
    """Turn the face-down cards of several seats face up, in seat order, and return the cards.

    Args:
        play: the action.
        laid: pairs of a seat and the zone with its card.
        why: the reason, shown to the person who is asked which card it is.
    """
    found = []
    for owner, zone in sorted(laid):
        for piece in list(play.table.each(zone)):
            found.append(play.turn_up(zone, piece, owner, why))
    return found
