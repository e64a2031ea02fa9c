"""What a seat may say in Expeditions. Each action is one decision."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, ClassVar, Literal

from pydantic import Field, TypeAdapter

from domain.game import Action
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
    category,
    cell,
    deck,
    space,
    taken,
    worker,
)
from domain.games.expeditions.components import Card

Label = Callable[[str], str]


class Shift(Action):
    """Shift the action token onto an action, which it covers, or onto Refresh (EX-18, EX-20, EX-21, EX-43).

    From Refresh it goes to the blank space by itself, with the first action of the turn (EX-19).
    """

    do: Literal["shift"] = "shift"
    to: Literal["move", "play", "gather", "refresh"]

    def say(self, label: Label) -> str:
        """Return the action in words."""
        return "refreshes" if self.to == "refresh" else f"covers {self.to.capitalize()}"

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (space(self.to),)


class Move(Action):
    """The Move action (EX-25)."""

    do: Literal["move"] = "move"
    to: str

    def say(self, label: Label) -> str:
        """Return the action in words."""
        return f"moves to {label(cell(self.to))}"

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (HUMAN_MECH, cell(self.to))


class PlayCard(Action):
    """The Play action (EX-32): a card from the hand, with a worker if its ability is used (EX-33)."""

    do: Literal["play"] = "play"
    card: str
    worker: str | None = None

    def say(self, label: Label) -> str:
        """Return the action in words."""
        return f"plays {label(self.card)}" + (f" with a {label(worker(self.worker))}" if self.worker else "")

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return _with(self.card, self.worker)


class Gather(Action):
    """The Gather action (EX-35)."""

    do: Literal["gather"] = "gather"

    def say(self, label: Label) -> str:
        """Return the action in words."""
        return "gathers"

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

    def say(self, label: Label) -> str:
        """Return the action in words."""
        return f"moves on to {label(cell(self.to))}"

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (HUMAN_MECH, cell(self.to))


class PlayMore(_Benefit):
    """Play one more card by an ability (EX-103)."""

    do: Literal["play_more"] = "play_more"
    card: str
    worker: str | None = None

    def say(self, label: Label) -> str:
        """Return the action in words."""
        return f"also plays {label(self.card)}" + (f" with a {label(worker(self.worker))}" if self.worker else "")

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return _with(self.card, self.worker)


class GatherAt(_Benefit):
    """Gather at an adjacent location by an ability (EX-97)."""

    do: Literal["gather_at"] = "gather_at"
    place: str

    def say(self, label: Label) -> str:
        """Return the action in words."""
        return f"gathers at {label(cell(self.place))}"

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (cell(self.place),)


class Vanquish(_Benefit):
    """Pay for the top token at one's location and take it (EX-45)."""

    do: Literal["vanquish"] = "vanquish"

    def say(self, label: Label) -> str:
        """Return the action in words."""
        return "vanquishes the top corruption"

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (taken(HUMAN),)


class Cleanse(_Benefit):
    """Put the top token at one's location back into the bag (EX-48)."""

    do: Literal["cleanse"] = "cleanse"

    def say(self, label: Label) -> str:
        """Return the action in words."""
        return "puts the top corruption back into the bag"

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (deck(CORRUPTION),)


class Solve(_Benefit):
    """Solve a quest (EX-49)."""

    do: Literal["solve"] = "solve"
    card: str

    def say(self, label: Label) -> str:
        """Return the action in words."""
        return f"solves {label(self.card)}"

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (self.card, SOLVED)


class Upgrade(_Benefit):
    """Tuck an item (EX-50)."""

    do: Literal["upgrade"] = "upgrade"
    card: str

    def say(self, label: Label) -> str:
        """Return the action in words."""
        return f"upgrades {label(self.card)}"

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (self.card, UPGRADED)


class Meld(_Benefit):
    """Tuck a meteorite (EX-51)."""

    do: Literal["meld"] = "meld"
    card: str

    def say(self, label: Label) -> str:
        """Return the action in words."""
        return f"melds {label(self.card)}"

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (self.card, MELDED)


class Boast(_Benefit):
    """Put a glory token on a category (EX-52)."""

    do: Literal["boast"] = "boast"
    category: Category

    def say(self, label: Label) -> str:
        """Return the action in words."""
        return f"boasts: {label(category(self.category))}"

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (category(self.category),)


class GainCard(_Benefit):
    """Gain a face-up card (EX-39)."""

    do: Literal["gain_card"] = "gain_card"
    card: str

    def say(self, label: Label) -> str:
        """Return the action in words."""
        return f"gains {label(self.card)}"

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (self.card,)


class GainWorker(_Benefit):
    """Gain a worker of a colour of one's choice (EX-96)."""

    do: Literal["gain_worker"] = "gain_worker"
    colour: str

    def say(self, label: Label) -> str:
        """Return the action in words."""
        return f"gains a {label(worker(self.colour))}"

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (worker(self.colour),)


class ReturnCard(_Benefit):
    """Take an active card back to the hand, and its worker to the mat (EX-99)."""

    do: Literal["return_card"] = "return_card"
    card: str

    def say(self, label: Label) -> str:
        """Return the action in words."""
        return f"takes {label(self.card)} back to the hand"

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (self.card, HAND)


class ReturnWorker(_Benefit):
    """Take the worker of an active card back to the mat (EX-99)."""

    do: Literal["return_worker"] = "return_worker"
    card: str

    def say(self, label: Label) -> str:
        """Return the action in words."""
        return f"takes the worker of {label(self.card)} back to the mat"

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (self.card, WORKERS)


class Take(_Benefit):
    """Take a side of a "/", pay for an effect, or take a gain now: named by its words, joined by `_`."""

    do: Literal["take"] = "take"
    benefit: str

    def say(self, label: Label) -> str:
        """Return the action in words."""
        return f"takes: {self.benefit.replace('_', ' ')}"


class Done(_Benefit):
    """Leave what else there is to choose (EX-24, EX-38). Going on with something else says the same."""

    do: Literal["done"] = "done"

    def say(self, label: Label) -> str:
        """Return the action in words."""
        return "takes nothing more"


class Declare(_Benefit):
    """Say what is printed on a blank card that shows for the first time (EX-105). It is no part of a turn."""

    do: Literal["declare"] = "declare"
    card: str
    says: Card

    def say(self, label: Label) -> str:
        """Return the action in words."""
        return f"declares {label(self.card)}: {self.says.kind} {self.says.name}"

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (self.card,)


class AutomaTurn(Action):
    """The Automa's whole turn, which follows from the card it draws (EX-56 to EX-67)."""

    do: Literal["automa"] = "automa"

    def say(self, label: Label) -> str:
        """Return the action in words."""
        return "takes its turn"

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (deck(DECISION),)


def _with(card: str, colour: str | None) -> tuple[str, ...]:
    return (card, worker(colour)) if colour else (card,)


AnyAction = Annotated[
    Shift
    | Move
    | PlayCard
    | Gather
    | AutomaTurn
    | Declare
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

ACTIONS: TypeAdapter[Action] = TypeAdapter(AnyAction)
