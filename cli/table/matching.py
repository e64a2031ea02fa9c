"""Match typed words with actions, in any order.

A word fits an action if it is one of the action's words or a prefix of one: its name (`build`), a field's value or
that value's last part (`sawmill`, `12` for `movement:12`), a word of its sentence in the reader's language, or
`FIELD=VALUE`. Each typed number must be a number of the action.
If words fit several actions, the closest ones count: whole words before prefixes, then words in the action's own order.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tablescribe.domain.rules.action import Action
    from tablescribe.replays.reading.reader import Reader

_LITTLE = (
    "a an and at by for from i in into of on onto the to with"
    " am an auf aus bei dem den der des die das ein eine einen einer für im in mit nach und von zu zum zur"
    " a al alla con da dal dalla di e i il in la le lo nel nella per su un una"
    " ao as com da de do e em na no nas nos o os para por um uma"
)

LITTLE_WORDS = frozenset(_LITTLE.split())
"""Words that fit any action, although its sentence does not contain them."""

SIGNS = "[](){}<>.,;:·→«»\"'’!?*"
"""Punctuation around a word, which people do not type."""


def short(value: str) -> str:
    """Return the last part of an identifier: `12` for `movement:12`."""
    return value.rpartition(":")[2]


@lru_cache(maxsize=8192)
def plain(word: str) -> str:
    """Return a word in the form used for comparison: without case, accents and punctuation."""
    parts = unicodedata.normalize("NFKD", word.strip(SIGNS).casefold())
    return "".join(sign for sign in parts if not unicodedata.combining(sign))


@dataclass(frozen=True)
class Choice:
    """An action that a seat may take now, or that a rule forbids.

    Attributes:
        seat: the seat that acts.
        action: the action.
        reader: the person who reads and types it.
    """

    seat: int
    action: Action
    reader: Reader

    @cached_property
    def sentence(self) -> str:
        """The action as a sentence in the reader's language, without the seat."""
        return self.reader.tell(self.action.text())

    @cached_property
    def fields(self) -> dict[str, str]:
        """The action's fields as text, `do` first."""
        data = self.action.data()
        return {key: str(value) for key, value in {"do": data["do"], **data}.items()}

    @cached_property
    def verb(self) -> str:
        """The verb in the reader's language: `build`, `bauen`."""
        from tablescribe.domain.words.text import Text

        return self.reader.tell(Text(self.fields["do"].replace("_", " ")))

    def in_full(self) -> str:
        """Return the action as it can be typed in full."""
        return " ".join(value if key == "do" else f"{key}={value}" for key, value in self.fields.items())

    @cached_property
    def spoken(self) -> tuple[str, ...]:
        """The words of the sentence, in order."""
        return tuple(filter(None, map(plain, self.sentence.split())))

    @cached_property
    def values(self) -> tuple[frozenset[str], ...]:
        """The words for each field, in the order of the fields."""
        return tuple(
            frozenset(map(plain, self.verb.split())) | _words_of(value) if key == "do" else _words_of(value)
            for key, value in self.fields.items()
        )

    def is_said_in_full(self, words: Sequence[str]) -> bool:
        """Return whether words are the action with all its fields, and nothing else."""
        return sorted(words) == sorted(self.in_full().split())

    def is_named_by(self, words: Iterable[str]) -> bool:
        """Return whether one of the words is the action's verb."""
        return any(plain(word) in self.values[0] for word in words)

    @cached_property
    def words(self) -> frozenset[str]:
        """All words that mean the action."""
        return frozenset(self.spoken).union(*self.values)

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """How often each number may be typed."""
        in_fields = Counter(word for words in self.values for word in words if word.isdecimal())
        in_sentence = Counter(word for word in self.spoken if word.isdecimal())
        return in_fields | in_sentence


@lru_cache(maxsize=8192)
def _words_of(value: str) -> frozenset[str]:
    """Return the words for a field's value: the value, its last part, the parts of a list."""
    if value.startswith(("[", "{")):
        return (
            frozenset().union(*map(_words_of, filter(None, map(plain, value.split()))))
            if len(value) > 2
            else frozenset()
        )
    parts = [value, short(value), *value.replace("_", " ").replace(":", " ").replace(",", " ").split()]
    if ":" in value:  # `12` is a word for `movement:12`, and no other number in it is
        parts = [one for one in parts if not one.isdecimal()] + [short(value)]
    return frozenset(filter(None, map(plain, parts)))


def choices_of(
    reader: Reader, actions: Mapping[int, Iterable[Action]], known: dict[tuple[int, Action], Choice] | None = None
) -> list[Choice]:
    """Return the seats' actions as choices for a reader. Choices that are `known` are reused; new ones are added to it.

    Wording an action takes as long as deciding it, and most actions are offered repeatedly.
    """
    known = {} if known is None else known
    return [
        known.get((seat, act)) or known.setdefault((seat, act), Choice(seat, act, reader))
        for seat, acts in actions.items()
        for act in acts
    ]


# --- fitting ----------------------------------------------------------------------------------


@dataclass(frozen=True, order=True)
class Closeness:
    """How closely words fit an action; smaller is closer.

    Attributes:
        begun: the number of words that are only prefixes.
        disorder: 0 if the words are in the order of the sentence or of the fields; more if not, or if some of the words
            are not part of the sentence.
        partial: 0 if the whole sentence is typed, else 1.
        places: the fields that the typed numbers belong to, in the order of the numbers.
    """

    begun: int
    disorder: int
    partial: int
    places: tuple[int, ...] = ()


