"""What a seat may say in Nine Men's Morris."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from tablescribe.domain.games.morris.board import point
from tablescribe.domain.games.morris.components import Point
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.window import Window
from tablescribe.domain.words.text import Text, Thing, say


class Place(Action):
    """Place a man on a free point."""

    do: Literal["place"] = "place"
    to: Point

    def text(self) -> Text:
        """Return what the seat does."""
        return say("places a man on {to}", to=Thing(point(self.to)))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (point(self.to),)


class Move(Action):
    """Move a man along a line to the next point, or, with three men left, to any."""

    do: Literal["move"] = "move"
    man: Point
    to: Point

    def text(self) -> Text:
        """Return what the seat does."""
        return say("moves from {man} to {to}", man=Thing(point(self.man)), to=Thing(point(self.to)))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (point(self.man), point(self.to))


class Remove(Action):
    """Remove a man of the other's, after closing a mill."""

    do: Literal["remove"] = "remove"
    answers: ClassVar[str] = "removal"
    man: Point

    def text(self) -> Text:
        """Return what the seat does."""
        return say("removes the man on {man}", man=Thing(point(self.man)))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (point(self.man),)


REMOVAL = Window("removal", "MO-7", say("the removal of a man"))

ACTIONS = Annotated[Place | Move | Remove, Field(discriminator="do")]
