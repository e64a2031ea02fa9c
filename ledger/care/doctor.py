"""The doctor: finds problems of a ledger, with causes and remedies."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from sqlalchemy import select

from tablescribe.domain.match.events import Opened
from tablescribe.ledger.care.trigger_checks import hollowed, rows_of
from tablescribe.ledger.log.database import missing_parts
from tablescribe.ledger.log.errors import LedgerError, LedgerReadOnly
from tablescribe.ledger.log.file_access import may_record
from tablescribe.ledger.log.schema import LISTS, identities, metadata, seeds
from tablescribe.ledger.matches.boxes import boxes, changed_in, revisions
from tablescribe.ledger.matches.ledger import Ledger, Progress
from tablescribe.ledger.proofs.keys.key_files import BadKey, KeyStore
from tablescribe.ledger.proofs.keys.keyring import Keyring
from tablescribe.ledger.proofs.tree.high_water_mark import marks_of
from tablescribe.ledger.proofs.tree.log_tree import LogTree
from tablescribe.ledger.proofs.verification.soundness import verify_ledger
from tablescribe.ledger.read_models.consistency import compare

LEAST_FREE = 200 * 1024 * 1024
"""Minimum number of free bytes on a ledger's disk."""

REBUILT = {table.name for table in LISTS}
"""Tables that `lists rebuild` makes again."""

KEEP = "Keep the file unchanged, and restore the ledger from a backup."

READ_ONLY = "the file or its folder is read-only: it can be read, but nothing can be recorded"
NO_ROOM = "its disk has no room for the files needed to record: it can be read, but nothing can be recorded"
COPY = "To record, copy it to another folder (`tablescribe backup FILE`), and name the copy with --ledger."

Found = tuple[str, str, str]


@dataclass(frozen=True)
class Examination:
    """Result of one check.

    Attributes:
        what: name of the check.
        state: `good`, `note` (for information) or `bad`.
        words: finding.
        do: remedy; empty if none is needed.
    """

    what: str
    state: str
    words: str
    do: str = ""


def examine(ledger: Ledger, store: KeyStore, progress: Callable[[str], Progress]) -> Iterator[Examination]:
    """Run all checks in turn and yield their results. A check that fails to run is `bad`.

    Args:
        ledger: an open ledger, whose schema is therefore current.
        store: folder of private keys.
        progress: returns the progress callback for a long check, by its name.
    """
    checks: tuple[tuple[str, Callable[[], Found]], ...] = (
        ("schema", lambda: _schema(ledger)),
        ("guards", lambda: _guards(ledger)),
        ("safety", lambda: _safety(ledger)),
        ("storage", lambda: _storage(ledger)),
        ("chains", lambda: _chains(ledger, progress("chains"))),
        ("tree", lambda: _tree(ledger, progress("tree"))),
        ("key", lambda: _key(ledger, store)),
        ("forks", lambda: _forks(ledger, store)),
        ("names", lambda: _names(ledger)),
        ("lists", lambda: _lists(ledger, progress("lists"))),
        ("seeds", lambda: _seeds(ledger)),
        ("boxes", lambda: _boxes(ledger)),
        ("space", lambda: _space(ledger)),
    )
    for what, check in checks:
        try:
            yield Examination(what, *check())
        except LedgerError as error:
            Keyring(ledger, store).forget_verified()
            yield Examination(what, "bad", str(error), KEEP)
        except Exception as error:  # a damaged database can raise anything; the other checks still run
            yield Examination(what, "bad", f"it cannot be read: {type(error).__name__}: {error}"[:300], KEEP)


def data_of(examined: Examination) -> dict[str, str]:
    """Return a result as plain data."""
    return asdict(examined)


def _schema(ledger: Ledger) -> Found:
    """Check that all tables, columns and indexes are there."""
    lacking = missing_parts(ledger.log.engine, metadata.sorted_tables)
    if not lacking:
        return "good", "complete", ""
    words = f"missing: {', '.join(lacking)}"
    if all(one.split()[-1] in REBUILT for one in lacking):
        return "bad", words, "Only lists are affected. Rebuild them: `tablescribe lists rebuild`."
    return "bad", words, "Copy the ledger into a new one: `tablescribe backup FILE`, then `restore` it elsewhere."


def _guards(ledger: Ledger) -> Found:
    """Check that the append-only triggers exist, are unchanged and enabled, and cannot be bypassed."""
    wrong, count = hollowed(ledger)
    if wrong:
        do = "The log may have been changed. Run `tablescribe verify --again`, then restore a backup into a new ledger."
        return "bad", f"missing or changed: {', '.join(sorted(wrong))}", do
    return "good", f"{count} triggers keep the log append-only", ""


