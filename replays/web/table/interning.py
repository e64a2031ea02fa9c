"""Events that share what they say alike: names of zones and pieces, which a decoder makes anew for each fact.

A name is kept once for as long as anything holds it (`sys.intern`), whatever match it is of. Nothing else is changed:
a shared event equals the one it was made from.
"""

from __future__ import annotations

from sys import intern
from typing import Any

from msgspec import msgpack, structs

from tablescribe.domain.match.events import AnyEvent, Opened, Played
from tablescribe.domain.table.table import Changed, Fact, Moved, Turned

MOST = 32
"""Boxes and catalogues that are kept to be shared: of as many games, and of tables' own files."""

_large: dict[bytes, Any] = {}


def shared(event: AnyEvent) -> AnyEvent:
    """Return the same event; of a move the names in it are shared, of the first event the box and the catalogue."""
    if type(event) is Opened:
        facts = tuple(map(_fact, event.facts))
        return structs.replace(event, facts=facts, box=_alike(event.box), catalogue=_alike(event.catalogue))
    if type(event) is not Played:
        return event
    return Played(
        intern(event.originator_id), event.originator_version, event.at, intern(event.recorder), intern(event.device),
        event.salt, event.number, event.seat, _data(event.action), tuple(map(_value, event.outcomes)),
        tuple(map(_fact, event.facts)), tuple(map(intern, event.citations)), event.irregularities, event.implied,
    )  # fmt: skip


def _alike(data: Any) -> Any:
    """Return data of the same bytes that somebody has already, or these."""
    told = msgpack.encode(data)
    found = _large.setdefault(told, data)
    while len(_large) > MOST:
        _large.pop(next(iter(_large)), None)
    return found


def _fact(fact: Fact) -> Fact:
    if type(fact) is Moved:
        return Moved(intern(fact.piece), fact.n, intern(fact.src), intern(fact.dst))
    if type(fact) is Changed:
        return Changed(intern(fact.key), _value(fact.was), _value(fact.now))
    assert type(fact) is Turned
    return Turned(intern(fact.zone), intern(fact.face), intern(fact.to), fact.n)


def _data(action: dict[str, Any]) -> dict[str, Any]:
    return {intern(key): _value(value) for key, value in action.items()}


def _value(value: Any) -> Any:
    return intern(value) if type(value) is str else value
