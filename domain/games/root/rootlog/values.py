"""What a Rootlog says, as values: things, places, entries and lines.

Every value has `text()`, which is how it is written. Owners are letters of factions, `h_E` for a hireling, and empty
for the player whose turn it is.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from domain.text import Text


@dataclass(frozen=True)
class At:
    """Where something stands in a log, both counted from 1."""

    line: int
    column: int


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
        told = "+".join(_times(n) + suit for n, suit in self.suits)
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
        what = f"({_sum(self.things)})" if isinstance(self.things, tuple) else self.things.text()
        return _times(self.n) + what + (self.start.text() if self.start else "")


# --- entries --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Move:
    """Pieces, cards or items go from where they are to a place, or as many to each of several."""

    terms: tuple[Term, ...]
    to: tuple[Place, ...] = ()

    def text(self) -> str:
        """Return it as it is written."""
        return f"{_sum(self.terms)}->{_sum(self.to)}"


@dataclass(frozen=True)
class Mark:
    """Markers of a board are set: relationships, prices, funds, the outcast; without a value: the Decree is purged."""

    markers: tuple[Marker, ...]
    to: str = ""

    def text(self) -> str:
        """Return it as it is written."""
        return f"{_sum(self.markers)}->{self.to}"


@dataclass(frozen=True)
class Reveal:
    """Cards are shown: to one player, or to the table; without cards, a whole hand."""

    terms: tuple[Term, ...] = ()
    owner: str = ""
    to: str = ""

    def text(self) -> str:
        """Return it as it is written."""
        return f"{_sum(self.terms)}{self.owner}^{self.to}"


@dataclass(frozen=True)
class Flip:
    """A token shows what it is: a plot (`t4^t_s`), a relic (`t5^t_3_f`, or by its value alone: `t_f5^3`)."""

    term: Term
    to: Piece | int

    def text(self) -> str:
        """Return it as it is written."""
        return f"{self.term.text()}^{self.to if isinstance(self.to, int) else self.to.text()}"


@dataclass(frozen=True)
class Battle:
    """A battle: who attacks whom where, the suits of an ambush and its foil, and the rolls."""

    attacker: str
    defender: str
    clearing: int
    ambush: str = ""
    foil: str = ""
    roll: tuple[int, int] | None = None

    def text(self) -> str:
        """Return it as it is written."""
        cards = "".join(f"{suit}@" for suit in (self.ambush, self.foil) if suit)
        dice = "({},{})".format(*self.roll) if self.roll is not None else ""
        return f"{self.attacker}X{self.defender}{self.clearing}{cards}{dice}"


@dataclass(frozen=True)
class Craft:
    """A card is crafted, or an item by a card that is not told."""

    what: Card | Item

    def text(self) -> str:
        """Return it as it is written: a card without a suit is its name alone."""
        alone = isinstance(self.what, Card) and not self.what.suits
        return "Z" + (self.what.text()[1:] if alone else self.what.text())


@dataclass(frozen=True)
class Score:
    """Points, negative where they are lost."""

    owner: str
    points: int

    def text(self) -> str:
        """Return it as it is written."""
        n = "" if abs(self.points) == 1 else str(abs(self.points))
        return f"{self.owner}{'++' if self.points > 0 else '--'}{n}"


@dataclass(frozen=True)
class LeaveTrack:
    """A score marker goes to a board: dominance on the own one, a coalition on another's."""

    board: str

    def text(self) -> str:
        """Return it as it is written."""
        return f"++->{self.board}$"


@dataclass(frozen=True)
class OpenPath:
    """The marker of a closed path leaves the game."""

    clearings: tuple[int, int]

    def text(self) -> str:
        """Return it as it is written."""
        return "{}_{}->".format(*self.clearings)


@dataclass(frozen=True)
class Expose:
    """The player guesses what a plot is."""

    mark: str
    clearing: int

    def text(self) -> str:
        """Return it as it is written."""
        return f"?Pt_{self.mark}{self.clearing}"


@dataclass(frozen=True)
class Trick:
    """Two plots change places."""

    clearings: tuple[int, int]

    def text(self) -> str:
        """Return it as it is written."""
        return "t{}<->t{}".format(*self.clearings)


@dataclass(frozen=True)
class Unread:
    """What is not of the notation, kept as it stands."""

    words: str
    why: Text = field(compare=False)

    def text(self) -> str:
        """Return it as it stood."""
        return self.words


What: TypeAlias = Move | Mark | Reveal | Flip | Battle | Craft | Score | LeaveTrack | OpenPath | Expose | Trick | Unread


@dataclass(frozen=True)
class Entry:
    """One entry of a turn, and where it stands."""

    what: What
    at: At = field(compare=False)

    def text(self) -> str:
        """Return it as it is written."""
        return self.what.text()


# --- lines ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Header:
    """A line before the first turn: `Map: Fall`. A line whose key is a faction names its player."""

    key: str
    value: str


@dataclass(frozen=True)
class Turn:
    """One turn of a faction, or its set-up."""

    faction: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Winner:
    """Who won, and with it the end of the log."""

    factions: str


@dataclass(frozen=True)
class Line:
    """A line of a log: what it says (`None` if nothing), the remark behind it, and its number from 1."""

    says: Header | Turn | Winner | Unread | None
    remark: str | None = None
    number: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Log:
    """A log, line by line."""

    lines: tuple[Line, ...]


def _times(n: int) -> str:
    return "" if n == 1 else str(n)


def _sum(parts: tuple[Term | Place | Marker, ...]) -> str:
    return "+".join(part.text() for part in parts)
