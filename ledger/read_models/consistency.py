"""Consistency check: rebuilds the read models elsewhere and compares."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import select

from tablescribe.ledger.log.schema import LISTS, listed_matches, listed_people
from tablescribe.ledger.read_models.lists import Lists, Progress, close_store
from tablescribe.ledger.read_models.person_names import spelt
from tablescribe.ledger.read_models.store import Store

TRIES = 3
"""Maximum number of comparisons, if the read models change during each."""


@dataclass(frozen=True)
class ComparedLists:
    """Result of comparing the read models with the log.

    Attributes:
        come: position up to which the read models are projected.
        last: last position of the log.
        wrong: tables that differ from the log, each with the number of different rows.
        settled: whether the read models stayed unchanged during a comparison; if not, `wrong` is empty.
        lost: data that is only in the read models, such as events deleted from the log; a rebuild would lose it.
    """

    come: int
    last: int
    wrong: tuple[str, ...]
    settled: bool = True
    lost: tuple[str, ...] = ()


def compare(lists: Lists, progress: Progress | None = None) -> ComparedLists:
    """Rebuild the read models elsewhere and compare them with the current ones.

    Raises:
        LedgerReadOnly: this role may not read them.
    """
    own = Store(lists.log.engine, lists.log.writer, lists.log.reader)
    for _ in range(TRIES):
        come, last = lists.state()
        with tempfile.TemporaryDirectory(prefix="tablescribe-lists-") as folder:
            other = lists.copy_to(Path(folder), min(come, last), progress)
            try:
                wrong, lost = _differences(own, other), _lost(own, other)
            finally:
                close_store(other)
        if come > last:
            wrong = ("they have taken in more than there is", *wrong)
        if not wrong or lists.state()[0] == come:
            return ComparedLists(come, last, wrong, lost=lost)
    return ComparedLists(come, last, (), settled=False)


def _differences(one: Store, other: Store) -> tuple[str, ...]:
    people = [_people(store) for store in (one, other)]
    found = []
    for table in LISTS:
        mine, theirs = (_rows(store, table, known) for store, known in zip((one, other), people, strict=True))
        if different := len(mine ^ theirs):
            found.append(f"{table.name} ({different} lines)")
    return tuple(found)


def _lost(one: Store, other: Store) -> tuple[str, ...]:
    """Return descriptions of data in the read models `one` that are missing in the rebuilt ones, and so in the log."""
    found = []
    mine, theirs = _versions(one), _versions(other)
    if events := sum(max(0, version - theirs.get(match, 0)) for match, version in mine.items()):
        found.append(f"{events} {'event' if events == 1 else 'events'}")
    mine_named, theirs_named = ({*_people(store).values()} for store in (one, other))
    if names := len(mine_named - theirs_named if theirs_named < mine_named else ()):
        found.append(f"{names} {'name' if names == 1 else 'names'} of people")
    return tuple(found)


def _versions(store: Store) -> dict[str, int]:
    """Return the number of events of each match, by its id."""
    return {row.match_id: row.version for row in store.reader.select(select(listed_matches))}


def _people(store: Store) -> dict[str, str]:
    """Return each person's spelling, by random id."""
    return {row.person: row.spelt for row in store.reader.select(select(listed_people))}


def _rows(store: Store, table: Any, people: dict[str, str]) -> set[tuple[Any, ...]]:
    """Return a table's rows, with random ids of people replaced by their spellings."""
    if table is listed_people:
        return {(row.spelt, spelt(row.name) == row.spelt or row.name) for row in store.reader.select(select(table))}
    named = [n for n, column in enumerate(table.columns) if column.name in ("person", "other")]

    def told(row: Any) -> tuple[Any, ...]:
        values = list(row)
        for n in named:
            values[n] = people.get(values[n], f"?{values[n]}") if values[n] else values[n]
        return tuple(values)

    return {told(row) for row in store.reader.select(select(table))}
