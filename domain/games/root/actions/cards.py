"""Actions that crafted cards allow."""

from typing import Annotated, Literal

from pydantic import Field

from tablescribe.domain.games.root.actions.core import Owner, carrying, loaded
from tablescribe.domain.games.root.board import clearing
from tablescribe.domain.games.root.parts import Carried, Place
from tablescribe.domain.rules.action import Action, Hidden
from tablescribe.domain.words.text import Text, Thing, say

SeatNumber = Annotated[int, Field(ge=1, le=6)]


class RoyalClaim(Action):
    """Discard Royal Claim to score a point for each clearing you rule."""

    do: Literal["royal_claim"] = "royal_claim"
    sentence = say("uses {card}", card=Thing("card:royal-claim"))
    points_at = ("card:royal-claim",)


class StandAndDeliver(Action):
    """Take a random card from another player, who scores a point."""

    do: Literal["stand_and_deliver"] = "stand_and_deliver"
    victim: SeatNumber
    sentence = say("takes a random card from {victim}", victim=Thing("seat:{victim}"))
    points_at = ("card:stand-and-deliver", "seat:{victim}")


class TaxCollector(Action):
    """Remove one of your warriors to draw a card."""

    do: Literal["tax_collector"] = "tax_collector"
    at: Place
    sentence = say("collects taxes in {at}", at=Thing("clearing:{at}"))
    points_at = ("card:tax-collector", "clearing:{at}")


class BurrowBank(Action):
    """Draw a card together with another player."""

    do: Literal["burrow_bank"] = "burrow_bank"
    partner: SeatNumber
    sentence = say("draws a card together with {partner}", partner=Thing("seat:{partner}"))
    points_at = ("card:better-burrow-bank", "seat:{partner}")


class BreakCodes(Action):
    """Look at another player's hand."""

    do: Literal["break_codes"] = "break_codes"
    victim: SeatNumber
    sentence = say("looks at the hand of {victim}", victim=Thing("seat:{victim}"))
    points_at = ("card:codebreakers", "seat:{victim}")


class Sabotage(Action):
    """Discard Saboteurs to discard a crafted card of an enemy."""

    do: Literal["sabotage"] = "sabotage"
    victim: SeatNumber
    card: str
    sentence = say("sabotages {card} of {victim}", card=Thing("{card}"), victim=Thing("seat:{victim}"))
    points_at = ("card:saboteurs", "seat:{victim}", "{card}")


class Propaganda(Action):
    """Spend a card to replace an enemy warrior with one of yours."""

    do: Literal["propaganda"] = "propaganda"
    at: Place
    enemy: Owner
    card: str
    sentence = say(
        "wins over a warrior of {enemy} in {at} for {card}",
        enemy=Thing("{enemy}"),
        at=Thing("clearing:{at}"),
        card=Thing("{card}"),
    )
    points_at = ("card:propaganda-bureau", "clearing:{at}", "{card}")


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
        """Return the names of pieces and places to select for this action."""
        pieces = dict.fromkeys(loaded(self.load))
        return ("card:false-orders", clearing(self.origin), clearing(self.to), *pieces)


class Charm(Action):
    """Draw a card, and let another player score a point."""

    do: Literal["charm"] = "charm"
    partner: SeatNumber
    sentence = say("draws a card, and {partner} scores", partner=Thing("seat:{partner}"))
    points_at = ("card:charm-offensive", "seat:{partner}")


class SwapMeet(Action):
    """Take a random card from another player, then give one back."""

    do: Literal["swap_meet"] = "swap_meet"
    victim: SeatNumber
    sentence = say("trades a card with {victim}", victim=Thing("seat:{victim}"))
    points_at = ("card:swap-meet", "seat:{victim}")


class GiveBack(Action):
    """Give a card from your hand in return for the one taken; `?card` if it is not known."""

    answers = "swap"
    do: Literal["give_back"] = "give_back"
    card: Hidden[str]
    sentence = say("gives {card} back", card=Thing("{card}"))
    points_at = ("{card}",)


class Inform(Action):
    """Take an ambush card from the discard pile instead of drawing."""

    answers = "informants"
    do: Literal["inform"] = "inform"
    card: str
    sentence = say("takes {card} from the discard pile", card=Thing("{card}"))
    points_at = ("card:informants", "{card}")


class NoInform(Action):
    """Draw as usual."""

    answers = "informants"
    do: Literal["no_inform"] = "no_inform"
    sentence = say("draws cards as usual")


class Shed(Action):
    """Discard a card for the Partisans."""

    answers = "partisans"
    do: Literal["shed"] = "shed"
    card: str
    sentence = say("discards {card} for the Partisans", card=Thing("{card}"))
    points_at = ("{card}",)


class NoShed(Action):
    """Keep the other cards: they are of the Partisans' suit."""

    answers = "partisans"
    do: Literal["no_shed"] = "no_shed"
    sentence = say("keeps the other cards")


ACTIONS: tuple[type[Action], ...] = (
    RoyalClaim, StandAndDeliver, TaxCollector, BurrowBank, BreakCodes, Sabotage, Propaganda, FalseOrders, Charm,
    SwapMeet, GiveBack, Inform, NoInform, Shed, NoShed,
)  # fmt: skip
