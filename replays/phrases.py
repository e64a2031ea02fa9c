"""Sentences of the games in the reader's language.

Rules, logs and refusals speak English, and so does what is recorded. A phrase book puts a finished sentence into
another language by finding the phrase it was made from: `plays {card} against {seat}` fits `plays Thief against blue`,
and what stands for `{card}` and `{seat}` is put into the language the same way. So the domain knows of no language, and
sentences that were recorded years ago are read in all of them. What no phrase fits stays English.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from html import escape, unescape
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import chain

from babel.messages.pofile import read_po

from domain.games import GAMES

LIST = ", "
JOINTS = (" → ", "; ", ": ", " · ", LIST)
"""What sentences and lists are joined by in every language, the loosest first."""

LONGEST = 2500
"""Letters of the longest text that is looked at: longer ones are somebody's own words."""

MOST_WORDS = 4
"""How many words the name may have with which a sentence begins."""

PATIENCE, LEAST, DEEPEST = 30_000, 40, 40
"""How many letters are read, over and over, to understand one sentence; how many each try counts at least; and how
deep parts may lie inside each other. Foreign words must not hold up a page."""

REMEMBERED = 20_000
"""How many sentences, and how many parts of them, a book remembers."""

_SLOT = re.compile(r"\{(\w+)\}")
_NUMBER = re.compile(r"[+-]?[0-9]+")
_WORDLESS = re.compile(r"(?:[A-Z]{2,4}-[0-9]+(?![0-9])[a-z]?(?![a-z])|[^\W\d_](?![^\W\d_])|[\W\d_])*")
"""Numbers, those of rules included, signs and single letters: the same in every language. Each text fits in one way
only, instead of by possessive quantifiers: those match wrongly up to Python 3.11.4."""

_CODE = re.compile(r"[a-z]+(_[a-z]+)+")
"""A name in a program, such as `twelve_points`: read as words."""

_TEXT = re.compile(r"(?<=>)[^<>]+(?=<(?!/style))")
_CUT = re.compile(r"(.{5,}?)(\.\.\.|…)?")


class Phrase:
    """A phrase with slots such as `{card}`. `{n_…}` holds a number, `{free_…}` what people wrote: it stays as it is.

    Attributes:
        told: the phrase in the other language, with the same slots.
        weight: how many letters of it are its own: of two that fit, the one that says more is meant.
        core: the longest of its parts: only a text that holds it can fit.
    """

    def __init__(self, english: str, told: str) -> None:
        pieces = _SLOT.split(english)
        self.told = told
        self._parts, self._slots = pieces[::2], pieces[1::2]  # the texts before, between and after the slots
        self.weight = sum(map(len, self._parts))
        self.core = max(self._parts, key=len)
        joint = _loosest(english)
        edges = ((pieces[1], pieces[0], min(joint, len(JOINTS) - 1)), (pieces[-2], pieces[-1], joint - 1))
        self._edges = [(slot, most) for slot, part, most in edges if not part and not slot.startswith("free_")]

    def swallows(self, slots: Mapping[str, str]) -> bool:
        """Return whether a slot at an edge holds what rather stands beside the phrase: it is joined as loosely.

        Sentences branch to the right: what comes last may itself have the joint that the phrase has.
        """
        return any(_loosest(slots[slot]) <= most for slot, most in self._edges)

    def fits(self, text: str) -> Iterator[dict[str, str]]:
        """Yield each way in which a text may have been made from the phrase: what stands in the slots."""
        first, *between, last = self._parts
        end = len(text) - len(last)
        if not (text.startswith(first) and text.endswith(last) and len(first) < end):
            return
        latest: list[int] = []  # where each part between two slots may stand at the latest
        for part in reversed(between):
            end = text.rfind(part, len(first) + 1, end - 1)
            if end < 0:
                return
            latest.insert(0, end)
        for found in self._fill(text, len(first), latest):
            slots = dict(zip(self._slots, found, strict=True))
            if len(slots) == len(found) or all(slots[n] == one for n, one in zip(self._slots, found, strict=True)):
                yield slots

    def _fill(self, text: str, at: int, latest: list[int], k: int = 0) -> Iterator[tuple[str, ...]]:
        """Yield what may stand in the slots from number `k` on, which begins at that letter."""
        if k == len(latest):
            slot = text[at : len(text) - len(self._parts[-1])]
            if self._holds(k, slot):
                yield (slot,)
            return
        part = self._parts[k + 1]
        end = text.find(part, at + 1)
        while 0 <= end <= latest[k]:
            if self._holds(k, slot := text[at:end]):
                for others in self._fill(text, end + len(part), latest, k + 1):
                    yield (slot, *others)
            end = text.find(part, end + 1)

    def _holds(self, k: int, text: str) -> bool:
        return bool(text) and (not self._slots[k].startswith("n_") or _NUMBER.fullmatch(text) is not None)


