"""Sentences of the games in the reader's language.

Rules, logs and refusals speak English, and so does what is recorded. A phrase book puts a finished sentence into
another language by finding the phrase it was made from: `plays {card} against {seat}` fits `plays Thief against blue`,
and what stands for `{card}` and `{seat}` is put into the language the same way. So the domain knows of no language, and
sentences that were recorded years ago are read in all of them. What no phrase fits stays English.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from html import escape, unescape
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import chain

from babel.messages.pofile import read_po

JOINTS = (" → ", "; ", ": ", " · ", ", ")
"""What sentences and lists are joined by in every language, the loosest first."""

LONGEST = 300
"""Letters of the longest text that is looked at: longer ones are somebody's own words."""

MOST_WORDS = 4
"""How many words the name may have with which a sentence begins."""

_SLOT = re.compile(r"\{(\w+)\}")
_SVG_TEXT = re.compile(r"(?<=>)[^<>]*[^\W\d_][^<>]*(?=</(?:text|title|tspan)>)|(?<=>)[^<>]*[^\W\d_][^<>]*(?=<tspan)")


@dataclass(frozen=True)
class Phrase:
    """A phrase with slots such as `{card}`. `{n_…}` holds a number, `{free_…}` what people wrote: it stays as it is.

    Attributes:
        fits: matches a whole sentence made from the English phrase.
        told: the phrase in the other language, with the same slots.
        weight: how many letters of it are its own: of two that fit, the one that says more is meant.
    """

    fits: re.Pattern[str]
    told: str
    weight: int

    @classmethod
    def of(cls, english: str, told: str) -> Phrase:
        """Return the phrase of an entry of a catalogue."""
        parts = _SLOT.split(english)
        seen: set[str] = set()
        pattern = "".join(_slot(part, seen) if n % 2 else re.escape(part) for n, part in enumerate(parts))
        return cls(re.compile(pattern, re.S), told, sum(len(part) for part in parts[::2]))


def _slot(name: str, seen: set[str]) -> str:
    if name in seen:
        return f"(?P={name})"
    seen.add(name)
    return f"(?P<{name}>{'-?[0-9]+' if name.startswith('n_') else '.+?'})"


class PhraseBook:
    """Phrases of one language.

    Attributes:
        entries: what they say, by the English phrases.
    """

    def __init__(self, entries: Mapping[str, str]) -> None:
        self.entries = entries
        self._exact = {english: told for english, told in entries.items() if not _SLOT.search(english)}
        phrases = [Phrase.of(english, told) for english, told in entries.items() if _SLOT.search(english)]
        self._phrases = sorted(phrases, key=lambda one: -one.weight)
        self._found = lru_cache(20_000)(self._find)

    def say(self, english: str) -> str:
        """Return a sentence in the language; what has no phrase stays as it is."""
        return self._found(english)[0] if self._exact and len(english) <= LONGEST else english

    def knows(self, english: str) -> bool:
        """Return whether every word of a sentence has a phrase. Numbers, and what has no letters, need none."""
        return self._found(english)[1]

    def picture(self, svg: str) -> str:
        """Return an SVG picture with its texts and titles in the language."""
        return _SVG_TEXT.sub(lambda found: escape(self.say(unescape(found[0])), quote=False), svg)

    # --- finding the phrase -------------------------------------------------------------------

    def _find(self, english: str) -> tuple[str, bool]:
        """Return a sentence in the language, and whether all of it was found."""
        if english in self._exact:
            return self._exact[english], True
        if not re.search(r"[^\W\d_]{2}", english):
            return english, True
        ways = chain(self._by_phrase(english), self._in_parts(english), self._begun_otherwise(english))
        best = english
        for told, whole in ways:
            if whole:
                return told, True
            best = told if best == english else best
        return best, False

    def _by_phrase(self, english: str) -> Iterable[tuple[str, bool]]:
        for phrase in self._phrases:
            if (found := phrase.fits.fullmatch(english)) is not None:
                slots = {name: self._slot(name, text) for name, text in found.groupdict().items()}
                texts = {name: text for name, (text, _) in slots.items()}
                yield _filled(phrase.told, texts), all(whole for _, whole in slots.values())

    def _slot(self, name: str, text: str) -> tuple[str, bool]:
        return (text, True) if name.startswith("free_") else self._found(text)

    def _in_parts(self, english: str) -> Iterable[tuple[str, bool]]:
        """Yield what a sentence is when its parts are said one by one: a list, or a name and what it did."""
        for joint in JOINTS:
            head, between, tail = english.partition(joint)
            if between and head and tail:
                yield self._joined(head, between, tail)
        words = english.split(" ")
        for n in range(1, min(len(words), MOST_WORDS + 1)):
            yield self._joined(" ".join(words[:n]), " ", " ".join(words[n:]))

    def _joined(self, head: str, between: str, tail: str) -> tuple[str, bool]:
        (first, one), (last, other) = self._found(head), self._found(tail)
        return f"{first}{between}{last}", one and other

    def _begun_otherwise(self, english: str) -> Iterable[tuple[str, bool]]:
        """Yield a sentence whose first letter was made a capital."""
        if english[:1].isupper():
            told, whole = self._found(english[:1].lower() + english[1:])
            yield told[:1].upper() + told[1:], whole


def _filled(told: str, texts: Mapping[str, str]) -> str:
    return _SLOT.sub(lambda slot: texts[slot[1]], told)


@lru_cache
def phrase_book(game: str, language: str) -> PhraseBook:
    """Return the phrases of a game and of the kernel in a language; an empty book where there are none."""
    entries: dict[str, str] = {}
    for package in ("replays", *((f"domain.games.{game}",) if game else ())):
        entries |= read_catalogue(files(package).joinpath(f"words.{language}.po"))
    return PhraseBook(entries)


def read_catalogue(file: Traversable) -> dict[str, str]:
    """Return the texts of a gettext catalogue by the English ones; none, where there is no such file."""
    if not file.is_file():
        return {}
    with file.open("rb") as lines:
        found = read_po(lines)
    return {str(one.id): str(one.string) for one in found if one.id and one.string}
