"""Merging of game titles with different spellings ("Catan", "catan")."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, replace
from typing import Any, ClassVar, Protocol, TypeVar

from tablescribe.domain.games import called
from tablescribe.ledger.read_models.person_names import spelt


class _Counted(Protocol):
    """A dataclass with a name and counts."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def name(self) -> str: ...

    @property
    def matches(self) -> int: ...


Tally = TypeVar("Tally", bound=_Counted)


def merge_titles(tallies: Iterable[Tally]) -> list[Tally]:
    """Merge tallies of equal titles under the most used spelling; return the most played first.

    A game with rules keeps its own name.
    """
    found: dict[str, list[Tally]] = {}
    for one in tallies:
        found.setdefault(spelt(called(one.name)), []).append(one)
    summed = [_sum(sorted(some, key=lambda one: (":" in one.name, -one.matches, one.name))) for some in found.values()]
    return sorted(summed, key=lambda one: (-one.matches, one.name))


def _sum(some: list[Tally]) -> Tally:
    counts = [field.name for field in fields(some[0]) if field.name != "name"]
    return replace(some[0], **{name: sum(getattr(one, name) for one in some) for name in counts})
