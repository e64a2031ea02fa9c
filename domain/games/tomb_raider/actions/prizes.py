"""What a seat may say about treasures that are won (TR-86, TR-118, TR-122, TR-124), and about saving (TR-79)."""

from typing import ClassVar, Literal

from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.window import Window
from tablescribe.domain.words.text import Text, Thing, say


class TakeTreasure(Action):
    """Take a treasure card as a prize (TR-86)."""

    answers: ClassVar[str | None] = "prize"
    do: Literal["take_treasure"] = "take_treasure"
    card: str

    def text(self) -> Text:
        """Return what the seat does."""
        return say("takes {card}", card=Thing(self.card))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (self.card,)


class NoTreasure(Action):
    """Take no treasure card, where nobody has to (TR-124)."""

    answers: ClassVar[str | None] = "prize"
    do: Literal["no_treasure"] = "no_treasure"

    def text(self) -> Text:
        """Return what the seat does."""
        return say("takes no treasure")


class Save(Action):
    """Save at the save point (TR-79)."""

    answers: ClassVar[str | None] = "save"
    do: Literal["save"] = "save"

    def text(self) -> Text:
        """Return what the seat does."""
        return say("saves")


class NoSave(Action):
    """Do not save, where saving is a choice (TR-79)."""

    answers: ClassVar[str | None] = "save"
    do: Literal["no_save"] = "no_save"

    def text(self) -> Text:
        """Return what the seat does."""
        return say("does not save")


PRIZE = Window("prize", "TR-86", say("which treasure is taken"))
SAVING = Window("save", "TR-79", say("whether the raider saves"), unused=Save)
