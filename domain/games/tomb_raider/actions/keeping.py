"""What a seat may say in the search round and the draw round (TR-65 to TR-83)."""

from typing import ClassVar, Literal

from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.window import Window
from tablescribe.domain.words.text import Text, Thing, say


class Search(Action):
    """Search the location (TR-65, TR-70)."""

    answers: ClassVar[str | None] = "search"
    do: Literal["search"] = "search"

    def text(self) -> Text:
        """Return what the seat does."""
        return say("searches")


class NoSearch(Action):
    """Do not search this turn."""

    answers: ClassVar[str | None] = "search"
    do: Literal["no_search"] = "no_search"

    def text(self) -> Text:
        """Return what the seat does."""
        return say("does not search")


class Discover(Action):
    """Play a discovery that the search was good enough for (TR-71)."""

    answers: ClassVar[str | None] = "find"
    do: Literal["discover"] = "discover"
    card: str

    def text(self) -> Text:
        """Return what the seat does."""
        return say("finds {card}", card=Thing(self.card))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (self.card,)


class EndSearch(Action):
    """Play no discovery: the treasure is found if the search was good enough for it, else nothing (TR-74)."""

    answers: ClassVar[str | None] = "find"
    do: Literal["end_search"] = "end_search"

    def text(self) -> Text:
        """Return what the seat does."""
        return say("ends the search")


class Discard(Action):
    """Discard a card from the hand (TR-75)."""

    answers: ClassVar[str | None] = "draw"
    do: Literal["discard"] = "discard"
    card: str

    def text(self) -> Text:
        """Return what the seat does."""
        return say("discards {card}", card=Thing(self.card))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (self.card,)


class Draw(Action):
    """Draw cards, and discard no more (TR-76)."""

    answers: ClassVar[str | None] = "draw"
    do: Literal["draw"] = "draw"

    def text(self) -> Text:
        """Return what the seat does."""
        return say("draws cards")


class Redraw(Action):
    """Throw a bad first hand back and draw as many cards (TR-15)."""

    answers: ClassVar[str | None] = "bad_hand"
    do: Literal["redraw"] = "redraw"

    def text(self) -> Text:
        """Return what the seat does."""
        return say("throws the hand back and draws anew")


class KeepHand(Action):
    """Keep the first hand."""

    answers: ClassVar[str | None] = "bad_hand"
    do: Literal["keep_hand"] = "keep_hand"

    def text(self) -> Text:
        """Return what the seat does."""
        return say("keeps the hand")


class Reset(Action):
    """Press the reset button: the raider dies (TR-78)."""

    answers: ClassVar[str | None] = "reset"
    do: Literal["reset"] = "reset"

    def text(self) -> Text:
        """Return what the seat does."""
        return say("presses the reset button")


class PlayOn(Action):
    """Do not reset."""

    answers: ClassVar[str | None] = "reset"
    do: Literal["play_on"] = "play_on"

    def text(self) -> Text:
        """Return what the seat does."""
        return say("does not reset")


SEARCH = Window("search", "TR-65", say("whether the raider in turn searches"), unused=NoSearch)
FIND = Window("find", "TR-71", say("what the search finds"), unused=EndSearch)
DRAW = Window("draw", "TR-36", say("discarding and drawing"), unused=Draw)
BAD_HAND = Window("bad_hand", "TR-15", say("whether the first hand is kept"), unused=KeepHand)
RESET = Window("reset", "TR-78", say("whether the raider resets"), unused=PlayOn)
