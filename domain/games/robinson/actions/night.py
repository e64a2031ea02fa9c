"""Decisions of the weather and of the night (RC-75, RC-33, RC-B87)."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from tablescribe.domain.games.robinson.board import space
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.window import Window
from tablescribe.domain.words.text import Text, Thing, say


class TakeTheWeather(Action):
    """Soften nothing (any more) (RC-75)."""

    answers: ClassVar[str | None] = "soften"
    do: Literal["take_the_weather"] = "take_the_weather"

    def text(self) -> Text:
        """Return what the seat does."""
        return say("takes the weather as it is")


class CookInTheNight(Action):
    """Turn 1 food into hearts with a Pot or a Fireplace (RC-B87)."""

    answers: ClassVar[str | None] = "cooking"
    do: Literal["cook"] = "cook"
    invention: str

    def text(self) -> Text:
        """Return what the seat does."""
        return say("cooks with {card}", card=Thing(self.invention))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (self.invention,)


class NoCooking(Action):
    """Cook nothing (any more)."""

    answers: ClassVar[str | None] = "cooking"
    do: Literal["no_cooking"] = "no_cooking"

    def text(self) -> Text:
        """Return what the seat does."""
        return say("cooks nothing")


class MoveCamp(Action):
    """Move the own camp to a space beside it (RC-33, RC-B52)."""

    answers: ClassVar[str | None] = "camp"
    do: Literal["move_camp"] = "move_camp"
    space: Annotated[int, Field(ge=0, le=14)]

    def text(self) -> Text:
        """Return what the seat does."""
        return say("moves the camp to {space}", space=Thing(space(self.space)))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (space(self.space),)


class Stay(Action):
    """Leave the own camp where it is."""

    answers: ClassVar[str | None] = "camp"
    do: Literal["stay"] = "stay"

    def text(self) -> Text:
        """Return what the seat does."""
        return say("stays")


SOFTEN = Window("soften", "RC-75", say("how the weather is softened"), unused=TakeTheWeather)
COOKING = Window("cooking", "RC-B87", say("what is cooked in the night"), unused=NoCooking)
CAMP = Window("camp", "RC-33", say("whether the camp moves"), unused=Stay)
