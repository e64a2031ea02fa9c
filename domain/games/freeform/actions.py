"""What a seat may say in a freeform match: the three facts, dice, cards, points, the turn, the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from domain.game import Action

Label = Callable[[str], str]
Name = Annotated[str, Field(min_length=1, max_length=80)]
Number = Annotated[int, Field(ge=1, le=10_000)]


class Bring(Action):
    """Bring new pieces into play: blanks from the box get a name."""

    do: Literal["bring"] = "bring"
    piece: Name
    n: Number = 1
    to: Name

    def say(self, label: Label) -> str:
        """Return the action in words."""
        return f"brings {self.n} × {label(self.piece)} to {label(self.to)}"


class Move(Action):
    """Move pieces from one zone to another."""

    do: Literal["move"] = "move"
    piece: Name
    n: Number = 1
    src: Name
    dst: Name

    def say(self, label: Label) -> str:
        """Return the action in words."""
        return f"moves {self.n} × {label(self.piece)} from {label(self.src)} to {label(self.dst)}"


class Turn(Action):
    """Turn pieces over, so that they show another face."""

    do: Literal["turn"] = "turn"
    zone: Name
    face: Name
    to: Name
    n: Number = 1

    def say(self, label: Label) -> str:
        """Return the action in words."""
        return f"turns {self.n} × {label(self.face)} in {label(self.zone)} to {label(self.to)}"


class Set(Action):
    """Keep a value: a track, a round, a name; nothing (`null`) stops keeping it."""

    do: Literal["set"] = "set"
    key: Name
    value: int | str | None = None

    def say(self, label: Label) -> str:
        """Return the action in words."""
        return f"sets {label(self.key)} to {self.value}"


class Score(Action):
    """Give or take points."""

    do: Literal["score"] = "score"
    to: int
    points: int

    def say(self, label: Label) -> str:
        """Return the action in words."""
        return f"{self.points:+d} points for {label(f'seat:{self.to}')}"


class Roll(Action):
    """Roll a die."""

    do: Literal["roll"] = "roll"
    die: Name

    def say(self, label: Label) -> str:
        """Return the action in words."""
        return f"rolls {self.die}"


class Draw(Action):
    """Draw the top card of a deck; into one's own hand, secretly, unless another zone is named."""

    do: Literal["draw"] = "draw"
    deck: Name
    to: Name | None = None

    def say(self, label: Label) -> str:
        """Return the action in words."""
        return f"draws from {self.deck}" + (f" to {label(self.to)}" if self.to else "")


class Reveal(Action):
    """Turn up a face-down card of a zone."""

    do: Literal["reveal"] = "reveal"
    zone: Name
    deck: Name
    card: Name

    def say(self, label: Label) -> str:
        """Return the action in words."""
        return f"turns up {label(self.card)} in {label(self.zone)}"


class Shuffle(Action):
    """Shuffle all cards of a zone into their deck."""

    do: Literal["shuffle"] = "shuffle"
    zone: Name
    deck: Name

    def say(self, label: Label) -> str:
        """Return the action in words."""
        return f"shuffles {label(self.zone)} into {self.deck}"


class Pass(Action):
    """End one's turn: the next seat clockwise, or the one named, is to act."""

    do: Literal["pass"] = "pass"
    to: int | None = None

    def say(self, label: Label) -> str:
        """Return the action in words."""
        return "ends the turn" + (f"; {label(f'seat:{self.to}')} goes on" if self.to is not None else "")


class Finish(Action):
    """The game is over: who won (nobody, one, or several)."""

    do: Literal["finish"] = "finish"
    winners: tuple[int, ...] = ()

    def say(self, label: Label) -> str:
        """Return the action in words."""
        names = " and ".join(label(f"seat:{seat}") for seat in self.winners) or "nobody"
        return f"says that the game is over; {names} won"


AnyAction = Annotated[
    Bring | Move | Turn | Set | Score | Roll | Draw | Reveal | Shuffle | Pass | Finish, Field(discriminator="do")
]

ACTIONS: TypeAdapter[Action] = TypeAdapter(AnyAction)
