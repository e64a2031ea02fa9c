"""Actions of the search round and the draw round (TR-65 to TR-83)."""

from typing import Literal

from tablescribe.domain.rules.action import Action
from tablescribe.domain.words.text import Thing, say


class Search(Action):
    """Search the location (TR-65, TR-70)."""

    answers = "search"
    do: Literal["search"] = "search"
    sentence = say("searches")


class NoSearch(Action):
    """Do not search this turn."""

    answers = "search"
    do: Literal["no_search"] = "no_search"
    sentence = say("does not search")


class Discover(Action):
    """Play a discovery whose difficulty the search met (TR-71)."""

    answers = "find"
    do: Literal["discover"] = "discover"
    card: str
    sentence = say("finds {card}", card=Thing("{card}"))
    points_at = ("{card}",)


class EndSearch(Action):
    """Play no discovery: find the treasure if the search was high enough, otherwise nothing (TR-74)."""

    answers = "find"
    do: Literal["end_search"] = "end_search"
    sentence = say("ends the search")


class Discard(Action):
    """Discard a card from your hand (TR-75)."""

    answers = "draw"
    do: Literal["discard"] = "discard"
    card: str
    sentence = say("discards {card}", card=Thing("{card}"))
    points_at = ("{card}",)


class Draw(Action):
    """Finish discarding and draw cards (TR-76)."""

    answers = "draw"
    do: Literal["draw"] = "draw"
    sentence = say("draws cards")


class Redraw(Action):
    """Return a bad first hand and draw as many new cards (TR-15)."""

    answers = "bad_hand"
    do: Literal["redraw"] = "redraw"
    sentence = say("returns the hand and draws a new one")


class KeepHand(Action):
    """Keep your first hand."""

    answers = "bad_hand"
    do: Literal["keep_hand"] = "keep_hand"
    sentence = say("keeps the hand")


class Reset(Action):
    """Press the reset button: your raider dies (TR-78)."""

    answers = "reset"
    do: Literal["reset"] = "reset"
    sentence = say("presses the reset button")


class PlayOn(Action):
    """Do not reset."""

    answers = "reset"
    do: Literal["play_on"] = "play_on"
    sentence = say("does not reset")


ACTIONS = Search | NoSearch | Discover | EndSearch | Discard | Draw | Redraw | KeepHand | Reset | PlayOn
