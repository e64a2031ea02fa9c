"""What a seat may say about cards: playing, using, cancelling, rolling again, reading (TR-85 to TR-103)."""

from typing import Literal

from tablescribe.domain.games.tomb_raider.components import Card
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.typed_facts import ToldFacts, told_of
from tablescribe.domain.rules.window import Window
from tablescribe.domain.words.text import Text, Thing, say


class PlayCard(Action):
    """Play an action, an upgrade or a secret move from the hand, also out of turn (TR-85, TR-87, TR-103)."""

    beside = True
    do: Literal["play_card"] = "play_card"
    card: str
    sentence = say("plays {card}", card=Thing("{card}"))
    points_at = ("{card}",)


class UseCard(Action):
    """Use a card that lies in a row of one's own (TR-72, TR-82, TR-85)."""

    beside = True
    do: Literal["use_card"] = "use_card"
    card: str
    sentence = say("uses {card}", card=Thing("{card}"))
    points_at = ("{card}",)


class NoUse(Action):
    """Play no upgrade and use no secret move for what happened (TR-85, TR-87)."""

    answers = "moment"
    do: Literal["no_use"] = "no_use"
    sentence = say("plays nothing for it")


class NoCancel(Action):
    """Let the card that was just played take effect (TR-103)."""

    answers = "cancel"
    do: Literal["no_cancel"] = "no_cancel"
    sentence = say("lets the card take effect")


class AskReroll(Action):
    """Ask whether the dice may be rolled again (TR-103)."""

    answers = "after_roll"
    do: Literal["ask_reroll"] = "ask_reroll"
    sentence = say("asks to roll again")


class AllowReroll(Action):
    """Allow another player to roll again (TR-103)."""

    answers = "consent"
    do: Literal["allow_reroll"] = "allow_reroll"
    sentence = say("allows another roll")


class RefuseReroll(Action):
    """Refuse another player another roll (TR-103)."""

    answers = "consent"
    do: Literal["refuse_reroll"] = "refuse_reroll"
    sentence = say("allows no other roll")


class Judged(Action):
    """What the card does has been done and written down (TR-102); said in matches of the first edition only."""

    answers = "judge"
    do: Literal["judged"] = "judged"
    sentence = say("has done what the card says")


class Tell(Action):
    """Say what a text of a card did that only people can read, in facts; none, if it did nothing (TR-135)."""

    answers = "text"
    do: Literal["tell"] = "tell"
    benefit: str
    facts: ToldFacts = ()

    def text(self) -> Text:
        """Return what the seat does."""
        return told_of(Thing(f"benefit:{self.benefit}"), self.facts)


class Declare(Action):
    """Read out what is printed on a card that the catalogue leaves blank (TR-5).

    Attributes:
        says: the whole card; its `id` is the number of the card.
    """

    answers = "read"
    do: Literal["declare"] = "declare"
    says: Card
    sentence = say("reads out {card}", card="{says.name}")


MOMENT = Window("moment", "TR-87", say("whether to play an upgrade or a secret move"), unused=NoUse)
CANCEL = Window("cancel", "TR-103", say("whether to cancel the card"), unused=NoCancel, simultaneous=True)
CONSENT = Window("consent", "TR-103", say("whether to allow a reroll"), unused=RefuseReroll, simultaneous=True)
JUDGE = Window("judge", "TR-102", say("what the card does"), unused=Judged)
TEXT = Window("text", "TR-135", say("what the text did, or that it did nothing (tell)"))
READ = Window("read", "TR-5", say("what is printed on the card"))

WINDOWS = (MOMENT, CANCEL, CONSENT, JUDGE, TEXT, READ)

ACTIONS = PlayCard | UseCard | NoUse | NoCancel | AskReroll | AllowReroll | RefuseReroll | Judged | Tell | Declare
