"""Decisions while actions are carried out: the own order, dice rolled again, special events (RC-25, RC-37, RC-B74)."""

from typing import Literal

from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.window import Window
from tablescribe.domain.words.text import Text, Thing, say


class CarryOut(Action):
    """Say which of the own actions of a kind comes next (RC-25)."""

    answers = "order"
    do: Literal["carry_out"] = "carry_out"
    where: str
    sentence = say("carries out {what} next", what=Thing("{where}"))
    points_at = ("{where}",)


class AsTheyStand(Action):
    """Take the own actions in any order, as the list has them."""

    answers = "order"
    do: Literal["as_they_stand"] = "as_they_stand"
    sentence = say("leaves the order as it is")


class RollAgain(Action):
    """Roll one die of the own action again (RC-B74)."""

    answers = "reroll"
    do: Literal["roll_again"] = "roll_again"
    die: Literal["wound", "success", "adventure"]

    def text(self) -> Text:
        """Return what the seat does."""
        return _AGAIN[self.die]


_AGAIN = {
    "wound": say("rolls the wound die again"), "success": say("rolls the success die again"),
    "adventure": say("rolls the adventure die again"),
}  # fmt: skip


class KeepDice(Action):
    """Leave the dice as they lie."""

    answers = "reroll"
    do: Literal["keep_dice"] = "keep_dice"
    sentence = say("leaves the dice as they lie")


class MeetEvent(Action):
    """Meet the scenario's special event without having rolled it (RC-37)."""

    answers = "special_event"
    do: Literal["meet_event"] = "meet_event"
    sentence = say("meets the special event")


class NoEvent(Action):
    """Let the special event be (RC-38)."""

    answers = "special_event"
    do: Literal["no_event"] = "no_event"
    sentence = say("lets the special event be")


ORDER = Window("order", "RC-25", say("which of their actions to resolve next"), unused=AsTheyStand)
REROLL = Window("reroll", "RC-B74", say("whether to reroll a die"), unused=KeepDice)
SPECIAL_EVENT = Window("special_event", "RC-37", say("whether to resolve the special event"), unused=NoEvent)

WINDOWS = (ORDER, REROLL, SPECIAL_EVENT)

ACTIONS = CarryOut | AsTheyStand | RollAgain | KeepDice | MeetEvent | NoEvent
