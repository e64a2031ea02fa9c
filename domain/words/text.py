"""Translatable sentences: a template with slots that are filled when the sentence is read.

`say("{seat} plays {card}", seat=Thing("seat:2"), card=Thing("power:thief"))` is a `Text`: an English template, and what
stands in its slots. Rules, questions, refusals and buttons are texts; a log keeps them as they are. Whoever shows
one asks a catalogue for the template in the reader's language and calls things by their names: `tell` does both.

A text is no `str` on purpose: formatting one into an f-string would lose what it is made of, and is an error.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import Any, NoReturn, TypeAlias

import msgspec


class Thing(msgspec.Struct, frozen=True, array_like=True, gc=False, tag="thing"):
    """A piece, zone, seat or value in a sentence, by its name on the table.

    Readers call it as people do, and those who may not know which card it is read of some card.
    """

    name: str

    def __str__(self) -> str:
        return self.name


class Text(msgspec.Struct, frozen=True, array_like=True, tag="text"):
    """A sentence, or a part of one.

    Attributes:
        template: the English words, with slots such as `{card}`.
        slots: what stands in them: a text or thing, which are told in turn; a number; or somebody's own words.
    """

    template: str
    slots: dict[str, Slot] = {}

    def __str__(self) -> str:
        """Return it in English, things by their names on the table."""
        return tell(self)

    def __format__(self, spec: str) -> NoReturn:
        raise TypeError(f"{self.template!r} is a text: put it into a slot with say(…), or tell it")


Slot: TypeAlias = Text | Thing | str | int

Naming: TypeAlias = Callable[[str], Text | str]
"""How things are called: from a name on the table to what people say."""

LONGEST, DEEPEST = 4000, 20
"""How long a told text may become, in letters, and how deep texts may stand in each other: logs may be a stranger's."""

_SLOT = re.compile(r"\{(\w+)\}")


def say(template: str, /, **slots: Slot) -> Text:
    """Return a text. Catalogues are made of the templates that stand in calls of this function."""
    return Text(template, slots)


_FIELD = re.compile(r"\{(\w[\w.]*)\}")


def filled(text: Text, of: object) -> Text:
    """Return a text whose slots, and the names of things in them, name fields of something in braces: `n="{wood}"`.

    Such a slot is filled with the field's value, or with the words of what has some; a name with what the field says.
    """
    return Text(text.template, {key: _filled_slot(slot, of) for key, slot in text.slots.items()})


def filled_name(name: str, of: object) -> str:
    """Return a name in which fields of something stand in braces: `seat:{target}`."""
    return _FIELD.sub(lambda field: str(attrgetter(field[1])(of)), name)


def _filled_slot(slot: Slot, of: object) -> Slot:
    if isinstance(slot, Thing):
        return Thing(filled_name(slot.name, of))
    field = _FIELD.fullmatch(slot) if isinstance(slot, str) else None
    if field is None:
        return slot
    value: Any = attrgetter(field[1])(of)
    found: Slot = value.words() if hasattr(value, "words") else value
    return found


def replaced(text: Text, by: Callable[[Thing], Slot], depth: int = DEEPEST) -> Text:
    """Return a text with each thing in it replaced by what a function makes of it, however deep it stands."""
    if not depth or not text.slots:
        return text if depth else Text("…")

    def slot(one: Slot) -> Slot:
        if isinstance(one, Thing):
            return by(one)
        return replaced(one, by, depth - 1) if isinstance(one, Text) else one

    return Text(text.template, {key: slot(one) for key, one in text.slots.items()})


def plural(count: int, one: str, many: str, /, **slots: Slot) -> Text:
    """Return the singular or plural form of a text for a count, which fills the slot `n`.

    Both templates come into the catalogues, as those of `say` do. All languages here have these two forms.
    """
    return Text(one if count == 1 else many, {"n": count, **slots})


def tell(text: Text | str, name: Naming = str, phrases: Mapping[str, str] | None = None) -> str:
    """Render a text for a reader; a plain `str` is a person's own words and stays as it is.

    Args:
        text: what is to be told.
        name: how things are called.
        phrases: templates of another language by the English ones; what is missing stays English.
    """
    return _told(text, name, phrases or {}, DEEPEST)


def _told(slot: Slot, name: Naming, phrases: Mapping[str, str], depth: int) -> str:
    if isinstance(slot, Thing):
        called = name(slot.name)
        return called if isinstance(called, str) else _told(called, name, phrases, depth - 1)
    if not isinstance(slot, Text):
        return str(slot)
    if depth <= 0:
        return "…"
    template = phrases.get(slot.template, slot.template)
    if not slot.slots:
        return template
    told = {key: _told(part, name, phrases, depth - 1) for key, part in slot.slots.items()}
    whole = _SLOT.sub(lambda found: told.get(found[1], found[0]), template)
    return whole if len(whole) <= LONGEST else whole[: LONGEST - 1] + "…"


def listed(parts: Iterable[Slot], joint: str = ", ") -> Text:
    """Return parts in a row, with something between them that needs no translation."""
    slots = {str(k): part for k, part in enumerate(parts)}
    return Text(joint.join(f"{{{key}}}" for key in slots), slots)


def several(n: int, piece: str) -> Text | Thing:
    """Return some pieces, to stand in a sentence: `3 × gold`, and one by its name alone."""
    return say("{n} × {piece}", n=n, piece=Thing(piece)) if n > 1 else Thing(piece)


MOST_LISTED = 12
"""So many things of a kind are named in one sentence, before the others are counted."""


def some_of(parts: Iterable[Slot]) -> Text:
    """Return parts in a row; of many the first ones, and how many more there are."""
    every = [*parts]
    if len(every) <= MOST_LISTED:
        return listed(every)
    return say("{some} … and {n} more", some=listed(every[:MOST_LISTED]), n=len(every) - MOST_LISTED)


def either(parts: Iterable[Slot]) -> Text:
    """Return parts joined by commas and "or"."""
    *others, last = parts
    return say("{others} or {last}", others=listed(others), last=last) if others else listed([last])


def both(parts: Iterable[Slot]) -> Text:
    """Return parts joined by commas and "and"."""
    *others, last = parts
    return say("{others} and {last}", others=listed(others), last=last) if others else listed([last])


def things(text: Text | str) -> Iterable[str]:
    """Yield the name of every thing in a text, however deep."""
    if isinstance(text, Text):
        for slot in text.slots.values():
            if isinstance(slot, Thing):
                yield slot.name
            elif isinstance(slot, Text):
                yield from things(slot)


class Spoken(Exception):
    """An error with a text that says what happened and what to do next.

    Attributes:
        text: the text.
        recorded: moves that stay recorded all the same (see `Match.play`).
    """

    def __init__(self, text: Text | str) -> None:
        super().__init__(text)
        self.text = text
        self.recorded: tuple[object, ...] = ()

    def __str__(self) -> str:
        return str(self.text)
