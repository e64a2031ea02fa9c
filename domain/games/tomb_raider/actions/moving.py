"""What a seat may say about the order of play, moving, mapping and attacking (TR-35 to TR-54)."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from tablescribe.domain.games.tomb_raider.board import Way, raider
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.window import Window
from tablescribe.domain.table.names import seat as seat_name
from tablescribe.domain.words.text import Text, Thing, say

SeatNumber = Annotated[int, Field(ge=1, le=8)]

WAY_WORDS: dict[str, Text] = {
    "forward": say("forward"), "right": say("to the right"), "back": say("back"), "left": say("to the left"),
}  # fmt: skip


class RollOrder(Action):
    """Roll for who moves first: on the first turn, and later when somebody asks for it (TR-37, TR-38)."""

    beside: ClassVar[bool] = True
    do: Literal["roll_order"] = "roll_order"

    def text(self) -> Text:
        """Return what the seat does."""
        return say("calls for a roll for who moves first")


class MoveFirst(Action):
    """The highest roller moves first (TR-37)."""

    answers: ClassVar[str | None] = "first_mover"
    do: Literal["move_first"] = "move_first"

    def text(self) -> Text:
        """Return what the seat does."""
        return say("moves first")


class LetBegin(Action):
    """The highest roller lets another raider move first (TR-37)."""

    answers: ClassVar[str | None] = "first_mover"
    do: Literal["let_begin"] = "let_begin"
    raider: SeatNumber

    def text(self) -> Text:
        """Return what the seat does."""
        return say("lets {seat} move first", seat=Thing(seat_name(self.raider)))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (raider(self.raider),)


class Step(Action):
    """Move one location on (TR-39).

    Attributes:
        way: the direction.
        stop: the raider stops there, so that it may attack before it faces the obstacles (TR-42).
    """

    answers: ClassVar[str | None] = "movement"
    do: Literal["step"] = "step"
    way: Way
    stop: bool = False

    def text(self) -> Text:
        """Return what the seat does."""
        if self.stop:
            return say("moves {way} and stops", way=WAY_WORDS[self.way])
        return say("moves {way}", way=WAY_WORDS[self.way])


class Stay(Action):
    """Move no further this turn (TR-40)."""

    answers: ClassVar[str | None] = "movement"
    do: Literal["stay"] = "stay"

    def text(self) -> Text:
        """Return what the seat does."""
        return say("stays")


class Offer(Action):
    """Offer an obstacle for the location just mapped: `?draw2`, or the card where it is known (TR-46, TR-48)."""

    answers: ClassVar[str | None] = "offer"
    do: Literal["offer"] = "offer"
    card: str

    def text(self) -> Text:
        """Return what the seat does."""
        return say("offers {card} as an obstacle", card=Thing(self.card))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (self.card,)


class NoOffer(Action):
    """Offer no obstacle."""

    answers: ClassVar[str | None] = "offer"
    do: Literal["no_offer"] = "no_offer"

    def text(self) -> Text:
        """Return what the seat does."""
        return say("offers no obstacle")


class Attack(Action):
    """Attack another raider where movement ended (TR-50)."""

    answers: ClassVar[str | None] = "attack"
    do: Literal["attack"] = "attack"
    raider: SeatNumber

    def text(self) -> Text:
        """Return what the seat does."""
        return say("attacks {seat}", seat=Thing(seat_name(self.raider)))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (raider(self.raider),)


class NoAttack(Action):
    """Attack nobody."""

    answers: ClassVar[str | None] = "attack"
    do: Literal["no_attack"] = "no_attack"

    def text(self) -> Text:
        """Return what the seat does."""
        return say("attacks nobody")


FIRST_MOVER = Window("first_mover", "TR-37", say("who moves first"), unused=MoveFirst)
MOVEMENT = Window("movement", "TR-36", say("the movement of the raider in turn"))
OFFER = Window("offer", "TR-46", say("the obstacles"), unused=NoOffer, simultaneous=True, secret=True)
ATTACK = Window("attack", "TR-36", say("whether the raider attacks"), unused=NoAttack)
