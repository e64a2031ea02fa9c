"""Actions of the Marquise de Cat, besides those of every seat."""

from typing import Literal, TypeAlias

from tablescribe.domain.games.root.parts import Place
from tablescribe.domain.rules.action import Action
from tablescribe.domain.words.text import Thing, say

Building: TypeAlias = Literal["sawmill", "workshop", "recruiter"]


class Build(Action):
    """Build a sawmill, workshop or recruiter, also during setup."""

    do: Literal["build"] = "build"
    building: Building
    at: Place
    sentence = say("builds {building} in {at}", building=Thing("marquise:{building}"), at=Thing("clearing:{at}"))
    points_at = ("clearing:{at}", "marquise:{building}")


class Recruit(Action):
    """Place a warrior at each recruiter."""

    do: Literal["recruit"] = "recruit"
    sentence = say("recruits")


class Overwork(Action):
    """Spend a card to place wood at a sawmill in a clearing of its suit."""

    do: Literal["overwork"] = "overwork"
    at: Place
    card: str
    sentence = say("overworks in {at} for {card}", at=Thing("clearing:{at}"), card=Thing("{card}"))
    points_at = ("clearing:{at}", "{card}")


class Hasten(Action):
    """Spend a bird card for one more action."""

    do: Literal["hasten"] = "hasten"
    card: str
    sentence = say("takes one more action for {card}", card=Thing("{card}"))
    points_at = ("{card}",)


class TakeWood(Action):
    """Take one wood for a building from a clearing."""

    answers = "wood_spent"
    do: Literal["take_wood"] = "take_wood"
    at: Place
    sentence = say("takes wood from {at}", at=Thing("clearing:{at}"))
    points_at = ("clearing:{at}",)


class Heal(Action):
    """Spend a card of a clearing's suit to move the warriors removed there to the keep."""

    answers = "hospitals"
    do: Literal["heal"] = "heal"
    card: str
    sentence = say("spends {card} to move the removed warriors to the keep", card=Thing("{card}"))
    points_at = ("{card}",)


class NoHeal(Action):
    """Do not save the removed warriors."""

    answers = "hospitals"
    do: Literal["no_heal"] = "no_heal"
    sentence = say("does not save the removed warriors")


ACTIONS: tuple[type[Action], ...] = (Build, Recruit, Overwork, Hasten, TakeWood, Heal, NoHeal)
