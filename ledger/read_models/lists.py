"""Updating of the read models exactly once per event, rebuilding them, and renaming people.

Readers bring the read models up to date first; recording never waits for them. The `tracking` position changes in the
same transaction as the read models. If several processes project the same events, only the first one writes. If the
ledger is read-only, the read models are built in a temporary folder of this process.
"""

from __future__ import annotations

import tempfile
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.words.text import say
from tablescribe.ledger.log import sqlite
from tablescribe.ledger.log.database import missing_parts
from tablescribe.ledger.log.errors import DiskFailed, DiskFull, LedgerLocked, LedgerReadOnly, LedgerUnavailable
from tablescribe.ledger.log.reading import Reader
from tablescribe.ledger.log.recorder import LedgerRecorder
from tablescribe.ledger.log.texts import DETAILS, filled
from tablescribe.ledger.log.writing import Writer
from tablescribe.ledger.read_models.person_names import MANY, PersonNames, is_guest, nobody, spelt
from tablescribe.ledger.read_models.projection import HEAD, IN_FULL, EventBatch, ListedMatch, described_again
from tablescribe.ledger.read_models.standing_moves import batch_of
from tablescribe.ledger.read_models.store import NAME, TABLES, Cursor, Store, working
from tablescribe.ledger.read_models.tournament_projection import project_tournament

BATCH = 2000
"""Number of events read and projected at once."""

PREFIX, MEMORY = "tablescribe-lists-", "/dev/shm"
"""Prefix of the names of temporary folders; a folder in memory."""

_COME = f"SELECT position FROM tracking WHERE name = '{NAME}'"
_LAST = "SELECT max(position) FROM events"
_WHOLE = ", ".join(f"'{kind}'" for kind in IN_FULL)
_EVENTS = f"""
SELECT position, match_id, version, type, CASE WHEN type IN ({_WHOLE}) THEN body ELSE substr(body, 1, {HEAD}) END
FROM events WHERE position > ? AND position <= ? ORDER BY position LIMIT ?
"""
_DETAILS = "SELECT type, body FROM events WHERE match_id = ? AND type IN (?, ?) ORDER BY version"

Progress = Callable[[int, int], None]


def _in_memory() -> tempfile.TemporaryDirectory[str]:
    """Return a temporary folder in memory.

    Raises:
        DiskFull: this system has no such folder.
    """
    try:
        return tempfile.TemporaryDirectory(prefix=PREFIX, dir=MEMORY)
    except OSError as error:
        raise DiskFull(
            say("lists need room for temporary files: make room, or name a folder that has some in TMPDIR")
        ) from error


