"""Decisions of scenarios, and those made before pawns are placed (RC-S4, RC-B91)."""

from typing import Annotated, Literal

from pydantic import Field

from tablescribe.domain.rules.action import Action
from tablescribe.domain.words.text import say


class FeedPyre(Action):
    """Add wood to your pyre (RC-S4)."""

    answers = "feed"
    do: Literal["feed_pyre"] = "feed_pyre"
    wood: Annotated[int, Field(ge=1, le=9)]
    sentence = say("adds {n} wood to the pyre", n="{wood}")


class LeavePyre(Action):
    """Add nothing to the pyre."""

    answers = "feed"
    do: Literal["leave_pyre"] = "leave_pyre"
    sentence = say("adds nothing to the pyre")


class RollWeatherNow(Action):
    """Roll this round's weather dice before pawns are placed (RC-B91)."""

    answers = "forecast"
    do: Literal["roll_weather_now"] = "roll_weather_now"
    item: str
    sentence = say("rolls the weather dice now")
    points_at = ("{item}",)


class WaitForWeather(Action):
    """Leave the weather dice for later."""

    answers = "forecast"
    do: Literal["wait_for_weather"] = "wait_for_weather"
    sentence = say("leaves the weather dice for later")


ACTIONS = FeedPyre | LeavePyre | RollWeatherNow | WaitForWeather
