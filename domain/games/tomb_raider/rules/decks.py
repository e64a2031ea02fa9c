"""Decks with looked-at top cards (TR-103): these are drawn first, and a shuffle makes them unknown again."""

from __future__ import annotations

from tablescribe.domain.games.tomb_raider.board import bottom_of, top_of
from tablescribe.domain.games.tomb_raider.cards import looked_at
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import deck as deck_zone
from tablescribe.domain.table.names import discard, face_down, hand
from tablescribe.domain.words.text import Text


def draw_one(play: Play, deck: str, to: str, seat: int, why: Text, *, secret: bool) -> str:
    """Draw the top card of a deck: looked-at cards first, cards put at the bottom last."""
    zone = looked_at(play.table, deck)
    if not zone and not play.table.count(deck_zone(deck)):
        zone = bottom_of(deck) if play.table.count(bottom_of(deck)) else ""
    if not zone:
        return play.draw(deck, to, seat, why, secret=secret)
    piece = next(play.table.each(zone))
    play.move(piece, 1, zone, to)
    if zone.startswith("top:"):
        move_up(play, deck)
    return piece if secret else play.turn_up(to, piece, seat, why)


def move_up(play: Play, deck: str) -> None:
    """Move the remaining looked-at cards up after one has gone."""
    places = [place for place in range(1, 10) if play.table.count(top_of(deck, place))]
    for new, old in enumerate(places, start=1):
        play.move_all(top_of(deck, old), top_of(deck, new))


def forget(play: Play, deck: str) -> None:
    """Shuffle a deck, with the looked-at cards among the others."""
    for zone in (*(top_of(deck, place) for place in range(1, 10)), bottom_of(deck)):
        play.shuffle_in(zone, deck)


def is_left(play: Play, deck: str) -> bool:
    """Return whether a deck has any card."""
    table = play.table
    return bool(table.count(deck_zone(deck)) or looked_at(table, deck) or table.count(bottom_of(deck)))


def draw_hand(play: Play, deck: str, seat: int, n: int, why: Text, *rules: str) -> None:
    """Draw cards into a hand; the discard pile is shuffled into an empty deck first (TR-77)."""
    for _ in range(n):
        if not is_left(play, deck):
            if not play.table.count(discard(deck)):
                return
            for rule in rules:
                play.cite(rule)
            play.shuffle_in(discard(deck), deck)
        draw_one(play, deck, hand(seat), seat, why, secret=True)


def look(play: Play, deck: str, seat: int, count: int, why: Text) -> int:
    """Look at the top cards of a deck, as many as there are; return how many the seat sees now."""
    place = 1
    while place <= count:
        zone = top_of(deck, place)
        if not play.table.count(zone):
            if not play.table.count(deck_zone(deck), face_down(deck)):
                break
            play.draw(deck, zone, seat, why, secret=True)
        place += 1
    return place - 1
