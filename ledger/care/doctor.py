"""The doctor: finds problems of a ledger, with causes and remedies."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import select

from tablescribe.domain.match.events import Opened
from tablescribe.domain.words.text import Slot, Text, listed, plural, say, tell
from tablescribe.ledger.care.trigger_checks import hollowed, rows_of
from tablescribe.ledger.log.database import missing_parts
from tablescribe.ledger.log.errors import LedgerError, LedgerReadOnly
from tablescribe.ledger.log.file_access import may_record
from tablescribe.ledger.log.schema import LISTS, identities, metadata, seeds
from tablescribe.ledger.log.schema_copies import unfinished_copies
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
"""Tables that `lists rebuild` creates again."""

KEEP = say("Keep the file unchanged, and restore the ledger from a backup.")

READ_ONLY = say("the file or its folder is read-only: it can be read, but nothing can be recorded")
NO_ROOM = say("its disk has no room for the files needed to record: it can be read, but nothing can be recorded")
COPY = say("To record, copy it to another folder (`tablescribe backup FILE`), and name the copy with --ledger.")
REBUILD = say("Rebuild them: `tablescribe lists rebuild`.")

Found = tuple[str, Slot, Slot]
"""State, finding and remedy; see `Examination`."""

LONGEST = 300
"""Maximum length of a database's own message, in characters."""


@dataclass(frozen=True)
class Examination:
    """Result of one check.

    Attributes:
        what: name of the check.
        state: `good`, `note` (for information) or `bad`.
        found: the finding.
        remedy: the recommended action; empty if none is needed.
    """

    what: str
    state: str
    found: Slot
    remedy: Slot = ""

    @property
    def words(self) -> str:
        """The finding in English."""
        return tell(Text("{found}", {"found": self.found}))

    @property
    def do(self) -> str:
        """The remedy in English."""
        return tell(Text("{remedy}", {"remedy": self.remedy}))


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
            yield Examination(what, "bad", error.text, KEEP)
        except Exception as error:  # a damaged database can raise anything; the other checks still run
            why = f"{type(error).__name__}: {error}"[:LONGEST]
            yield Examination(what, "bad", say("it cannot be read: {why}", why=why), KEEP)


def data_of(examined: Examination) -> dict[str, str]:
    """Return a result as plain data."""
    return {"what": examined.what, "state": examined.state, "words": examined.words, "do": examined.do}


def _schema(ledger: Ledger) -> Found:
    """Check that all tables, columns and indexes exist."""
    lacking = missing_parts(ledger.log.engine, metadata.sorted_tables)
    if not lacking:
        return "good", say("complete"), ""
    words = say("missing: {parts}", parts=", ".join(lacking))
    if all(one.split()[-1] in REBUILT for one in lacking):
        return "bad", words, say("Only lists are affected. {rebuild}", rebuild=REBUILD)
    do = say("Copy the ledger into a new one: `tablescribe backup FILE`, then `restore` it elsewhere.")
    return "bad", words, do


def _guards(ledger: Ledger) -> Found:
    """Check that the append-only triggers exist, are unchanged and enabled, and cannot be bypassed."""
    wrong, count = hollowed(ledger)
    if wrong:
        do = say("The log may have been changed. Run `tablescribe verify --again`, then restore a backup into a new "
                 "ledger.")  # fmt: skip
        return "bad", say("missing or changed: {parts}", parts=", ".join(sorted(wrong))), do
    return "good", say("{count} triggers keep the log append-only", count=count), ""


def _safety(ledger: Ledger) -> Found:
    """Check that acknowledged commits are durable, and that the database role can only add."""
    if ledger.log.engine.dialect.name == "sqlite":
        if ledger.log.backend.is_read_only(ledger.log.engine):
            if may_record(Path(ledger.log.where)):  # nothing can be created beside it
                return "bad", NO_ROOM, say("Free space on its disk to record again.")
            return "note", READ_ONLY, COPY
        mode, level = rows_of(ledger, "PRAGMA journal_mode")[0][0], rows_of(ledger, "PRAGMA synchronous")[0][0]
        if (mode, level) != ("wal", 2):
            words = say("journal {mode}, synchronous {level}: a crash may lose acknowledged events",
                        mode=str(mode), level=str(level))  # fmt: skip
            return "bad", words, say("Open it again.")
        if not may_record(Path(ledger.log.where)):
            return "note", READ_ONLY, COPY
        return "good", say("write-ahead log, every commit is on the disk"), ""
    settings = ("fsync", "synchronous_commit", "full_page_writes")
    off = [name for name in settings if rows_of(ledger, f"SHOW {name}")[0][0] == "off"]
    if off:
        words = say("{settings} is off on the server: a crash may lose acknowledged events", settings=", ".join(off))
        return "bad", words, say("Switch it on.")
    owner = "SELECT bool_or(pg_has_role(relowner, 'USAGE')) FROM pg_class WHERE oid = 'events'::regclass"
    if rows_of(ledger, owner)[0][0]:
        do = say("Record as a role that has only the rights that `tablescribe doctor --rights ROLE` prints.")
        return "note", say("this role owns the tables and could disable the guards"), do
    return "good", say("every commit is on the disk; this role can only add"), ""


