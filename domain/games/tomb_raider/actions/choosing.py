"""Actions that answer a choice of a card: whom, where, which side, which piece."""

from typing import Annotated, Literal

from pydantic import Field

from tablescribe.domain.rules.action import Action
from tablescribe.domain.words.text import Thing, say


class Choose(Action):
    """Choose the target of a card: a raider, a space, an exit marker or a card in a row."""

    answers = "choice"
    do: Literal["choose"] = "choose"
    what: str
    sentence = say("chooses {thing}", thing=Thing("{what}"))

    def touches(self) -> tuple[str, ...]:
        """Return what to select for this action; a marker that is not on the map yet is chosen by its words."""
        return () if self.what.startswith("marker:") else (self.what,)


class Throw(Action):
    """Discard a card from your hand because a card says so."""

    answers = "throw"
    do: Literal["throw"] = "throw"
    card: str
    sentence = say("discards {card}", card=Thing("{card}"))
    points_at = ("{card}",)


Place = Annotated[int, Field(ge=1, le=9)]


class PutOnTop(Action):
    """Put one of the cards you looked at on top.

    Attributes:
        place: where it lies among them, counted from the top.
    """

    answers = "arrange"
    do: Literal["put_on_top"] = "put_on_top"
    place: Place
    sentence = say("puts card {place} of those just seen on top", place="{place}")


class Sink(Action):
    """Put one of the cards you looked at at the bottom of the deck."""

    answers = "arrange"
    do: Literal["sink"] = "sink"
    place: Place
    sentence = say("puts card {place} of those just seen at the bottom of the deck", place="{place}")


class LeaveOrder(Action):
    """Keep the cards you looked at in order."""

    answers = "arrange"
    do: Literal["leave_order"] = "leave_order"
    sentence = say("keeps the cards in order")


ACTIONS = Choose | Throw | PutOnTop | Sink | LeaveOrder
