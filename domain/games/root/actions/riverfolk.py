"""Actions of the Riverfolk Company, and of players who buy its services."""

from typing import Annotated, Literal

from pydantic import Field

from tablescribe.domain.games.root.parts import FactionKey, Item, Place
from tablescribe.domain.rules.action import Action
from tablescribe.domain.words.text import Text, Thing, say

Service = Literal["hand", "boats", "mercenaries"]
"""The services for sale: a hand card, riverboats, mercenaries."""


class Moor(Action):
    """Place a warrior in a clearing on a river, during setup."""

    do: Literal["moor"] = "moor"
    at: Place
    sentence = say("begins in {at}", at=Thing("clearing:{at}"))
    points_at = ("clearing:{at}",)


class SetPrice(Action):
    """Set the price of a service."""

    answers = "prices"
    do: Literal["set_price"] = "set_price"
    service: Service
    price: Annotated[int, Field(ge=1, le=4)]
    sentence = say("sets {service} to {price}", service=Thing("price:{service}"), price="{price}")
    points_at = ("price:{service}",)


class KeepPrices(Action):
    """Keep the prices."""

    answers = "prices"
    do: Literal["keep_prices"] = "keep_prices"
    sentence = say("keeps the prices")


class Buy(Action):
    """Buy a service from the Riverfolk; name the card if you buy a hand card."""

    answers = "services"
    do: Literal["buy"] = "buy"
    service: Service
    card: str = ""

    def text(self) -> Text:
        """Return what the seat does."""
        if self.card:
            return say("buys {card} from the Riverfolk", card=Thing(self.card))
        return say("buys {service} from the Riverfolk", service=Thing(f"service:{self.service}"))

    def touches(self) -> tuple[str, ...]:
        """Return the names of pieces and places to select for this action."""
        return (self.card,) if self.card else (f"price:{self.service}",)


class NoService(Action):
    """Buy nothing more."""

    answers = "services"
    do: Literal["no_service"] = "no_service"
    sentence = say("buys nothing from the Riverfolk")


class PayItem(Action):
    """Exhaust an item to pay for a service."""

    answers = "items_paid"
    do: Literal["pay_item"] = "pay_item"
    item: Item
    sentence = say("exhausts {item} for the Riverfolk", item=Thing("item:{item}"))
    points_at = ("item:{item}",)


class Fetch(Action):
    """Commit a fund to draw a card."""

    do: Literal["fetch"] = "fetch"
    fund: FactionKey
    sentence = say("draws a card for a fund of {faction}", faction=Thing("{fund}"))
    points_at = ("{fund}:warrior", "deck:card")


class Export(Action):
    """Export a crafted card: take a payment instead of its effect."""

    do: Literal["export"] = "export"
    card: str
    using: str = ""
    sentence = say("exports {card}", card=Thing("{card}"))
    points_at = ("{card}", "payments")


class Enlist(Action):
    """Spend a fund to recruit a warrior in a clearing on a river."""

    do: Literal["enlist"] = "enlist"
    at: Place
    fund: FactionKey
    sentence = say("recruits in {at} for a fund of {faction}", at=Thing("clearing:{at}"), faction=Thing("{fund}"))
    points_at = ("{fund}:warrior", "clearing:{at}")


class OpenPost(Action):
    """Spend two funds of the ruler to place a trade post and a warrior."""

    do: Literal["open_post"] = "open_post"
    at: Place
    suit: Literal["", "fox", "rabbit", "mouse"] = ""
    sentence = say("opens a trade post in {at}", at=Thing("clearing:{at}"))
    points_at = ("clearing:{at}",)


class CommitFund(Action):
    """Choose which fund to commit."""

    answers = "fund_committed"
    do: Literal["commit_fund"] = "commit_fund"
    fund: FactionKey
    sentence = say("commits a fund of {faction}", faction=Thing("{fund}"))
    points_at = ("{fund}:warrior",)


class LoseFund(Action):
    """Choose which fund to lose with a trade post."""

    answers = "funds_lost"
    do: Literal["lose_fund"] = "lose_fund"
    fund: FactionKey
    sentence = say("loses a fund of {faction}", faction=Thing("{fund}"))
    points_at = ("{fund}:warrior",)


ACTIONS: tuple[type[Action], ...] = (
    Moor, SetPrice, KeepPrices, Buy, NoService, PayItem, Fetch, Export, Enlist, OpenPost, CommitFund, LoseFund,
)  # fmt: skip
