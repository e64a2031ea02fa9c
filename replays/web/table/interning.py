"""Share equal strings and data of cached events, because a decoder creates the names of zones and pieces for each fact.

A name is stored once as long as anything refers to it (`sys.intern`), whatever match it is from. Nothing else changes:
a shared event equals its original.
"""

from __future__ import annotations

from sys import intern
from typing import Any

from msgspec import msgpack, structs

from tablescribe.domain.match.events import AnyEvent, Opened, Played
from tablescribe.domain.table.table import Changed, Fact, Moved, Turned

MOST = 32
"""Maximum number of boxes and catalogues kept for sharing, of games and of tables' own files."""

_large: dict[bytes, Any] = {}


def shared(event: AnyEvent) -> AnyEvent:
    """Return an equal event that shares the names in a move, or the box and catalogue of an opening."""
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
    """Return stored data with the same bytes, or else store these."""
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
