"""Blank components of a catalogue, and boxes: catalogues that a group fills in from its own copy of a game.

A blank is a placeholder for a component of the table's own box. A match declares what is printed on it when the
component is first seen. Once the catalogue is filled in, later matches do not ask again. Each game says which of its
components can be blank (`Game.blanks`).
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
"""Prefix of the keys for declarations in a match, such as `printed:card:i01`."""

printed = named(PRINTED)  # the key of a component's declaration

Part = TypeVar("Part", bound=BaseModel)


class BlankKind(msgspec.Struct, frozen=True):
    """A kind of component that a catalogue may leave blank.

    Attributes:
        kind: its keyword, as in `--blank tiles`.
        each: yields the components of this kind in a catalogue, each with the name under which a match declares it.
        is_blank: returns whether the rules need a property of the component that has not been declared.
        blanked: returns the component as a blank, given its index. Properties known without its face are kept.
        ours: returns whether its values are house ones.
        filled: returns the component from a blank and its declaration.
        do: the action that declares one.
        brief: returns the order in which its fields are typed, given the first word.
        read: parses the value of a field; `None` to take the word as it is, or as JSON.
        given: returns the properties that follow from a component's name.
        alike: whether their backs are identical, so that any blank may turn out to be any of them.
        words: returns completions for a field, given the start of the word (`2coins,`); empty to use the field's type.
        parts: returns the fields that a combined word sets (such as `weapon+3`); `None` for a word with one value.
        lies: returns the names of components in play that are not pieces, such as a player's mat.
        order: returns the order in which a component's fields are typed, if that depends on more than its kind.
        further: optional fields that may follow, in words from which the field can be recognised.
        field_of: returns the field of such a word, or the empty text.
        example: returns an example of the words that declare a component, without its name.
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
        """Return the order in which the fields of a component are typed, given the first word."""
        return self.brief(first) if self.order is None else self.order(part)


def is_marked_blank(part: Data) -> bool:
    """Return whether a component is marked as blank (its field `blank`)."""
    return bool(part.get("blank"))


def in_order(*fields: str) -> Callable[[str], tuple[str, ...]]:
    """Return a `brief` with a fixed order of fields, regardless of the first word."""
    return lambda first: fields


class StockCount(msgspec.Struct, frozen=True):
    """The number of components of a kind in a catalogue: in total, blank ones, and ones with house values."""

    kind: str
    all: int
    blank: int
    house: int


class MergedCatalogue(msgspec.Struct, frozen=True):
    """A catalogue with declarations merged into it.

    Attributes:
        catalogue: the merged catalogue.
        added: the names of the components that were blank before.
        contradicted: the names of the components that already have other values. They stay unchanged.
    """

    catalogue: Catalogue
    added: tuple[str, ...] = ()
    contradicted: tuple[str, ...] = ()


def stock(blanks: Iterable[BlankKind], catalogue: Catalogue) -> list[StockCount]:
    """Count the components of each kind: all, blank ones, and ones with house values."""
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
    """Return a catalogue with components made blank.

    Args:
        blanks: the kinds that the game can leave blank.
        catalogue: the catalogue to begin with.
        kinds: the keywords of the kinds to make blank; `None` to blank the components with house values.
        about: fields of the new catalogue, such as `name` and `source`.
    """
    data = catalogue.plain() | about
    for one in blanks:
        for number, (_, part) in enumerate(one.each(data)):
            if one.ours(part) if kinds is None else one.kind in kinds:
                _put(part, one.blanked(number, dict(part)))
    return from_data(type(catalogue), data)


def emptied(blanks: Collection[BlankKind], catalogue: AnyCatalogue, name: str) -> AnyCatalogue:
    """Return a catalogue with one component, given by its name, made blank.

    Raises:
        KeyError: there is no component with that name that can be blank.
    """
    data = catalogue.plain()
    for one in blanks:
        for number, (found, part) in enumerate(one.each(data)):
            if found == name:
                _put(part, {**one.blanked(number, dict(part)), "id": part["id"]})
                return from_data(type(catalogue), data)
    raise KeyError(name)


def as_declared(table: Table, kind: type[Part], name: str) -> Part | None:
    """Return a component as a match has declared it; `None` if it has not been declared."""
    text = table.get(printed(name))
    found = None if text is None else _read(kind, str(text))
    return found if isinstance(found, kind) else None


@lru_cache(maxsize=1024)
def _read(kind: type[BaseModel], text: str) -> BaseModel:
    return kind.model_validate_json(text)


def declared_in(table: Table) -> dict[str, Data]:
    """Return the declarations of a match by component name."""
    keys = (key for key in table.values if key.startswith(PRINTED))
    return {key.removeprefix(PRINTED): json.loads(table.text(key)) for key in sorted(keys)}


def as_told(blanks: Iterable[BlankKind], catalogue: AnyCatalogue, told: Mapping[str, Data]) -> AnyCatalogue:
    """Return a catalogue with a match's declarations filled into the blanks; unchanged if the result is invalid.

    Use it for names and words only. `merged` checks whether declarations fit a box.
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
    """Return the components of a catalogue that could be blank but are filled in, by name."""
    data = catalogue.plain()
    return {name: part for one in blanks for name, part in one.each(data) if not one.is_blank(part)}


def merged(blanks: Iterable[BlankKind], catalogue: Catalogue, told: Mapping[str, Data]) -> MergedCatalogue:
    """Merge declarations into the blanks of a catalogue.

    Raises:
        ValueError: the merged catalogue is not valid.
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
            elif filled != parts[place] and (  # an equal declaration needs no validation
                _with(type(catalogue), data, parts[place], filled) != from_data(type(catalogue), data)
            ):
                contradicted.append(name)
    return MergedCatalogue(from_data(type(catalogue), data) if added else catalogue, tuple(added), tuple(contradicted))


def _place_of(kind: BlankKind, parts: Mapping[str, Data], name: str, says: Data) -> str:
    """Return the name of the component that a declaration fills: for identical backs, a known or blank one."""
    if not kind.alike:
        return name
    known = (one for one, part in parts.items() if not kind.is_blank(part) and part.get("name") == says.get("name"))
    free = (one for one in (name, *parts) if one in parts and kind.is_blank(parts[one]))
    return next(known, next(free, name))


def _with(model: type[AnyCatalogue], data: Data, part: Data, instead: Data) -> AnyCatalogue | None:
    """Return the catalogue with one component replaced; `None` if that is not valid."""
    kept = dict(part)
    try:
        _put(part, instead)
        return from_data(model, data)
    except ValueError:
        return None
    finally:
        _put(part, kept)


def _put(part: Data, instead: Data) -> None:
    """Replace the contents of a component in place."""
    part.clear()
    part.update(instead)
