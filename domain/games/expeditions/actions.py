"""What a seat may say in Expeditions. Each action is one decision."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import Field

from domain.action import Action
from domain.games.expeditions.amounts import gains_worker, with_worker
from domain.games.expeditions.board import (
    BENEFIT,
    CORRUPTION,
    DECISION,
    HAND,
    HUMAN,
    HUMAN_MECH,
    MELDED,
    SOLVED,
    UPGRADED,
    WORKERS,
    Category,
    benefit,
    category,
    cell,
    deck,
    space,
    taken,
    worker,
)
from domain.games.expeditions.components import KINDS, Card, Location, Mech
from domain.text import Text, Thing, say
from domain.window import Window

COVERS = {
    "move": say("covers Move"),
    "play": say("covers Play"),
    "gather": say("covers Gather"),
    "refresh": say("refreshes"),
}


class Shift(Action):
    """Shift the action token onto an action, which it covers, or onto Refresh (EX-18, EX-20, EX-21, EX-43).

    From Refresh it goes to the blank space by itself, with the first action of the turn (EX-19).
    """

    do: Literal["shift"] = "shift"
    to: Literal["move", "play", "gather", "refresh"]

    def text(self) -> Text:
        """Return the action in words."""
        return COVERS[self.to]

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (space(self.to),)


class Move(Action):
    """The Move action (EX-25)."""

    do: Literal["move"] = "move"
    to: str

    def text(self) -> Text:
        """Return the action in words."""
        return say("moves to {place}", place=Thing(cell(self.to)))

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (HUMAN_MECH, cell(self.to))


class PlayCard(Action):
    """The Play action (EX-32): a card from the hand, with a worker if its ability is used (EX-33)."""

    do: Literal["play"] = "play"
    card: str
    worker: str | None = None

    def text(self) -> Text:
        """Return the action in words."""
        if self.worker is None:
            return say("plays {card}", card=Thing(self.card))
        return say("plays {card} {with_worker}", card=Thing(self.card), with_worker=with_worker(self.worker))

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return _with(self.card, self.worker)


class Gather(Action):
    """The Gather action (EX-35)."""

    do: Literal["gather"] = "gather"

    def text(self) -> Text:
        """Return the action in words."""
        return say("gathers")

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (space("gather"),)


class _Benefit(Action):
    """Part of taking what is due: it answers the window that a benefit opened."""

    answers: ClassVar[str | None] = BENEFIT


class Travel(_Benefit):
    """Move by an ability (EX-93)."""

    do: Literal["travel"] = "travel"
    to: str

    def text(self) -> Text:
        """Return the action in words."""
        return say("moves on to {place}", place=Thing(cell(self.to)))

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (HUMAN_MECH, cell(self.to))


class PlayMore(_Benefit):
    """Play one more card by an ability (EX-103)."""

    do: Literal["play_more"] = "play_more"
    card: str
    worker: str | None = None

    def text(self) -> Text:
        """Return the action in words."""
        if self.worker is None:
            return say("also plays {card}", card=Thing(self.card))
        return say("also plays {card} {with_worker}", card=Thing(self.card), with_worker=with_worker(self.worker))

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return _with(self.card, self.worker)


class GatherAt(_Benefit):
    """Gather at an adjacent location by an ability (EX-97)."""

    do: Literal["gather_at"] = "gather_at"
    place: str

    def text(self) -> Text:
        """Return the action in words."""
        return say("gathers at {place}", place=Thing(cell(self.place)))

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (cell(self.place),)


class Vanquish(_Benefit):
    """Pay for the top token at one's location and take it (EX-45)."""

    do: Literal["vanquish"] = "vanquish"

    def text(self) -> Text:
        """Return the action in words."""
        return say("vanquishes the top corruption")

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (taken(HUMAN),)


class Cleanse(_Benefit):
    """Put the top token at one's location back into the bag (EX-48)."""

    do: Literal["cleanse"] = "cleanse"

    def text(self) -> Text:
        """Return the action in words."""
        return say("puts the top corruption back into the bag")

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (deck(CORRUPTION),)


class Solve(_Benefit):
    """Solve a quest (EX-49)."""

    do: Literal["solve"] = "solve"
    card: str

    def text(self) -> Text:
        """Return the action in words."""
        return say("solves {card}", card=Thing(self.card))

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (self.card, SOLVED)


class Upgrade(_Benefit):
    """Tuck an item (EX-50)."""

    do: Literal["upgrade"] = "upgrade"
    card: str

    def text(self) -> Text:
        """Return the action in words."""
        return say("upgrades {card}", card=Thing(self.card))

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (self.card, UPGRADED)


