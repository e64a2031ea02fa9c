"""Actions of the Corvid Conspiracy, and of players who expose its plots."""

from typing import Literal, TypeAlias

from tablescribe.domain.games.root.board import clearing
from tablescribe.domain.games.root.parts import Place, Suit
from tablescribe.domain.rules.action import Action, Hidden
from tablescribe.domain.words.text import Text, Thing, say

PlotKind: TypeAlias = Literal["bomb", "snare", "extortion", "raid"]


class Alight(Action):
    """Place a warrior in a clearing of a suit that has none, during setup."""

    do: Literal["alight"] = "alight"
    at: Place
    sentence = say("begins with a warrior in {at}", at=Thing("clearing:{at}"))
    points_at = ("clearing:{at}",)


class Flip(Action):
    """Flip a plot face up: it takes effect."""

    do: Literal["flip"] = "flip"
    at: Place
    plot: PlotKind
    sentence = say("flips {plot} face up in {at}", plot=Thing("corvids:plot.{plot}"), at=Thing("clearing:{at}"))
    points_at = ("clearing:{at}",)


class Flock(Action):
    """Spend a card to place a warrior in each clearing of a suit, its own or, for a bird, any."""

    do: Literal["flock"] = "flock"
    card: str
    suit: Suit
    sentence = say(
        "spends {card} for a warrior in each clearing of {suit}", card=Thing("{card}"), suit=Thing("suit-of:{suit}")
    )
    points_at = ("{card}",)


class Plot(Action):
    """Remove warriors to place a plot face down; which plot stays secret and need not be recorded."""

    do: Literal["plot"] = "plot"
    at: Place
    plot: Hidden[Literal["", "bomb", "snare", "extortion", "raid"]] = ""
    sentence = say("places a plot in {at}", at=Thing("clearing:{at}"))
    points_at = ("clearing:{at}",)


class Trick(Action):
    """Swap two plots, both face up or both face down."""

    do: Literal["trick"] = "trick"
    one: Place
    other: Place
    sentence = say(
        "swaps the plots in {one} and {other}",
        one=Thing("clearing:{one}"),
        other=Thing("clearing:{other}"),
    )
    points_at = ("clearing:{one}", "clearing:{other}")


class Expose(Action):
    """Show the Corvids a card, and guess what a plot is."""

    do: Literal["expose"] = "expose"
    at: Place
    card: str
    plot: PlotKind
    points_at = ("clearing:{at}", "{card}")

    def text(self) -> Text:
        """Return what the seat does."""
        words = {"card": Thing(self.card), "plot": Thing(f"corvids:plot.{self.plot}"), "at": Thing(clearing(self.at))}
        return say("shows {card} and guesses {plot} in {at}", **words)


class Admit(Action):
    """Admit that the guess is right."""

    answers = "exposure"
    do: Literal["admit"] = "admit"
    sentence = say("admits that the guess is right")


class Deny(Action):
    """Say that the guess is wrong, and keep the card."""

    answers = "exposure"
    do: Literal["deny"] = "deny"
    sentence = say("says that the guess is wrong and keeps the card")


class SpringRaid(Action):
    """Reveal that the removed facedown plot was a raid."""

    answers = "raid"
    do: Literal["spring_raid"] = "spring_raid"
    sentence = say("reveals that it was a raid")


class NoRaid(Action):
    """Say that the removed plot was not a raid."""

    answers = "raid"
    do: Literal["no_raid"] = "no_raid"
    sentence = say("does not reveal a raid")


ACTIONS: tuple[type[Action], ...] = (Alight, Flip, Flock, Plot, Trick, Expose, Admit, Deny, SpringRaid, NoRaid)
