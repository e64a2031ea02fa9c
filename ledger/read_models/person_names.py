"""Person names as typed: equal spellings, guests, duplicates."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.words.suggestions import with_suggestion
from tablescribe.domain.words.text import say

GUEST = r"(guest|gast|ospite|convidado|convidada)( \d+)?"
"""Names of guests, in four languages. Guests are unidentified, and a table may have several."""


def spelt(name: str) -> str:
    """Normalise a name for comparison: case, spaces and Unicode composition are ignored."""
    return " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).split())


def is_guest(name: str) -> bool:
    """Return whether a name only says that the person was a guest."""
    return re.fullmatch(GUEST, spelt(name)) is not None


def seated(names: Sequence[str]) -> list[str]:
    """Normalise the names of a new match's seats: trim spaces, number guests.

    Raises:
        Refused: a seat has no name, or two have the same.
    """
    found: list[str] = []
    taken: dict[str, int] = {}
    for number, name in enumerate(names, start=1):
        name = " ".join(name.split())
        if not name:
            raise Refused(say("seat {seat} has no name: whom you do not know is called guest", seat=number))
        if is_guest(name):
            first, n = name, 1
            while spelt(name) in taken:
                n += 1
                name = f"{first} {n}"
        elif spelt(name) in taken:
            raise Refused(
                say("seats {one} and {other} have the same name, {name}: tell them apart", one=taken[spelt(name)],
                    other=number, name=name)
            )  # fmt: skip
        taken[spelt(name)] = number
        found.append(name)
    return found


class NoSuchPerson(Refused):
    """No person in the ledger has this name."""

    code = "person.unknown"


MANY = 5_000
"""Maximum number of names that an unknown one is compared with."""


def nobody(name: str, known: Iterable[str]) -> NoSuchPerson:
    """Return the error for an unknown name, with a suggestion of a similar one."""
    there = say("nobody called {name} is known in this ledger", name=name)
    return NoSuchPerson(with_suggestion(there, name, known))


class PersonNames:
    """Display names of people, by reference.

    Attributes:
        names: the known names as typed, by reference.
        spellings: display names, by spelling.
    """

    def __init__(self, names: dict[str, str], spellings: dict[str, str]) -> None:
        self.names = names
        self.spellings = spellings

    def of(self, ref: str) -> str | None:
        """Return the display name of a reference, or `None` if unknown or erased."""
        name = self.names.get(ref)
        return None if name is None else self.spellings.get(spelt(name), name)


def text(value: Any, most: int = 200) -> str:
    """Convert a value to a text for a list: truncated, and without NUL characters, which databases refuse."""
    return str(value).replace("\0", "")[:most]