class Meld(_Benefit):
    """Tuck a meteorite (EX-51)."""

    do: Literal["meld"] = "meld"
    card: str

    def text(self) -> Text:
        """Return the action in words."""
        return say("melds {card}", card=Thing(self.card))

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (self.card, MELDED)


class Boast(_Benefit):
    """Put a glory token on a category (EX-52)."""

    do: Literal["boast"] = "boast"
    category: Category

    def text(self) -> Text:
        """Return the action in words."""
        return say("boasts: {category}", category=Thing(category(self.category)))

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (category(self.category),)


class GainCard(_Benefit):
    """Gain a face-up card (EX-39)."""

    do: Literal["gain_card"] = "gain_card"
    card: str

    def text(self) -> Text:
        """Return the action in words."""
        return say("gains {card}", card=Thing(self.card))

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (self.card,)


class GainWorker(_Benefit):
    """Gain a worker of a colour of one's choice (EX-96)."""

    do: Literal["gain_worker"] = "gain_worker"
    colour: str

    def text(self) -> Text:
        """Return the action in words."""
        return gains_worker(self.colour)

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (worker(self.colour),)


class ReturnCard(_Benefit):
    """Take an active card back to the hand, and its worker to the mat (EX-99)."""

    do: Literal["return_card"] = "return_card"
    card: str

    def text(self) -> Text:
        """Return the action in words."""
        return say("takes {card} back to the hand", card=Thing(self.card))

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (self.card, HAND)


class ReturnWorker(_Benefit):
    """Take the worker of an active card back to the mat (EX-99)."""

    do: Literal["return_worker"] = "return_worker"
    card: str

    def text(self) -> Text:
        """Return the action in words."""
        return say("takes the worker of {card} back to the mat", card=Thing(self.card))

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (self.card, WORKERS)


class Take(_Benefit):
    """Take a side of a "/", pay for an effect, or take a gain now: named by its words, joined by `_`."""

    do: Literal["take"] = "take"
    benefit: str

    def text(self) -> Text:
        """Return the action in words."""
        return say("takes: {benefit}", benefit=Thing(benefit(self.benefit)))


class Done(_Benefit):
    """Leave what else there is to choose (EX-24, EX-38). Going on with something else says the same."""

    do: Literal["done"] = "done"

    def text(self) -> Text:
        """Return the action in words."""
        return say("takes nothing more")


WHAT_IS_DUE = Window(BENEFIT, "EX-24", say("the taking of what is due"), unused=Done(), volunteered=True)
"""The window in which the human takes benefits; going on leaves what is left (EX-24).

Where nothing is due, each way of taking is refused by its own rule: nothing lets one Solve now.
"""


class Declare(Action):
    """Say what is printed on a blank card that shows for the first time (EX-105). It is no part of a turn."""

    beside: ClassVar[bool] = True

    do: Literal["declare"] = "declare"
    card: str
    says: Card

    def text(self) -> Text:
        """Return the action in words."""
        kind = KINDS[self.says.kind]
        return say("declares {card}: {kind} {name}", card=Thing(self.card), kind=kind, name=self.says.name)

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (self.card,)


class DeclareTile(Action):
    """Say what is printed on a blank location tile that lies face up (EX-105). It is no part of a turn."""

    beside: ClassVar[bool] = True

    do: Literal["declare_tile"] = "declare_tile"
    says: Location

    def text(self) -> Text:
        """Return the action in words."""
        return say("declares location {number}: {name}", number=self.says.id, name=self.says.name)

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (f"{self.says.region}:{self.says.id}",)


class DeclareMech(Action):
    """Say what is printed on the mat of the human's mech, if it is blank (EX-105). It is no part of a turn."""

    beside: ClassVar[bool] = True

    do: Literal["declare_mech"] = "declare_mech"
    says: Mech

    def text(self) -> Text:
        """Return the action in words."""
        return say("declares the mech: {name}", name=self.says.name)

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (HUMAN_MECH,)


class AutomaTurn(Action):
    """The Automa's whole turn, which follows from the card it draws (EX-56 to EX-67)."""

    do: Literal["automa"] = "automa"

    def text(self) -> Text:
        """Return the action in words."""
        return say("takes its turn")

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (deck(DECISION),)


def _with(card: str, colour: str | None) -> tuple[str, ...]:
    return (card, worker(colour)) if colour else (card,)


ACTIONS: TypeAlias = Annotated[
    Shift
    | Move
    | PlayCard
    | Gather
    | AutomaTurn
    | Declare
    | DeclareTile
    | DeclareMech
    | Travel
    | PlayMore
    | GatherAt
    | Vanquish
    | Cleanse
    | Solve
    | Upgrade
    | Meld
    | Boast
    | GainCard
    | GainWorker
    | ReturnCard
    | ReturnWorker
    | Take
    | Done,
    Field(discriminator="do"),
]
