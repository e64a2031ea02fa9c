"""The agenda: a stack of steps that are due, kept on the table while a seat is asked.

A battle opens windows inside one another and pauses for casualties. Each part is a named step with plain arguments,
stored as the value `due:<n>`. The kernel carries out the latest step, one after another, until a seat is asked. Steps
are values on the table, so a take-back needs no extra code.
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
        number: its position on the stack; the highest number comes next.
        do: the name of the step.
        arguments: the arguments of its function.
        kept: its JSON, as stored on the table.
    """

    number: int
    do: str
    arguments: Mapping[str, Any]
    kept: str

    @cached_property
    def key(self) -> str:
        """The key of its value on the table."""
        return f"{DUE}{self.number}"


def due(table: Table) -> list[DueStep]:
    """Return the steps that are due, in the order in which they were added."""
    # `in` is faster than `startswith` and rules out nearly all keys
    kept = [
        (int(key[len(DUE) :]), str(value)) for key, value in table.values.items() if DUE in key and key.startswith(DUE)
    ]
    return [_read(number, step) for number, step in sorted(kept)]


def waiting(table: Table, do: str) -> DueStep | None:
    """Return the next due step with this name; `None` if there is none."""
    return next((one for one in reversed(due(table)) if one.do == do), None)


def crossed_off(fact: Fact) -> DueStep | None:
    """Return the step that a fact removed from the agenda, because it was carried out or dropped; otherwise `None`.

    The facts of a move, in order, thus show which step of the rules caused what, in any log.
    """
    if not isinstance(fact, Changed) or fact.now is not None or not fact.key.startswith(DUE):
        return None
    number = fact.key[len(DUE) :]
    try:
        return _read(int(number), str(fact.was))
    except (ValueError, KeyError, AttributeError, msgspec.MsgspecError):  # a forged log, or a hidden value
        return None


def written(step: str, arguments: Mapping[str, Any]) -> str:
    """Return the JSON of a step as stored on the table; arguments keep their order."""
    return msgspec.json.encode({"do": step, **arguments}).decode()


def put_on(steps: Sequence[DueStep], step: str, arguments: Mapping[str, Any]) -> DueStep:
    """Return a new step for the top of the stack, so that it is carried out next."""
    return _read(steps[-1].number + 1 if steps else 1, written(step, arguments))


@lru_cache(maxsize=2048)
def _read(number: int, kept: str) -> DueStep:
    found = msgspec.json.decode(kept)
    return DueStep(number, found.pop("do"), found, kept)