class Lists:
    """Keeps the read models of one ledger up to date. `queries.py` reads them."""

    def __init__(self, log: LedgerRecorder) -> None:
        self.log = log
        self._own = Store(log.engine, log.writer, log.reader)
        self._store: Store | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._lock = threading.Lock()
        self._looked = False
        self._refused: LedgerUnavailable | None = None

    @property
    def store(self) -> Store:
        """The store in use: in the ledger's database, or temporary if that is read-only."""
        return self._store or self._own

    def close(self) -> None:
        """Close and delete the temporary store, if there is one."""
        if self._folder is not None and self._store is not None:
            close_store(self._store)
            self._folder.cleanup()
            self._folder = None

    # --- feeding --------------------------------------------------------------------------

    def fresh(self, progress: Progress | None = None, *, within: float | None = None) -> int:
        """Bring the read models up to date; return the number of events they lag behind.

        With `within`, stop after about this many seconds; otherwise the result is 0.

        Raises:
            LedgerUnavailable: the ledger cannot be read now.
        """
        if not self._lock.acquire(timeout=-1 if within is None else within):  # another thread is still updating
            come, last = self._state(self.store)
            return max(0, last - come)
        try:
            if self._store is None:
                self._look()
            return self._feed(self.store, None, progress, within)
        except (LedgerReadOnly, LedgerLocked, DiskFull, DiskFailed) as error:  # lists work without write access
            if self._store is not None:
                raise
            if within is not None and not isinstance(error, LedgerReadOnly):
                come, last = self._state(self._own)
                return max(0, last - come)
            self._store, self._refused = self._temporary(), error
            return self._feed(self._store, None, progress, within)
        finally:
            self._lock.release()

    def _fresh_to_write(self) -> None:
        """Bring the read models up to date before a change to them.

        Raises:
            LedgerUnavailable: the ledger's own read models cannot be written, and temporary ones are in use.
        """
        self.fresh()
        if self._refused is not None:
            raise self._refused

    def rebuild(self, progress: Progress | None = None) -> int:
        """Rebuild the read models from the log; return the number of events.

        Raises:
            LedgerReadOnly: this role may not write them.
        """

        from tablescribe.ledger.log.schema import LISTS

        with self._lock:
            if missing_parts(self.log.engine, LISTS):
                self._create()
            working(self._own, Cursor.begin_anew)
            self._feed(self._own, None, progress, None)
            return self._state(self._own)[1]

    def _create(self) -> None:
        """Create the missing tables and indexes of the read models."""
        from tablescribe.ledger.log.schema import LISTS, metadata

        metadata.create_all(self.log.engine, tables=LISTS)
        for index in (index for table in LISTS for index in table.indexes):
            index.create(self.log.engine, checkfirst=True)

    def _look(self) -> None:
        """Check once whether the read models can be read here."""
        if not self._looked:
            for table in TABLES:
                _fetched(self._own, f"SELECT 1 FROM {table} LIMIT 1")
        self._looked = True

    def _temporary(self) -> Store:
        try:
            self._folder = tempfile.TemporaryDirectory(prefix=PREFIX)
        except OSError:  # the disk of temporary files is full, too
            self._folder = _in_memory()
        return store_in(Path(self._folder.name))

    def copy_to(self, folder: Path, until: int, progress: Progress | None = None) -> Store:
        """Build other read models in a folder, from the log up to a position."""
        store = store_in(folder)
        self._feed(store, until, progress, None)
        return store

    def state(self) -> tuple[int, int]:
        """Return the position of the ledger's own read models, and the last position of the log."""
        return self._state(self._own)

    def _state(self, store: Store) -> tuple[int, int]:
        """Return the position of a store, and the last position of the log."""
        if store is self._own:
            found = _fetched(store, f"SELECT ({_COME}), ({_LAST})")[0]
            return found[0] or 0, found[1] or 0
        return _fetched(store, f"SELECT ({_COME})")[0][0] or 0, _fetched(self._own, _LAST)[0][0] or 0

    def _feed(self, store: Store, until: int | None, progress: Progress | None, within: float | None) -> int:
        began = time.monotonic()
        while True:
            start, end = self._state(store)
            end = end if until is None else min(end, until)
            if start > end and until is None:  # the log is shorter: it was replaced by an older copy
                working(store, Cursor.begin_anew)
                continue
            if start >= end:
                return 0
            batch = batch_of(self.log, self._read(start, end))
            self._take_in(store, start, batch)
            done = int(batch.rows[-1][0]) if batch.rows else end
            if progress is not None:
                progress(done, end)
            if within is not None and time.monotonic() - began > within:
                return end - done

    def _read(self, after: int, until: int) -> list[Any]:
        return _fetched(self._own, _EVENTS, after, until, BATCH)

    def _take_in(self, store: Store, start: int, batch: EventBatch) -> None:
        """Project a batch onto a store, unless another process has done so."""
        elsewhere = self._called(batch) if store is not self._own else None
        texts = self._texts(batch) if store is not self._own else None

        def work(cursor: Cursor) -> None:
            if cursor.tracked() != start:
                return
            told = batch.with_texts(cursor.texts(batch.worded) if texts is None else texts)
            logs = [log for logs in batch.sources().values() for log in logs]
            before = cursor.known([*batch.ids, *logs])
            before |= cursor.known({match.read_as for match in before.values() if match.read_as} - {*before})
            after = told.apply({one: match.copy() for one, match in before.items()})
            new = [match for one, match in after.items() if one not in before]
            called = elsewhere or cursor.called(place.ref for match in new for place in match.seats)
            cursor.keep(before, after, new, called)
            cursor.keep_tables(batch.tables())
            cursor.keep_tournaments(told.rows)
            cursor.track(int(batch.rows[-1][0]))

        working(store, work)

    def _called(self, batch: EventBatch) -> PersonNames:
        """Return the names of people in matches that a batch opens."""
        refs = [place.ref for match in batch.apply({}).values() for place in match.seats]
        return self.log.read(lambda cursor: Cursor(cursor, self.log.engine).called(refs))

    def _texts(self, batch: EventBatch) -> dict[str, str]:
        """Return the words of matches in a batch."""
        return self.log.read(lambda cursor: Cursor(cursor, self.log.engine).texts(batch.worded))

    def kept(self, ids: Iterable[str]) -> dict[str, ListedMatch]:
        """Return matches from the read model, by id."""
        wanted, store = list(ids), self.store
        return store.reader.read(lambda cursor: Cursor(cursor, store.engine).known(wanted))

    # --- people ---------------------------------------------------------------------------

    def called(self, refs: Iterable[str]) -> dict[str, str]:
        """Return people's known display names, by reference."""
        wanted = list(dict.fromkeys(refs))
        found = self.log.read(lambda cursor: Cursor(cursor, self.log.engine).called(wanted))
        return {ref: found.of(ref) or "" for ref in found.names}

    def rename(self, name: str, called: str, *, merge: bool = False) -> int:
        """Rename a person, now and whenever the old name is typed again; return the number of matches affected.

        The names that matches were opened with stay unchanged beside the log.

        Args:
            name: the current name.
            called: the new name.
            merge: merge with the person who already has the new name.

        Raises:
            NoSuchPerson: no person has this name.
            Refused: the new name is taken and `merge` is false, or both people played in the same match.
        """
        called = " ".join(called.split())
        if not called or is_guest(called):
            raise Refused(say("{name} is no name of a person", name=called or "''"))
        self._fresh_to_write()

        def work(cursor: Cursor) -> int:
            ids = _matches_of(cursor, {spelt(name)}, ())
            theirs = _matches_of(cursor, {spelt(called)}, ()) if spelt(name) != spelt(called) else []
            if not ids:
                raise nobody(name, _some_names(cursor))
            if merge and not theirs:
                raise nobody(called, _some_names(cursor))
            if theirs and not merge:
                why = say("somebody is called {name} already: if they are the same person, merge them", name=called)
                raise Refused(why)
            if both := {*ids} & {*theirs}:
                why = say(
                    "{name} and {other} sat at one table in match {match}: they are two people",
                    name=name, other=called, match=min(both),
                )  # fmt: skip
                raise Refused(why)
            cursor.rename(spelt(name), called)
            cursor.again(ids)
            if not merge:
                cursor.do("UPDATE listed_people SET name = ? WHERE spelt = ?", called, spelt(called))
            return len(ids)

        return working(self._own, work)

    def split(self, spelling: str) -> int:
        """Undo a rename or merge of a spelling; return the number of matches affected."""
        self._fresh_to_write()

        def work(cursor: Cursor) -> int:
            found = cursor.among("spellings", ["called"], "spelt", [spelt(spelling)])
            ids = _matches_of(cursor, {spelt(row[0]) for row in found}, ())
            cursor.delete("spellings", "spelt", [spelt(spelling)])
            cursor.again(ids)
            return len(ids)

        return working(self._own, work)

    def knows(self, names: Iterable[str]) -> bool:
        """Return whether one of these names is in the read models or the spellings."""
        wanted = {spelt(name) for name in names}

        def work(cursor: Any) -> bool:
            found = Cursor(cursor, self.log.engine)
            return bool(list(found.among("listed_people", ["person"], "spelt", wanted))) or any(
                spelling in wanted or spelt(name) in wanted for spelling, name in found.spellings().items()
            )

        try:
            return self.log.read(work)
        except LedgerReadOnly:  # a role that may not read the lists
            return False

    def spellings(self) -> list[tuple[str, str]]:
        """Return pairs of a spelling and the name it is mapped to."""
        return [(row[0], row[1]) for row in self.log.fetched("SELECT spelt, called FROM spellings ORDER BY spelt")]

    def again(self, ids: Iterable[str]) -> None:
        """Look up the people of some matches again, because names have been added."""
        wanted = list(ids)
        working(self._own, lambda cursor: cursor.again(wanted))


