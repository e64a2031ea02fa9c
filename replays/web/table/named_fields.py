"""Find the fields of actions that name things on the table, and the things to choose from, by their names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.opening import Opening
from tablescribe.domain.table.names import is_the_kernels
from tablescribe.domain.table.names import seat as seat_name
from tablescribe.domain.table.scene import names
from tablescribe.domain.table.table import BOX, HIDDEN, Table
from tablescribe.replays.reading.reader import Reader

MOST = 600
"""Maximum number of things offered for one field; others must be typed."""


@dataclass(frozen=True)
class NamedField:
    """How a field names a thing: `terrain:{}` for a number, `{}` for the thing's own name.

    Attributes:
        pattern: the thing's name, with `{}` for the field's value.
        number: whether the value is a number.
    """

    pattern: str
    number: bool


@dataclass(frozen=True)
class Option:
    """A choice in a form: the field's value and its label."""

    value: str
    label: str


@cache
def fields_that_name(kind: type[Action]) -> dict[str, NamedField]:
    """Return the fields of a kind of action that name a thing, each with its pattern.

    They are found by the action's `touches`: each field gets a marker value, and a touched name with the marker
    reveals the pattern. Fields that touch nothing are asked for as they are.
    """
    schema = kind.model_json_schema()["properties"]
    marks: dict[str, Any] = {}
    for k, (name, part) in enumerate(schema.items()):
        types = {one.get("type") for one in part.get("anyOf", [part])}
        plain = not any("enum" in one or "const" in one for one in part.get("anyOf", [part]))
        if name != "do" and plain and types & {"integer", "string"}:
            marks[name] = 7_000_019 + k if "string" not in types else f"\ue000{k}\ue001"
    found: dict[str, NamedField] = {}
    for given in (marks, *({name: mark} for name, mark in marks.items())):
        for touched in _touched(kind, given):
            for name, mark in given.items():
                if isinstance(touched, str) and str(mark) in touched:
                    found.setdefault(name, NamedField(touched.replace(str(mark), "{}"), isinstance(mark, int)))
    for name, mark in marks.items():  # otherwise by the field's own name, as in `pawn:2`
        found.setdefault(name, NamedField(f"{name}:{{}}", isinstance(mark, int)))
    return found


def _touched(kind: type[Action], given: dict[str, Any]) -> tuple[str | None, ...]:
    empty = {name: None for name, field in kind.model_fields.items() if field.is_required()}
    try:
        return kind.model_construct(**{**empty, **given}).touches()
    except Exception:  # it computes with its fields: try one field at a time, or find nothing
        return ()


class KnownNames:
    """The names that a viewer knows, to choose from."""

    def __init__(self, opening: Opening, table: Table, reader: Reader, *, unseen: bool) -> None:
        """Collect the names on a table as the viewer sees it; with `unseen`, also cards that nobody has seen."""
        self._opening, self._reader = opening, reader
        zones = [zone for zone in table.zones if zone != BOX and not zone.startswith("unseen:")]
        held = (one for zone, one in table.zones.items() if unseen or not zone.startswith("unseen:"))
        pieces = (piece for one in held for piece in one)
        drawn = names(shape for panel in _panels(opening, table) for shape in panel.shapes)
        seats = map(seat_name, opening.all_seats)
        values = [key for key in table.values if not is_the_kernels(key)]
        self._pieces = self._told(pieces)
        self._places = self._told([*zones, *drawn])
        self._values = self._told(values)
        self._all = self._told([*seats, *self._pieces, *self._places, *self._values])

    def things(self, field: str, named: NamedField) -> list[Option]:
        """Return the things that a field may name, sorted by label."""
        before, _, after = named.pattern.partition("{}")
        value = r"(-?\d+)" if named.number else "(.+)"
        fits = re.compile(re.escape(before) + value + re.escape(after))
        known = self._all if before or after else self._of_kind(field)
        found = {match[1]: label for name, label in known.items() if (match := fits.fullmatch(name))}
        by_label = sorted(found.items(), key=lambda one: [part.lower() for part in _parts(one)])
        return [Option(value, label) for value, label in by_label[:MOST]]

    def _of_kind(self, field: str) -> dict[str, str]:
        """Return the choices for a field that takes any name: pieces, places or values, by the field's own name."""
        words = set(field.split("_"))
        if words & {"card", "cards"}:
            cards = {name: label for name, label in self._pieces.items() if ":" in name or name.startswith(HIDDEN)}
            return cards or self._pieces
        if words & {"piece", "pieces", "face", "item", "token", "pawn"}:
            return self._pieces
        if words & {"zone", "place", "to", "src", "dst", "at", "where", "start"}:
            return self._places
        return self._values if words & {"key", "value", "track"} else self._all

    def _told(self, things: Iterable[str]) -> dict[str, str]:
        told = ((name, self._reader.name(name)) for name in dict.fromkeys(things))
        return {name: label for name, label in told if label}


def _panels(opening: Opening, table: Table) -> Iterator[Any]:
    try:
        yield from opening.game.panels(opening, table, None)
    except Exception:  # the table cannot be drawn, but its pieces are known
        return


def _parts(one: tuple[str, str]) -> list[str]:
    """Return the words and zero-padded numbers of a label, so that 10 sorts after 9."""
    return [part.zfill(9) if part.isdecimal() else part for part in re.split(r"(\d+)", one[1])]
