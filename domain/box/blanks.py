"""Blank components of a catalogue, and boxes: what a group has declared about its own copy.

A blank stands for a component of the table's own box. What is printed on it is declared in a match when it first shows;
filled in, the catalogue asks for it never again. Each game says which of its components can be blank (`Game.blanks`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import msgspec
from pydantic import BaseModel

from tablescribe.domain.box.catalogue import AnyCatalogue, Catalogue, from_data
from tablescribe.domain.table.names import named

if TYPE_CHECKING:
    from tablescribe.domain.table.table import Table

Data: TypeAlias = dict[str, Any]
"""A component, or a whole catalogue, as plain data."""

PRINTED = "printed:"
"""What the keys begin with under which a match keeps what was declared: `printed:card:i01`."""

printed = named(PRINTED)  # the key under which a match keeps what was declared of a component

Part = TypeVar("Part", bound=BaseModel)


class BlankKind(msgspec.Struct, frozen=True):
    """A kind of component that a catalogue may leave blank.

    Attributes:
        kind: its word, as in `--blank tiles`.
        each: yields these components of a catalogue, each with the name under which a match declares it.
        is_blank: whether the rules need something of it that nobody has declared.
        blanked: the component as a blank, given how many came before: what can be told without its face stays.
        ours: whether its values are house ones.
        filled: what stands in a blank's place once something was declared of it.
        do: the action that declares one.
        brief: in which order its fields are read off, given the first word that was typed.
        read: a field's value from a word; `None` as it stands, or as JSON.
        given: what the name of a component tells of it.
        alike: nobody can tell two of them apart from behind: any blank may stand for any of them, known by its name.
        words: which words a field may begin with, given what the word says already (`2coins,`); none where its type
            tells them.
        parts: the fields that one word says together (`weapon+3` of what a card gives), where a word says several;
            `None` where it says one.
        lies: the names of those that are in play and no pieces, such as the mat that somebody plays with.
        order: in which order the fields of this component are read off, where that depends on more than its kind.
        further: fields that may be said behind those, by a word that tells itself which one it is.
        field_of: the field of such a word; the empty text if it is none.
        example: words that declare a component such as this one, behind its name.
    """

    kind: str
    each: Callable[[Data], Iterable[tuple[str, Data]]]
    is_blank: Callable[[Data], bool]
    blanked: Callable[[int, Data], Data]
    ours: Callable[[Data], bool]
    filled: Callable[[Data, Data], Data]
    do: str = "declare"
    brief: Callable[[str], tuple[str, ...]] = lambda first: ("name",)
    read: Callable[[str, str], Any] | None = None
    given: Callable[[str], Data] = lambda name: {}
    alike: bool = False
    words: Callable[[str, str], tuple[str, ...]] = lambda field, said: ()
    parts: Callable[[str, str], Data | None] = lambda field, word: None
    lies: Callable[[Table], Iterable[str]] = lambda table: ()
    order: Callable[[Data], tuple[str, ...]] | None = None
    further: tuple[str, ...] = ()
    field_of: Callable[[str], str] = lambda word: ""
    example: Callable[[Data], str] = lambda part: ""

    def fields(self, part: Data, first: str) -> tuple[str, ...]:
        """Return the order in which the fields of a component are read off, given the first word that was typed."""
        return self.brief(first) if self.order is None else self.order(part)


def is_marked_blank(part: Data) -> bool:
    """Return whether a component says itself that it is a blank."""
    return bool(part.get("blank"))


def in_order(*fields: str) -> Callable[[str], tuple[str, ...]]:
    """Return the order in which fields are read, regardless of the first word."""
    return lambda first: fields


class StockCount(msgspec.Struct, frozen=True):
    """How many components of a kind a catalogue has: all of them, the blank ones, those with house values."""

    kind: str
    all: int
    blank: int
    house: int


class MergedCatalogue(msgspec.Struct, frozen=True):
    """A catalogue into which something was filled.

    Attributes:
        catalogue: as it is then.
        added: the names of the components that were blank and are not any more.
        contradicted: the names of those that say something else than what was told now: they stay as they were.
    """

    catalogue: Catalogue
    added: tuple[str, ...] = ()
    contradicted: tuple[str, ...] = ()


def stock(blanks: Iterable[BlankKind], catalogue: Catalogue) -> list[StockCount]:
    """Return how many components of each kind are blank, and how many have house values."""
    data, found = catalogue.plain(), []
    for one in blanks:
        parts = [part for _, part in one.each(data)]
        empty = sum(map(one.is_blank, parts))
        ours = sum(one.ours(part) and not one.is_blank(part) for part in parts)
        found.append(StockCount(one.kind, len(parts), empty, ours))
    return found


def with_blanks(
    blanks: Collection[BlankKind], catalogue: AnyCatalogue, kinds: Collection[str] | None, **about: str
) -> AnyCatalogue:
    """Return a catalogue of which components are blank: all of some kinds; `None`: those of which we invented values.

    Args:
        blanks: the kinds that the game can leave blank.
        catalogue: the catalogue to begin with.
        kinds: their words.
        about: its `name`, and where it is from.
    """
    data = catalogue.plain() | about
    for one in blanks:
        for number, (_, part) in enumerate(one.each(data)):
            if one.ours(part) if kinds is None else one.kind in kinds:
                _put(part, one.blanked(number, dict(part)))
    return from_data(type(catalogue), data)


def emptied(blanks: Collection[BlankKind], catalogue: AnyCatalogue, name: str) -> AnyCatalogue:
    """Return a catalogue of which one component, known by its name, is blank.

    Raises:
        KeyError: it has none of that name that could be.
    """
    data = catalogue.plain()
    for one in blanks:
        for number, (found, part) in enumerate(one.each(data)):
            if found == name:
                _put(part, {**one.blanked(number, dict(part)), "id": part["id"]})
                return from_data(type(catalogue), data)
    raise KeyError(name)


def as_declared(table: Table, kind: type[Part], name: str) -> Part | None:
    """Return a component of that kind as a match has declared it; `None` if it has not."""
    text = table.get(printed(name))
    found = None if text is None else _read(kind, str(text))
    return found if isinstance(found, kind) else None


@lru_cache(maxsize=1024)
def _read(kind: type[BaseModel], text: str) -> BaseModel:
    return kind.model_validate_json(text)


def declared_in(table: Table) -> dict[str, Data]:
    """Return what was declared in a match, by the names of the components."""
    keys = (key for key in table.values if key.startswith(PRINTED))
    return {key.removeprefix(PRINTED): json.loads(table.text(key)) for key in sorted(keys)}


def as_told(blanks: Iterable[BlankKind], catalogue: AnyCatalogue, told: Mapping[str, Data]) -> AnyCatalogue:
    """Return a catalogue with what a match declared in the places of the blanks themselves; itself if that cannot be.

    For names and words only: what is asked whether it fits a box is `merged`.
    """
    data = catalogue.plain()
    for one in blanks:
        for name, part in one.each(data):
            if name in told and one.is_blank(part):
                _put(part, one.filled(dict(part), dict(told[name])))
    try:
        return from_data(type(catalogue), data)
    except ValueError:  # a forged or foreign log
        return catalogue


def told_by(blanks: Iterable[BlankKind], catalogue: Catalogue) -> dict[str, Data]:
    """Return a catalogue's entries for components that could be blank, by name."""
    data = catalogue.plain()
    return {name: part for one in blanks for name, part in one.each(data) if not one.is_blank(part)}


