"""The ledger: an `eventsourcing` application over our recorder.

`Ledger` keeps matches, people's names and the seeds of sealed matches, and checks itself. What the
domain may not ask for (the clock, ids, chance) is brought in one room further out, by `scribe.py`.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

from eventsourcing.application import AggregateNotFoundError, Application
from eventsourcing.persistence import ApplicationRecorder, Mapper, Tracking
from sqlalchemy import ColumnElement, delete, func, literal_column, select, true, update

from domain.events import AnyEvent
from domain.games import project, revive
from domain.line import NoSuchMove
from domain.match import Match
from domain.table import Impossible
from domain.text import say
from ledger.beside import check_commands
from ledger.lists.asking import Asking
from ledger.lists.lists import Lists, refs_of
from ledger.lists.names import spelt
from ledger.log.chain import BrokenChain, Row, verify_chain
from ledger.log.codec import BadEvent, EventMapper, check_all_canonical, check_canonical, decode_joined
from ledger.log.database import connect, ledger_id_of, migrate, translated
from ledger.log.errors import LedgerDamaged, LedgerReadOnly, NoSuchMatch
from ledger.log.recorder import LedgerRecorder
from ledger.log.schema import about, access, events, identities, seeds

_ERASED, _SCRUBBED = "names erased", "erased names scrubbed"

Progress = Callable[[int, int], None]
"""Told how many of how many events are done."""


class Ledger(Application[str]):
    """All matches of one ledger."""

    def __init__(self, recorder: LedgerRecorder) -> None:
        self._handed_in = recorder
        self._references: dict[str, str] = {}
        self.lists = Lists(recorder)
        self.asking = Asking(self.lists)
        super().__init__()

    def construct_recorder(self) -> ApplicationRecorder:
        """Return the recorder that was handed in."""
        return self._handed_in

    def construct_mapper(self) -> Mapper[str]:
        """Return the mapper of our closed list of events."""
        return EventMapper(self.construct_transcoder())

    @property
    def log(self) -> LedgerRecorder:  # type: ignore[override]  # the library's `log` is deprecated
        """The recorder, by its own type."""
        return self._handed_in

    @property
    def ledger_id(self) -> str:
        """The random id that this ledger got when it was made."""
        return self.log.ledger_id

    def close(self) -> None:
        """Give the database back."""
        super().close()
        self.lists.close()
        self.log.close()

    # --- matches --------------------------------------------------------------------------

    def match(self, match_id: str) -> Match:
        """Return a match as it stands now, through the library's repository.

        Raises:
            NoSuchMatch: there is none of that id.
            LedgerDamaged: its events cannot be read, or do not follow each other.
        """
        try:
            with readable(match_id):
                found: Match = self.repository.get(match_id, projector_func=cast(Any, project))
        except AggregateNotFoundError:
            raise NoSuchMatch(
                say("there is no match {match}: `tablescribe matches` lists them", match=match_id)
            ) from None
        return found

    def quick_match(self, match_id: str) -> Match:
        """Return a match as it stands now, straight from the stored bytes: for bulk work.

        Raises:
            NoSuchMatch: there is none of that id.
            LedgerDamaged: its events cannot be read, or do not follow each other.
        """
        with readable(match_id):
            match = revive(self.events_of(match_id))
        if match is None:
            raise NoSuchMatch(say("there is no match {match}: `tablescribe matches` lists them", match=match_id))
        return match

    def events_of(self, match_id: str) -> list[AnyEvent]:
        """Return a match's events, straight from the stored bytes.

        Raises:
            LedgerDamaged: one of them cannot be read.
        """
        with readable(match_id):
            return decode_joined(self.log.joined(match_id))

    def find(self, beginning: str) -> str:
        """Return the id of the one match whose id begins like that.

        Raises:
            NoSuchMatch: none does, or several do.
        """
        e, first = events.c, (events.c.version == literal_column("1"), events.c.type == "Opened")
        if self.log.select(select(e.match_id).where(e.match_id == beginning, *first)):
            return beginning
        key = self.log.backend.in_bytes(e.match_id)
        after = beginning + "\U0010ffff"  # no id has a character as high as that
        statement = select(e.match_id).where(key >= beginning, key < after, *first)
        found = [row[0] for row in self.log.select(statement.order_by(key).limit(6))]
        if len(found) == 1:
            return str(found[0])
        if not found:
            raise NoSuchMatch(
                say("there is no match {beginning}: `tablescribe matches` lists them", beginning=beginning)
            )
        raise NoSuchMatch(
            say(
                "several matches begin with {beginning}: {matches} …", beginning=beginning, matches=", ".join(found[:5])
            )
        )

    def match_ids(self) -> list[str]:
        """Return the ids of all matches, in the order they were opened."""
        return self._first_of(events.c.type == "Opened")

    def head(self, match_id: str) -> str:
        """Return the head hash of a match, that of the event that closed it, in hexadecimal; empty while it is open."""
        e = events.c
        found = self.log.select(select(e.hash).where(e.match_id == match_id, e.type == "Closed"))
        return bytes(found[0][0]).hex() if found else ""

    def closed_with(self, head: str) -> str | None:
        """Return the match that was closed by the event of that hash, if one of this ledger was."""
        e = events.c
        found = self.log.select(select(e.match_id).where(e.hash == bytes.fromhex(head), e.type == "Closed"))
        return str(found[0][0]) if found else None

    def stream_ids(self) -> list[str]:
        """Return the ids of all matches and of whatever else the log keeps, such as the ledger's keys."""
        return self._first_of(true())

    def _first_of(self, kind: ColumnElement[bool]) -> list[str]:
        e = events.c
        statement = select(e.match_id).where(e.version == 1, kind).order_by(e.position)
        return [row[0] for row in self.log.select(statement)]

    # --- people and seeds: kept beside the log, and deletable ---------------------------------

    def introduce(self, name: str) -> tuple[str, str]:
        """Keep a name and return its random reference and its commitment, HMAC-SHA-256 under a random salt."""
        ref, salt = secrets.token_hex(8), secrets.token_bytes(32)
        self.log.write(self.log.into(identities).values(ref=ref, name=name, salt=salt))
        return ref, hmac.new(salt, name.encode(), hashlib.sha256).hexdigest()

    def names(self, refs: Iterable[str]) -> dict[str, str]:
        """Return the names that are still known of some references."""
        statement = select(identities.c.ref, identities.c.name).where(identities.c.ref.in_(list(refs)))
        return {row[0]: row[1] for row in self.log.select(statement)}

    def erase(self, name: str) -> int:
        """Delete a person: name and salts, in whatever way it was typed. Return how many references lost it.

        Names that look alike but for capitals, spaces or the way that Unicode composes their letters are one. Labels of
        passes that hold the name are emptied. The log is untouched and every hash stays valid; without the salt nobody
        can find the name out. Copies of the ledger (backups, a server's own logs and archives), and the blocks of a
        disk that a file used to have, are out of its reach.

        Raises:
            LedgerLocked: deleted, but still in the write-ahead log, as another program is reading; do it once more.
        """
        same, refs = refs_of(self.log, name)
        labels = self._labels_with(name)
        if refs or labels:
            self.log.insert_tracking(Tracking(_ERASED, self._erasures(_ERASED) + 1))
        elif not self.erasure_is_unfinished():
            return 0
        erased = sum(self.log.write(delete(identities).where(identities.c.ref == ref)) for ref in refs)
        self.lists.forget({*same, name}, refs)
        for one in labels:
            self.log.write(update(access).where(access.c.id == one).values(label=""))
        with translated(self.log.where, self.log.backend):
            self.log.backend.scrub(self.log.engine, self.log.where)
        if self.erasure_is_unfinished():
            self.log.insert_tracking(Tracking(_SCRUBBED, self._erasures(_ERASED)))
        return erased

    def erasure_is_unfinished(self) -> bool:
        """Return whether what was erased may still lie in the ledger's files: to erase once more finishes it."""
        return self._erasures(_ERASED) > self._erasures(_SCRUBBED)

    def _erasures(self, name: str) -> int:
        return self.log.max_tracking_id(name) or 0

    def _labels_with(self, name: str) -> list[str]:
        """Return the passes whose label holds a name as a word."""
        word = re.compile(rf"(?<!\w){re.escape(spelt(name))}(?!\w)")
        try:
            found = self.log.select(select(access.c.id, access.c.label))
        except LedgerReadOnly:  # a role that may not look at passes
            return []
        return [one for one, label in found if word.search(spelt(str(label)))]

    def keep_seed(self, match_id: str, seed: bytes) -> None:
        """Keep the secret seed of a sealed match."""
        self.log.write(self.log.into(seeds).values(match_id=match_id, seed=seed))

    def seed(self, match_id: str) -> bytes | None:
        """Return the seed of a sealed match, if it is here."""
        found = self.log.select(select(seeds.c.seed).where(seeds.c.match_id == match_id))
        return found[0][0] if found else None

    def reference(self, key: str) -> str:
        """Return the random reference of this ledger's `recorder` or `device`: it is made once and never changes."""
        if key not in self._references:
            wanted = select(about.c.value).where(about.c.key == key)
            if not self.log.select(wanted):
                self.log.write(self.log.into(about).values(key=key, value=secrets.token_hex(8)))
            self._references[key] = str(self.log.select(wanted)[0][0])
        return self._references[key]

    # --- checking -------------------------------------------------------------------------

    def verify(
        self,
        match_id: str | None = None,
        progress: Progress | None = None,
        look: Callable[[list[AnyEvent]], None] = lambda events: None,
    ) -> dict[str, bytes]:
        """Check one match or all: chains, bytes, versions, positions and commands. Return each match's head hash.

        Args:
            match_id: of one match; `None` for all.
            progress: told how many events are done.
            look: handed the events of each match, which are right.

        Raises:
            NoSuchMatch: there is none of that id.
            LedgerDamaged: the first fault, with its match, event and cause.
        """
        ids = [match_id] if match_id is not None else self.stream_ids()
        total = self._count(match_id)
        done, heads = 0, {}
        for one in ids:
            rows = list(self.log.rows(one))
            if not rows:
                raise NoSuchMatch(say("there is no match {one}: `tablescribe matches` lists them", one=one))
            heads[one] = check_match(one, rows, look)
            _check_order(one, rows)
            done += len(rows)
            if progress is not None:
                progress(done, total)
        if match_id is None:
            self._check_positions(total, done)
        check_commands(self.log)
        return heads

    def _count(self, match_id: str | None) -> int:
        statement = select(func.count()).select_from(events)
        if match_id is not None:
            statement = statement.where(events.c.match_id == match_id)
        return int(self.log.select(statement)[0][0])

    def _check_positions(self, total: int, in_matches: int) -> None:
        first, last = self.log.select(select(func.min(events.c.position), func.max(events.c.position)))[0]
        if total and (first, last) != (1, total):  # they are whole numbers and unique, so nothing is missing between
            raise LedgerDamaged(
                say(
                    "positions have gaps: they go from {first} to {last}, but there are {total} events",
                    first=first,
                    last=last,
                    total=total,
                )
            )
        if in_matches != total:
            raise LedgerDamaged(say("{n} events belong to matches whose first event is missing", n=total - in_matches))


