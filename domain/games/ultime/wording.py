"""Phrases about points and cards."""

from __future__ import annotations

from tablescribe.domain.games.ultime.board import MOVEMENT
from tablescribe.domain.table.names import face_down, who
from tablescribe.domain.table.table import HIDDEN
from tablescribe.domain.words.text import Slot, Text, Thing, both, listed, say


def headed(what: Slot, follows: Slot) -> Text:
    """Return a sentence that joins an event and its consequence."""
    return listed([what, follows], ": ")


def beside(seat: int, points: str) -> Text:
    """Return a seat next to its points, or next to what it gains or loses."""
    return listed([who(seat), points], " ")


def signed(points: int) -> str:
    """Return gained or lost points with their sign."""
    return f"{points:+d}".replace("-", "−")


def drawn(deck: str, cards: dict[str, int], n: int) -> Text:
    """Return a phrase for drawn cards: those that the reader sees by name, and the number of others."""
    seen = [card for card, more in cards.items() if more > 0 and not card.startswith(HIDDEN)]
    known: list[Slot] = [Thing(card) for card in seen[:n]]
    more = n - len(known)
    if more == 1:
        known.append(Thing(face_down(deck)))
    elif more:
        known.append(say("{n} movement cards", n=more) if deck == MOVEMENT else say("{n} power cards", n=more))
    return both(known)
