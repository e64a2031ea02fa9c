"""Declarations of blank components, typed in a few words (`b01 item Axe 2 0 red vanquish reach1`)."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import UnionType
from typing import TYPE_CHECKING, Any, Literal, Union, get_args, get_origin

import msgspec
from pydantic import BaseModel

from tablescribe.domain.box.blanks import PRINTED, BlankKind, Data
from tablescribe.domain.words.text import Slot, Spoken, Text, say

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

    from tablescribe.domain.box.catalogue import Catalogue
    from tablescribe.domain.rules.game import Game
    from tablescribe.domain.rules.opening import Opening
    from tablescribe.domain.table.table import Table

PLACEHOLDERS = {"blank", "kind", "worker", "ability", "effect", "gather", "terrain", "left", "right"}
"""Fields of a blank that are mere placeholders. A declaration starts without them."""

HIDES = ("unseen:", "deck:", "box")
"""Prefixes of zones whose components nobody can see."""

JOINTS = (",", "/", ":", ".")
"""Characters that join the parts of a word: parts of an effect, its sides, its condition, its object."""

LEFT_OUT = "-"
"""The word for an empty field."""

MOST_NAMED = 40
"""Maximum number of blanks listed in a prompt."""

YES, NO = ("yes", "y", "true", "1"), ("no", "n", "false", "0")

NUMBERS = 10
"""Maximum number of numbers offered for a field."""


class BadDeclaration(Spoken):
    """The words do not describe a component."""

    code = "declaration.form"


class PartialDeclaration(msgspec.Struct, frozen=True):
    """A declaration that is partly typed.

    Attributes:
        name: the component; empty while it is ambiguous.
        fields: its fields, in the order in which they are typed.
        at: the number of fields typed so far.
        words: completions for the next word, including any unfinished part of it.
    """

    name: str
    fields: tuple[str, ...]
    at: int
    words: tuple[str, ...]


class DeclarationForm(msgspec.Struct, frozen=True):
    """The blank components that can be declared now.

    Attributes:
        game: the game.
        parts: the blanks by name, each with its kind and data.
        shown: the names of the blanks that people can see.
        known: the names of the components that the match has declared already.
    """

    game: Game
    parts: Mapping[str, tuple[BlankKind, Data]]
    shown: Sequence[str] = ()
    known: Sequence[str] = ()

    def read(self, words: Sequence[str]) -> dict[str, Any]:
        """Parse a declaration and return its action as plain data.

        The words are the component's name, or its last part, then its fields in order, or FIELD=VALUE. The name may be
        omitted if only one blank is visible. Words of fields, colours and effects may be shortened.

        Raises:
            BadDeclaration: the words are not a declaration; the text lists the fields in their order.
        """
        for name in self.known:
            if words and words[0] in (name, *_words_for(name)):
                raise BadDeclaration(already_known(_last(name), name))
        name, rest = self._named(words)
        if not name:
            few = ", ".join(sorted(map(_last, self.shown or self.parts))[:MOST_NAMED])
            raise BadDeclaration(_ask(f"declare {few} …"))
        kind, part = self.parts[name]
        fields = kind.fields(part, rest[0] if rest else "")
        if not rest:
            raise BadDeclaration(self.form(name))
        action = next(one for one in self.game.kinds if one.model_fields["do"].default == kind.do)
        says = {key: value for key, value in part.items() if key not in PLACEHOLDERS} | kind.given(name)
        model, order = self._model(name), iter(fields)
        for word in rest:
            field, equals, value = word.partition("=")
            if not equals:
                field, value = next(order, "") or kind.field_of(word), word
            else:
                field = _shortened(field, tuple(model.model_fields))
            if field and value == LEFT_OUT:
                continue
            if (several := kind.parts(field, value)) is not None:
                says |= several
                continue
            if field not in model.model_fields:
                raise BadDeclaration(self.form(name, rest[0]))
            says[field] = _value(model, field, value, kind)
        return {"do": kind.do, **({"card": name} if "card" in action.model_fields else {}), "says": says}

    def names(self, word: str) -> bool:
        """Return whether a word alone starts a declaration: it names a visible or declared component, not a number."""
        return not word.isdecimal() and any(word in _words_for(name) for name in (*self.shown, *self.known))

    def begun(self, words: Sequence[str]) -> PartialDeclaration:
        """Return the state of a partly typed declaration. A last word that ends in one of `JOINTS` is unfinished."""
        head = words[-1] if words and words[-1].endswith(JOINTS) else ""
        said = words[:-1] if head else words
        name, rest = self._named(said)
        if not name:
            names = [] if said else sorted(map(_last, self.shown or self.parts))
            return PartialDeclaration("", (), 0, tuple(names))
        kind, part = self.parts[name]
        fields = kind.fields(part, rest[0] if rest else "")
        at = min(sum("=" not in word for word in rest), len(fields))
        found = self._words(name, fields[at], head) if at < len(fields) else ()
        if at == len(fields) and kind.further:
            found = kind.words("", head)
        shown = kind.example(_of_kind(part, rest)).split()
        if not found and not head and at < min(len(shown), len(fields)):
            found = (shown[at],)  # free values, such as names, are taken from the example
        return PartialDeclaration(name, fields, at, tuple(head + one for one in found))

    def form(self, name: str, first: str = "") -> Text:
        """Return a sentence that shows how to declare a component: its fields in order, with an example."""
        kind, part = self.parts[name]
        more = [f"[{field.upper()}]" for field in kind.further]
        form = " ".join(["declare", _last(name), *map(str.upper, kind.fields(part, first)), *more])
        if not (example := self.example(name, first)):
            return _ask(form)
        return say(
            "Declare what the blank shows: {form}. For example: {example}",
            form=form, example=f"`{example}`",
        )  # fmt: skip

    def example(self, name: str, first: str = "") -> str:
        """Return an example of a declaration for a component; the empty text if its game has none."""
        kind, part = self.parts[name]
        words = kind.example(_of_kind(part, [first] if first else []))
        return f"d {_last(name)} {words}" if words else ""

    def _named(self, words: Sequence[str]) -> tuple[str, Sequence[str]]:
        """Return the name of the component, or the empty text if it is ambiguous, and the remaining words."""
        known = {_briefly(name): name for name in self.parts}
        known |= {**{_last(name): name for name in self.parts}, **{name: name for name in self.parts}}
        if words and words[0] in known:
            return known[words[0]], words[1:]
        return (self.shown[0], words) if len(self.shown) == 1 else ("", words)

    def _model(self, name: str) -> type[BaseModel]:
        """Return the model of a component's declaration, chosen by the component's type if there are several."""
        kind, part = self.parts[name]
        action = next(one for one in self.game.kinds if one.model_fields["do"].default == kind.do)
        models = list(_models(action.model_fields["says"].annotation))
        if len(models) == 1:
            return models[0]
        return next(one for one in models if part.get("type") in get_args(one.model_fields["type"].annotation))

    def _words(self, name: str, field: str, head: str) -> tuple[str, ...]:
        """Return completions for a field, or for the rest of a word that begins with `head`."""
        kind, model = self.parts[name][0], self._model(name)
        found = kind.words(field, head)
        return found or (_of_type(model.model_fields[field], head) if field in model.model_fields else ())


def form_of(opening: Opening, table: Table) -> DeclarationForm:
    """Return the blanks that can be declared in a match with this table."""
    known = [key.removeprefix(PRINTED) for key in table.values if key.startswith(PRINTED)]
    return DeclarationForm(opening.game, awaiting(opening, table), showing(opening, table), known)


def form_of_box(game: Game, catalogue: Catalogue) -> DeclarationForm:
    """Return the blanks that can be declared for a box: all components that may be blank, as if none were known."""
    data = catalogue.plain()
    parts = {
        name: (kind, {**kind.blanked(number, dict(part)), "id": part["id"]})
        for kind in game.blanks
        for number, (name, part) in enumerate(kind.each(data))
    }
    return DeclarationForm(game, parts)


def split(line: str) -> list[str]:
    """Split a line into words. Text in quotation marks is one word."""
    try:
        if any(sign in line for sign in "{["):  # JSON keeps its quotation marks
            return [_unquoted(word) for word in shlex.split(line, posix=False)]
        return shlex.split(line)
    except ValueError:  # a quotation mark that is part of a name
        return line.split()


def _unquoted(word: str) -> str:
    """Return a word without the quotation marks around it."""
    return word[1:-1] if len(word) > 1 and word[0] == word[-1] and word[0] in "\"'" else word


def awaiting(opening: Opening, table: Table) -> dict[str, tuple[BlankKind, Data]]:
    """Return the blanks that have not been declared yet, by name."""
    data = opening.catalogue.plain()
    return {
        name: (kind, part)
        for kind in opening.game.blanks
        for name, part in kind.each(data)
        if kind.is_blank(part) and table.get(PRINTED + name) is None
    }


def showing(opening: Opening, table: Table) -> list[str]:
    """Return the names of undeclared blanks that people can see, including those in play that are not pieces."""
    seen = (zone for zone in table.zones if not zone.startswith(HIDES))
    pieces = {piece for zone in seen for piece in table.zones[zone]}
    pieces |= {name for kind in opening.game.blanks for name in kind.lies(table)}
    return [name for name in awaiting(opening, table) if name in pieces]


def read_declaration(opening: Opening, table: Table, words: Sequence[str]) -> dict[str, Any]:
    """Parse a declaration in a match and return its action as plain data; see `DeclarationForm.read`.

    Raises:
        BadDeclaration: the words are not a declaration; the text lists the fields in their order.
    """
    return form_of(opening, table).read(words)


def who_reads_out(opening: Opening, to_act: Iterable[int]) -> int:
    """Return the default seat for a declaration: the first seat to act that has a person, else the first person."""
    return next((seat for seat in (*to_act, *opening.people) if seat in opening.people), 1)


def blanks_shown(opening: Opening, table: Table) -> Text | None:
    """Return a sentence that asks people to declare the visible blanks; `None` if there are none."""
    shown = showing(opening, table)
    if len(shown) == 1:
        return form_of(opening, table).form(shown[0])
    if not shown:
        return None
    asked = _ask(f"declare {', '.join(map(_last, shown[:MOST_NAMED]))} …")
    example = form_of(opening, table).example(shown[0])
    return say("{what}. For example: {example}", what=asked, example=f"`{example}`") if example else asked


def texts_for_people(says: Any) -> list[str]:
    """Return the free texts in a declaration. Only people can carry them out, so play stops for them."""
    if isinstance(says, Mapping):
        own = [says["text"]] if isinstance(says.get("text"), str) else []
        return [*own, *(text for part in says.values() for text in texts_for_people(part))]
    return [text for part in says for text in texts_for_people(part)] if isinstance(says, list | tuple) else []


def is_a_text(text: str) -> Text:
    """Return a sentence that warns, before recording, that words are taken as free text."""
    return say("Read as free text, which you resolve yourselves when it takes effect: “{text}”", text=text)


def _of_kind(part: Data, words: Sequence[str]) -> Data:
    """Return a component's data with its kind set from the first word, if it has a kind."""
    return {**part, "kind": words[0]} if words and "kind" in part else part


