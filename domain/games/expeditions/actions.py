"""The actions of Expeditions, one decision each."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from tablescribe.domain.games.expeditions import taking
from tablescribe.domain.games.expeditions.amounts import with_worker
from tablescribe.domain.games.expeditions.components import KINDS, Card, Location, Mech
from tablescribe.domain.games.expeditions.taking import touched
from tablescribe.domain.games.expeditions.zones import DECISION, HUMAN_MECH, deck, space
from tablescribe.domain.rules.action import Action
from tablescribe.domain.words.text import Text, Thing, say

COVERS = {
    "move": say("covers Move"),
    "play": say("covers Play"),
    "gather": say("covers Gather"),
    "refresh": say("refreshes"),
}


class Shift(Action):
    """Shift the action token onto an action, which it then covers, or onto Refresh (EX-18, EX-20, EX-21, EX-43).

    From Refresh it goes to the blank space by itself, with the first action of the turn (EX-19).
    """

    do: Literal["shift"] = "shift"
    to: Literal["move", "play", "gather", "refresh"]
    points_at = ("token:{to}",)

    def text(self) -> Text:
        """Return the action in words."""
        return COVERS[self.to]


class Move(Action):
    """Take the Move action (EX-25)."""

    do: Literal["move"] = "move"
    to: str
    sentence = say("moves to {place}", place=Thing("cell:{to}"))
    points_at = (HUMAN_MECH, "cell:{to}")


class PlayCard(Action):
    """Take the Play action (EX-32): a card from your hand, with a worker to use its ability (EX-33)."""

    do: Literal["play"] = "play"
    card: str
    worker: str | None = None

    def text(self) -> Text:
        """Return the action in words."""
        if self.worker is None:
            return say("plays {card}", card=Thing(self.card))
        return say("plays {card} {with_worker}", card=Thing(self.card), with_worker=with_worker(self.worker))

    def touches(self) -> tuple[str, ...]:
        """Return the card and the worker to select for this action."""
        return touched(self.card, self.worker)


class Gather(Action):
    """Take the Gather action (EX-35)."""

    do: Literal["gather"] = "gather"
    sentence = say("gathers")
    points_at = (space("gather"),)


class Declare(Action):
    """Declare what is printed on a blank card when it first appears (EX-105). This does not use your turn."""

    beside = True

    do: Literal["declare"] = "declare"
    card: str
    says: Card
    points_at = ("{card}",)

    def text(self) -> Text:
        """Return the action in words."""
        kind = KINDS[self.says.kind]
        blank = self.card.rpartition(":")[2].partition("-")[0]  # the typed word: the card has its declared name
        return say("declares {card}: {kind} {name}", card=blank, kind=kind, name=self.says.name)


class DeclareTile(Action):
    """Declare what is printed on a blank location tile that is face up (EX-105). This does not use your turn."""

    beside = True

    do: Literal["declare_tile"] = "declare_tile"
    says: Location
    sentence = say("declares location {number}: {name}", number="{says.id}", name="{says.name}")
    points_at = ("{says.region}:{says.id}",)


class DeclareMech(Action):
    """Declare what is printed on your mech's mat, if it is blank (EX-105). This does not use your turn."""

    beside = True

    do: Literal["declare_mech"] = "declare_mech"
    says: Mech
    sentence = say("declares the mech: {name}", name="{says.name}")
    points_at = (HUMAN_MECH,)


class AutomaTurn(Action):
    """Play the Automa's whole turn, as its decision card says (EX-56 to EX-67)."""

    do: Literal["automa"] = "automa"
    sentence = say("takes its turn")
    points_at = (deck(DECISION),)


ACTIONS: TypeAlias = Annotated[
    Shift | Move | PlayCard | Gather | AutomaTurn | Declare | DeclareTile | DeclareMech | taking.ACTIONS,
    Field(discriminator="do"),
]
