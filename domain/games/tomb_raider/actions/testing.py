"""Actions for obstacles, dice and damage (TR-18 to TR-21, TR-55 to TR-64, TR-91 to TR-96)."""

from typing import Literal

from tablescribe.domain.games.tomb_raider.board import Ability
from tablescribe.domain.games.tomb_raider.effects import ABILITY_NAMES
from tablescribe.domain.rules.action import Action
from tablescribe.domain.words.text import Text, Thing, say


class Face(Action):
    """Face an obstacle with one of the abilities it tests (TR-57, TR-58).

    Attributes:
        obstacle: the laid card, or the location for the obstacle printed on it.
        ability: what is tested.
    """

    answers = "face"
    do: Literal["face"] = "face"
    obstacle: str
    ability: Ability
    points_at = ("{obstacle}",)

    def text(self) -> Text:
        """Return what the seat does."""
        return say(
            "faces {obstacle} with {ability}", obstacle=Thing(self.obstacle), ability=ABILITY_NAMES[self.ability]
        )


class RollNow(Action):
    """Roll the dice without playing another card first (TR-64)."""

    answers = "before_roll"
    do: Literal["roll_now"] = "roll_now"
    sentence = say("rolls")


class Accept(Action):
    """Keep the dice (TR-103)."""

    answers = "after_roll"
    do: Literal["accept"] = "accept"
    sentence = say("keeps the dice")


class TakeHit(Action):
    """Take the damage dealt (TR-91)."""

    answers = "hit"
    do: Literal["take_hit"] = "take_hit"
    sentence = say("takes the damage")


ACTIONS = Face | RollNow | Accept | TakeHit
