"""What crafted cards let a seat say."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from tablescribe.domain.games.root.actions.core import Owner, carrying, loaded
from tablescribe.domain.games.root.board import clearing
from tablescribe.domain.games.root.parts import Carried, Place
from tablescribe.domain.rules.action import Action, Hidden
from tablescribe.domain.rules.window import Window
from tablescribe.domain.table.names import seat as seat_name
from tablescribe.domain.words.text import Text, Thing, say

SeatNumber = Annotated[int, Field(ge=1, le=6)]


class RoyalClaim(Action):
    """Discard Royal Claim for a point for each clearing ruled."""

    do: Literal["royal_claim"] = "royal_claim"

    def text(self) -> Text:
        """Return what the seat does."""
        return say("uses {card}", card=Thing("card:royal-claim"))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return ("card:royal-claim",)


class StandAndDeliver(Action):
    """Take a random card from another player, who scores a point."""

    do: Literal["stand_and_deliver"] = "stand_and_deliver"
    victim: SeatNumber

    def text(self) -> Text:
        """Return what the seat does."""
        return say("takes a random card from {victim}", victim=Thing(seat_name(self.victim)))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return ("card:stand-and-deliver", seat_name(self.victim))


class TaxCollector(Action):
    """Remove an own warrior to draw a card."""

    do: Literal["tax_collector"] = "tax_collector"
    at: Place

    def text(self) -> Text:
        """Return what the seat does."""
        return say("collects taxes in {at}", at=Thing(clearing(self.at)))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return ("card:tax-collector", clearing(self.at))


class BurrowBank(Action):
    """Draw a card together with another player."""

    do: Literal["burrow_bank"] = "burrow_bank"
    partner: SeatNumber

    def text(self) -> Text:
        """Return what the seat does."""
        return say("draws a card together with {partner}", partner=Thing(seat_name(self.partner)))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return ("card:better-burrow-bank", seat_name(self.partner))


class BreakCodes(Action):
    """Look at another player's hand."""

    do: Literal["break_codes"] = "break_codes"
    victim: SeatNumber

    def text(self) -> Text:
        """Return what the seat does."""
        return say("looks at the hand of {victim}", victim=Thing(seat_name(self.victim)))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return ("card:codebreakers", seat_name(self.victim))


class Sabotage(Action):
    """Discard Saboteurs to discard a crafted card of an enemy."""

    do: Literal["sabotage"] = "sabotage"
    victim: SeatNumber
    card: str

    def text(self) -> Text:
        """Return what the seat does."""
        return say("sabotages {card} of {victim}", card=Thing(self.card), victim=Thing(seat_name(self.victim)))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return ("card:saboteurs", seat_name(self.victim), self.card)


class Propaganda(Action):
    """Spend a card to put an own warrior in the place of an enemy's."""

    do: Literal["propaganda"] = "propaganda"
    at: Place
    enemy: Owner
    card: str

    def text(self) -> Text:
        """Return what the seat does."""
        return say(
            "wins over a warrior of {enemy} in {at} for {card}",
            enemy=Thing(self.enemy), at=Thing(clearing(self.at)), card=Thing(self.card),
        )  # fmt: skip

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return ("card:propaganda-bureau", clearing(self.at), self.card)


class FalseOrders(Action):
    """Discard False Orders to move half of an enemy's warriors from a clearing."""

    do: Literal["false_orders"] = "false_orders"
    enemy: Owner
    origin: Place
    to: Place
    load: Carried = ""

    def text(self) -> Text:
        """Return what the seat does."""
        deed = say(
            "gives {enemy} false orders, from {origin} to {to}",
            enemy=Thing(self.enemy), origin=Thing(clearing(self.origin)), to=Thing(clearing(self.to)),
        )  # fmt: skip
        return carrying(deed, self.load)

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        pieces = dict.fromkeys(loaded(self.load))
        return ("card:false-orders", clearing(self.origin), clearing(self.to), *pieces)


class Charm(Action):
    """Draw a card, and let another player score a point."""

    do: Literal["charm"] = "charm"
    partner: SeatNumber

    def text(self) -> Text:
        """Return what the seat does."""
        return say("draws a card, and {partner} scores", partner=Thing(seat_name(self.partner)))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return ("card:charm-offensive", seat_name(self.partner))


class SwapMeet(Action):
    """Take a random card from another player, to give one back."""

    do: Literal["swap_meet"] = "swap_meet"
    victim: SeatNumber

    def text(self) -> Text:
        """Return what the seat does."""
        return say("swaps a card with {victim}", victim=Thing(seat_name(self.victim)))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return ("card:swap-meet", seat_name(self.victim))


class GiveBack(Action):
    """Give a card of the hand for the one that was taken; `?card` where it is not told."""

    answers: ClassVar[str | None] = "swap"
    do: Literal["give_back"] = "give_back"
    card: Hidden[str]

    def text(self) -> Text:
        """Return what the seat does."""
        return say("gives {card} back", card=Thing(self.card))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (self.card,)


class Inform(Action):
    """Take an ambush card from the discard pile instead of drawing."""

    answers: ClassVar[str | None] = "informants"
    do: Literal["inform"] = "inform"
    card: str

    def text(self) -> Text:
        """Return what the seat does."""
        return say("takes {card} from the discard pile", card=Thing(self.card))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return ("card:informants", self.card)


class NoInform(Action):
    """Draw as usual."""

    answers: ClassVar[str | None] = "informants"
    do: Literal["no_inform"] = "no_inform"

    def text(self) -> Text:
        """Return what the seat does."""
        return say("draws as usual")


class Shed(Action):
    """Discard a card that the Partisans cost."""

    answers: ClassVar[str | None] = "partisans"
    do: Literal["shed"] = "shed"
    card: str

    def text(self) -> Text:
        """Return what the seat does."""
        return say("discards {card} for the Partisans", card=Thing(self.card))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (self.card,)


class NoShed(Action):
    """Say that all other cards are of the Partisans' suit."""

    answers: ClassVar[str | None] = "partisans"
    do: Literal["no_shed"] = "no_shed"

    def text(self) -> Text:
        """Return what the seat does."""
        return say("keeps the other cards")


SWAP = Window("swap", "RO-CARD-SWAP-MEET", say("the card that is given back"))
INFORMANTS = Window("informants", "RO-CARD-INFORMANTS", say("the Informants"), unused=NoInform)
PARTISANS = Window("partisans", "RO-CARD-PARTISANS", say("the cards that the Partisans cost"))

ACTIONS: tuple[type[Action], ...] = (
    RoyalClaim, StandAndDeliver, TaxCollector, BurrowBank, BreakCodes, Sabotage, Propaganda, FalseOrders, Charm,
    SwapMeet, GiveBack, Inform, NoInform, Shed, NoShed,
)  # fmt: skip
WINDOWS: tuple[Window, ...] = (SWAP, INFORMANTS, PARTISANS)
