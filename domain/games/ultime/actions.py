"""What a seat may say in Le ultime persone. Each action is one decision."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, ClassVar, Literal

from pydantic import Field, TypeAdapter

from domain.game import Action
from domain.games.ultime.board import DEFENCE, DEFENCE_CARD, DISCARD, MOVEMENT, deck, pawn, seat_name, terrain

Label = Callable[[str], str]

Use = Literal["circle", "square", "split"]
"""How a movement card is used (UP-12, UP-15): its main number, its square, or its two small numbers one by one."""


class PlayPower(Action):
    """Play a power card (UP-20, UP-39), naming the opponent it is played against where it needs one.

    Swap also names where the own pawn (`own_at`) and the opponent's pawn (`other_at`) stand.
    """

    do: Literal["play_power"] = "play_power"
    card: str
    target: int | None = None
    own_at: int | None = None
    other_at: int | None = None

    def say(self, label: Label) -> str:
        """Return the action in words."""
        text = f"plays {label(self.card)}"
        if self.target is not None:
            text += f" against {label(f'seat:{self.target}')}"
        if self.own_at is not None and self.other_at is not None:
            text += f": pawns on {label(terrain(self.own_at))} and {label(terrain(self.other_at))}"
        return text

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (
            self.card,
            *(seat_name(n) for n in (self.target,) if n),
            *(terrain(n) for n in (self.own_at, self.other_at) if n),
        )


class PlayMovement(Action):
    """Play a movement card (UP-21 B) on a pawn: whose it is, where it stands, and how the card is used.

    `opposite` names whose pawn on the far side takes part in an event, where there is a choice (UP-34).
    """

    do: Literal["play_movement"] = "play_movement"
    card: str
    pawn: int
    at: int
    use: Use
    opposite: int | None = None

    def say(self, label: Label) -> str:
        """Return the action in words."""
        how = {"circle": "by the circle", "square": "to the square", "split": "in two moves"}[self.use]
        text = f"plays {label(self.card)}: {label(pawn(self.pawn))} on {label(terrain(self.at))} {how}"
        return text if self.opposite is None else f"{text}, with {label(pawn(self.opposite))}"

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (self.card, pawn(self.pawn), terrain(self.at), *(pawn(n) for n in (self.opposite,) if n))


class Skip(Action):
    """Skip the movement and draw two movement cards (UP-21 A)."""

    do: Literal["skip"] = "skip"

    def say(self, label: Label) -> str:
        """Return the action in words."""
        return "skips and draws two movement cards"

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (deck(MOVEMENT),)


class Defend(Action):
    """Play Defence out of turn, against a power card or an attack (UP-41)."""

    answers: ClassVar[str | None] = DEFENCE

    do: Literal["defend"] = "defend"

    def say(self, label: Label) -> str:
        """Return the action in words."""
        return "plays Defence"

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (DEFENCE_CARD,)


class Decline(Action):
    """Do not defend (UP-44)."""

    answers: ClassVar[str | None] = DEFENCE

    do: Literal["decline"] = "decline"

    def say(self, label: Label) -> str:
        """Return the action in words."""
        return "does not defend"


class Discard(Action):
    """Discard a card above the hand limit (UP-25); one at a time."""

    answers: ClassVar[str | None] = DISCARD

    do: Literal["discard"] = "discard"
    card: str

    def say(self, label: Label) -> str:
        """Return the action in words."""
        return f"discards {label(self.card)}"

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (self.card,)


AnyAction = Annotated[PlayPower | PlayMovement | Skip | Defend | Decline | Discard, Field(discriminator="do")]

ACTIONS: TypeAdapter[Action] = TypeAdapter(AnyAction)
