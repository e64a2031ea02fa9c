"""Using abilities, starting items, discovery tokens and inventions (RC-B62, RC-B71 to RC-B73, RC-B86)."""

from typing import ClassVar, Literal

from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.window import Window
from tablescribe.domain.words.text import Text, Thing, say

How = Literal["rain", "snow_to_rain"]
"""How the weather is softened: a rain cloud less, or a snow cloud that becomes rain."""


class UseAbility(Action):
    """Use an ability of the own character (RC-B73)."""

    beside: ClassVar[bool] = True
    do: Literal["use_ability"] = "use_ability"
    ability: str

    def text(self) -> Text:
        """Return what the seat does."""
        return say("uses {ability}", ability=Thing(f"ability:{self.ability}"))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (f"ability:{self.ability}",)


class UseItem(Action):
    """Use an own starting item (RC-B71)."""

    beside: ClassVar[bool] = True
    do: Literal["use_item"] = "use_item"
    item: str

    def text(self) -> Text:
        """Return what the seat does."""
        return say("uses {item}", item=Thing(self.item))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (self.item,)


class UseToken(Action):
    """Use an own discovery token (RC-B72)."""

    beside: ClassVar[bool] = True
    do: Literal["use_token"] = "use_token"
    token: str

    def text(self) -> Text:
        """Return what the seat does."""
        return say("uses {token}", token=Thing(self.token))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (self.token,)


class SoftenWeather(Action):
    """Soften the weather for oneself: a rain cloud less, or a snow cloud that becomes rain (RC-75, RC-B79).

    Attributes:
        by: the ability (`ability:hooch`) or the token (`discovery:large_leaves`).
        how: `rain`: a rain cloud less; `snow_to_rain`: a snow cloud becomes rain.
    """

    answers: ClassVar[str | None] = "soften"
    do: Literal["soften"] = "soften"
    by: str
    how: How

    def text(self) -> Text:
        """Return what the seat does."""
        if self.how == "rain":
            return say("takes a rain cloud off with {item}", item=Thing(self.by))
        return say("turns a snow cloud into rain with {item}", item=Thing(self.by))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (self.by,)


class GatherMore(Action):
    """Add one more of what was gathered, with a Basket or a Sack (RC-B86)."""

    answers: ClassVar[str | None] = "more"
    do: Literal["gather_more"] = "gather_more"
    invention: str

    def text(self) -> Text:
        """Return what the seat does."""
        return say("gathers one more with {card}", card=Thing(self.invention))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (self.invention,)


class NoMoreGathered(Action):
    """Leave it at what was gathered."""

    answers: ClassVar[str | None] = "more"
    do: Literal["no_more_gathered"] = "no_more_gathered"

    def text(self) -> Text:
        """Return what the seat does."""
        return say("leaves it at that")


MORE = Window("more", "RC-B86", say("whether one more is gathered"), unused=NoMoreGathered)

WINDOWS = (MORE,)
