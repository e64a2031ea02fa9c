"""Person names as typed: equal spellings, guests, duplicates."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.words.suggestions import with_suggestion
from tablescribe.domain.words.text import say

GUEST = re.compile(r"(guest|gast|ospite|convidado|convidada)( \d+)?")
"""How guests are called: nobody knows who they are, and several may sit at one table."""


def spelt(name: str) -> str:
    """Return what is the same for all ways to type a name: capitals, spaces, how Unicode composes its letters."""
    return " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).split())


def is_guest(name: str) -> bool:
    """Return whether a name says no more than that somebody was a guest."""
    return GUEST.fullmatch(spelt(name)) is not None


def seated(names: Sequence[str]) -> list[str]:
    """Return the names of the seats of a new match: without needless spaces, several guests numbered.

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
    """Nobody of that name is known in the ledger."""

    code = "person.unknown"


MANY = 5_000
"""Names that a mistyped one is compared with, at most."""


def nobody(name: str, known: Iterable[str]) -> NoSuchPerson:
    """Return the error for a name that nobody has, with whose was perhaps meant."""
    there = say("nobody called {name} is known in this ledger", name=name)
    return NoSuchPerson(with_suggestion(there, name, known))


class PersonNames:
    """What people are called: by the references of a match, or by how they were typed.

    Attributes:
        names: the names that are known, by reference.
        spellings: what a spelling was said to stand for.
    """

    def __init__(self, names: dict[str, str], spellings: dict[str, str]) -> None:
        self.names = names
        self.spellings = spellings

    def of(self, ref: str) -> str | None:
        """Return what the person of a reference is called, `None` if nobody knows any more."""
        name = self.names.get(ref)
        return None if name is None else self.spellings.get(spelt(name), name)


def text(value: Any, most: int = 200) -> str:
    """Return a text as a list keeps it: no longer than a line, and without what a database refuses."""
    return str(value).replace("\0", "")[:most]
