"""Build an action from typed words that the game does not offer, to name the rule that forbids it.

Each word is the action's name or a field's value: one of its alternatives, a number within its limits, or the name of
something on the table. Missing required fields are tried with every value, as long as there are few.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, product
from types import UnionType
from typing import TYPE_CHECKING, Any, Literal, Union, get_args, get_origin

from tablescribe.cli.table.matching import LITTLE_WORDS, SIGNS, plain, short
from tablescribe.domain.words.text import Text, Thing

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

    from tablescribe.domain.rules.action import Action
    from tablescribe.domain.rules.opening import Opening
    from tablescribe.domain.table.table import Table
    from tablescribe.replays.reading.reader import Reader

MOST_SPELLED = 60
"""Maximum number of actions built from one line."""

MOST_NAMED = 8
"""A field's alternatives are listed in an error only if there are at most this many."""

MOST_TRIED = 40
"""Maximum number of values tried for missing fields."""


@dataclass(frozen=True)
class Spelled:
    """An action built from words.

    Attributes:
        action: the action.
        guessed: the number of missing fields that were guessed.
    """

    action: Action
    guessed: int


class Spelling:
    """Builds actions from words, for one table.

    Args:
        opening: the fixed data of the match.
        table: the table.
        reader: the person who types the words.
        offered: the actions that the game offers now. Missing fields are guessed from their values, so that the rule
            found forbids what was typed and not a guess.
    """

    def __init__(self, opening: Opening, table: Table, reader: Reader, offered: Iterable[Action] = ()) -> None:
        self._opening, self._table, self._reader = opening, table, reader
        self._usual: dict[tuple[type[Action], str], dict[Any, None]] = {}
        for action in offered:
            for name, value in action:
                if isinstance(value, (str, int)):
                    self._usual.setdefault((type(action), name), {})[value] = None

    def of(self, words: Sequence[str]) -> list[Spelled]:
        """Return the actions that all words spell, those with the fewest guesses first."""
        bare = [plain(word) for word in words]
        if not bare or any("=" in word for word in words):
            return []
        for guesses in (False, True):
            kinds = self._opening.game.kinds
            found = islice((one for kind in kinds for one in self._of_kind(kind, bare, guesses)), MOST_SPELLED)
            if spelled := sorted(found, key=lambda one: one.guessed):
                return spelled
        return []

    def vocabulary(self) -> Mapping[str, str]:
        """Return the words of the game in the form used for comparison, each with its spelling."""
        kinds = self._opening.game.kinds
        fields = (field for kind in kinds for field in kind.model_fields.values())
        alternatives = (str(value) for field in fields for value in _alternatives(field))
        names = (name for zone in self._table.zones for name in (zone, *self._table.zones[zone]))
        words = (
            *(verb for kind in kinds for verb in self._verbs(kind)),
            *(name for kind in kinds for name in kind.model_fields),
            *(part for value in alternatives for part in (value, *value.split("_"))),
            *(word for name in dict.fromkeys(names) for word in (short(name), *self._reader.name(name).split())),
            *(word for name in _names_in(self._opening.catalogue.plain()) for word in (name, *name.split())),
            *(word for person in self._reader.people for word in person.split()),
        )
        return {plain(word): word.strip(SIGNS) for word in words if plain(word) and not plain(word).isdecimal()}

    def first_without_place(self, kind: type[Action], words: Sequence[str]) -> str:
        """Return the first word that does not fit an action of this kind; an empty string if all fit."""
        fields = {name: field for name, field in kind.model_fields.items() if name != "do"}
        verbs, bare = self._verbs(kind), [plain(word) for word in words]
        for n in range(len(words)):
            if next(self._assigned(kind, fields, verbs, bare[: n + 1], {}), None) is None:
                return words[n]
        return ""

    def named(self, words: Sequence[str]) -> type[Action] | None:
        """Return the kind of action that the words name; the first such word decides."""
        for word in map(plain, words):
            for kind in self._opening.game.kinds:
                if word and not word.isdecimal() and word in self._verbs(kind):
                    return kind
        return None

    # --- one kind of action -------------------------------------------------------------------

    def _of_kind(self, kind: type[Action], words: Sequence[str], guesses: bool) -> Iterator[Spelled]:
        """Yield actions of a kind that the words spell. With `guesses`, the verb may be missing."""
        fields = {name: field for name, field in kind.model_fields.items() if name != "do"}
        if not all(map(_is_simple, fields.values())):
            return
        verbs = self._verbs(kind)
        is_named = any(verb.startswith(word) for word in words for verb in verbs)
        for said in self._assigned(kind, fields, verbs, words, {}):
            missing = [name for name, field in fields.items() if field.is_required() and name not in said]
            told_apart = any(_alternatives(fields[name]) for name in said)
            complete = not missing or (guesses and self._are_usual(kind, said, words[0]))
            if not is_named and not (told_apart and complete):
                continue  # `sawmill 10` means an action; `10` alone or a card alone does not
            ways = [list(self._all_values(kind, name, fields[name])) for name in missing]
            if not all(ways):
                continue
            for values in islice(product(*ways), MOST_TRIED):
                action = _read(kind, {**said, **dict(zip(missing, values, strict=True))})
                if action is not None:
                    yield Spelled(action, len(missing))

    def _are_usual(self, kind: type[Action], said: Mapping[str, Any], first: str) -> bool:
        """Return whether the values occur in offered actions: a card in hand, not a discarded one.

        If cards have numbers, a number at the start must be one of the values.
        """
        usual = {name: self._usual.get((kind, name)) for name, value in said.items() if isinstance(value, str)}
        if first.isdecimal() and self._things_called(first) and first not in {short(str(said[name])) for name in usual}:
            return False
        return all(not known or said[name] in known for name, known in usual.items())

    def _verbs(self, kind: type[Action]) -> frozenset[str]:
        do = kind.model_fields["do"].default
        told = self._reader.tell(Text(do.replace("_", " ")))
        sentence = self._reader.tell(Text(kind.sentence.template)).split() if kind.sentence is not None else []
        first = [word for word in sentence[:1] if "{" not in word]
        return frozenset(map(plain, [do, *do.split("_"), *told.split(), *first])) - LITTLE_WORDS

    def _assigned(
        self,
        kind: type[Action],
        fields: Mapping[str, FieldInfo],
        verbs: Iterable[str],
        words: Sequence[str],
        said: dict[str, Any],
    ) -> Iterator[dict[str, Any]]:
        """Yield assignments of all words, each to the verb or to a field that has no value yet."""
        if not words:
            yield said
            return
        word, rest = words[0], words[1:]
        if any(verb.startswith(word) for verb in verbs) and not word.isdecimal():
            yield from self._assigned(kind, fields, verbs, rest, said)
        for name, field in fields.items():
            if name not in said:
                for value in self._values(kind, name, field, word):
                    yield from self._assigned(kind, fields, verbs, rest, {**said, name: value})
        if word in LITTLE_WORDS:
            yield from self._assigned(kind, fields, verbs, rest, said)

    def _values(self, kind: type[Action], name: str, field: FieldInfo, word: str) -> list[Any]:
        """Return the values of a field that a word means."""
        type_ = _plain_type(field.annotation)
        if alternatives := _alternatives(field):
            return [one for one in alternatives if self._is_called(kind, name, str(one), word)]
        if type_ is int:
            least, most = _bounds(field)
            number = int(word) if word.isdecimal() and len(word) < 6 else -1
            return [number] if number >= least and (most is None or number <= most) else []
        if type_ is bool:
            return [True] if plain(name).startswith(word) else []
        if type_ is not str:
            return []
        sorts = {str(value).partition(":")[0] for value in self._usual.get((kind, name), ()) if ":" in str(value)}
        found = self._things_called(word)
        return [one for one in found if one.partition(":")[0] in sorts] if sorts else found

    def _all_values(self, kind: type[Action], name: str, field: FieldInfo) -> Iterable[Any]:
        """Return the values to try for a missing field."""
        if usual := self._usual.get((kind, name)):
            return usual
        type_ = _plain_type(field.annotation)
        if alternatives := _alternatives(field):
            return alternatives
        if type_ is int:
            least, most = _bounds(field)
            return range(least, min(most if most is not None else least + 9, least + MOST_TRIED) + 1)
        return ()

    def _is_called(self, kind: type[Action], name: str, value: str, word: str) -> bool:
        things = kind.sentence.slots.values() if kind.sentence is not None else ()
        patterns = [one.name for one in things if isinstance(one, Thing) and f"{{{name}}}" in one.name]
        names = [self._reader.name(pattern.replace(f"{{{name}}}", value)) for pattern in patterns[:1]]
        known = [value, short(value), *value.split("_"), *(part for one in names for part in one.split())]
        return any(plain(one) == word or (len(word) > 2 and plain(one).startswith(word)) for one in known)

    # --- things on the table ------------------------------------------------------------------

    def _things_called(self, word: str) -> list[str]:
        exact = self._things.get(word, [])
        if exact or len(word) < 3 or word.isdecimal():
            return exact
        return list(dict.fromkeys(one for key, some in self._things.items() if key.startswith(word) for one in some))

    @cached_property
    def _things(self) -> Mapping[str, list[str]]:
        """The pieces of the game by the words of their names."""
        pieces = dict.fromkeys(
            piece for zone in self._table.zones.values() for piece in zone if not piece.startswith("?")
        )
        found: dict[str, list[str]] = {}
        for piece in pieces:
            called = self._reader.name(piece).split()
            for word in {plain(short(piece)), *map(plain, called)} - LITTLE_WORDS - {""}:
                found.setdefault(word, []).append(piece)
        return found


