"""Actions with cards: playing, using, cancelling, rerolling, reading (TR-85 to TR-103)."""

from typing import Literal

from tablescribe.domain.games.tomb_raider.components import Card
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.typed_facts import ToldFacts, told_of
from tablescribe.domain.words.text import Text, Thing, say


class PlayCard(Action):
    """Play an action, an upgrade or a secret move from your hand, in turn or out of turn (TR-85, TR-87, TR-103)."""

    beside = True
    do: Literal["play_card"] = "play_card"
    card: str
    sentence = say("plays {card}", card=Thing("{card}"))
    points_at = ("{card}",)


class UseCard(Action):
    """Use a card in one of your rows (TR-72, TR-82, TR-85)."""

    beside = True
    do: Literal["use_card"] = "use_card"
    card: str
    sentence = say("uses {card}", card=Thing("{card}"))
    points_at = ("{card}",)


class NoUse(Action):
    """Decline to play an upgrade or use a secret move (TR-85, TR-87)."""

    answers = "moment"
    do: Literal["no_use"] = "no_use"
    sentence = say("plays nothing in response")


class NoCancel(Action):
    """Decline to cancel the card just played (TR-103)."""

    answers = "cancel"
    do: Literal["no_cancel"] = "no_cancel"
    sentence = say("does not cancel the card")


class AskReroll(Action):
    """Ask for a reroll (TR-103)."""

    answers = "after_roll"
    do: Literal["ask_reroll"] = "ask_reroll"
    sentence = say("asks for a reroll")


class AllowReroll(Action):
    """Allow another player's reroll (TR-103)."""

    answers = "consent"
    do: Literal["allow_reroll"] = "allow_reroll"
    sentence = say("allows the reroll")


class RefuseReroll(Action):
    """Refuse another player's reroll (TR-103)."""

    answers = "consent"
    do: Literal["refuse_reroll"] = "refuse_reroll"
    sentence = say("refuses the reroll")


class Judged(Action):
    """Confirm that a card has been resolved by hand (TR-102); only in matches of the first edition."""

    answers = "judge"
    do: Literal["judged"] = "judged"
    sentence = say("has resolved the card")


class Tell(Action):
    """Record what the free text of a card did, as facts; none if it did nothing (TR-135)."""

    answers = "text"
    do: Literal["tell"] = "tell"
    benefit: str
    facts: ToldFacts = ()

    def text(self) -> Text:
        """Return what the seat does."""
        return told_of(Thing(f"benefit:{self.benefit}"), self.facts)


class Declare(Action):
    """Enter what is printed on a card that the catalogue leaves blank (TR-5).

    Attributes:
        says: the whole card; its `id` is the number of the card.
    """

    answers = "read"
    do: Literal["declare"] = "declare"
    says: Card
    sentence = say("reads out {card}", card="{says.name}")


ACTIONS = PlayCard | UseCard | NoUse | NoCancel | AskReroll | AllowReroll | RefuseReroll | Judged | Tell | Declare
