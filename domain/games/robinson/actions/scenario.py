"""Decisions that scenarios ask for, and what is decided before pawns are placed (RC-S4, RC-B91)."""

from typing import Annotated, Literal

from pydantic import Field

from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.window import Window
from tablescribe.domain.words.text import say


class FeedPyre(Action):
    """Lay wood on the own pyre (RC-S4)."""

    answers = "feed"
    do: Literal["feed_pyre"] = "feed_pyre"
    wood: Annotated[int, Field(ge=1, le=9)]
    sentence = say("lays {n} wood on the pyre", n="{wood}")


class LeavePyre(Action):
    """Lay nothing on the pyre."""

    answers = "feed"
    do: Literal["leave_pyre"] = "leave_pyre"
    sentence = say("leaves the pyre as it is")


class RollWeatherNow(Action):
    """Have this round's weather dice rolled before pawns are placed (RC-B91)."""

    answers = "forecast"
    do: Literal["roll_weather_now"] = "roll_weather_now"
    item: str
    sentence = say("has the weather dice rolled now")
    points_at = ("{item}",)


class WaitForWeather(Action):
    """Leave the weather dice for later."""

    answers = "forecast"
    do: Literal["wait_for_weather"] = "wait_for_weather"
    sentence = say("waits for the weather")


FEED = Window("feed", "RC-S4", say("what to put on the pyre"), unused=LeavePyre)
FORECAST = Window("forecast", "RC-B91", say("whether to roll the weather dice now"), unused=WaitForWeather)

WINDOWS = (FEED, FORECAST)

ACTIONS = FeedPyre | LeavePyre | RollWeatherNow | WaitForWeather
