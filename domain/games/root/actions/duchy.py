"""Actions of the Underground Duchy, besides those of every seat."""

from typing import Annotated, Literal

from pydantic import Field

from tablescribe.domain.games.root.board import clearing
from tablescribe.domain.games.root.parts import Minister, Place
from tablescribe.domain.rules.action import Action
from tablescribe.domain.words.text import Text, Thing, say

Diggers = Annotated[int, Field(ge=0, le=4)]


class Raise(Action):
    """Reveal a card to build a citadel or market; `by` names the minister who builds, if any."""

    do: Literal["raise"] = "raise"
    building: Literal["citadel", "market"]
    at: Place
    card: str
    by: str = ""
    points_at = ("clearing:{at}", "{card}", "duchy:{building}")

    def text(self) -> Text:
        """Return what the seat does."""
        building, at = Thing(f"duchy:{self.building}"), Thing(clearing(self.at))
        return say("reveals {card} and builds {building} in {at}", card=Thing(self.card), building=building, at=at)


class Levy(Action):
    """Recruit a warrior in the Burrow."""

    do: Literal["levy"] = "levy"
    sentence = say("recruits in the Burrow")
    points_at = (clearing(0),)


class Dig(Action):
    """Spend a card to dig a tunnel, removing one first if none is left, and move warriors there from the Burrow."""

    do: Literal["dig"] = "dig"
    card: str
    at: Place
    n: Diggers = 0
    instead: Place | None = None
    points_at = ("clearing:{at}", "{card}")

    def text(self) -> Text:
        """Return what the seat does."""
        words = {"at": Thing(clearing(self.at)), "card": Thing(self.card)}
        if self.n == 1:
            return say("digs to {at} for {card} and moves a warrior there", **words)
        return say("digs to {at} for {card} and moves {n_warriors} warriors there", **words, n_warriors=self.n)


class Bank(Action):
    """Spend a card with the Banker for a point; you can spend more of its suit."""

    do: Literal["bank"] = "bank"
    card: str
    by: Literal["banker", "mayor:banker"] = "banker"
    sentence = say("spends {card} with the Banker", card=Thing("{card}"))
    points_at = ("{card}",)


class Proclaim(Action):
    """Score with a lord."""

    do: Literal["proclaim"] = "proclaim"
    minister: Literal["duchess-of-mud", "baron-of-dirt", "earl-of-stone"]
    sentence = say("scores with {minister}", minister=Thing("minister:{minister}"))
    points_at = ("minister:{minister}",)


class Sway(Action):
    """Begin to sway a minister, then reveal cards for it."""

    do: Literal["sway"] = "sway"
    minister: Minister
    sentence = say("sways {minister}", minister=Thing("minister:{minister}"))
    points_at = ("minister:{minister}",)


class Back(Action):
    """Reveal a card for a minister."""

    answers = "backing"
    do: Literal["back"] = "back"
    card: str
    sentence = say("reveals {card}", card=Thing("{card}"))
    points_at = ("{card}",)


class Dismiss(Action):
    """Choose which minister of the highest rank to lose."""

    answers = "price_of_failure"
    do: Literal["dismiss"] = "dismiss"
    minister: Minister
    sentence = say("loses {minister}", minister=Thing("minister:{minister}"))
    points_at = ("minister:{minister}",)


ACTIONS: tuple[type[Action], ...] = (Raise, Levy, Dig, Bank, Proclaim, Sway, Back, Dismiss)
