"""Things and places of which a Rootlog speaks, as values.

Every value has `text()`, which is how it is written. Owners are letters of factions, `h_E` for a hireling, and empty
for the player whose turn it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

# --- places ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Clearing:
    """A clearing by its number; 0 is the Burrow."""

    number: int

    def text(self) -> str:
        """Return it as it is written."""
        return str(self.number)


@dataclass(frozen=True)
class Between:
    """A path (two clearings) or a forest (three or more), by the clearings that it touches."""

    clearings: tuple[int, ...]

    def text(self) -> str:
        """Return it as it is written."""
        return "_".join(map(str, self.clearings))


@dataclass(frozen=True)
class Board:
    """A faction's board, or a part of it: a Decree column, a Retinue column.

    Attributes:
        owner: whose.
        part: which part of it; empty for the whole.
        markers: control markers with which a hireling comes there; 0 if none are told.
    """

    owner: str = ""
    part: str = ""
    markers: int = 0

    def text(self) -> str:
        """Return it as it is written."""
        return f"{self.owner}$" + (f"_{self.part}" if self.part else "") + (str(self.markers) if self.markers else "")


@dataclass(frozen=True)
class Hand:
    """A player's hand."""

    owner: str

    def text(self) -> str:
        """Return it as it is written."""
        return self.owner


@dataclass(frozen=True)
class Discard:
    """The discard pile, from which something is taken."""

    def text(self) -> str:
        """Return it as it is written."""
        return "*"


@dataclass(frozen=True)
class Quests:
    """The open quests."""

    def text(self) -> str:
        """Return it as it is written."""
        return "Q"


@dataclass(frozen=True)
class ItemSpot:
    """Where an item lies on a board, and which side of it is up.

    Attributes:
        area: `s` the Satchel, `d` damaged, `t` its track; empty for any, or for where it lies.
        state: `r` ready, `e` exhausted; empty for either, or as it is.
    """

    area: str = ""
    state: str = ""

    def text(self) -> str:
        """Return it as it is written."""
        return self.area + self.state


Place: TypeAlias = Clearing | Between | Board | Hand | Discard | Quests | ItemSpot

# --- things ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Piece:
    """A warrior (`w`), pawn (`p`), building (`b`), token (`t`) or ferry (`f`, in older logs `r`).

    Attributes:
        owner: whose.
        kind: its letter.
        mark: which of them: `s` of `b_s`, `3_f` of `t_3_f`.
    """

    owner: str
    kind: str
    mark: str = ""

    def text(self) -> str:
        """Return it as it is written."""
        return self.owner + self.kind + (f"_{self.mark}" if self.mark else "")


@dataclass(frozen=True)
class Card:
    """A card, or several of given suits: `F#`, `#sappers`, `(2F+M)#`.

    Attributes:
        suits: suits, each with how many; empty where none is told.
        name: its name or the short form of it.
    """

    suits: tuple[tuple[int, str], ...] = ()
    name: str = ""

    def text(self) -> str:
        """Return it as it is written."""
        told = "+".join(times(n) + suit for n, suit in self.suits)
        alone = len(self.suits) < 2 and all(n == 1 for n, _ in self.suits)
        return (told if alone else f"({told})") + "#" + self.name


@dataclass(frozen=True)
class Item:
    """An item by its letter; `_` for all that lie there, empty for any."""

    kind: str

    def text(self) -> str:
        """Return it as it is written."""
        return "%" + self.kind


@dataclass(frozen=True)
class Marker:
    """A marker of a board: a relationship (`$_C`), a price (`$_h`), the outcast (`$_o`), the Decree (`$_`)."""

    owner: str
    name: str

    def text(self) -> str:
        """Return it as it is written."""
        return f"{self.owner}$_{self.name}"


@dataclass(frozen=True)
class Hireling:
    """A hireling's card: `h_E`, and `h_Ed` if it is demoted."""

    name: str

    def text(self) -> str:
        """Return it as it is written."""
        return self.name


@dataclass(frozen=True)
class Landmark:
    """A landmark by its word."""

    name: str

    def text(self) -> str:
        """Return it as it is written."""
        return self.name


Thing: TypeAlias = Piece | Card | Item | Hireling | Landmark


@dataclass(frozen=True)
class Term:
    """How many of what, from where: `2Cw9`. Several things stand in a group: `(w+2Cw+Cb_s)3`.

    Attributes:
        n: how many.
        things: one thing, or the terms of a group.
        start: where they are; `None` where it is not told.
    """

    n: int
    things: Thing | tuple[Term, ...]
    start: Place | None = None

    def text(self) -> str:
        """Return it as it is written."""
        what = f"({summed(self.things)})" if isinstance(self.things, tuple) else self.things.text()
        return times(self.n) + what + (self.start.text() if self.start else "")


def times(n: int) -> str:
    """Return a number as it is written before a thing: not at all where it is one."""
    return "" if n == 1 else str(n)


def summed(parts: tuple[Term | Place | Marker, ...]) -> str:
    """Return parts side by side."""
    return "+".join(part.text() for part in parts)
