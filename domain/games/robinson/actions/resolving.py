"""Decisions while actions are resolved: their order, rerolls, special events (RC-25, RC-37, RC-B74)."""

from typing import Literal

from tablescribe.domain.rules.action import Action
from tablescribe.domain.words.text import Text, Thing, say


class CarryOut(Action):
    """Choose which of your actions of a kind to resolve next (RC-25)."""

    answers = "order"
    do: Literal["carry_out"] = "carry_out"
    where: str
    sentence = say("resolves {what} next", what=Thing("{where}"))
    points_at = ("{where}",)


class AsTheyStand(Action):
    """Resolve your actions in the listed order."""

    answers = "order"
    do: Literal["as_they_stand"] = "as_they_stand"
    sentence = say("resolves them in the listed order")


class RollAgain(Action):
    """Reroll one die of your action (RC-B74)."""

    answers = "reroll"
    do: Literal["roll_again"] = "roll_again"
    die: Literal["wound", "success", "adventure"]

    def text(self) -> Text:
        """Return what the seat does."""
        return _AGAIN[self.die]


_AGAIN = {
    "wound": say("rerolls the wound die"), "success": say("rerolls the success die"),
    "adventure": say("rerolls the adventure die"),
}  # fmt: skip


class KeepDice(Action):
    """Keep the dice."""

    answers = "reroll"
    do: Literal["keep_dice"] = "keep_dice"
    sentence = say("keeps the dice")


class MeetEvent(Action):
    """Resolve the scenario's special event without having rolled it (RC-37)."""

    answers = "special_event"
    do: Literal["meet_event"] = "meet_event"
    sentence = say("resolves the special event")


class NoEvent(Action):
    """Skip the special event (RC-38)."""

    answers = "special_event"
    do: Literal["no_event"] = "no_event"
    sentence = say("skips the special event")


ACTIONS = CarryOut | AsTheyStand | RollAgain | KeepDice | MeetEvent | NoEvent