def _loosest(text: str) -> int:
    """Return which joint of a text is the loosest, as its place in `JOINTS`. A list is one thing."""
    return next((n for n, joint in enumerate(JOINTS) if joint in text and joint != LIST), len(JOINTS))


@dataclass(frozen=True)
class Found:
    """What became of a text.

    Attributes:
        told: the text in the language, as far as phrases were found.
        whole: whether all of it was found.
        deed: it is a name and what it did, put side by side.
    """

    told: str
    whole: bool
    deed: bool = False


class PhraseBook:
    """Phrases of one language.

    Attributes:
        entries: what they say, by the English phrases.
        exact: those without slots.
        phrases: those with slots, those that say more first.
        parts: what became of parts of sentences.
    """

    def __init__(self, entries: Mapping[str, str]) -> None:
        self.entries = entries
        self.exact = {english: Found(told, True) for english, told in entries.items() if not _SLOT.search(english)}
        phrases = (Phrase(english, told) for english, told in entries.items() if english not in self.exact)
        self.phrases = sorted((one for one in phrases if one.weight), key=lambda one: -one.weight)
        self.parts: dict[str, Found] = {}
        self._found = lru_cache(REMEMBERED)(lambda english: _Reading(self).find(english))

    def say(self, english: str) -> str:
        """Return a sentence in the language; what has no phrase stays as it is."""
        return self._found(english).told if self.entries and len(english) <= LONGEST else english

    def knows(self, english: str) -> bool:
        """Return whether every word of a sentence has a phrase. Numbers, and what has no letters, need none."""
        return len(english) <= LONGEST and self._found(english).whole

    def picture(self, svg: str) -> str:
        """Return an SVG picture with its texts and titles in the language; names that it cuts off are cut off again."""
        return _TEXT.sub(lambda found: escape(self._in_picture(unescape(found[0])), quote=False), svg)

    def _in_picture(self, text: str) -> str:
        bare = text.strip()
        if not bare or self.knows(bare) or (cut := _CUT.fullmatch(bare)) is None:
            return text.replace(bare, self.say(bare)) if bare else text
        names = (found.told for name, found in self.exact.items() if name.startswith(cut[1]))
        name = next(names, None)
        return text.replace(bare, name[: len(cut[1])] + (cut[2] or "") if name else self.say(bare))


