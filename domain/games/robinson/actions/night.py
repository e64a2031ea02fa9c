"""Decisions of the weather and of the night (RC-75, RC-33, RC-B87)."""

from typing import Annotated, Literal

from pydantic import Field

from tablescribe.domain.rules.action import Action
from tablescribe.domain.words.text import Thing, say


class TakeTheWeather(Action):
    """Soften the weather no further (RC-75)."""

    answers = "soften"
    do: Literal["take_the_weather"] = "take_the_weather"
    sentence = say("takes the weather unchanged")


class CookInTheNight(Action):
    """Turn 1 food into hearts with a Pot or a Fireplace (RC-B87)."""

    answers = "cooking"
    do: Literal["cook"] = "cook"
    invention: str
    sentence = say("cooks with {card}", card=Thing("{invention}"))
    points_at = ("{invention}",)


class NoCooking(Action):
    """Cook nothing more."""

    answers = "cooking"
    do: Literal["no_cooking"] = "no_cooking"
    sentence = say("cooks nothing")


class MoveCamp(Action):
    """Move your camp to an adjacent space (RC-33, RC-B52)."""

    answers = "camp"
    do: Literal["move_camp"] = "move_camp"
    space: Annotated[int, Field(ge=0, le=14)]
    sentence = say("moves the camp to {space}", space=Thing("space:{space}"))
    points_at = ("space:{space}",)


class Stay(Action):
    """Keep your camp where it is."""

    answers = "camp"
    do: Literal["stay"] = "stay"
    sentence = say("keeps the camp where it is")


ACTIONS = TakeTheWeather | CookInTheNight | NoCooking | MoveCamp | Stay
