"""Things and places in a Rootlog, as values.

`text()` returns a value's notation. Owners are faction letters, `h_E` for a hireling, and empty for the player in turn.
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
        """Return its notation."""
        return str(self.number)


@dataclass(frozen=True)
class Between:
    """A path (two clearings) or forest (three or more), named by the clearings it touches."""

    clearings: tuple[int, ...]

    def text(self) -> str:
        """Return its notation."""
        return "_".join(map(str, self.clearings))


@dataclass(frozen=True)
class Board:
    """A faction's board or part of it: a Decree column, a Retinue column.

    Attributes:
        owner: the letter of the owner.
        part: the part; empty for the whole board.
        markers: control markers of a hireling that goes there; 0 if not given.
    """

    owner: str = ""
    part: str = ""
    markers: int = 0

    def text(self) -> str:
        """Return its notation."""
        return f"{self.owner}$" + (f"_{self.part}" if self.part else "") + (str(self.markers) if self.markers else "")


@dataclass(frozen=True)
class Hand:
    """A player's hand."""

    owner: str

    def text(self) -> str:
        """Return its notation."""
        return self.owner


@dataclass(frozen=True)
class Discard:
    """The discard pile as a source."""

    def text(self) -> str:
        """Return its notation."""
        return "*"


@dataclass(frozen=True)
class Quests:
    """The face-up quests."""

    def text(self) -> str:
        """Return its notation."""
        return "Q"


@dataclass(frozen=True)
class ItemSpot:
    """A position on a board for an item, with its state.

    Attributes:
        area: `s` the Satchel, `d` damaged, `t` its track; empty for any, or unchanged.
        state: `r` ready, `e` exhausted; empty for either, or unchanged.
    """

    area: str = ""
    state: str = ""

    def text(self) -> str:
        """Return its notation."""
        return self.area + self.state


Place: TypeAlias = Clearing | Between | Board | Hand | Discard | Quests | ItemSpot

# --- things ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Piece:
    """A warrior (`w`), pawn (`p`), building (`b`), token (`t`) or ferry (`f`, in older logs `r`).

    Attributes:
        owner: the letter of the owner.
        kind: its letter.
        mark: which one: `s` of `b_s`, `3_f` of `t_3_f`.
    """

    owner: str
    kind: str
    mark: str = ""

    def text(self) -> str:
        """Return its notation."""
        return self.owner + self.kind + (f"_{self.mark}" if self.mark else "")


@dataclass(frozen=True)
class Card:
    """One card, or several of given suits: `F#`, `#sappers`, `(2F+M)#`.

    Attributes:
        suits: suits with their numbers; empty if not given.
        name: its name or short form.
    """

    suits: tuple[tuple[int, str], ...] = ()
    name: str = ""

    def text(self) -> str:
        """Return its notation."""
        told = "+".join(times(n) + suit for n, suit in self.suits)
        alone = len(self.suits) < 2 and all(n == 1 for n, _ in self.suits)
        return (told if alone else f"({told})") + "#" + self.name


@dataclass(frozen=True)
class Item:
    """An item by letter; `_` for all in that place, empty for any."""

    kind: str

    def text(self) -> str:
        """Return its notation."""
        return "%" + self.kind


@dataclass(frozen=True)
class Marker:
    """A marker on a board: a relationship (`$_C`), a price (`$_h`), the outcast (`$_o`), the Decree (`$_`)."""

    owner: str
    name: str

    def text(self) -> str:
        """Return its notation."""
        return f"{self.owner}$_{self.name}"


@dataclass(frozen=True)
class Hireling:
    """A hireling's card: `h_E`, or `h_Ed` if demoted."""

    name: str

    def text(self) -> str:
        """Return its notation."""
        return self.name


@dataclass(frozen=True)
class Landmark:
    """A landmark by its word."""

    name: str

    def text(self) -> str:
        """Return its notation."""
        return self.name


Thing: TypeAlias = Piece | Card | Item | Hireling | Landmark


@dataclass(frozen=True)
class Term:
    """A number of things and their source: `2Cw9`. Several things form a group: `(w+2Cw+Cb_s)3`.

    Attributes:
        n: the number.
        things: one thing, or the terms of a group.
        start: the source; `None` if not given.
    """

    n: int
    things: Thing | tuple[Term, ...]
    start: Place | None = None

    def text(self) -> str:
        """Return its notation."""
        what = f"({summed(self.things)})" if isinstance(self.things, tuple) else self.things.text()
        return times(self.n) + what + (self.start.text() if self.start else "")


def times(n: int) -> str:
    """Return the notation of a number before a thing; empty for one."""
    return "" if n == 1 else str(n)


def summed(parts: tuple[Term | Place | Marker, ...]) -> str:
    """Return the notation of several parts joined."""
    return "+".join(part.text() for part in parts)
