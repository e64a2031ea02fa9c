"""Decks as texts to mail, print and keep: one card on each line, after its number of copies (TR-24, TR-25, TR-130).

    # Ada's deck
    raider 019
    hand 068, 057
    2 068 Magnum Pistols
    1 057 Take Aim

Text after a card's number or a `#` is for people and is ignored. `hand` names the first hand, which is part of the
deck; without it the hand is chosen when the match begins. `unlisted 40` is the size of a deck that is not written down.
Lines can be joined by `;`. A level deck is written in the same way, without raider and hand.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

import msgspec

from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import say

LARGEST = 400
"""The greatest number of lines in a deck."""

_LINE = re.compile(r"^(?:(\d{1,2})\s*x?\s+)?([a-z0-9][a-z0-9-]{0,23})(?:\s+\D.*)?$", re.IGNORECASE)


class Deck(msgspec.Struct, frozen=True):
    """A draw deck: the number of each card, its raider, and its first hand if it names one.

    Attributes:
        cards: the numbers of its cards, those of the hand included.
        raider: the number of a raider card; the empty string if none is named.
        hand: the first hand; empty: it is chosen when the match begins.
        unlisted: the number of cards in a deck that is not written down; 0: the cards are listed.
        taken_out: the number of obstacles taken out for solo play (TR-104).
    """

    cards: Mapping[str, int] = msgspec.field(default_factory=dict)
    raider: str = ""
    hand: tuple[str, ...] = ()
    unlisted: int = 0
    taken_out: int = 0

    @property
    def size(self) -> int:
        """The number of cards, including those taken out (TR-24)."""
        return (self.unlisted or sum(self.cards.values())) + self.taken_out


def read_deck(text: str) -> Deck:
    """Return the deck described by a text.

    Raises:
        Impossible: a line is not part of a deck, or the hand names a card that the deck does not have.
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
    """Return the cards of a level deck described by a text.

    Raises:
        Impossible: a line is not part of a deck.
    """
    cards: Counter[str] = Counter()
    for line in _lines(text):
        _count(cards, line)
    return dict(sorted(cards.items()))


def of_seat(texts: str, seat: int, between: str = ",") -> str:
    """Return a seat's part of an option that has a part for each seat; the empty string if there is none."""
    parts = texts.split(between)
    return parts[seat - 1].strip() if seat <= len(parts) else ""


BETWEEN = "---"
"""The separator between decks."""


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
