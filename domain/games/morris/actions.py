"""The actions of Nine Men's Morris."""

from typing import Annotated, Literal

from pydantic import Field

from tablescribe.domain.games.morris.components import Point
from tablescribe.domain.rules.action import Action
from tablescribe.domain.words.text import Thing, say


class Place(Action):
    """Place a man on a free point."""

    do: Literal["place"] = "place"
    to: Point
    sentence = say("places a man on {to}", to=Thing("point:{to}"))
    points_at = ("point:{to}",)


class Move(Action):
    """Move a man along a line to an adjacent point; with three men left, to any free point."""

    do: Literal["move"] = "move"
    man: Point
    to: Point
    sentence = say("moves from {man} to {to}", man=Thing("point:{man}"), to=Thing("point:{to}"))
    points_at = ("point:{man}", "point:{to}")


class Remove(Action):
    """Remove one of your opponent's men after closing a mill."""

    do: Literal["remove"] = "remove"
    answers = "removal"
    man: Point
    sentence = say("removes the man on {man}", man=Thing("point:{man}"))
    points_at = ("point:{man}",)


ACTIONS = Annotated[Place | Move | Remove, Field(discriminator="do")]
