"""Consistency check: read models rebuilt elsewhere and compared."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import select

from tablescribe.ledger.log.schema import LISTS, listed_people
from tablescribe.ledger.read_models.lists import Lists, Progress, close_store
from tablescribe.ledger.read_models.person_names import spelt
from tablescribe.ledger.read_models.store import Store

TRIES = 3
"""How often they are compared again when somebody takes events in meanwhile."""


@dataclass(frozen=True)
class ComparedLists:
    """What was found.

    Attributes:
        come: the last event that lists have taken in.
        last: the last event there is.
        wrong: the lists that are not what the log says, each with how many lines differ.
        settled: whether the lists stayed as they were during a comparison; if not, nothing is said of them.
    """

    come: int
    last: int
    wrong: tuple[str, ...]
    settled: bool = True


def compare(lists: Lists, progress: Progress | None = None) -> ComparedLists:
    """Compare the lists beside the log with what it says.

    Raises:
        LedgerReadOnly: they may not even be read.
    """
    own = Store(lists.log.engine, lists.log.writer, lists.log.reader)
    for _ in range(TRIES):
        come, last = lists.state()
        with tempfile.TemporaryDirectory(prefix="tablescribe-lists-") as folder:
            other = lists.copy_to(Path(folder), min(come, last), progress)
            try:
                wrong = _differences(own, other)
            finally:
                close_store(other)
        if come > last:
            wrong = ("they have taken in more than there is", *wrong)
        if not wrong or lists.state()[0] == come:
            return ComparedLists(come, last, wrong)
    return ComparedLists(come, last, (), settled=False)


def _differences(one: Store, other: Store) -> tuple[str, ...]:
    people = [_people(store) for store in (one, other)]
    found = []
    for table in LISTS:
        mine, theirs = (_rows(store, table, known) for store, known in zip((one, other), people, strict=True))
        if different := len(mine ^ theirs):
            found.append(f"{table.name} ({different} lines)")
    return tuple(found)


def _people(store: Store) -> dict[str, str]:
    """Return the people by their random ids."""
    return {row.person: row.spelt for row in store.reader.select(select(listed_people))}


def _rows(store: Store, table: Any, people: dict[str, str]) -> set[tuple[Any, ...]]:
    """Return the rows of a list, in which people stand by their spelling."""
    if table is listed_people:
        return {(row.spelt, spelt(row.name) == row.spelt or row.name) for row in store.reader.select(select(table))}
    named = [n for n, column in enumerate(table.columns) if column.name in ("person", "other")]

    def told(row: Any) -> tuple[Any, ...]:
        values = list(row)
        for n in named:
            values[n] = people.get(values[n], f"?{values[n]}") if values[n] else values[n]
        return tuple(values)

    return {told(row) for row in store.reader.select(select(table))}
