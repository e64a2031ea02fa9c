"""The setting of a match, fixed when it opens: seats, options, components, edition."""

from collections.abc import Callable
from dataclasses import dataclass

import msgspec
from pydantic import BaseModel, ConfigDict

from tablescribe.domain.box.catalogue import Catalogue
from tablescribe.domain.table.names import spoken, typed
from tablescribe.domain.table.table import Value
from tablescribe.domain.words.text import Text, Thing, listed, say, tell


class Options(BaseModel):
    """Options of a match, fixed when it is opened. Each game derives its own model."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)


class Remark(msgspec.Struct, frozen=True):
    """A remark shown when a match is opened: a disputed rule interpretation, or a component value that is not printed.

    Attributes:
        text: the remark.
        rule: the number of the rule that it is about, or empty.
        otherwise: the option that chooses the alternative, as it is typed: `pickaxe_owner_draws=false`; may be empty.
    """

    text: Text
    rule: str = ""
    otherwise: str = ""

    def words(self) -> Text:
        """Return the remark in one line, with its rule and the alternative option."""
        said = say("{what} (otherwise: {option})", what=self.text, option=self.otherwise)
        about = said if self.otherwise else self.text
        return listed([self.rule, about], ": ") if self.rule else about


@dataclass(frozen=True)
class Setting:
    """The seats, options, components and edition of a match, and the names of its things.

    Attributes:
        seats: the number of seats, which are numbered from 1.
        options: the options of the match.
        catalogue: the components of the match.
        naming: returns the game's names of pieces, zones, seats and values.
        edition: the edition of the game's rules that the match was opened under and is decided by.
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
        """Return the seat after this one in turn order."""
        return seat % self.seats + 1

    def clockwise_from(self, seat: int) -> list[int]:
        """Return all seats in turn order, beginning with this one."""
        return [(seat - 1 + k) % self.seats + 1 for k in range(self.seats)]

    def opponents(self, seat: int) -> list[int]:
        """Return the other seats, in the order of their numbers."""
        return [other for other in self.all_seats if other != seat]

    def label(self, name: str) -> Text | str:
        """Return the name of a piece, zone, seat or value for people; the empty text for internal ones.

        A name that the game does not know is shown without the prefixes that the program uses.
        """
        called = self.naming(self, name)
        return spoken(name) if called == name else called

    def called(self, name: str) -> Text | str:
        """Return the name of a thing for a sentence: its `label`, or, for an internal name, the words as typed.

        Internal names occur in sentences only if a person typed one: "unseen power is no power card".
        """
        return self.label(name) or typed(name)

    def told(self, text: Text | str) -> str:
        """Return a text in English, with things named as the game names them."""
        return tell(text, self.called)


def value_itself(setting: Setting, key: str, value: Value) -> Text | Thing | str | int:
    """Return a value as it is, for games without words of their own for values."""
    return value if isinstance(value, int) else str(value)