def closeness(choice: Choice, words: Sequence[str]) -> Closeness | None:
    """Return how closely all words fit an action; `None` if one of them does not fit."""
    begun, joined, strange, said = 0, False, 0, list[str]()
    for word in words:
        if "=" in word:
            key, _, value = word.partition("=")
            known = choice.fields.get(key, "")
            if key not in choice.fields or (
                value not in (known, short(known)) and plain(value) not in _words_of(known)
            ):
                return None
            continue
        bare = plain(word)
        if not bare:
            continue
        if bare in choice.words:
            joined = joined or not any(bare in words for words in choice.values)
        elif not bare.isdecimal() and any(one.startswith(bare) for one in choice.words):
            begun += 1
        elif bare in LITTLE_WORDS:
            strange += 1
            continue
        else:
            return None
        said.append(bare)
    numbers = [word for word in said if word.isdecimal()]
    if any(n > choice.numbers.get(number, 0) for number, n in Counter(numbers).items()):
        return None
    places = _places(choice.values, numbers)
    in_order = _follows(choice.spoken, said) if joined else places is not None
    if joined:
        strange += sum(not any(_is_begun(one, word) for one in choice.spoken) for word in said)
    partial = int(bool(set(choice.spoken) - set(said)))
    return Closeness(begun, strange + (not in_order), partial, () if joined else places or ())


def _places(values: Sequence[frozenset[str]], numbers: Sequence[str]) -> tuple[int, ...] | None:
    """Return the fields that the numbers belong to, if in that order. Numbers of no field are skipped."""
    found, at = [], 0
    known = {number for number in numbers if any(number in words for words in values)}
    for number in numbers:
        if number not in known:
            continue
        here = next((k for k in range(at, len(values)) if number in values[k]), None)
        if here is None:
            return None
        found.append(here)
        at = here + 1
    return tuple(found)


def _follows(sentence: Sequence[str], said: Sequence[str]) -> bool:
    """Return whether words appear in a sentence in this order. Words that are not in it are ignored."""
    at = 0
    for word in said:
        if not any(one.startswith(word) for one in sentence):
            continue
        here = next((k for k in range(at, len(sentence)) if _is_begun(sentence[k], word)), None)
        if here is None:
            return False
        at = here + 1
    return True


def _is_begun(one: str, word: str) -> bool:
    return one == word if word.isdecimal() else one.startswith(word)


def ranked(choices: Iterable[Choice], words: Sequence[str]) -> list[list[Choice]]:
    """Return the choices that all words fit, closest first, in groups of equal closeness.

    An action typed in full is meant even if others have the same fields and more.
    If cards have numbers and the words name no action, a number at the start means a card. A card that cannot be
    played must not be read as a seat or a place.
    """
    left = list(choices)
    if any("=" in word for word in words) and (exact := [one for one in left if one.is_said_in_full(words)]):
        return [exact]
    if words and words[0].isdecimal() and any(_is_numbered(value) for c in left for value in c.fields.values()):
        cards = [c for c in left if any(_is_numbered(value, words[0]) for value in c.fields.values())]
        if found := _grouped(cards, words):
            return found
        left = [c for c in left if c.is_named_by(words)]
    return _grouped(left, words)


def _grouped(left: Iterable[Choice], words: Sequence[str]) -> list[list[Choice]]:
    groups: dict[Closeness, list[Choice]] = {}
    for choice in left:
        if (close := closeness(choice, words)) is not None:
            groups.setdefault(close, []).append(choice)
    return [groups[close] for close in sorted(groups)]


def narrow(choices: Iterable[Choice], words: Sequence[str]) -> list[Choice]:
    """Return the choices that the words fit most closely."""
    found = ranked(choices, words)
    return found[0] if found else []


def _is_numbered(value: str, number: str = "") -> bool:
    """Return whether a value is a card with a number, or with this number."""
    return ":" in value and (short(value) == number if number else short(value).isdecimal())


def first_misfit(choices: Sequence[Choice], words: Sequence[str]) -> int:
    """Return the index of the first word that fits nothing together with the words before it; 0 if all of them fit."""
    return next((n for n in range(len(words)) if not ranked(choices, words[: n + 1])), 0)


# --- short forms of an action -----------------------------------------------------------------


def short_sentence(choice: Choice, among: Sequence[Choice]) -> str:
    """Return a few words that mean this choice among others and no other, in the reader's language if possible.

    The verb comes first, then the values that tell it apart from others of its kind. If these are not enough, the
    action is given in full.
    """
    alike = [one for one in among if one.fields["do"] == choice.fields["do"]]
    differing = [
        key for key in choice.fields if key != "do" and len({one.fields.get(key) for one in alike}) > 1
    ]  # fmt: skip
    for verb in dict.fromkeys((choice.verb.split()[0], choice.verb, choice.fields["do"])):
        for keys in (differing, [key for key in choice.fields if key != "do"]):
            said = " ".join(filter(None, (verb, *(_sayable(choice.fields[key]) for key in keys))))
            found = ranked(among, said.split())
            if found and found[0] == [choice]:
                return said
    return choice.in_full()


def _sayable(value: str) -> str:
    """Return a field's value as it is typed; an empty string if it cannot be typed as a word."""
    found = short(value)
    return "" if found in ("", "[]", "True", "False", "None", "{}") or any(sign in found for sign in " [{=") else found
