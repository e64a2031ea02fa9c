"""The agenda: steps that are due and wait on the table while a seat is asked.

A battle opens windows inside one another and pauses for casualties. Each part is a named step with plain arguments,
kept as the value `due:<n>`; the kernel carries out the latest one until somebody is asked. So nesting is a
stack, and taking back needs nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

import msgspec

from tablescribe.domain.table.names import DUE
from tablescribe.domain.table.table import Changed, Fact, Table


class DueStep(msgspec.Struct, frozen=True, dict=True):
    """A step that is due.

    Attributes:
        number: its place: the highest number comes next.
        do: the name of the step.
        arguments: what it is carried out with.
        kept: how it stands on the table.
    """

    number: int
    do: str
    arguments: Mapping[str, Any]
    kept: str

    @cached_property
    def key(self) -> str:
        """The key under which it is kept."""
        return f"{DUE}{self.number}"


def due(table: Table) -> list[DueStep]:
    """Return the steps that are due, in the order in which they were put there."""
    # `in` is the faster question, and nearly always enough
    kept = [
        (int(key[len(DUE) :]), str(value)) for key, value in table.values.items() if DUE in key and key.startswith(DUE)
    ]
    return [_read(number, step) for number, step in sorted(kept)]


def waiting(table: Table, do: str) -> DueStep | None:
    """Return the step of a kind that comes first of all that is due; `None` if none is."""
    return next((one for one in reversed(due(table)) if one.do == do), None)


def crossed_off(fact: Fact) -> DueStep | None:
    """Return the step that a fact crosses off the agenda: it was carried out then, or dropped; `None` for other facts.

    So the facts of a move, in their order, tell which part of the rules did what, in any log.
    """
    if not isinstance(fact, Changed) or fact.now is not None or not fact.key.startswith(DUE):
        return None
    number = fact.key[len(DUE) :]
    try:
        return _read(int(number), str(fact.was))
    except (ValueError, KeyError, AttributeError, msgspec.MsgspecError):  # a forged log, or a value that is hidden
        return None


def written(step: str, arguments: Mapping[str, Any]) -> str:
    """Return a step as it is kept, its arguments in the order in which they are given."""
    return msgspec.json.encode({"do": step, **arguments}).decode()


def put_on(steps: Sequence[DueStep], step: str, arguments: Mapping[str, Any]) -> DueStep:
    """Return a step as it is put on an agenda: after all that are due, so that it is carried out first."""
    return _read(steps[-1].number + 1 if steps else 1, written(step, arguments))


@lru_cache(maxsize=2048)
def _read(number: int, kept: str) -> DueStep:
    found = msgspec.json.decode(kept)
    return DueStep(number, found.pop("do"), found, kept)
