"""Decks as texts that people can mail, print and keep: one card a line, how many of it first (TR-24, TR-25, TR-130).

    # Ada's deck
    raider 019
    hand 068, 057
    2 068 Magnum Pistols
    1 057 Take Aim

What follows a number and a `#` is for people and not read. `hand` names the first hand, which is part of the deck;
without it the hand is chosen when the match begins. At a table whose decks nobody wrote down, `unlisted 40` says how
many cards there are. Lines may be joined by `;`. A level deck is written in the same way, without raider and hand.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

import msgspec

from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import say

LARGEST = 400
"""No deck has more lines than this."""

_LINE = re.compile(r"^(?:(\d{1,2})\s*x?\s+)?([a-z0-9][a-z0-9-]{0,23})(?:\s+\D.*)?$", re.IGNORECASE)


class Deck(msgspec.Struct, frozen=True):
    """A draw deck: how often it has each card, its raider, and the first hand if it names one.

    Attributes:
        cards: the numbers of its cards, those of the hand among them.
        raider: the number of a raider card; the empty text: none is named.
        hand: the first hand; none: it is chosen when the match begins.
        unlisted: how many cards it has where nobody wrote them down; 0: the cards are listed.
        taken_out: how many obstacles were taken out of it, because one plays alone (TR-104).
    """

    cards: Mapping[str, int] = msgspec.field(default_factory=dict)
    raider: str = ""
    hand: tuple[str, ...] = ()
    unlisted: int = 0
    taken_out: int = 0

    @property
    def size(self) -> int:
        """How many cards it has, with those that were taken out (TR-24)."""
        return (self.unlisted or sum(self.cards.values())) + self.taken_out


def read_deck(text: str) -> Deck:
    """Return the deck that a text tells.

    Raises:
        Impossible: a line is none of a deck, or the hand names a card that the deck does not have.
    """
    cards: Counter[str] = Counter()
    raider, hand, unlisted = "", list[str](), 0
    for line in _lines(text):
        word, _, rest = line.partition(" ")
        if word.lower() == "raider" and rest.strip():
            raider = rest.split()[0].lower()
        elif word.lower() == "hand":
            hand += [one.lower() for one in rest.replace(",", " ").split()]
        elif word.lower() == "unlisted" and rest.strip().isdecimal() and 0 < int(rest) < 1000:
            unlisted = int(rest)
        else:
            _count(cards, line)
    if (odd := Counter(hand) - cards) and not unlisted:
        missing = next(iter(odd))
        raise Impossible(say("the first hand lists {card} more often than the deck has it", card=missing))
    return Deck(dict(sorted(cards.items())), raider, tuple(sorted(hand)), 0 if cards else unlisted)


def read_level_deck(text: str) -> dict[str, int]:
    """Return the cards of a level deck that a text tells.

    Raises:
        Impossible: a line is none of a deck.
    """
    cards: Counter[str] = Counter()
    for line in _lines(text):
        _count(cards, line)
    return dict(sorted(cards.items()))


def of_seat(texts: str, seat: int, between: str = ",") -> str:
    """Return what is told for a seat in an option that tells something of each; the empty text if nothing is."""
    parts = texts.split(between)
    return parts[seat - 1].strip() if seat <= len(parts) else ""


BETWEEN = "---"
"""What stands between decks."""


def _lines(text: str) -> list[str]:
    lines = [line.partition("#")[0].strip() for line in text.replace(";", "\n").splitlines()]
    if len(lines) > LARGEST:
        raise Impossible(say("a deck list can have at most {most} lines", most=LARGEST))
    return [line for line in lines if line]


def _count(cards: Counter[str], line: str) -> None:
    found = _LINE.match(line)
    if found is None:
        raise Impossible(say("{line} is not a line of a deck list: write how many, then the card number", line=line))
    cards[found[2].lower()] += int(found[1] or 1)