def _ask(form: str) -> Text:
    return say("Declare what the blank shows: {form}", form=form)


def _last(name: str) -> str:
    return name.rpartition(":")[2]


def already_known(card: Slot, name: str) -> Text:
    """Return a sentence: the component has been declared already, and how to correct that."""
    known = say("{card} has already been declared", card=card)
    return say("{known}; to withdraw that, record a ruling: set {key} null", known=known, key=PRINTED + name)


def _words_for(name: str) -> tuple[str, str]:
    return _last(name), _briefly(name)


def _briefly(name: str) -> str:
    """Return the last part of a name without leading zeros: `b1` for `card:b01`."""
    return re.sub(r"(?<=[a-z])0+(?=\d)", "", _last(name))


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    else:
        for inner in get_args(annotation):
            yield from _models(inner)


def _plain(annotation: Any) -> Any:
    """Return a type without `Annotated` and without an alternative `None`."""
    if get_origin(annotation) in (Union, UnionType):
        some = [one for one in get_args(annotation) if one is not type(None)]
        return some[0] if len(some) == 1 else annotation
    return _plain(get_args(annotation)[0]) if hasattr(annotation, "__metadata__") else annotation


def _of_type(field: FieldInfo, head: str) -> tuple[str, ...]:
    """Return completions from a field's type: literals, yes and no, or the first numbers."""
    found = _plain(field.annotation)
    if get_origin(found) is tuple:
        inner = _plain(get_args(found)[0])
        return tuple(map(str, get_args(inner))) if get_origin(inner) is Literal else ()
    if head:
        return ()
    if get_origin(found) is Literal:
        return tuple(map(str, get_args(found)))
    if found is bool:
        return (YES[0], NO[0])
    if found is not int:
        return ()
    bounds = {key: getattr(one, key) for one in _limits(field) for key in ("ge", "le") if hasattr(one, key)}
    least = bounds.get("ge", 0)
    return tuple(map(str, range(least, min(bounds.get("le", least + NUMBERS), least + NUMBERS) + 1)))


