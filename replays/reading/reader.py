"""Texts as somebody reads them: in which language, and what things are called.

Everything that is said comes as a `Text`, whose template the catalogues of a language know: that of the game
(`domain/games/<game>/words.<language>.po`) and that of everything else (`words.<language>.po` beside this file).
Babel makes both from the `say(…)` calls in the code: `python -m tests.tools.catalogues`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from tablescribe.domain.games import GAMES
from tablescribe.domain.rules.game import Opening
from tablescribe.domain.table.names import seat as seat_name
from tablescribe.domain.table.names import spoken, typed
from tablescribe.domain.table.table import HIDDEN, Value
from tablescribe.domain.words.escaping import visible
from tablescribe.domain.words.text import Slot, Text, Thing, say, tell

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

LANGUAGES = {"en": "English", "de": "Deutsch", "it": "Italiano", "pt": "Português"}


def printable(text: str) -> str:
    """Return a text with no control characters: a foreign log must not command a terminal, nor spoil a picture."""
    return visible(text)


class Reader:
    """Who reads a match, as far as words are concerned.

    Attributes:
        opening: what names things; `None` outside a match, where they keep their names on the table.
        language: the language that is read.
        people: what the people in the seats are called, where seats have no other names.
    """

    def __init__(self, opening: Opening | None = None, language: str = "en", people: Iterable[str] = ()) -> None:
        self.opening = opening
        self.language = language
        self.people = tuple(people)
        self._seats = {seat_name(seat): name for seat, name in enumerate(self.people, start=1)}
        self._phrases = phrases(opening.game.key if opening is not None else "", language)

    def tell(self, text: Slot) -> str:
        """Return a text in the reader's language, things by their names; a plain `str` is somebody's own words."""
        said = listed_alone(text) if isinstance(text, Thing) else text
        return printable(tell(said, self._called, self._phrases) if isinstance(said, Text) else str(said))

    def sentence(self, text: Slot) -> str:
        """Return a text as `tell` does, beginning with a capital letter."""
        told = self.tell(text)
        return told[:1].upper() + told[1:]

    def name(self, thing: str) -> str:
        """Return what people call a piece, zone, seat or value; the empty text for what is no concern of theirs."""
        return printable(tell(listed_alone(Thing(thing)), self.naming, self._phrases))

    def naming(self, thing: str) -> Text | str:
        """Name a thing by the game's label, which stands even where a log names what this game has not."""
        if self.opening is None:
            return thing
        if thing in self._seats:
            return self._seats[thing]
        try:
            return self.opening.label(thing)
        except Exception:  # a forged or foreign log must still be readable
            return spoken(thing)

    def _called(self, thing: str) -> Text | str:
        """Name a thing in a sentence: what is no concern of people, but named there, as it was typed."""
        return self.naming(thing) or typed(thing)

    def value(self, key: str, value: Value) -> str:
        """Return a kept value in words: "blue" for the turn, not 2."""
        return self.tell(value_text(self.opening, key, value))


def listed_alone(thing: Thing) -> Text:
    """Return a text of nothing but a thing."""
    return Text("{it}", {"it": thing})


def value_text(opening: Opening | None, key: str, value: Value) -> Slot:
    """Return a kept value as the game says it; what is hidden, and what is not kept, the same in every game."""
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
    """Return the templates of a language by the English ones, those of a game before all others; English has none."""
    if language == "en" or language not in LANGUAGES:
        return {}
    from importlib.resources import files

    found: dict[str, str] = {}
    for package in ("tablescribe.replays.reading", *((f"tablescribe.domain.games.{game}",) if game in GAMES else ())):
        found |= read_catalogue(files(package).joinpath(f"words.{language}.po"))
    return found


def read_catalogue(file: Traversable) -> dict[str, str]:
    """Return the texts of a gettext catalogue by the English ones; none, where there is no such file."""
    from babel.messages.pofile import read_po

    if not file.is_file():
        return {}
    with file.open("rb") as lines:
        found = read_po(lines)
    return {str(one.id): str(one.string) for one in found if one.id and one.string and not one.fuzzy}