def _names_in(data: Any) -> Iterator[str]:
    """Yield the names and identifiers in a catalogue, including components that are not on the table."""
    if isinstance(data, Mapping):
        yield from (data[key] for key in ("id", "name") if isinstance(data.get(key), str))
    for inner in data.values() if isinstance(data, Mapping) else data if isinstance(data, list) else ():
        yield from _names_in(inner)


def _plain_type(annotation: Any) -> Any:
    """Return a field's type without its limits and `None`."""
    if hasattr(annotation, "__metadata__"):
        return _plain_type(get_args(annotation)[0])
    if get_origin(annotation) in (Union, UnionType):
        some = [one for one in get_args(annotation) if one is not type(None)]
        return _plain_type(some[0]) if len(some) == 1 else annotation
    return annotation


def _alternatives(field: FieldInfo) -> tuple[Any, ...]:
    """Return the literals that a field allows; none if it allows other values."""

    def each(annotation: Any) -> Iterator[Any]:
        plain_type = _plain_type(annotation)
        if get_origin(plain_type) is Literal:
            yield from get_args(plain_type)
        elif get_origin(plain_type) in (Union, UnionType):
            for one in get_args(plain_type):
                yield from each(one)

    return tuple(each(field.annotation))


def _bounds(field: FieldInfo) -> tuple[int, int | None]:
    """Return the minimum and maximum of a number; `None` if it has no maximum."""
    limits = (getattr(one, "metadata", (one,)) for one in field.metadata)
    found = {key: getattr(one, key) for some in limits for one in some for key in ("ge", "le") if hasattr(one, key)}
    return found.get("ge", 0), found.get("le")


def limits_of(field: FieldInfo) -> str:
    """Return a field's possible values for an error: ` (1–12)`, ` (wood, fur)`; an empty string if they are many."""
    alternatives = _alternatives(field)
    if alternatives:
        return f" ({', '.join(map(str, alternatives))})" if len(alternatives) <= MOST_NAMED else ""
    if _plain_type(field.annotation) is not int:
        return ""
    least, most = _bounds(field)
    return f" ({least}–{most})" if most is not None else ""


def _is_simple(field: FieldInfo) -> bool:
    """Return whether a field can be typed as a word, or is optional."""
    type_ = _plain_type(field.annotation)
    return not field.is_required() or type_ in (int, str, bool) or bool(_alternatives(field))


def _read(kind: type[Action], said: Mapping[str, Any]) -> Action | None:
    try:
        return kind(**said)
    except ValueError:
        return None
