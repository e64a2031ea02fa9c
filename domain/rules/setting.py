"""The setting: what is fixed when a match opens (seats, options, components, edition)."""

from collections.abc import Callable
from dataclasses import dataclass

import msgspec
from pydantic import BaseModel, ConfigDict

from tablescribe.domain.box.catalogue import Catalogue
from tablescribe.domain.table.names import spoken, typed
from tablescribe.domain.table.table import Value
from tablescribe.domain.words.text import Text, Thing, listed, say, tell


class Options(BaseModel):
    """Options of a match, fixed when it is opened. A game derives its own."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)


class Remark(msgspec.Struct, frozen=True):
    """What people should know of a match when it is opened: a reading that others do not share, or what is not printed.

    Attributes:
        text: what it is.
        rule: the number of the rule that it is about; empty if it is about none.
        otherwise: the option that would choose otherwise, as it is told: `pickaxe_owner_draws=false`; may be empty.
    """

    text: Text
    rule: str = ""
    otherwise: str = ""

    def words(self) -> Text:
        """Return it in one line."""
        said = say("{what} (otherwise: {option})", what=self.text, option=self.otherwise)
        about = said if self.otherwise else self.text
        return listed([self.rule, about], ": ") if self.rule else about


@dataclass(frozen=True)
class Setting:
    """The number of seats, the options, the components, and how things are called.

    Attributes:
        seats: how many seats there are; they are numbered from 1.
        options: the options of the match.
        catalogue: the components it is played with.
        naming: the game's own names of pieces, zones, seats and values.
        edition: the edition of the game's rules that the match was opened under, by whose readings it is decided.
    """

    seats: int
    options: Options
    catalogue: Catalogue
    naming: "Callable[[Setting, str], Text | str]"
    edition: str

    @property
    def all_seats(self) -> range:
        """All seats, in turn order."""
        return range(1, self.seats + 1)

    def next_seat(self, seat: int) -> int:
        """Return the seat that comes after one in turn order."""
        return seat % self.seats + 1

    def clockwise_from(self, seat: int) -> list[int]:
        """Return all seats in turn order, beginning with that one."""
        return [(seat - 1 + k) % self.seats + 1 for k in range(self.seats)]

    def opponents(self, seat: int) -> list[int]:
        """Return the other seats, in the order of their numbers."""
        return [other for other in self.all_seats if other != seat]

    def label(self, name: str) -> Text | str:
        """Name a piece, zone, seat or value for people; the empty text for what is no concern of theirs.

        What the game does not know is said without the signs by which the program tells names apart.
        """
        called = self.naming(self, name)
        return spoken(name) if called == name else called

    def called(self, name: str) -> Text | str:
        """Name a thing in a sentence: as `label` does, and what is no concern of people as it was typed, in words.

        It is asked about only where somebody names it: "unseen power is no power card".
        """
        return self.label(name) or typed(name)

    def told(self, text: Text | str) -> str:
        """Return a text in English, things by the names that the game gives them."""
        return tell(text, self.called)


def value_itself(setting: Setting, key: str, value: Value) -> Text | Thing | str | int:
    """Return a kept value as text, for games that have no words of their own for it."""
    return value if isinstance(value, int) else str(value)
