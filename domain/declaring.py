"""What is printed on a blank, told in a few words: `b01 item Axe 2 0 red vanquish reach1`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

from pydantic import BaseModel

from domain.blanks import PRINTED, Blanks, Data
from domain.text import Spoken, Text, say

if TYPE_CHECKING:
    from domain.game import Opening
    from domain.table import Table

PLACEHOLDERS = {"blank", "kind", "worker", "ability", "effect", "gather", "terrain", "left", "right"}
"""Fields of a blank that only fill a gap: what is declared starts without them."""

HIDES = ("unseen:", "deck:", "box")
"""How zones begin in which nobody sees a component."""


class BadDeclaration(Spoken):
    """Words that tell nothing of a blank."""

    code = "declaration.form"


def awaiting(opening: Opening, table: Table) -> dict[str, tuple[Blanks, Data]]:
    """Return the blanks of which nothing was declared yet, by their names."""
    data = opening.catalogue.plain()
    return {
        name: (kind, part)
        for kind in opening.game.blanks
        for name, part in kind.each(data)
        if kind.is_blank(part) and table.get(PRINTED + name) is None
    }


def showing(opening: Opening, table: Table) -> list[str]:
    """Return the names of those that lie where they are seen."""
    seen = (zone for zone in table.zones if not zone.startswith(HIDES))
    pieces = {piece for zone in seen for piece in table.zones[zone]}
    return [name for name in awaiting(opening, table) if name in pieces]


def read_declaration(opening: Opening, table: Table, words: Sequence[str]) -> dict[str, Any]:
    """Return the action that declares a blank: its name's last part, then its fields in their order, or FIELD=VALUE.

    The name may be left out where one blank shows; a field's, a colour's or an effect's word may be shortened.

    Raises:
        BadDeclaration: which fields there are, and in which order.
    """
    blanks = awaiting(opening, table)
    by_last = {name.rpartition(":")[2]: name for name in blanks}
    shown = showing(opening, table)
    if words and words[0] in by_last:
        name, rest = by_last[words[0]], words[1:]
    elif len(shown) == 1:
        name, rest = shown[0], words
    else:
        few = ", ".join(sorted(one.rpartition(":")[2] for one in shown or blanks)[:12])
        raise BadDeclaration(_ask(f"declare {few} …"))
    kind, part = blanks[name]
    fields = kind.brief(rest[0] if rest else "")
    if not rest:
        form = " ".join(("declare", name.rpartition(":")[2], *map(str.upper, fields)))
        raise BadDeclaration(_ask(form))
    action = next(one for one in opening.game.kinds if one.model_fields["do"].default == kind.do)
    says = {key: value for key, value in part.items() if key not in PLACEHOLDERS} | kind.given(name)
    model = _model(action.model_fields["says"].annotation, part)
    order = iter(fields)
    for word in rest:
        field, equals, value = word.partition("=")
        if not equals:
            field, value = next(order, ""), word
        else:
            field = _shortened(field, tuple(model.model_fields))
        if field not in model.model_fields:
            raise BadDeclaration(_ask(" ".join(map(str.upper, fields))))
        says[field] = _value(model, field, value, kind)
    return {"do": kind.do, **({"card": name} if "card" in action.model_fields else {}), "says": says}


def blanks_shown(opening: Opening, table: Table) -> Text | None:
    """Say which blanks lie where they are seen, and how they are declared; `None`: none do."""
    names = [name.rpartition(":")[2] for name in showing(opening, table)]
    return _ask(f"declare {', '.join(names[:12])} …") if names else None


def _ask(form: str) -> Text:
    return say("Say what a blank shows: {form}", form=form)


def _model(annotation: Any, part: Data) -> type[BaseModel]:
    """Return the model of what is declared; of several, the one of the blank's type."""
    models = list(_models(annotation))
    if len(models) == 1:
        return models[0]
    return next(one for one in models if part.get("type") in get_args(one.model_fields["type"].annotation))


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    else:
        for inner in get_args(annotation):
            yield from _models(inner)


def _value(model: type[BaseModel], field: str, word: str, kind: Blanks) -> Any:
    """Return a field's value from a word."""
    annotation = model.model_fields[field].annotation
    if annotation is str:
        return kind.read(field, word) if kind.read else word
    if get_origin(annotation) is Literal:
        return _shortened(word, get_args(annotation))
    if (read := kind.read(field, word) if kind.read else None) is not None:
        return read
    try:
        return json.loads(word)
    except ValueError:
        return word


def _shortened(word: str, among: Sequence[Any]) -> str:
    """Return the one word that this one begins, or the word itself."""
    found = [one for one in among if str(one).startswith(word)]
    return word if word in among or len(found) != 1 else str(found[0])