def _limits(field: FieldInfo) -> Iterator[Any]:
    """Yield the bounds of a number, from its annotation or its type."""
    inner = [
        one for some in (field.annotation, *get_args(field.annotation)) for one in getattr(some, "__metadata__", ())
    ]
    for one in (*field.metadata, *inner):
        yield from getattr(one, "metadata", (one,))


def _value(model: type[BaseModel], field: str, word: str, kind: BlankKind) -> Any:
    """Parse the value of a field."""
    annotation = _plain(model.model_fields[field].annotation)
    if annotation is str:
        return kind.read(field, word) if kind.read else word.replace("_", " ")
    if annotation is bool and word.lower() in (*YES, field, *NO):
        return word.lower() not in NO
    if get_origin(annotation) is Literal:
        return _shortened(word, get_args(annotation))
    if (read := kind.read(field, word) if kind.read else None) is not None:
        return read
    try:
        return json.loads(word)
    except ValueError:
        return _several(annotation, word)


def _several(annotation: Any, word: str) -> Any:
    """Parse several values from one word: a list (`top,left`) or the numbers of a model (`3/4/2/5`)."""
    inner = _plain(get_args(annotation)[0]) if get_origin(annotation) is tuple else None
    if get_origin(inner) is Literal:
        return [_shortened(one, get_args(inner)) for one in word.split(",")]
    numbers = word.split("/")
    if isinstance(annotation, type) and issubclass(annotation, BaseModel) and all(map(str.isdecimal, numbers)):
        return dict(zip(annotation.model_fields, map(int, numbers), strict=False))
    return word


def _shortened(word: str, among: Sequence[Any]) -> str:
    """Return the only value that begins with this word, or the word itself."""
    found = [one for one in among if str(one).startswith(word)]
    return word if word in among or len(found) != 1 else str(found[0])
