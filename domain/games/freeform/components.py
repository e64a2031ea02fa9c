"""What a table brings to a freeform match: pieces, decks and dice, by name."""

from __future__ import annotations

from pydantic import Field

from domain.catalogue import Catalogue
from domain.game import Options

BLANKS = 10_000
"""How many blank pieces the box holds, to be named during play."""


class FreeformCatalogue(Catalogue):
    """The components of a game that we have no rules for.

    Attributes:
        pieces: each piece with how many there are.
        decks: each deck with its cards and how many of each.
        dice: each die with what its sides show.
    """

    pieces: dict[str, int] = Field(default_factory=dict)
    decks: dict[str, dict[str, int]] = Field(default_factory=dict)
    dice: dict[str, tuple[int | str, ...]] = Field(default_factory=dict)


class FreeformOptions(Options):
    """There is nothing to choose."""