class _Reading:
    """One sentence being understood."""

    def __init__(self, book: PhraseBook) -> None:
        self._book = book
        self._patience, self._depth, self._gave_up = PATIENCE, 0, False

    def find(self, english: str) -> Found:
        """Return what becomes of a text, remembering it for others in which it stands."""
        found = self._book.exact.get(english) or self._book.parts.get(english)
        if found is not None:
            return found
        if _WORDLESS.fullmatch(english):
            return Found(english, True)
        if not self._may_try(len(english)) or self._depth == DEEPEST:
            self._gave_up = True
            return Found(english, False)
        self._depth += 1
        found = self._best(english)
        self._depth -= 1
        if found.whole or not self._gave_up:
            if len(self._book.parts) >= REMEMBERED:
                self._book.parts.clear()
            self._book.parts[english] = found
        return found

    def _may_try(self, letters: int) -> bool:
        self._patience -= max(letters, LEAST)
        self._gave_up = self._gave_up or self._patience < 0
        return self._patience >= 0

    def _best(self, english: str) -> Found:
        """Return the first way that leaves nothing open, else the first that says anything."""
        best, later = Found(english, False), list[tuple[Phrase, dict[str, str]]]()
        ways = (
            self._by_phrase(english, later),
            self._in_parts(english),
            (self._filled(*one) for one in later),
            self._as_deed(english),
        )
        for found in chain.from_iterable(ways):
            if found.whole:
                return found
            best = found if best.told == english else best
        if _CODE.fullmatch(english) and (found := self.find(english.replace("_", " "))).whole:
            return found
        if english[0].isupper():  # as a sentence begins
            found = self.find(english[0].lower() + english[1:])
            if found.whole or best.told == english:
                return Found(found.told[:1].upper() + found.told[1:], found.whole, found.deed)
        return best

    def _by_phrase(self, english: str, later: list[tuple[Phrase, dict[str, str]]]) -> Iterator[Found]:
        """Yield what a text is by the phrases that fit; those that swallow what stands beside them come later."""
        for phrase in self._book.phrases:
            if phrase.core not in english:
                continue
            for slots in phrase.fits(english):
                if not self._may_try(LEAST):
                    return
                if phrase.swallows(slots):
                    later.append((phrase, slots))
                else:
                    yield self._filled(phrase, slots)

    def _filled(self, phrase: Phrase, slots: Mapping[str, str]) -> Found:
        found = {name: self._slot(name, text) for name, text in slots.items()}
        told = _SLOT.sub(lambda slot: found[slot[1]].told, phrase.told)
        return Found(told, all(one.whole for one in found.values()))

    def _slot(self, name: str, text: str) -> Found:
        return Found(text, True) if name.startswith("free_") else self.find(text)

    def _in_parts(self, english: str) -> Iterator[Found]:
        """Yield what a list or a sentence with joints becomes when its parts are said one by one."""
        for joint in JOINTS:
            at = english.find(joint, 1)
            first = True
            while 0 < at < len(english) - len(joint):
                head = self.find(english[:at])
                if head.whole or first:
                    tail = self.find(english[at + len(joint) :])
                    yield Found(f"{head.told}{joint}{tail.told}", head.whole and tail.whole)
                if head.whole:
                    break
                at, first = english.find(joint, at + 1), False

    def _as_deed(self, english: str) -> Iterator[Found]:
        """Yield what a name, and what it does or has, become when they are said one by one."""
        words = english.split(" ")
        for n in range(1, min(len(words), MOST_WORDS + 1)):
            who, what = " ".join(words[:n]), " ".join(words[n:])
            name, deed = self.find(who), self.find(what)
            said = deed.whole or (name.whole and deed.told != what)
            if said and not deed.deed and not name.deed:
                yield Found(f"{name.told} {deed.told}", name.whole and deed.whole, deed=True)


@lru_cache
def phrase_book(game: str, language: str) -> PhraseBook:
    """Return the phrases of a game and of the kernel in a language; an empty book where there are none."""
    entries: dict[str, str] = {}
    for package in ("replays", *((f"domain.games.{game}",) if game in GAMES else ())):
        entries |= read_catalogue(files(package).joinpath(f"words.{language}.po"))
    return PhraseBook(entries)


def read_catalogue(file: Traversable) -> dict[str, str]:
    """Return the texts of a gettext catalogue by the English ones; none, where there is no such file."""
    if not file.is_file():
        return {}
    with file.open("rb") as lines:
        found = read_po(lines)
    return {str(one.id): str(one.string) for one in found if one.id and one.string}
