"""Actions for treasures that are won (TR-86, TR-118, TR-122, TR-124), and for saving (TR-79)."""

from typing import Literal

from tablescribe.domain.rules.action import Action
from tablescribe.domain.words.text import Thing, say


class TakeTreasure(Action):
    """Take a treasure card as a prize (TR-86)."""

    answers = "prize"
    do: Literal["take_treasure"] = "take_treasure"
    card: str
    sentence = say("takes {card}", card=Thing("{card}"))
    points_at = ("{card}",)


class NoTreasure(Action):
    """Decline to take a treasure card, where that is optional (TR-124)."""

    answers = "prize"
    do: Literal["no_treasure"] = "no_treasure"
    sentence = say("takes no treasure")


class Save(Action):
    """Save at the save point (TR-79)."""

    answers = "save"
    do: Literal["save"] = "save"
    sentence = say("saves")


class NoSave(Action):
    """Decline to save, where saving is optional (TR-79)."""

    answers = "save"
    do: Literal["no_save"] = "no_save"
    sentence = say("does not save")


ACTIONS = TakeTreasure | NoTreasure | Save | NoSave
