"""Entries and lines of a Rootlog, as values. `text()` returns a value's notation."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from tablescribe.domain.games.root.rootlog.things import Card, Item, Marker, Piece, Place, Term, summed
from tablescribe.domain.words.text import Text


@dataclass(frozen=True)
class At:
    """A position in a log: line and column, both counted from 1."""

    line: int
    column: int


@dataclass(frozen=True)
class Move:
    """Pieces, cards or items move to a place, or the same number to each of several places."""

    terms: tuple[Term, ...]
    to: tuple[Place, ...] = ()

    def text(self) -> str:
        """Return its notation."""
        return f"{summed(self.terms)}->{summed(self.to)}"


@dataclass(frozen=True)
class Mark:
    """Markers on a board are set: relationships, prices, funds, the outcast. Without a value, the Decree is purged."""

    markers: tuple[Marker, ...]
    to: str = ""

    def text(self) -> str:
        """Return its notation."""
        return f"{summed(self.markers)}->{self.to}"


@dataclass(frozen=True)
class Reveal:
    """Cards are shown to one player or the table; without cards, a whole hand."""

    terms: tuple[Term, ...] = ()
    owner: str = ""
    to: str = ""

    def text(self) -> str:
        """Return its notation."""
        return f"{summed(self.terms)}{self.owner}^{self.to}"


@dataclass(frozen=True)
class Flip:
    """A token is flipped: a plot (`t4^t_s`), a relic (`t5^t_3_f`, or by its value alone: `t_f5^3`)."""

    term: Term
    to: Piece | int

    def text(self) -> str:
        """Return its notation."""
        return f"{self.term.text()}^{self.to if isinstance(self.to, int) else self.to.text()}"


@dataclass(frozen=True)
class Battle:
    """A battle: attacker, defender and clearing, the suits of an ambush and its foil, and the rolls."""

    attacker: str
    defender: str
    clearing: int
    ambush: str = ""
    foil: str = ""
    roll: tuple[int, int] | None = None

    def text(self) -> str:
        """Return its notation."""
        cards = "".join(f"{suit}@" for suit in (self.ambush, self.foil) if suit)
        dice = "({},{})".format(*self.roll) if self.roll is not None else ""
        return f"{self.attacker}X{self.defender}{self.clearing}{cards}{dice}"


@dataclass(frozen=True)
class Craft:
    """A card is crafted, or an item by an unnamed card."""

    what: Card | Item

    def text(self) -> str:
        """Return its notation; a card without a suit is its name alone."""
        alone = isinstance(self.what, Card) and not self.what.suits
        return "Z" + (self.what.text()[1:] if alone else self.what.text())


@dataclass(frozen=True)
class Score:
    """Points; negative if lost."""

    owner: str
    points: int

    def text(self) -> str:
        """Return its notation."""
        n = "" if abs(self.points) == 1 else str(abs(self.points))
        return f"{self.owner}{'++' if self.points > 0 else '--'}{n}"


@dataclass(frozen=True)
class LeaveTrack:
    """A score marker is moved to a board: the player's own for dominance, another's for a coalition."""

    board: str

    def text(self) -> str:
        """Return its notation."""
        return f"++->{self.board}$"


@dataclass(frozen=True)
class OpenPath:
    """The marker of a closed path leaves the game."""

    clearings: tuple[int, int]

    def text(self) -> str:
        """Return its notation."""
        return "{}_{}->".format(*self.clearings)


@dataclass(frozen=True)
class Expose:
    """The player guesses the kind of a plot."""

    mark: str
    clearing: int

    def text(self) -> str:
        """Return its notation."""
        return f"?Pt_{self.mark}{self.clearing}"


@dataclass(frozen=True)
class Trick:
    """Two plots are swapped."""

    clearings: tuple[int, int]

    def text(self) -> str:
        """Return its notation."""
        return "t{}<->t{}".format(*self.clearings)


@dataclass(frozen=True)
class Unread:
    """Invalid notation, kept verbatim."""

    words: str
    why: Text = field(compare=False)

    def text(self) -> str:
        """Return the original text."""
        return self.words


What: TypeAlias = Move | Mark | Reveal | Flip | Battle | Craft | Score | LeaveTrack | OpenPath | Expose | Trick | Unread


@dataclass(frozen=True)
class Entry:
    """One entry of a turn, with its position."""

    what: What
    at: At = field(compare=False)

    def text(self) -> str:
        """Return its notation."""
        return self.what.text()


# --- lines ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Header:
    """A line before the first turn: `Map: Fall`. A line with a faction as key names its player."""

    key: str
    value: str


@dataclass(frozen=True)
class Turn:
    """One turn of a faction, or its set-up."""

    faction: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Winner:
    """The winner; ends the log."""

    factions: str


@dataclass(frozen=True)
class Line:
    """A line of a log: its content (`None` if empty), the remark at its end, and its number from 1."""

    says: Header | Turn | Winner | Unread | None
    remark: str | None = None
    number: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Log:
    """A log, line by line."""

    lines: tuple[Line, ...]