def _safety(ledger: Ledger) -> Found:
    """Check that an acknowledged commit is on disk, and which role is used."""
    if ledger.log.engine.dialect.name == "sqlite":
        if ledger.log.backend.is_read_only(ledger.log.engine):
            if may_record(Path(ledger.log.where)):  # nothing can be created beside it
                return "bad", NO_ROOM, "Free space on its disk to record again."
            return "note", READ_ONLY, COPY
        mode, level = rows_of(ledger, "PRAGMA journal_mode")[0][0], rows_of(ledger, "PRAGMA synchronous")[0][0]
        if (mode, level) != ("wal", 2):
            return "bad", f"journal {mode}, synchronous {level}: a crash may lose acknowledged events", "Open it again."
        if not may_record(Path(ledger.log.where)):
            return "note", READ_ONLY, COPY
        return "good", "write-ahead log, every commit is on the disk", ""
    settings = ("fsync", "synchronous_commit", "full_page_writes")
    off = [name for name in settings if rows_of(ledger, f"SHOW {name}")[0][0] == "off"]
    if off:
        return "bad", f"{', '.join(off)} is off on the server: a crash may lose acknowledged events", "Switch it on."
    owner = "SELECT bool_or(pg_has_role(relowner, 'USAGE')) FROM pg_class WHERE oid = 'events'::regclass"
    if rows_of(ledger, owner)[0][0]:
        do = "Record as a role that has only the rights that `tablescribe doctor --rights ROLE` prints."
        return "note", "this role owns the tables and could disable the guards", do
    return "good", "every commit is on the disk; this role can only add", ""


def _storage(ledger: Ledger) -> Found:
    """Run the database's own integrity check of pages, rows and indexes."""
    if ledger.log.engine.dialect.name == "sqlite":
        faults = [str(row[0]) for row in rows_of(ledger, "PRAGMA integrity_check(5)")]
        if faults != ["ok"]:
            return "bad", f"SQLite found damage in its file: {'; '.join(faults)}"[:300], KEEP
        return "good", "SQLite found no damaged page or index", ""
    return _storage_of_postgres(ledger)


def _storage_of_postgres(ledger: Ledger) -> Found:
    for table in metadata.sorted_tables:  # reads every row, without an index
        with suppress(LedgerReadOnly):
            rows_of(ledger, f"SELECT count(t::text) FROM {table.name} t")
    if not rows_of(ledger, "SELECT 1 FROM pg_extension WHERE extname = 'amcheck'"):
        do = "To check indexes too, run CREATE EXTENSION amcheck in the database as its superuser."
        return "note", "every row can be read; indexes were not checked, as amcheck is not installed", do
    ours = ", ".join(f"'{table.name}'::regclass" for table in metadata.sorted_tables)
    try:
        faults = rows_of(
            ledger,
            "SELECT c.oid::regclass::text || ': ' || v.msg FROM pg_class c, verify_heapam(c.oid) v "
            f"WHERE c.oid IN ({ours})",
        )
        rows_of(ledger, f"SELECT bt_index_check(i.indexrelid, true) FROM pg_index i WHERE i.indrelid IN ({ours})")
    except LedgerReadOnly:
        return "note", "every row can be read; this role may not run amcheck over the indexes", ""
    if faults:
        return "bad", f"PostgreSQL found damage in its files: {'; '.join(row[0] for row in faults[:5])}", KEEP
    return "good", "PostgreSQL found no damaged row or index", ""


def _chains(ledger: Ledger, progress: Progress) -> Found:
    sound = verify_ledger(ledger, progress=progress)
    held = f"{counted(len(sound.tournaments), 'tournament', 'tournaments')}, " if sound.tournaments else ""
    matches, events = counted(len(sound.heads), "match", "matches"), counted(sound.events, "event", "events")
    words = f"{matches}, {held}{events}: all match what was recorded"
    if sound.doubts or sound.clocks:
        return "note", "; ".join([words, *map(str, sound.doubts + sound.clocks)]), ""
    return "good", words, ""


def _tree(ledger: Ledger, progress: Progress) -> Found:
    tree = LogTree(ledger)
    count = tree.check_all(progress)
    if not count:
        do = "Run `tablescribe checkpoint` regularly, and keep its output elsewhere."
        return "note", "no checkpoint was ever signed, so a rewrite of the whole ledger could not be detected", do
    return "good", f"it matches every signed checkpoint ({count})", ""


def _key(ledger: Ledger, store: KeyStore) -> Found:
    keyring = Keyring(ledger, store)
    papers, version = keyring.papers()
    if not version:
        return "note", "the ledger has no key yet; it is made when a checkpoint is signed", ""
    try:
        return "good", f"it is here: {keyring.own(papers)}", ""
    except BadKey as error:
        return "note", str(error), ""


