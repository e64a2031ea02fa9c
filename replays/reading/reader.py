"""Render texts in the reader's language, with the names of things.

Every message is a `Text`. Its template is looked up in two catalogues: the game's
(`domain/games/<game>/words.<language>.po`), then the general one (`words.<language>.po` beside this file).
`python -m tests.tools.catalogues` makes both from the `say(…)` calls in the code.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from tablescribe.domain.table.names import seat as seat_name
from tablescribe.domain.table.names import spoken, typed
from tablescribe.domain.table.table import HIDDEN, Value
from tablescribe.domain.words.escaping import visible
from tablescribe.domain.words.text import Slot, Text, Thing, say, tell

if TYPE_CHECKING:
    from tablescribe.domain.rules.opening import Opening

LANGUAGES = {"en": "English", "de": "Deutsch", "it": "Italiano", "pt": "Português (Brasil)"}


def printable(text: str) -> str:
    """Return a text without control characters, which could control a terminal or break a picture."""
    return visible(text)


def percent(share: float, language: str) -> str:
    """Return a share as a percentage in the format of a language: German has a space before the sign."""
    return f"{share:.0%}".replace("%", "\N{NO-BREAK SPACE}%") if language == "de" else f"{share:.0%}"


def number(value: float, language: str) -> str:
    """Return a number in the format of a language: with a decimal comma, except in English."""
    return f"{value:g}" if language == "en" else f"{value:g}".replace(".", ",")


class Reader:
    """Render texts for one reader of one match.

    Attributes:
        opening: gives things their names; `None` outside a match, where things keep their internal names.
        language: the reader's language, one of `LANGUAGES`.
        people: the names of the people in the seats, in order: "Ada (blue)", or just "Ada" if the game only numbers its
            seats. A seat with an empty name keeps the game's name.
    """

    def __init__(self, opening: Opening | None = None, language: str = "en", people: Iterable[str] = ()) -> None:
        self.opening = opening
        self.language = language
        self.people = tuple(people)
        self._seats = {seat_name(seat): name for seat, name in enumerate(self.people, start=1) if name}
        self._phrases = phrases(opening.game.key if opening is not None else "", language)

    def tell(self, text: Slot) -> str:
        """Return a text in the reader's language; a plain `str` was written by a person and is not translated."""
        said = listed_alone(text) if isinstance(text, Thing) else text
        return printable(tell(said, self._called, self._phrases) if isinstance(said, Text) else str(said))

    def sentence(self, text: Slot) -> str:
        """Return a text as `tell` does, with a capital first letter."""
        told = self.tell(text)
        return told[:1].upper() + told[1:]

    def name(self, thing: str) -> str:
        """Return the name of a piece, zone, seat or value, or "" if it is internal."""
        return printable(tell(listed_alone(Thing(thing)), self.naming, self._phrases))

    def naming(self, thing: str) -> Text | str:
        """Return the game's label of a thing, or a readable form of its internal name if the game has none."""
        if self.opening is None:
            return thing
        try:
            label = self.opening.label(thing)
        except Exception:  # a forged or foreign log must still be readable
            label = spoken(thing)
        return self._person_at(thing, label) if thing in self._seats else label

    def _person_at(self, seat: str, label: Text | str) -> Text | str:
        """Return a person with the game's name of the seat, such as a colour or side; a bare number is left out."""
        person, number = self._seats[seat], seat.partition(":")[2]
        if isinstance(label, Text) and [*map(str, label.slots.values())] == [number]:
            return person
        parts = f"{tell(label)} {tell(label, phrases=self._phrases)}".casefold().split()
        return label if person.casefold() in parts else Text("{person} ({seat})", {"person": person, "seat": label})

    def _called(self, thing: str) -> Text | str:
        """Return a thing's name for a sentence; an internal thing is named as people enter it."""
        return self.naming(thing) or typed(thing)

    def value(self, key: str, value: Value) -> str:
        """Return a value of the table in words: "blue" for the turn, not 2."""
        return self.tell(value_text(self.opening, key, value))


def listed_alone(thing: Thing) -> Text:
    """Return a text with nothing but one thing."""
    return Text("{it}", {"it": thing})


def a_seat(number: int) -> Thing:
    """Return a seat as a `Thing` for a slot of a text."""
    return Thing(seat_name(number))


def value_text(opening: Opening | None, key: str, value: Value) -> Slot:
    """Return a value in the game's words; hidden and missing values read the same in every game."""
    if value == HIDDEN:
        return HIDDEN
    if value is None:
        return say("nothing")
    if opening is None:
        return str(value)
    try:
        return opening.game.label_value(opening, key, value)
    except Exception:  # as in `Reader.naming`
        return str(value)


@lru_cache
def phrases(game: str, language: str) -> Mapping[str, str]:
    """Map English templates to a language's; the game's catalogue takes precedence. English has none."""
    if language == "en" or language not in LANGUAGES:
        return {}
    from importlib.resources import files

    from tablescribe.replays.reading.word_catalogues import read_catalogue

    packages = ["tablescribe.replays.reading"]
    if game:
        from tablescribe.domain.games import GAMES

        packages += [f"tablescribe.domain.games.{game}"] if game in GAMES else []
    found: dict[str, str] = {}
    for package in packages:
        found |= read_catalogue(files(package).joinpath(f"words.{language}.po"))
    return found
