"""What a seat may say in a freeform match: the three facts, dice, cards, points, the turn, the end."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, TypeAdapter

from domain.game import Action
from domain.games.freeform.board import TURN, deck_zone, rolled, score, seat_name

Label = Callable[[str], str]
Name = Annotated[str, Field(min_length=1, max_length=80)]
Number = Annotated[int, Field(ge=1, le=10_000)]
Amount = Annotated[int, Field(ge=-1_000_000_000, le=1_000_000_000)]


def _seats(value: Any) -> Any:
    """Let one seat stand for itself, `1,2` for several, and a list (as the log and JSON have it) for a tuple."""
    if isinstance(value, str) and re.fullmatch(r"\d{1,2}(,\d{1,2})*", value):
        return tuple(int(seat) for seat in value.split(","))
    return tuple(value) if isinstance(value, list) else (value,) if isinstance(value, int) else value


Seats = Annotated[tuple[int, ...], BeforeValidator(_seats)]


class Bring(Action):
    """Bring pieces into play: those of the catalogue, or blanks of the box that get a name."""

    do: Literal["bring"] = "bring"
    piece: Name
    n: Number = 1
    to: Name

    def say(self, label: Label) -> str:
        """Return the action in words."""
        return f"brings {_times(self.n)}{label(self.piece)} to {label(self.to)}"

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (self.piece, self.to)


class Move(Action):
    """Move pieces from one zone to another. A card that was unknown until now turns up."""

    do: Literal["move"] = "move"
    piece: Name
    n: Number = 1
    src: Name
    dst: Name

    def say(self, label: Label) -> str:
        """Return the action in words."""
        return f"moves {_times(self.n)}{label(self.piece)} from {label(self.src)} to {label(self.dst)}"

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (self.piece, self.src, self.dst)


class Turn(Action):
    """Turn pieces, so that they show another face; a card named `?<deck>` lies face down."""

    do: Literal["turn"] = "turn"
    zone: Name
    face: Name
    to: Name
    n: Number = 1

    def say(self, label: Label) -> str:
        """Return the action in words."""
        return f"turns {_times(self.n)}{label(self.face)} in {label(self.zone)} to {label(self.to)}"

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (self.face, self.zone)


class Set(Action):
    """Keep a value: a track, a round, a name. Without a value it is no longer kept."""

    do: Literal["set"] = "set"
    key: Name
    value: Amount | Annotated[str, Field(max_length=200)] | None = None

    def say(self, label: Label) -> str:
        """Return the action in words."""
        return f"sets {label(self.key)} to {self.value}" if self.value is not None else f"clears {label(self.key)}"

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (self.key,)


class Score(Action):
    """Give or take points."""

    do: Literal["score"] = "score"
    to: int
    points: Amount

    def say(self, label: Label) -> str:
        """Return the action in words."""
        verb, to = ("takes", "from") if self.points < 0 else ("gives", "to")
        s = "" if abs(self.points) == 1 else "s"
        return f"{verb} {abs(self.points)} point{s} {to} {label(f'seat:{self.to}')}"

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (score(self.to),)


class Roll(Action):
    """Roll a die, or several of a kind."""

    do: Literal["roll"] = "roll"
    die: Name
    n: int = Field(default=1, ge=1, le=50)

    def say(self, label: Label) -> str:
        """Return the action in words."""
        return f"rolls {_times(self.n)}{self.die}"

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (rolled(self.die),)


class Draw(Action):
    """Draw the top card of a deck: secretly into the own hand, or where it is said."""

    do: Literal["draw"] = "draw"
    deck: Name
    to: Name | None = None

    def say(self, label: Label) -> str:
        """Return the action in words."""
        return f"draws from {label(f'deck:{self.deck}')}" + (f" to {label(self.to)}" if self.to else "")

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (deck_zone(self.deck), *((self.to,) if self.to else ()))


class Reveal(Action):
    """Turn up a face-down card of a zone."""

    do: Literal["reveal"] = "reveal"
    zone: Name
    card: Name

    def say(self, label: Label) -> str:
        """Return the action in words."""
        return f"turns up {label(self.card)} in {label(self.zone)}"

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (self.card, self.zone)


class Shuffle(Action):
    """Shuffle all cards of a zone face down into their deck."""

    do: Literal["shuffle"] = "shuffle"
    zone: Name
    deck: Name

    def say(self, label: Label) -> str:
        """Return the action in words."""
        return f"shuffles {label(self.zone)} into {label(f'deck:{self.deck}')}"

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (self.zone, deck_zone(self.deck))


class Pass(Action):
    """End one's turn: the next seat clockwise, or the one named, is to act."""

    do: Literal["pass"] = "pass"
    to: int | None = None

    def say(self, label: Label) -> str:
        """Return the action in words."""
        return "ends the turn" + (f"; {label(f'seat:{self.to}')} goes on" if self.to is not None else "")

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return (TURN, *((seat_name(self.to),) if self.to is not None else ()))


class Finish(Action):
    """The game is over: who won (nobody, one, or several)."""

    do: Literal["finish"] = "finish"
    winners: Seats = ()

    def say(self, label: Label) -> str:
        """Return the action in words."""
        names = " and ".join(label(f"seat:{seat}") for seat in self.winners) or "nobody"
        return f"says that the game is over: {names} won"

    def touches(self) -> tuple[str, ...]:
        """Return what it is said by."""
        return tuple(seat_name(seat) for seat in self.winners)


AnyAction = Annotated[
    Bring | Move | Turn | Set | Score | Roll | Draw | Reveal | Shuffle | Pass | Finish, Field(discriminator="do")
]

ACTIONS: TypeAdapter[Action] = TypeAdapter(AnyAction)


def _times(n: int) -> str:
    return f"{n} × " if n > 1 else ""
