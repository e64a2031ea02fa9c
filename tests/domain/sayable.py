"""All actions that can be expressed on a table: brute force over their schemas, with the names on the table."""

from __future__ import annotations

import itertools
import random
import types
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, Union, get_args, get_origin

import annotated_types
from pydantic import ValidationError
from pydantic.fields import FieldInfo

from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.game import Game
from tests.depth import times

MOST = times(300, 3000)
"""Maximum number of actions tried of one kind; more are sampled."""

WIDEST = 40
"""A number is tried over its whole range up to this width; otherwise from one below the minimum to `BEYOND`."""

BEYOND = 13


def names(match: Match, more: Iterable[str] = ()) -> list[str]:
    """Return the names on a table: pieces, zones, values and the box's content; and an unknown name."""
    table = match.table
    pieces = {piece for zone in table.zones.values() for piece in zone}
    return sorted({*pieces, *table.zones, *table.values, *more, "nothing"})


def everything(match: Match, choose: random.Random, more: Iterable[str] = ()) -> list[Action]:
    """Return all possible actions, at most `MOST` of each kind."""
    words = names(match, more)
    return [action for kind in match.opening.game.kinds for action in _of_kind(match.opening.game, kind, words, choose)]


def damaged(data: dict[str, Any], words: Sequence[str], choose: random.Random) -> dict[str, Any]:
    """Return an action's data with one wrong field: another name, or an unknown one."""
    fields = [name for name in data if name != "do"]
    if not fields:
        return data
    field = choose.choice(fields)
    return {**data, field: _hurt(data[field], words, choose)}


def _hurt(value: Any, words: Sequence[str], choose: random.Random) -> Any:
    if isinstance(value, str):
        kind = value.partition(":")[0]
        return choose.choice([f"{kind}:99", f"{kind}:zzz", "nothing:9", "nothing", choose.choice(words)])
    if isinstance(value, bool) or value is None:
        return not value
    if isinstance(value, int):
        return choose.choice([99, -1, 0, value + 1])
    if isinstance(value, list | tuple):
        return [*(_hurt(one, words, choose) for one in value), choose.choice(words)]
    return value


def _of_kind(game: Game, kind: type[Action], words: Sequence[str], choose: random.Random) -> Iterator[Action]:
    fields = {name: field for name, field in kind.model_fields.items() if name != "do"}
    values = [_values(field.annotation, field, words, choose) for field in fields.values()]
    number = 1
    for some in values:
        number *= len(some)
    told = (
        itertools.product(*values)
        if number <= MOST
        else (tuple(choose.choice(some) for some in values) for _ in range(MOST))
    )
    do = kind.model_fields["do"].default
    seen = set()
    for one in told:
        data = {"do": do, **{name: value for name, value in zip(fields, one, strict=True) if value is not None}}
        try:
            action = game.read_action(data)
        except ValidationError:
            continue
        said = repr(action.__dict__)  # pydantic takes ten times as long for the repr of the action itself
        if said not in seen:
            seen.add(said)
            yield action


def _values(kind: Any, field: FieldInfo | None, words: Sequence[str], choose: random.Random) -> list[Any]:
    """Return the possible values of a field of that type."""
    origin = get_origin(kind)
    if hasattr(kind, "__metadata__"):
        return _values(get_args(kind)[0], _with(field, kind.__metadata__), words, choose)
    if origin is Literal:
        return list(get_args(kind))
    if origin in (Union, types.UnionType):
        return [value for part in get_args(kind) for value in _values(part, field, words, choose)]
    if kind is type(None):
        return [None]
    if kind is bool:
        return [False, True]
    if kind is int:
        return _numbers(field)
    if kind is str:
        return list(words)
    if origin in (tuple, list, frozenset):
        some = _values(get_args(kind)[0], None, words, choose)
        pairs = list(itertools.permutations(some, 2)) if len(some) <= WIDEST else []
        return [[], *([one] for one in some), *([*pair] for pair in pairs), *([one, one] for one in some[:3])]
    return list(words) + _numbers(field)  # a game's own type reads what it can of them


def _with(field: FieldInfo | None, metadata: Sequence[Any]) -> FieldInfo:
    found = FieldInfo()
    found.metadata = [*(field.metadata if field is not None else ()), *metadata]
    for one in metadata:
        if isinstance(one, FieldInfo):
            found.metadata += one.metadata
    return found


def _numbers(field: FieldInfo | None) -> list[int]:
    limits = field.metadata if field is not None else []
    least = next((int(str(one.ge)) for one in limits if isinstance(one, annotated_types.Ge)), -1)
    most = next((int(str(one.le)) for one in limits if isinstance(one, annotated_types.Le)), BEYOND)
    return list(range(least, most + 1)) if most - least <= WIDEST else [*range(max(least, -1), BEYOND), most]
