"""From a few words to one legal action: what people type, what is listed, what completes.

A word narrows the legal actions down: `field=value`; a field's value or its last part (`12` for
`movement:12`); or the beginning of a word of the sentence (`thi` for Thief, `sq` for square).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tablescribe.domain.rules.action import Action
    from tablescribe.replays.reading.reader import Reader

MANY = 16
"""A list longer than this is gathered under headings first."""


@dataclass(frozen=True)
class Choice:
    """Something that a seat may do now."""

    seat: int
    action: Action
    sentence: str

    @cached_property
    def fields(self) -> dict[str, str]:
        """The action's fields as text, `do` first."""
        data = self.action.data()
        return {key: str(value) for key, value in {"do": data["do"], **data}.items()}

    @cached_property
    def beginnings(self) -> tuple[str, ...]:
        """The words that a few letters may stand for."""
        named = " ".join(self.fields.values()).replace("_", " ").replace(":", " ")
        return tuple(f"{self.sentence} {named}".lower().replace("[", "").split())

    def in_full(self) -> str:
        """Return the action as it can be typed in full."""
        return " ".join(value if key == "do" else f"{key}={value}" for key, value in self.fields.items())


@dataclass(frozen=True)
class Heading:
    """An entry of a list: one choice, or several under a heading. `above` is what the whole list is of.

    The key is a card's own number, or the place in the list with a dot: "2." is never a card.
    """

    key: str
    text: str
    choices: tuple[Choice, ...]
    above: str = ""


def choices_of(reader: Reader, legal: Mapping[int, Iterable[Action]]) -> list[Choice]:
    """Return what the seats may do, with the sentences for it."""
    return [Choice(seat, act, reader.tell(act.text())) for seat, acts in legal.items() for act in acts]


def short(value: str) -> str:
    """Return the last part of a name: `12` for `movement:12`."""
    return value.rpartition(":")[2]


# --- words ------------------------------------------------------------------------------------


def narrow(choices: Sequence[Choice], words: Sequence[str]) -> list[Choice]:
    """Return the choices that all words fit, one word after another.

    A number that comes first is a card, where cards have numbers: else a card that cannot be played would
    be taken for a seat or a place.
    """
    left = list(choices)
    if words and words[0].isdecimal() and any(_is_numbered(value) for c in left for value in c.fields.values()):
        left = [c for c in left if any(_is_numbered(value, words[0]) for value in c.fields.values())]
        words = words[1:]
    for word in words:
        left = _fitting(left, word)
    return left


def _is_numbered(value: str, number: str = "") -> bool:
    """Return whether a value is a card with a number, or with that number."""
    return ":" in value and (short(value) == number if number else short(value).isdecimal())


def names_a_card(choices: Sequence[Choice], number: str) -> bool:
    """Return whether a number alone is that of a card which may be played now."""
    return any(_is_numbered(value, number) for choice in choices for value in choice.fields.values())


def first_misfit(choices: Sequence[Choice], words: Sequence[str]) -> int:
    """Return the index of the first word that fits nothing together with those before it; 0 if all of them fit."""
    return next((n for n in range(len(words)) if not narrow(choices, words[: n + 1])), 0)


def _fitting(choices: list[Choice], word: str) -> list[Choice]:
    """Return the choices that a word fits: a field's value if there is one, else the beginning of a word."""
    key, equals, value = word.partition("=")
    if equals:
        return [c for c in choices if value in (c.fields.get(key), short(c.fields.get(key, "")))]
    exact = [[c for c in choices if _says(c, field, word)] for field in field_names(choices)]
    # A number may be a card, a seat or a place: the first field in which it tells choices apart.
    found = next((fit for fit in exact if 0 < len(fit) < len(choices)), None) or next(filter(None, exact), None)
    if found is None and not word.isdecimal():
        found = [c for c in choices if any(known.startswith(word.lower()) for known in c.beginnings)]
    return found or []


def _says(choice: Choice, field: str, word: str) -> bool:
    value = choice.fields.get(field)
    return value is not None and word.lower() in (value.lower(), short(value).lower())


def field_names(choices: Iterable[Choice]) -> list[str]:
    """Return the fields of some choices, in order, each once."""
    return list(dict.fromkeys(field for choice in choices for field in choice.fields))


def telling_field(choices: Sequence[Choice]) -> str | None:
    """Return the first field in which the choices differ, if there is one."""
    return next((f for f in field_names(choices) if len({c.fields.get(f) for c in choices}) > 1), None)


def completions(reader: Reader, choices: Sequence[Choice], words: Sequence[str]) -> dict[str, str]:
    """Return what may come after some words: each next word, and what it stands for."""
    left = narrow(choices, words)
    found: dict[str, str] = {}
    if len(left) > 1:
        for field in field_names(left):
            values = list(dict.fromkeys(c.fields[field] for c in left if field in c.fields))
            if len(values) > 1 or (field == "do" and not words):
                for value in values:
                    found.setdefault(short(value), name_of(reader, field, value))
    return found


