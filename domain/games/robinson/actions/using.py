"""Actions that use abilities, starting items, discovery tokens and inventions (RC-B62, RC-B71 to RC-B73, RC-B86)."""

from typing import Literal

from tablescribe.domain.rules.action import Action
from tablescribe.domain.words.text import Text, Thing, say

How = Literal["rain", "snow_to_rain"]
"""How the weather is softened: one rain cloud removed, or one snow cloud turned into rain."""


class UseAbility(Action):
    """Use an ability of your character (RC-B73)."""

    beside = True
    do: Literal["use_ability"] = "use_ability"
    ability: str
    sentence = say("uses {ability}", ability=Thing("ability:{ability}"))
    points_at = ("ability:{ability}",)


class UseItem(Action):
    """Use one of your starting items (RC-B71)."""

    beside = True
    do: Literal["use_item"] = "use_item"
    item: str
    sentence = say("uses {item}", item=Thing("{item}"))
    points_at = ("{item}",)


class UseToken(Action):
    """Use one of your discovery tokens (RC-B72)."""

    beside = True
    do: Literal["use_token"] = "use_token"
    token: str
    sentence = say("uses {token}", token=Thing("{token}"))
    points_at = ("{token}",)


class SoftenWeather(Action):
    """Soften the weather for yourself: remove a rain cloud, or turn a snow cloud into rain (RC-75, RC-B79).

    Attributes:
        by: the ability (`ability:hooch`) or the token (`discovery:large_leaves`).
        how: `rain`: a rain cloud less; `snow_to_rain`: a snow cloud becomes rain.
    """

    answers = "soften"
    do: Literal["soften"] = "soften"
    by: str
    how: How
    points_at = ("{by}",)

    def text(self) -> Text:
        """Return what the seat does."""
        if self.how == "rain":
            return say("removes a rain cloud with {item}", item=Thing(self.by))
        return say("turns a snow cloud into rain with {item}", item=Thing(self.by))


class GatherMore(Action):
    """Gather one more of the same resource with a Basket or a Sack (RC-B86)."""

    answers = "more"
    do: Literal["gather_more"] = "gather_more"
    invention: str
    sentence = say("gathers one more with {card}", card=Thing("{invention}"))
    points_at = ("{invention}",)


class NoMoreGathered(Action):
    """Gather no more."""

    answers = "more"
    do: Literal["no_more_gathered"] = "no_more_gathered"
    sentence = say("gathers no more")


ACTIONS = UseAbility | UseItem | UseToken | SoftenWeather | GatherMore | NoMoreGathered
