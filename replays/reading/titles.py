"""Titles of games for readers: classics have a name in each language; other games keep the title on their box."""

from __future__ import annotations

from collections.abc import Mapping

from tablescribe.domain.words.text import Slot, say

CLASSICS: Mapping[str, Slot] = {
    "Chess": say("Chess"),
    "Nine Men's Morris": say("Nine Men's Morris"),
    "Freeform": say("Freeform"),
}
"""The games without a publisher, by their English titles."""


def titled(title: str) -> Slot:
    """Return a game's title as a text that a `Reader` can translate."""
    return CLASSICS.get(title, title)
