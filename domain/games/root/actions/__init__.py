"""What a seat may say in Root."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from domain.action import Action
from domain.games.root.board import HEAP
from domain.text import Text, say


class Take(Action):
    """Take stones from the heap."""

    do: Literal["take"] = "take"
    stones: Annotated[int, Field(ge=1, le=9)]

    def text(self) -> Text:
        """Return what the seat does."""
        if self.stones == 1:
            return say("takes a stone")
        return say("takes {n_stones} stones", n_stones=self.stones)

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (HEAP,)


class Leave(Action):
    """Leave the heap alone, once a game."""

    do: Literal["leave"] = "leave"

    def text(self) -> Text:
        """Return what the seat does."""
        return say("leaves the heap alone")


ACTIONS = Annotated[Take | Leave, Field(discriminator="do")]
