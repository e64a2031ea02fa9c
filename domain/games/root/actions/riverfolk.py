"""The Riverfolk Company: what it may say, what others buy from it."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from tablescribe.domain.games.root.board import clearing
from tablescribe.domain.games.root.parts import FactionKey, Item, Place
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.window import Window
from tablescribe.domain.words.text import Text, Thing, say

Service = Literal["hand", "boats", "mercenaries"]
"""A hand card, riverboats, mercenaries."""


class Moor(Action):
    """Place a warrior in a clearing on a river, while setting up."""

    do: Literal["moor"] = "moor"
    at: Place

    def text(self) -> Text:
        """Return what the seat does."""
        return say("begins in {at}", at=Thing(clearing(self.at)))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (clearing(self.at),)


class SetPrice(Action):
    """Set the price of a service."""

    answers: ClassVar[str | None] = "prices"
    do: Literal["set_price"] = "set_price"
    service: Service
    price: Annotated[int, Field(ge=1, le=4)]

    def text(self) -> Text:
        """Return what the seat does."""
        return say("sets {service} to {price}", service=Thing(f"price:{self.service}"), price=self.price)

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (f"price:{self.service}",)


class KeepPrices(Action):
    """Leave the prices as they are."""

    answers: ClassVar[str | None] = "prices"
    do: Literal["keep_prices"] = "keep_prices"

    def text(self) -> Text:
        """Return what the seat does."""
        return say("keeps the prices")


class Buy(Action):
    """Buy a service of the Riverfolk, a hand card with the card's name."""

    answers: ClassVar[str | None] = "services"
    do: Literal["buy"] = "buy"
    service: Service
    card: str = ""

    def text(self) -> Text:
        """Return what the seat does."""
        if self.card:
            return say("buys {card} from the Riverfolk", card=Thing(self.card))
        return say("buys {service} from the Riverfolk", service=Thing(f"service:{self.service}"))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (self.card,) if self.card else (f"price:{self.service}",)


class NoService(Action):
    """Buy nothing, or nothing more."""

    answers: ClassVar[str | None] = "services"
    do: Literal["no_service"] = "no_service"

    def text(self) -> Text:
        """Return what the seat does."""
        return say("buys nothing from the Riverfolk")


class PayItem(Action):
    """Exhaust an item for a service."""

    answers: ClassVar[str | None] = "items_paid"
    do: Literal["pay_item"] = "pay_item"
    item: Item

    def text(self) -> Text:
        """Return what the seat does."""
        return say("exhausts {item} for the Riverfolk", item=Thing(f"item:{self.item}"))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (f"item:{self.item}",)


class Fetch(Action):
    """Commit a fund to draw a card."""

    do: Literal["fetch"] = "fetch"
    fund: FactionKey

    def text(self) -> Text:
        """Return what the seat does."""
        return say("draws a card for a fund of {faction}", faction=Thing(self.fund))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (f"{self.fund}:warrior", "deck:card")


class Export(Action):
    """Craft a card for a payment instead of what it gives."""

    do: Literal["export"] = "export"
    card: str
    using: str = ""

    def text(self) -> Text:
        """Return what the seat does."""
        return say("exports {card}", card=Thing(self.card))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (self.card, "payments")


class Enlist(Action):
    """Spend a fund for a warrior in a clearing on a river."""

    do: Literal["enlist"] = "enlist"
    at: Place
    fund: FactionKey

    def text(self) -> Text:
        """Return what the seat does."""
        return say("recruits in {at} for a fund of {faction}", at=Thing(clearing(self.at)), faction=Thing(self.fund))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (f"{self.fund}:warrior", clearing(self.at))


class OpenPost(Action):
    """Spend two funds of the ruler for a trade post and a warrior."""

    do: Literal["open_post"] = "open_post"
    at: Place
    suit: Literal["", "fox", "rabbit", "mouse"] = ""

    def text(self) -> Text:
        """Return what the seat does."""
        return say("opens a trade post in {at}", at=Thing(clearing(self.at)))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (clearing(self.at),)


class CommitFund(Action):
    """Say which fund is committed."""

    answers: ClassVar[str | None] = "fund_committed"
    do: Literal["commit_fund"] = "commit_fund"
    fund: FactionKey

    def text(self) -> Text:
        """Return what the seat does."""
        return say("commits a fund of {faction}", faction=Thing(self.fund))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (f"{self.fund}:warrior",)


class LoseFund(Action):
    """Say which fund is lost with a trade post."""

    answers: ClassVar[str | None] = "funds_lost"
    do: Literal["lose_fund"] = "lose_fund"
    fund: FactionKey

    def text(self) -> Text:
        """Return what the seat does."""
        return say("loses a fund of {faction}", faction=Thing(self.fund))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (f"{self.fund}:warrior",)


PRICES = Window("prices", "RO-11.6", say("the prices"), unused=KeepPrices)
SERVICES = Window("services", "RO-11.2.6", say("the services that are bought"), unused=NoService)
ITEMS_PAID = Window("items_paid", "RO-11.2.6", say("the items that are exhausted for the service"))
FUND_COMMITTED = Window("fund_committed", "RO-11.5.2", say("the fund that is committed"))
FUNDS_LOST = Window("funds_lost", "RO-11.2.5-I", say("the funds that are lost with the trade post"))

ACTIONS: tuple[type[Action], ...] = (
    Moor, SetPrice, KeepPrices, Buy, NoService, PayItem, Fetch, Export, Enlist, OpenPost, CommitFund, LoseFund,
)  # fmt: skip
WINDOWS: tuple[Window, ...] = (PRICES, SERVICES, ITEMS_PAID, FUND_COMMITTED, FUNDS_LOST)