def name_of(reader: Reader, field: str, value: str) -> str:
    """Return how people call a field's value: a card's name, a seat's pawn, or the field and the value."""
    if field == "do":
        return value.replace("_", " ")
    name = reader.name(value)
    if name in (value, ""):
        name = reader.name(f"{field}:{value}")
    return f"{field} {value}" if name == f"{field}:{value}" else name


# --- lists ------------------------------------------------------------------------------------


def listed(reader: Reader, choices: Sequence[Choice]) -> list[Heading]:
    """Return choices as a numbered list: all of them if they are few, else by the first field that tells them apart.

    Where headings have numbers of their own (movement card 12), these are the keys. Where several seats are asked
    at once, the first question is whose choice it is.
    """
    if len({choice.seat for choice in choices}) > 1:
        return _by_seat(reader, choices)
    field = telling_field(choices) if len(choices) > MANY else None
    if field is None:
        return [Heading(f"{n}.", choice.sentence, (choice,)) for n, choice in enumerate(choices, start=1)]
    groups: dict[str, list[Choice]] = {}
    for choice in choices:
        groups.setdefault(choice.fields.get(field, ""), []).append(choice)
    names = [short(value) for value in groups]
    if all(name.isdecimal() for name in names) and len(set(names)) == len(names):
        return [_numbered(short(value), name_of(reader, field, value), group) for value, group in groups.items()]
    return [
        Heading(f"{n}.", _gathered(reader, field, value, group), tuple(group))
        for n, (value, group) in enumerate(groups.items(), start=1)
    ]


def _by_seat(reader: Reader, choices: Sequence[Choice]) -> list[Heading]:
    """Return a heading for each seat, with what it may do if that is one thing."""
    from tablescribe.domain.table.names import seat as name_of

    found = []
    for n, seat in enumerate(dict.fromkeys(choice.seat for choice in choices), start=1):
        group = tuple(choice for choice in choices if choice.seat == seat)
        only = f" {group[0].sentence}" if len(group) == 1 else ""
        found.append(Heading(f"{n}.", reader.name(name_of(seat)) + only, group))
    return found


def _gathered(reader: Reader, field: str, value: str, group: Sequence[Choice]) -> str:
    """Return the text of a heading: its one sentence, what its sentences begin with, or what is common to them."""
    if len(group) == 1:
        return group[0].sentence
    begun = " ".join(_common_words([choice.sentence.split() for choice in group])).rstrip(" :,")
    return f"{begun} …" if field == "do" and begun else name_of(reader, field, value)


def _common_words(sentences: Sequence[list[str]]) -> list[str]:
    """Return the words with which all sentences begin."""
    first, last = min(sentences), max(sentences)
    return [one for k, one in enumerate(first) if first[: k + 1] == last[: k + 1]]


def _numbered(number: str, name: str, group: Sequence[Choice]) -> Heading:
    """Return a heading with a number of its own: `12  [own +6 □1]`, above it `movement card`."""
    above, _, text = name.partition(f" {number} ")
    return Heading(number, text, tuple(group), above) if text else Heading(number, name, tuple(group))


def chosen(headings: Sequence[Heading], line: str) -> Heading | None:
    """Return the entry of a list that a line names: by its number, with a dot or without."""
    return next((one for one in headings if line.removesuffix(".") == one.key.removesuffix(".")), None)


def in_columns(reader: Reader, headings: Sequence[Heading], width: int) -> list[str]:
    """Return a list's lines, in as many columns as it takes and fits; a heading of several says how many."""
    from tablescribe.domain.words.text import say

    cells = []
    for heading in headings:
        several = len(heading.choices) > 1 and not heading.above
        ways = "  " + reader.tell(say("({n} ways)", n=len(heading.choices))) if several else ""
        cells.append(f"{heading.key:>3}  {heading.text}{ways}")
    widest = max((len(cell) for cell in cells), default=0) + 2
    columns = max(1, width // widest) if len(cells) > 8 else 1
    rows = -(-len(cells) // columns)
    return ["".join(cell.ljust(widest) for cell in cells[row::rows]).rstrip() for row in range(rows)]


def shared_beginning(headings: Sequence[Heading]) -> str:
    """Return what all sentences of a list begin with, up to a colon: it is said once, above them."""
    first, last = (pick((one.text for one in headings), default="") for pick in (min, max))
    differ = next((n for n, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), 0)
    return first[: first.rfind(": ", 0, differ) + 2] if ": " in first[:differ] else ""


# --- outcomes ---------------------------------------------------------------------------------


def outcome_named(reader: Reader, among: Iterable[Any], told: str) -> Any | None:
    """Return the outcome that a person names: in full, by its last part, by its name, or by how a word of it begins.

    How the name begins comes first: `rum` is the flask of rum where nothing begins so.
    """
    told = told.strip().lower()
    names = {one: (str(one).lower(), short(str(one)).lower(), reader.name(str(one)).lower()) for one in among}
    for one, known in names.items():
        if told in known:
            return one
    begun = [one for one, known in names.items() if any(name.startswith(told) for name in known)]
    if not begun and told:
        words = {one: " ".join(known).replace("_", " ").split() for one, known in names.items()}
        begun = [one for one, known in words.items() if any(word.startswith(told) for word in known)]
    return begun[0] if len(begun) == 1 and not told.isdecimal() else None