def merged(blanks: Iterable[BlankKind], catalogue: Catalogue, told: Mapping[str, Data]) -> MergedCatalogue:
    """Fill declarations into the blanks of a catalogue.

    Raises:
        ValueError: the whole does not fit together then; all that a catalogue is checked for.
    """
    data = catalogue.plain()
    added: list[str] = []
    contradicted: list[str] = []
    for one in blanks:
        parts = dict(one.each(data))
        decks = {name.partition(":")[0] for name in parts} if one.alike else ()
        for name in [name for name in told if name in parts or name.partition(":")[0] in decks]:
            place = _place_of(one, parts, name, told[name])
            filled = one.filled(dict(parts[place]), dict(told[name]))
            if one.is_blank(parts[place]):
                _put(parts[place], filled)
                added.append(place)
            elif filled != parts[place] and (  # what is told as it is there already needs no reading of the whole
                _with(type(catalogue), data, parts[place], filled) != from_data(type(catalogue), data)
            ):
                contradicted.append(name)
    return MergedCatalogue(from_data(type(catalogue), data) if added else catalogue, tuple(added), tuple(contradicted))


def _place_of(kind: BlankKind, parts: Mapping[str, Data], name: str, says: Data) -> str:
    """Return the component that a declaration describes: the one of that name, else a blank one."""
    if not kind.alike:
        return name
    known = (one for one, part in parts.items() if not kind.is_blank(part) and part.get("name") == says.get("name"))
    free = (one for one in (name, *parts) if one in parts and kind.is_blank(parts[one]))
    return next(known, next(free, name))


def _with(model: type[AnyCatalogue], data: Data, part: Data, instead: Data) -> AnyCatalogue | None:
    """Return the catalogue with another component in a part's place; `None` if that fits nothing."""
    kept = dict(part)
    try:
        _put(part, instead)
        return from_data(model, data)
    except ValueError:
        return None
    finally:
        _put(part, kept)


def _put(part: Data, instead: Data) -> None:
    """Replace a component everywhere in a catalogue."""
    part.clear()
    part.update(instead)