@contextmanager
def readable(match_id: str) -> Iterator[None]:
    """Tell events that cannot be read, or that do not follow each other, as damage."""
    try:
        yield
    except (BadEvent, Impossible, NoSuchMove) as error:
        raise LedgerDamaged(
            say("match {match}: {why}. `tablescribe verify` says where", match=match_id, why=str(error))
        ) from error


def _check_order(match_id: str, rows: list[Row]) -> None:
    for before, row in pairwise(rows):
        if row.position <= before.position:
            raise LedgerDamaged(
                say(
                    "match {match}, event {version}: its position is not after event {before}",
                    match=match_id,
                    version=row.version,
                    before=before.version,
                )
            )


def check_match(
    match_id: str, rows: Iterable[Row], look: Callable[[list[AnyEvent]], None] = lambda events: None
) -> bytes:
    """Check a match's stored events: the chain, and that each event's bytes are canonical and tell its own place.

    Raises:
        LedgerDamaged: the first fault.
    """
    rows = list(rows)
    try:
        head = verify_chain(match_id, rows)
        look(_check_bytes(match_id, rows))
    except BrokenChain as error:
        raise LedgerDamaged(say("{why}. Events before it are sound", why=str(error))) from error
    return head


def _check_bytes(match_id: str, rows: list[Row]) -> list[AnyEvent]:
    """Check all bodies at once, and only if something is wrong each by itself, to name it. Return their events."""
    try:
        events = check_all_canonical([row.type for row in rows], [row.body for row in rows])
        if [(event.originator_id, event.originator_version) for event in events] == [row[2:4] for row in rows]:
            return events
    except BadEvent:
        pass
    for row in rows:
        try:
            event = check_canonical(row.type, row.body)
        except BadEvent as error:
            raise BrokenChain(match_id, row.version, str(error)) from error
        if (event.originator_id, event.originator_version) != (row.match_id, row.version):
            raise BrokenChain(match_id, row.version, "its bytes tell another match or version")
    return [check_canonical(row.type, row.body) for row in rows]


def open_ledger(target: str | Path, *, create: bool = True, ledger_id: str = "") -> Ledger:
    """Open a ledger by its path or URL (see `connect`), making it if there is none, with that id if one is given.

    Raises:
        LedgerError: it cannot be opened; see `errors.py` for the causes.
    """
    engine = connect(target, create=create)
    try:
        migrate(engine, create=create)
        return Ledger(LedgerRecorder(engine, ledger_id_of(engine, ledger_id)))
    except BaseException:
        engine.dispose()
        raise