def forget_in(cursor: Cursor, names: Iterable[str], refs: Iterable[str]) -> None:
    """Remove people whose names are erased, in the transaction of a cursor."""
    gone = {spelt(name) for name in names}
    known = cursor.spellings().items()
    cursor.delete("spellings", "spelt", [one for one, name in known if one in gone or spelt(name) in gone])
    cursor.again(_matches_of(cursor, gone, refs))
    cursor.drop_strangers([row[0] for row in cursor.among("listed_people", ["person"], "spelt", gone)])


def describe_again_in(cursor: Cursor, match_id: str) -> None:
    """Read the details of a match again after words were erased, in the transaction of a cursor."""
    before = cursor.known([match_id])
    if match_id not in before:
        return
    texts = cursor.texts([match_id])
    found = cursor.fetched(_DETAILS, match_id, *DETAILS)
    rows = [(kind, filled(kind, bytes(body), texts)) for kind, body in found]
    cursor.keep(before, {match_id: described_again(before[match_id], rows)}, (), PersonNames({}, {}))


def announce_again_in(cursor: Cursor, tournament_id: str) -> None:
    """Read the title of a tournament again after words were erased, in the transaction of a cursor."""
    wanted = "SELECT position, match_id, version, type, body FROM events WHERE match_id = ? AND version = 1"
    first = cursor.fetched(wanted, tournament_id)
    texts = cursor.texts([tournament_id])
    rows = [(*row[:4], filled(row[3], bytes(row[4]), texts)) for row in first]
    for one in project_tournament(rows, {}).values():
        cursor.do("UPDATE listed_tournaments SET title = ? WHERE tournament_id = ?", one.title, one.tournament_id)


