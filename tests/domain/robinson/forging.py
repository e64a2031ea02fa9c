"""Forged records that break a sentence, if no action of a player can: what it says did not happen, or elsewhere."""

from __future__ import annotations

import msgspec

from tablescribe.domain.table.table import Changed, Fact, Moved
from tests.domain.cases import Forgery


def places(fact: Fact) -> tuple[str, ...]:
    """Return the zones or the key that a fact is about."""
    if isinstance(fact, Moved):
        return fact.src, fact.dst
    return (fact.key if isinstance(fact, Changed) else fact.zone,)


def lacking(name: str, *what: str) -> Forgery:
    """Forge: nothing happened in these zones and to these values."""
    return _called(name, lambda facts: [fact for fact in facts if not set(places(fact)) & set(what)])


def instead(name: str, here: str, there: str) -> Forgery:
    """Forge: what happened in a zone, or to a value, happened elsewhere."""

    def moved(fact: Fact) -> Fact:
        if isinstance(fact, Moved):
            src, dst = (there if zone == here else zone for zone in (fact.src, fact.dst))
            return msgspec.structs.replace(fact, src=src, dst=dst)
        if isinstance(fact, Changed):
            return msgspec.structs.replace(fact, key=there if fact.key == here else fact.key)
        return msgspec.structs.replace(fact, zone=there if fact.zone == here else fact.zone)

    return _called(name, lambda facts: [moved(fact) for fact in facts])


def besides(name: str, more: Fact) -> Forgery:
    """Forge: this happened in addition."""
    return _called(name, lambda facts: [*facts, more])


def _called(name: str, forgery: Forgery) -> Forgery:
    forgery.__name__ = name
    return forgery
