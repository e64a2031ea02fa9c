"""What a seat may say where a card leaves a choice: whom, where, which side, which piece."""

from typing import Annotated, Literal

from pydantic import Field

from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.window import Window
from tablescribe.domain.words.text import Thing, say


class Choose(Action):
    """Choose what a card is about, by its name: a raider, a space, a marker for a side, a card in a row."""

    answers = "choice"
    do: Literal["choose"] = "choose"
    what: str
    sentence = say("chooses {thing}", thing=Thing("{what}"))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at; a marker that is not there yet is chosen by its words."""
        return () if self.what.startswith("marker:") else (self.what,)


class Throw(Action):
    """Discard a card from the hand because a card says so."""

    answers = "throw"
    do: Literal["throw"] = "throw"
    card: str
    sentence = say("discards {card}", card=Thing("{card}"))
    points_at = ("{card}",)


Place = Annotated[int, Field(ge=1, le=9)]


class PutOnTop(Action):
    """Put one of the cards that were looked at on top of the others.

    Attributes:
        place: where it lies among them, counted from the top.
    """

    answers = "arrange"
    do: Literal["put_on_top"] = "put_on_top"
    place: Place
    sentence = say("puts card {place} of those it looked at on top", place="{place}")


class Sink(Action):
    """Put one of the cards that were looked at under the deck."""

    answers = "arrange"
    do: Literal["sink"] = "sink"
    place: Place
    sentence = say("puts card {place} of those it looked at under the deck", place="{place}")


class LeaveOrder(Action):
    """Leave the cards that were looked at as they lie."""

    answers = "arrange"
    do: Literal["leave_order"] = "leave_order"
    sentence = say("leaves the cards as they lie")


CHOICE = Window("choice", "TR-103", say("what the card affects"))
THROW = Window("throw", "TR-103", say("which card to discard"))
ARRANGE = Window("arrange", "TR-103", say("in which order to return the cards"), unused=LeaveOrder)

WINDOWS = (CHOICE, THROW, ARRANGE)

ACTIONS = Choose | Throw | PutOnTop | Sink | LeaveOrder
