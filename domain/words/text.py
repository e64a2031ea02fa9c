"""Translatable sentences: a template with slots that are filled when the sentence is read.

`say("{seat} plays {card}", seat=Thing("seat:2"), card=Thing("power:thief"))` is a `Text`: an English template with the
contents of its slots. Rules, questions, refusals and buttons are texts, and a log stores them in this form. `tell`
renders a text for a reader: it looks up the template in the reader's language and names the things.

A text is not a `str` on purpose. Formatting one into an f-string would make it untranslatable, so that is an error.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import Any, NoReturn, TypeAlias

import msgspec


class Thing(msgspec.Struct, frozen=True, array_like=True, gc=False, tag="thing"):
    """A piece, zone, seat or value in a sentence, by its name on the table.

    It is rendered by its name for people. Readers who may not know a card get "some card" instead.
    """

    name: str

    def __str__(self) -> str:
        return self.name


class Text(msgspec.Struct, frozen=True, array_like=True, tag="text"):
    """A sentence, or a part of one.

    Attributes:
        template: the English words, with slots such as `{card}`.
        slots: their contents: a text or thing, which is rendered in turn; a number; or a person's own words.
    """

    template: str
    slots: dict[str, Slot] = {}

    def __str__(self) -> str:
        """Return the sentence in English, with things by their names on the table."""
        return tell(self)

    def __format__(self, spec: str) -> NoReturn:
        raise TypeError(f"{self.template!r} is a text: put it into a slot with say(…), or tell it")


Slot: TypeAlias = Text | Thing | str | int

Naming: TypeAlias = Callable[[str], Text | str]
"""Returns the name of a thing for people, from its name on the table."""

LONGEST, DEEPEST = 4000, 20
"""Maximum length of a rendered text in characters, and maximum nesting depth, as logs may come from strangers."""

_SLOT = re.compile(r"\{(\w+)\}")


def say(template: str, /, **slots: Slot) -> Text:
    """Create a translatable text. The translation catalogues are extracted from the calls of this function."""
    return Text(template, slots)


_FIELD = re.compile(r"\{(\w[\w.]*)\}")


def filled(text: Text, of: object) -> Text:
    """Return a text whose slots refer to fields of an object, such as `n="{wood}"`, with those fields filled in.

    A slot gets the field's value, or its `words()` if it has that method. The names of things are filled as well.
    """
    return Text(text.template, {key: _filled_slot(slot, of) for key, slot in text.slots.items()})


def filled_name(name: str, of: object) -> str:
    """Return a name such as `seat:{target}` with the fields of an object filled in."""
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
    """Return a text with each thing in it replaced by the result of a function, nested texts included."""
    if not depth or not text.slots:
        return text if depth else Text("…")

    def slot(one: Slot) -> Slot:
        if isinstance(one, Thing):
            return by(one)
        return replaced(one, by, depth - 1) if isinstance(one, Text) else one

    return Text(text.template, {key: slot(one) for key, one in text.slots.items()})


def plural(count: int, one: str, many: str, /, **slots: Slot) -> Text:
    """Create a text in its singular or plural form. The count fills the slot `n`.

    Both templates are extracted into the catalogues, like those of `say`. All our languages have these two forms.
    """
    return Text(one if count == 1 else many, {"n": count, **slots})


def tell(text: Text | str, name: Naming = str, phrases: Mapping[str, str] | None = None) -> str:
    """Render a text for a reader; a plain `str` is a person's own words and stays as it is.

    Args:
        text: the text to render.
        name: returns the name of a thing for people.
        phrases: translations by English template; missing ones stay English.
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
    """Return parts joined by a separator that needs no translation."""
    slots = {str(k): part for k, part in enumerate(parts)}
    return Text(joint.join(f"{{{key}}}" for key in slots), slots)


def several(n: int, piece: str) -> Text | Thing:
    """Return a number of pieces for a sentence, such as `3 × gold`; a single one by its name alone."""
    return say("{n} × {piece}", n=n, piece=Thing(piece)) if n > 1 else Thing(piece)


MOST_LISTED = 12
"""Maximum number of things listed in a sentence before "… and N more"."""


def some_of(parts: Iterable[Slot]) -> Text:
    """Return parts joined by commas; of a long list the first `MOST_LISTED`, and the number of the rest."""
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
    """Yield the names of all things in a text, nested texts included."""
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
        recorded: moves that stay recorded despite the error; see `Match.play`.
    """

    def __init__(self, text: Text | str) -> None:
        super().__init__(text)
        self.text = text
        self.recorded: tuple[object, ...] = ()

    def __str__(self) -> str:
        return str(self.text)