def _forks(ledger: Ledger, store: KeyStore) -> Found:
    """Check that the keys in this folder have signed this log and no other of this ledger."""
    tree, signed = LogTree(ledger), 0
    for path, stated in marks_of(store.folder, tree.origin):
        do = "Go back to the newer copy, or continue here with a new key: `tablescribe keys rotate`."
        many = counted(stated.size, "event", "events")
        if stated.size > tree.size():
            return "bad", f"{path} has signed {many}, but here there are {tree.size()}: this is an older copy", do
        if tree.tree(trusting=False).root(stated.size) != stated.root:
            return "bad", f"{path} has signed another log of {many}: this ledger has two histories", do
        signed = max(signed, stated.size)
    if not signed:
        return "note", "no key here has signed this log, so an older copy could not be detected", ""
    return "good", f"it matches the log signed here, up to event {signed}", ""


def _names(ledger: Ledger) -> Found:
    refs: set[str] = set()
    for match_id in ledger.match_ids():
        opened = ledger.events_of(match_id)[0]
        assert isinstance(opened, Opened)
        refs.update(seat.ref for seat in opened.seats)
    for tournament_id in ledger.tournament_ids():
        refs.update(ledger.tournament(tournament_id).entrants)
    known = {row[0] for row in ledger.log.select(select(identities.c.ref))}
    nobody, nowhere = len(refs - known), len(known - refs)
    named = counted(len(refs & known), "seat has a name", "seats have names")
    words = f"{named}; {counted(nobody, 'has', 'have')} none (erased, or recorded elsewhere)"
    strangers = f"; {counted(nowhere, 'name belongs', 'names belong')} to no match"
    return "good", words + (strangers if nowhere else ""), ""


def _lists(ledger: Ledger, progress: Progress) -> Found:
    """Check that the read models match the log."""
    if missing_parts(ledger.log.engine, LISTS):
        return "bad", "some of their tables or indexes are missing", "Rebuild them: `tablescribe lists rebuild`."
    try:
        found = compare(ledger.lists, progress)
    except LedgerReadOnly:
        return "note", "this role cannot read them and builds its own each time", ""
    if not found.settled:
        return "note", "they changed during each comparison because people are recording", "Run the doctor again later."
    if found.lost and not ledger.erasure_is_unfinished():
        words = f"they contain data that was deleted from the ledger: {', '.join(found.lost)}"
        return (
            "bad",
            words,
            "Do not rebuild them: they are the last copy. Keep the file, and restore a backup elsewhere.",
        )
    if found.wrong:
        do = "Verification, signatures and audits do not use them. Rebuild them: `tablescribe lists rebuild`."
        return "bad", f"they differ from the log: {', '.join(found.wrong)}", do
    behind = found.last - found.come
    words = f"they match the log up to event {found.come}"
    return "good", f"{words}; {behind} more are added at the next read" if behind else words, ""


def _seeds(ledger: Ledger) -> Found:
    def waits(match_id: str) -> bool:
        match = ledger.match(match_id)
        return match.opened.chance == "sealed" and match.closed is None

    waiting = [match_id for match_id in ledger.match_ids() if waits(match_id)]
    try:  # read after the matches, so that a match opened since has its seed
        kept = {row[0] for row in ledger.log.select(select(seeds.c.match_id))}
    except LedgerReadOnly:
        return "note", "this role cannot read seeds, so it cannot play sealed matches", ""
    lost = [match_id for match_id in waiting if match_id not in kept and waits(match_id)]
    if lost:
        do = "Continue where they were opened, or close them as abandoned."
        return (
            "note",
            f"sealed matches that cannot continue here, because their seeds are elsewhere: {', '.join(lost)}",
            do,
        )
    return "good", f"{len(kept)} kept for sealed matches", ""


def _boxes(ledger: Ledger) -> Found:
    """Check that no box lacks a revision, and that no revision changed what an earlier one said."""
    told = []
    for one in boxes(ledger):
        history = revisions(ledger, one.name)
        numbers, games = [was.revision for was in history], {was.game for was in history}
        whole = numbers == list(range(1, len(history) + 1)) and len(history) >= one.revision  # more: added since
        if not whole or games != {one.game}:
            return "bad", f"the box {one.name} lacks revisions, or has revisions of several games", KEEP
        if odd := changed_in(history):
            told.append(f"{one.name} ({', '.join(odd)})")
    if told:
        return "note", f"changed since an earlier revision: {'; '.join(told)}"[:300], ""
    return "good", f"{counted(len(boxes(ledger)), 'box', 'boxes')}, complete", ""


def counted(n: int, one: str, several: str) -> str:
    """Format a number with the singular or plural noun."""
    return f"{n} {one if n == 1 else several}"


def _space(ledger: Ledger) -> Found:
    if ledger.log.engine.dialect.name != "sqlite":
        size = rows_of(ledger, "SELECT pg_size_pretty(pg_database_size(current_database()))")[0][0]
        return "good", f"the database has {size}; check the free space on its server", ""
    free = shutil.disk_usage(Path(ledger.log.where).resolve().parent).free
    words = f"{free // 2**20:,} MiB are free"
    if free < LEAST_FREE:
        return "bad", words, "Free disk space: a full disk stops recording."
    return "good", words, ""
