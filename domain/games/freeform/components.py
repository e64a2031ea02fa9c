"""What a table brings to a freeform match: pieces, decks and dice, by name."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, model_validator

from domain.catalogue import Catalogue
from domain.setting import Options

BLANKS = 10_000
"""How many blank pieces the box holds, to be named during play."""

BLANK = "blank"
"""A piece without a name yet."""

PieceName = Annotated[str, Field(pattern=r"^[^?\s]([^\n]*\S)?$", max_length=80)]
DeckName = Annotated[str, Field(pattern=r"^[^?:\s]([^:\n]*[^:\s])?$", max_length=40)]
CardName = Annotated[str, Field(pattern=r"^[^?\s]([^\n]*\S)?$", max_length=80)]
Count = Annotated[int, Field(ge=1, le=10_000)]
Deck = Annotated[dict[CardName, Count], Field(min_length=1)]
Sides = Annotated[tuple[int | str, ...], Field(min_length=1)]


class FreeformCatalogue(Catalogue):
    """The components of a game that we have no rules for.

    Attributes:
        pieces: each piece with how many there are.
        decks: each deck with its cards and how many of each.
        dice: each die with what its sides show.
    """

    pieces: dict[PieceName, Count] = Field(default_factory=dict)
    decks: dict[DeckName, Deck] = Field(default_factory=dict)
    dice: dict[str, Sides] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _pieces_are_not_cards(self) -> FreeformCatalogue:
        for piece in self.pieces:
            if piece == BLANK or (":" in piece and piece.partition(":")[0] in self.decks):
                raise ValueError(f"a piece cannot be called {piece!r}: that is a blank, or a card of a deck")
        return self


class FreeformOptions(Options):
    """There is nothing to choose."""