def _storage(ledger: Ledger) -> Found:
    """Run the database's own integrity check; look for what a killed upgrade left beside the file."""
    if ledger.log.engine.dialect.name == "sqlite":
        faults = [str(row[0]) for row in rows_of(ledger, "PRAGMA integrity_check(5)")]
        if faults != ["ok"]:
            return "bad", say("SQLite found damage in its file: {faults}", faults="; ".join(faults)[:LONGEST]), KEEP
        if left := unfinished_copies(ledger.log.where):
            words = say("SQLite found no damaged page or index; an upgrade that was killed left {files}",
                        files=", ".join(left))  # fmt: skip
            return "note", words, say("Delete what it left: an unfinished copy of the ledger, with people's names.")
        return "good", say("SQLite found no damaged page or index"), ""
    return _storage_of_postgres(ledger)


def _storage_of_postgres(ledger: Ledger) -> Found:
    for table in metadata.sorted_tables:  # reads every row, without an index
        with suppress(LedgerReadOnly):
            rows_of(ledger, f"SELECT count(t::text) FROM {table.name} t")
    if not rows_of(ledger, "SELECT 1 FROM pg_extension WHERE extname = 'amcheck'"):
        do = say("To check indexes too, run CREATE EXTENSION amcheck in the database as its superuser.")
        return "note", say("every row can be read; indexes were not checked, as amcheck is not installed"), do
    ours = ", ".join(f"'{table.name}'::regclass" for table in metadata.sorted_tables)
    try:
        faults = rows_of(
            ledger,
            "SELECT c.oid::regclass::text || ': ' || v.msg FROM pg_class c, verify_heapam(c.oid) v "
            f"WHERE c.oid IN ({ours})",
        )
        rows_of(ledger, f"SELECT bt_index_check(i.indexrelid, true) FROM pg_index i WHERE i.indrelid IN ({ours})")
    except LedgerReadOnly:
        return "note", say("every row can be read; this role may not run amcheck over the indexes"), ""
    if faults:
        some = "; ".join(row[0] for row in faults[:5])
        return "bad", say("PostgreSQL found damage in its files: {faults}", faults=some), KEEP
    return "good", say("PostgreSQL found no damaged row or index"), ""


def _chains(ledger: Ledger, progress: Progress) -> Found:
    sound = verify_ledger(ledger, progress=progress)
    counts = [plural(len(sound.heads), "1 match", "{n} matches")]
    if sound.tournaments:
        counts.append(plural(len(sound.tournaments), "1 tournament", "{n} tournaments"))
    counts.append(plural(sound.events, "1 event", "{n} events"))
    words = say("{counts}: all match what was recorded", counts=listed(counts))
    if sound.doubts or sound.clocks:
        return "note", listed([words, *sound.doubts, *sound.clocks], "; "), ""
    return "good", words, ""


def _tree(ledger: Ledger, progress: Progress) -> Found:
    tree = LogTree(ledger)
    count = tree.check_all(progress)
    if not count:
        do = say("Run `tablescribe checkpoint` regularly, and keep its output elsewhere.")
        return "note", say("no checkpoint was ever signed, so a rewrite of the whole ledger could not be detected"), do
    return "good", say("it matches every signed checkpoint ({count})", count=count), ""


def _key(ledger: Ledger, store: KeyStore) -> Found:
    keyring = Keyring(ledger, store)
    papers, version = keyring.papers()
    if not version:
        return "note", say("the ledger has no key yet; it is made when a checkpoint is signed"), ""
    try:
        return "good", say("it is here: {key}", key=str(keyring.own(papers))), ""
    except BadKey as error:
        return "note", error.text, ""


