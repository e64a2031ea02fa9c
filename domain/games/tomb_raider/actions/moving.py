"""Actions for turn order, moving, mapping and attacking (TR-35 to TR-54)."""

from typing import Annotated, Literal

from pydantic import Field

from tablescribe.domain.games.tomb_raider.board import OFFERING, Way
from tablescribe.domain.rules.action import Action
from tablescribe.domain.words.text import Text, Thing, say

SeatNumber = Annotated[int, Field(ge=1, le=9)]

WAY_WORDS: dict[str, Text] = {
    "forward": say("forward"), "right": say("to the right"), "back": say("back"), "left": say("to the left"),
}  # fmt: skip


class RollOrder(Action):
    """Roll for who moves first: on the first turn, and later on request (TR-37, TR-38)."""

    beside = True
    do: Literal["roll_order"] = "roll_order"
    sentence = say("asks for a roll for who moves first")


class MoveFirst(Action):
    """The highest roller moves first (TR-37)."""

    answers = "first_mover"
    do: Literal["move_first"] = "move_first"
    sentence = say("moves first")


class LetBegin(Action):
    """The highest roller lets another raider move first (TR-37)."""

    answers = "first_mover"
    do: Literal["let_begin"] = "let_begin"
    raider: SeatNumber
    sentence = say("lets {seat} move first", seat=Thing("seat:{raider}"))
    points_at = ("raider:{raider}",)


class Step(Action):
    """Move to the next location (TR-39).

    Attributes:
        way: the direction.
        stop: the raider stops there, so that it may attack before it faces the obstacles (TR-42).
    """

    answers = "movement"
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

    answers = "movement"
    do: Literal["stay"] = "stay"
    sentence = say("stays")


class Offer(Action):
    """Offer an obstacle for the location just mapped: `?draw2`, or the card if it is known (TR-46, TR-48)."""

    answers = OFFERING
    do: Literal["offer"] = "offer"
    card: str
    sentence = say("offers {card} as an obstacle", card=Thing("{card}"))
    points_at = ("{card}",)


class NoOffer(Action):
    """Offer no obstacle."""

    answers = OFFERING
    do: Literal["no_offer"] = "no_offer"
    sentence = say("offers no obstacle")


class Attack(Action):
    """Attack another raider at the location where you stopped (TR-50)."""

    answers = "attack"
    do: Literal["attack"] = "attack"
    raider: SeatNumber
    sentence = say("attacks {seat}", seat=Thing("seat:{raider}"))
    points_at = ("raider:{raider}",)


class NoAttack(Action):
    """Attack nobody."""

    answers = "attack"
    do: Literal["no_attack"] = "no_attack"
    sentence = say("attacks nobody")


ACTIONS = RollOrder | MoveFirst | LetBegin | Step | Stay | Offer | NoOffer | Attack | NoAttack
