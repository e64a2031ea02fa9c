"""Actions of the Woodland Alliance, and other players' answers to Outrage."""

from typing import Literal

from tablescribe.domain.games.root.parts import Place
from tablescribe.domain.rules.action import Action, Hidden
from tablescribe.domain.words.text import Thing, say


class Revolt(Action):
    """Revolt in a sympathetic clearing: remove all enemy pieces and place a base."""

    do: Literal["revolt"] = "revolt"
    at: Place
    suit: Literal["", "fox", "rabbit", "mouse"] = ""
    sentence = say("revolts in {at}", at=Thing("clearing:{at}"))
    points_at = ("clearing:{at}",)


class Spread(Action):
    """Spread sympathy to a clearing."""

    do: Literal["spread"] = "spread"
    at: Place
    sentence = say("spreads sympathy to {at}", at=Thing("clearing:{at}"))
    points_at = ("clearing:{at}", "alliance:sympathy")


class PaySupporter(Action):
    """Spend a supporter for the revolt or sympathy."""

    answers = "supporters_spent"
    do: Literal["pay_supporter"] = "pay_supporter"
    card: str
    sentence = say("spends the supporter {card}", card=Thing("{card}"))
    points_at = ("{card}",)


class Mobilize(Action):
    """Add a card from your hand to your supporters, face down: `?card` if it is not known."""

    do: Literal["mobilize"] = "mobilize"
    card: Hidden[str]
    sentence = say("mobilizes {card}", card=Thing("{card}"))
    points_at = ("{card}", "supporters")


class Train(Action):
    """Spend a card of a base's suit to train an officer."""

    do: Literal["train"] = "train"
    card: str
    sentence = say("trains an officer for {card}", card=Thing("{card}"))
    points_at = ("{card}", "officers")


class Rally(Action):
    """Recruit a warrior at a base, with an officer."""

    do: Literal["rally"] = "rally"
    at: Place
    sentence = say("recruits at the base in {at}", at=Thing("clearing:{at}"))
    points_at = ("clearing:{at}",)


class Organize(Action):
    """Organize with an officer: replace a warrior with sympathy."""

    do: Literal["organize"] = "organize"
    at: Place
    sentence = say("organizes in {at}", at=Thing("clearing:{at}"))
    points_at = ("clearing:{at}",)


class Yield(Action):
    """Give the Alliance a card of the clearing's suit, for outrage."""

    answers = "outrage"
    do: Literal["yield"] = "yield"
    card: str
    sentence = say("gives {card} to the supporters", card=Thing("{card}"))
    points_at = ("{card}",)


class ShowHand(Action):
    """Show the Alliance a hand in which no card matches."""

    answers = "outrage"
    do: Literal["show_hand"] = "show_hand"
    sentence = say("shows a hand without a matching card")


class DropSupporter(Action):
    """Discard a supporter after losing a base."""

    answers = "supporters_lost"
    do: Literal["drop_supporter"] = "drop_supporter"
    card: str
    sentence = say("discards the supporter {card}", card=Thing("{card}"))
    points_at = ("{card}",)


class NoSupporter(Action):
    """Keep the remaining supporters."""

    answers = "supporters_lost"
    do: Literal["no_supporter"] = "no_supporter"
    sentence = say("keeps the other supporters")


ACTIONS: tuple[type[Action], ...] = (
    Revolt, Spread, PaySupporter, Mobilize, Train, Rally, Organize, Yield, ShowHand, DropSupporter, NoSupporter,
)  # fmt: skip
