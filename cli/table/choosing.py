"""Numbered lists of legal actions, completion of the next word, and outcomes by name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tablescribe.cli.table.matching import Choice, ranked, short, short_sentence

if TYPE_CHECKING:
    from tablescribe.replays.reading.reader import Reader

MANY = 16
"""A longer list is grouped under headings."""


@dataclass(frozen=True)
class Heading:
    """A line of a numbered list: one choice, or several under a heading.

    Attributes:
        key: the number to type: a card's own number, or the position in the list with a dot.
        text: the sentence or heading shown.
        choices: the choices that the line leads to.
        above: the heading shared by the whole list.
        example: how to type one of several choices; empty for a single one.
    """

    key: str
    text: str
    choices: tuple[Choice, ...]
    above: str = ""
    example: str = ""


# --- words ------------------------------------------------------------------------------------


def field_names(choices: Iterable[Choice]) -> list[str]:
    """Return the names of the choices' fields, in order, without repetition."""
    return list(dict.fromkeys(field for choice in choices for field in choice.fields))


def telling_field(reader: Reader, choices: Sequence[Choice]) -> str | None:
    """Return the first field that tells the choices apart and whose values have names; else the first that does."""
    differing = [f for f in field_names(choices) if len({c.fields.get(f) for c in choices}) > 1]
    named = (
        f
        for f in differing
        if all(name_of(reader, f, c.fields.get(f, "")) != f"{f} {c.fields.get(f, '')}" for c in choices)
    )
    return next(named, next(iter(differing), None))


def completions(reader: Reader, choices: Sequence[Choice], words: Sequence[str]) -> dict[str, str]:
    """Return the possible next words, each with its meaning.

    Names of actions come first, each with an example, then the values of fields in which the choices differ.
    """
    left = [choice for group in ranked(choices, words) for choice in group] if words else list(choices)
    found: dict[str, str] = {}
    if not words:
        found |= {_word(one.choices[0].verb, one.choices[0].fields["do"]): one.example for one in by_kind(choices)}
    if len(left) > 1:
        for field in field_names(left):
            values = list(dict.fromkeys(c.fields[field] for c in left if field in c.fields))
            if len(values) > 1 and (words or field != "do"):
                for value in values:
                    name = name_of(reader, field, value)
                    found.setdefault(_word(name, short(value)), name)
    return found


def _word(name: str, value: str) -> str:
    """Return the word to type for a value: its name if that is a single word, else the value."""
    return name.lower() if name.isalpha() else value


def name_of(reader: Reader, field: str, value: str) -> str:
    """Return the display name of a field's value: a card's name, a seat's pawn, or the field and the value."""
    if field == "do":
        return value.replace("_", " ")
    name = reader.name(value)
    if name in (value, ""):
        name = reader.name(f"{field}:{value}")
    return f"{field} {value}" if name == f"{field}:{value}" else name


# --- lists ------------------------------------------------------------------------------------


def listed(reader: Reader, choices: Sequence[Choice]) -> list[Heading]:
    """Return choices as a numbered list: each one if there are few, else grouped by action.

    Choices of one action are grouped by the first field that tells them apart. If its values are numbers (movement card
    12), these are the keys. If several seats are to act, choices are grouped by seat first.
    """
    if len({choice.seat for choice in choices}) > 1:
        return _by_seat(reader, choices)
    if len(choices) <= MANY:
        return [Heading(f"{n}.", choice.sentence, (choice,)) for n, choice in enumerate(choices, start=1)]
    if len(kinds := by_kind(choices)) > 1:
        return kinds
    field = telling_field(reader, choices)
    if field is None:
        return [Heading(f"{n}.", choice.sentence, (choice,)) for n, choice in enumerate(choices, start=1)]
    groups: dict[str, list[Choice]] = {}
    for choice in choices:
        groups.setdefault(choice.fields.get(field, ""), []).append(choice)
    names = [short(value) for value in groups]
    if all(name.isdecimal() for name in names) and len(set(names)) == len(names):
        return [_numbered(short(value), name_of(reader, field, value), group) for value, group in groups.items()]
    return [
        Heading(f"{n}.", group[0].sentence if len(group) == 1 else name_of(reader, field, value), tuple(group))
        for n, (value, group) in enumerate(groups.items(), start=1)
    ]


