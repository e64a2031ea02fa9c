"""The Woodland Alliance: what it may say, and what others owe it."""

from typing import ClassVar, Literal

from tablescribe.domain.games.root.board import clearing
from tablescribe.domain.games.root.parts import Place
from tablescribe.domain.rules.action import Action, Hidden
from tablescribe.domain.rules.window import Window
from tablescribe.domain.words.text import Text, Thing, say


class Revolt(Action):
    """Revolt in a sympathetic clearing: everything of the enemies goes, a base comes."""

    do: Literal["revolt"] = "revolt"
    at: Place
    suit: Literal["", "fox", "rabbit", "mouse"] = ""

    def text(self) -> Text:
        """Return what the seat does."""
        return say("revolts in {at}", at=Thing(clearing(self.at)))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (clearing(self.at),)


class Spread(Action):
    """Spread sympathy to a clearing."""

    do: Literal["spread"] = "spread"
    at: Place

    def text(self) -> Text:
        """Return what the seat does."""
        return say("spreads sympathy to {at}", at=Thing(clearing(self.at)))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (clearing(self.at), "alliance:sympathy")


class PaySupporter(Action):
    """Spend a supporter for the revolt or the sympathy that was said."""

    answers: ClassVar[str | None] = "supporters_spent"
    do: Literal["pay_supporter"] = "pay_supporter"
    card: str

    def text(self) -> Text:
        """Return what the seat does."""
        return say("spends the supporter {card}", card=Thing(self.card))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (self.card,)


class Mobilize(Action):
    """Add a card of the hand to the supporters, face down: `?card` where it is not told which."""

    do: Literal["mobilize"] = "mobilize"
    card: Hidden[str]

    def text(self) -> Text:
        """Return what the seat does."""
        return say("mobilizes {card}", card=Thing(self.card))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (self.card, "supporters")


class Train(Action):
    """Spend a card of a base's suit for an officer."""

    do: Literal["train"] = "train"
    card: str

    def text(self) -> Text:
        """Return what the seat does."""
        return say("trains an officer for {card}", card=Thing(self.card))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (self.card, "officers")


class Rally(Action):
    """Recruit a warrior at a base, with an officer."""

    do: Literal["rally"] = "rally"
    at: Place

    def text(self) -> Text:
        """Return what the seat does."""
        return say("recruits at the base in {at}", at=Thing(clearing(self.at)))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (clearing(self.at),)


class Organize(Action):
    """Turn a warrior into sympathy, with an officer."""

    do: Literal["organize"] = "organize"
    at: Place

    def text(self) -> Text:
        """Return what the seat does."""
        return say("organizes in {at}", at=Thing(clearing(self.at)))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (clearing(self.at),)


class Yield(Action):
    """Give the Alliance a card of the clearing's suit, for the outrage."""

    answers: ClassVar[str | None] = "outrage"
    do: Literal["yield"] = "yield"
    card: str

    def text(self) -> Text:
        """Return what the seat does."""
        return say("gives {card} to the supporters", card=Thing(self.card))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (self.card,)


class ShowHand(Action):
    """Show the Alliance a hand in which no card matches."""

    answers: ClassVar[str | None] = "outrage"
    do: Literal["show_hand"] = "show_hand"

    def text(self) -> Text:
        """Return what the seat does."""
        return say("shows a hand without such a card")


class DropSupporter(Action):
    """Discard a supporter after a base was lost."""

    answers: ClassVar[str | None] = "supporters_lost"
    do: Literal["drop_supporter"] = "drop_supporter"
    card: str

    def text(self) -> Text:
        """Return what the seat does."""
        return say("discards the supporter {card}", card=Thing(self.card))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (self.card,)


class NoSupporter(Action):
    """Say that no more supporters have to go."""

    answers: ClassVar[str | None] = "supporters_lost"
    do: Literal["no_supporter"] = "no_supporter"

    def text(self) -> Text:
        """Return what the seat does."""
        return say("keeps the other supporters")


SUPPORTERS_SPENT = Window("supporters_spent", "RO-8.2.3", say("the supporters that are spent"))
OUTRAGE = Window("outrage", "RO-8.2.6", say("the card for the supporters"))
SUPPORTERS_LOST = Window("supporters_lost", "RO-8.2.4", say("the supporters that are lost with the base"))

ACTIONS: tuple[type[Action], ...] = (
    Revolt, Spread, PaySupporter, Mobilize, Train, Rally, Organize, Yield, ShowHand, DropSupporter, NoSupporter,
)  # fmt: skip
WINDOWS: tuple[Window, ...] = (SUPPORTERS_SPENT, OUTRAGE, SUPPORTERS_LOST)