def _forks(ledger: Ledger, store: KeyStore) -> Found:
    """Check that the keys in this folder have signed only this log of the ledger."""
    tree, signed = LogTree(ledger), 0
    for path, stated in marks_of(store.folder, tree.origin):
        do = say("Go back to the newer copy, or continue here with a new key: `tablescribe keys rotate`.")
        many = plural(stated.size, "1 event", "{n} events")
        if stated.size > tree.size():
            words = say("{key} has signed {events}, but here there are {here}: this is an older copy",
                        key=str(path), events=many, here=tree.size())  # fmt: skip
            return "bad", words, do
        if tree.tree(trusting=False).root(stated.size) != stated.root:
            words = say("{key} has signed another log of {events}: this ledger has two histories",
                        key=str(path), events=many)  # fmt: skip
            return "bad", words, do
        signed = max(signed, stated.size)
    if not signed:
        return "note", say("no key here has signed this log, so an older copy could not be detected"), ""
    return "good", say("it matches the log signed here, up to event {event}", event=signed), ""


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
    words = [
        plural(len(refs & known), "1 seat has a name", "{n} seats have names"),
        plural(nobody, "1 has none (erased, or recorded elsewhere)", "{n} have none (erased, or recorded elsewhere)"),
    ]
    if nowhere:
        words.append(plural(nowhere, "1 name belongs to no match", "{n} names belong to no match"))
    return "good", listed(words, "; "), ""


def _lists(ledger: Ledger, progress: Progress) -> Found:
    """Check that the read models match the log."""
    if missing_parts(ledger.log.engine, LISTS):
        return "bad", say("some of their tables or indexes are missing"), REBUILD
    try:
        found = compare(ledger.lists, progress)
    except LedgerReadOnly:
        return "note", say("this role cannot read them and builds its own each time"), ""
    if not found.settled:
        words = say("they changed during each comparison because people are recording")
        return "note", words, say("Run the doctor again later.")
    if found.lost and not ledger.erasure_is_unfinished():
        words = say("they contain data that was deleted from the ledger: {parts}", parts=", ".join(found.lost))
        do = say("Do not rebuild them: they are the last copy. Keep the file, and restore a backup elsewhere.")
        return "bad", words, do
    if found.wrong:
        do = say("Verification, signatures and audits do not use them. {rebuild}", rebuild=REBUILD)
        return "bad", say("they differ from the log: {parts}", parts=", ".join(found.wrong)), do
    behind = found.last - found.come
    words = say("they match the log up to event {event}", event=found.come)
    more = say("{words}; {count} more are added at the next read", words=words, count=behind)
    return "good", more if behind else words, ""


def _seeds(ledger: Ledger) -> Found:
    def waits(match_id: str) -> bool:
        match = ledger.match(match_id)
        return match.opened.chance == "sealed" and match.closed is None

    waiting = [match_id for match_id in ledger.match_ids() if waits(match_id)]
    try:  # read after the matches, so that a match opened since has its seed
        kept = {row[0] for row in ledger.log.select(select(seeds.c.match_id))}
    except LedgerReadOnly:
        return "note", say("this role cannot read seeds, so it cannot play sealed matches"), ""
    lost = [match_id for match_id in waiting if match_id not in kept and waits(match_id)]
    if lost:
        do = say("Continue where they were opened, or close them as abandoned.")
        words = say("sealed matches that cannot continue here, because their seeds are elsewhere: {matches}",
                    matches=", ".join(lost))  # fmt: skip
        return "note", words, do
    return "good", say("{count} kept for sealed matches", count=len(kept)), ""


def _boxes(ledger: Ledger) -> Found:
    """Check that no revision of a box is missing, and that no revision changes data of an earlier one."""
    told = []
    for one in boxes(ledger):
        history = revisions(ledger, one.name)
        numbers, games = [was.revision for was in history], {was.game for was in history}
        whole = numbers == list(range(1, len(history) + 1)) and len(history) >= one.revision  # more: added since
        if not whole or games != {one.game}:
            return "bad", say("the box {box} lacks revisions, or has revisions of several games", box=one.name), KEEP
        if odd := changed_in(history):
            told.append(f"{one.name} ({', '.join(odd)})")
    if told:
        return "note", say("changed since an earlier revision: {boxes}", boxes="; ".join(told)[:LONGEST]), ""
    return "good", plural(len(boxes(ledger)), "1 box, complete", "{n} boxes, complete"), ""


def _space(ledger: Ledger) -> Found:
    if ledger.log.engine.dialect.name != "sqlite":
        size = rows_of(ledger, "SELECT pg_size_pretty(pg_database_size(current_database()))")[0][0]
        return "good", say("the database has {size}; check the free space on its server", size=str(size)), ""
    free = shutil.disk_usage(Path(ledger.log.where).resolve().parent).free
    words = say("{size} MiB are free", size=free // 2**20)
    if free < LEAST_FREE:
        return "bad", words, say("Free disk space: a full disk stops recording.")
    return "good", words, ""