def by_kind(choices: Sequence[Choice]) -> list[Heading]:
    """Return choices grouped by action. A group is headed by its verb, with an example of how to type one."""
    kinds: dict[str, list[Choice]] = {}
    for choice in choices:
        kinds.setdefault(choice.fields["do"], []).append(choice)
    return [
        Heading(
            f"{n}.", group[0].sentence if len(group) == 1 else group[0].verb, tuple(group),
            example=short_sentence(group[len(group) // 2], choices),
        )
        for n, group in enumerate(kinds.values(), start=1)
    ]  # fmt: skip


def _by_seat(reader: Reader, choices: Sequence[Choice]) -> list[Heading]:
    """Return a heading for each seat, with its sentence if the seat has only one choice."""
    from tablescribe.domain.table.names import seat as name_of

    found = []
    for n, seat in enumerate(dict.fromkeys(choice.seat for choice in choices), start=1):
        group = tuple(choice for choice in choices if choice.seat == seat)
        only = f" {group[0].sentence}" if len(group) == 1 else ""
        found.append(Heading(f"{n}.", reader.name(name_of(seat)) + only, group))
    return found


def _numbered(number: str, name: str, group: Sequence[Choice]) -> Heading:
    """Return a heading with the number of a card as its key: `12  [own +6 □1]`, above it `movement card`."""
    above, _, text = name.partition(f" {number} ")
    return Heading(number, text, tuple(group), above) if text else Heading(number, name, tuple(group))


def chosen(headings: Sequence[Heading], line: str) -> Heading | None:
    """Return the line of a list with a number, typed with or without the dot."""
    return next((one for one in headings if line.removesuffix(".") == one.key.removesuffix(".")), None)


def in_columns(reader: Reader, headings: Sequence[Heading], width: int) -> list[str]:
    """Return the lines of a list, in several columns if it is long and they fit. Groups show their size."""
    from tablescribe.domain.words.text import say

    cells = []
    for heading in headings:
        several = len(heading.choices) > 1 and not heading.above
        ways = f" ({len(heading.choices)})" if several else ""
        cells.append(f"{heading.key:>3}  {heading.text}{ways}")
    if any(heading.example and len(heading.choices) > 1 for heading in headings):
        lead = max(len(cell) for cell, one in zip(cells, headings, strict=True) if len(one.choices) > 1)
        grouped = [one for one in headings if len(one.choices) > 1]
        examples = {one.key: reader.tell(say("e.g. {words}", words=one.example)) for one in grouped}
        return [
            f"{cell.ljust(lead)}  {examples[one.key]}" if one.key in examples else cell
            for cell, one in zip(cells, headings, strict=True)
        ]
    widest = max((len(cell) for cell in cells), default=0) + 2
    columns = max(1, width // widest) if len(cells) > 8 else 1
    rows = -(-len(cells) // columns)
    return ["".join(cell.ljust(widest) for cell in cells[row::rows]).rstrip() for row in range(rows)]


def shared_beginning(headings: Sequence[Heading]) -> str:
    """Return the common start of all sentences up to a colon, which is shown once above the list."""
    first, last = (pick((one.text for one in headings), default="") for pick in (min, max))
    differ = next((n for n, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), 0)
    return first[: first.rfind(": ", 0, differ) + 2] if ": " in first[:differ] else ""


# --- outcomes ---------------------------------------------------------------------------------


def outcome_named(reader: Reader, among: Iterable[Any], told: str) -> Any | None:
    """Return the outcome that a person typed: in full, its last part, its name, or a unique prefix of one of its words.

    A prefix of the whole name takes precedence: `rum` means the flask of rum only if no name begins with it.
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