def store_in(folder: Path) -> Store:
    """Create an empty store in a file of a folder."""
    from tablescribe.ledger.log.schema import LISTS, metadata, tracking

    engine = sqlite.connect(folder / "lists.db", create=True)
    metadata.create_all(engine, tables=[*LISTS, tracking])
    hurry = threading.Event()
    return Store(engine, Writer(engine, hurry), Reader(engine, hurry))


def _fetched(store: Store, statement: str, *values: object) -> list[Any]:
    """Return the rows of a SELECT on a store."""
    return store.reader.read(lambda cursor: Cursor(cursor, store.engine).fetched(statement, *values))


def close_store(store: Store) -> None:
    """Close the connections of a store in its own file."""
    store.writer.close()
    store.reader.close()
    store.engine.dispose()


def refs_of(log: LedgerRecorder, name: str) -> tuple[set[str], list[str]]:
    """Return the spellings of the person with this name, and all references whose name has one of these spellings."""
    stand_for = {row[0]: spelt(row[1]) for row in log.fetched("SELECT spelt, called FROM spellings")}
    person = stand_for.get(spelt(name), spelt(name))
    same = {spelt(name), person} | {one for one, other in stand_for.items() if other == person}
    known = log.fetched("SELECT ref, name FROM identities")
    return same, [ref for ref, kept in known if name == ref or spelt(str(kept)) in same]


def _some_names(cursor: Cursor) -> list[str]:
    return [str(row[0]) for row in cursor.fetched("SELECT name FROM listed_people LIMIT ?", MANY)]


def _matches_of(cursor: Cursor, names: Iterable[str], refs: Iterable[str]) -> list[str]:
    """Return the matches of people with these spellings or references."""
    people = [row[0] for row in cursor.among("listed_people", ["person"], "spelt", names)]
    found = [row[0] for row in cursor.among("listed_seats", ["match_id"], "person", people)]
    return [*dict.fromkeys([*found, *(row[0] for row in cursor.among("listed_seats", ["match_id"], "ref", refs))])]
