"""The ledger: an `eventsourcing` application over our recorder.

`Ledger` keeps matches, people's names and the seeds of sealed matches, and checks itself. What the
domain may not ask for (the clock, ids, chance) is brought in one room further out, by `scribe.py`.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import re
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, cast

from eventsourcing.application import Application
from eventsourcing.persistence import ApplicationRecorder, Mapper, Recording, StoredEvent, Tracking
from sqlalchemy import ColumnElement, delete, literal_column, select, true, update

from domain.events import AnyEvent
from domain.games import revive_stored
from domain.line import NoSuchMove
from domain.match import Match
from domain.table import Impossible
from domain.text import say
from domain.tournament.events import TournamentEvent
from domain.tournament.plan import BadPlan
from domain.tournament.tournament import Tournament
from domain.tournament.tournament import revive as revive_tournament
from ledger.beside import check_commands
from ledger.checking import MANY, Look, check_positions, check_streams, count_events
from ledger.lists.asking import Asking
from ledger.lists.lists import Lists, refs_of
from ledger.lists.names import spelt
from ledger.log.codec import BadEvent, EventMapper, decode_joined, decode_rows
from ledger.log.database import connect, ledger_id_of, migrate, translated
from ledger.log.errors import LedgerDamaged, LedgerReadOnly, NoSuchMatch, NoSuchTournament
from ledger.log.recorder import LedgerRecorder
from ledger.log.schema import about, access, events, identities, seeds

_ERASED, _SCRUBBED = "names erased", "erased names scrubbed"

MOST_SEEDS = 256
"""Seeds that are kept in memory: of as many sealed matches as are played at once."""

Progress = Callable[[int, int], None]
"""Told how many of how many events are done."""


SAME = ":same"
"""Ends the key under which lies, beside the log, that an erased person's references belong together."""

OF_A_FILE = ":file"
"""Ends the key under which lies what a file told of a person, beside the name."""


class Ledger(Application[str]):
    """All matches of one ledger."""

    def __init__(self, recorder: LedgerRecorder) -> None:
        self._handed_in = recorder
        self._references: dict[str, str] = {}
        self._seeds: dict[str, bytes] = {}
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

    def save(self, *objs: Any, **kwargs: Any) -> list[Recording[str]]:
        """Record what is new of matches or tournaments, as `put` does; nothing is returned, as nobody follows."""
        self.put(*objs, **kwargs)
        return []

    def put(self, *objs: Any, **kwargs: Any) -> list[tuple[StoredEvent, int]]:
        """Record what is new of matches or tournaments, all or none; return what is stored, each with its position.

        Keyword arguments: see `LedgerRecorder`. The library's own asks which of its protocols each event fulfils, for
        snapshots and followers that we have not.
        """
        stored = [self.mapper.to_stored_event(event) for one in objs for event in one.collect_events()]
        return [*zip(stored, self.log.insert_events(stored, **kwargs) or (), strict=True)]

    def match(self, match_id: str) -> Match:
        """Return a match as it stands now: each event is applied as it is read, straight from the stored bytes.

        Raises:
            NoSuchMatch: there is none of that id.
            LedgerDamaged: its events cannot be read, or do not follow each other.
        """
        with readable(match_id):
            stored = decode_rows(match_id, self.log.bodies(match_id))
            match = revive_stored(cast(Iterator[tuple[AnyEvent, bytes]], stored))
        if match is None:
            raise NoSuchMatch(say("there is no match {match}: `tablescribe matches` lists them", match=match_id))
        return match

    def events_of(self, match_id: str) -> list[AnyEvent]:
        """Return a match's events, straight from the stored bytes.

        Raises:
            LedgerDamaged: one of them cannot be read.
        """
        with readable(match_id):
            return cast(list[AnyEvent], decode_joined(self.log.joined(match_id)))

    def find(self, beginning: str) -> str:
        """Return the id of the one match whose id begins like that.

        Raises:
            NoSuchMatch: none does, or several do.
        """
        found = self._beginning(beginning, "Opened")
        if len(found) == 1:
            return found[0]
        if not found:
            raise NoSuchMatch(
                say("there is no match {beginning}: `tablescribe matches` lists them", beginning=beginning)
            )
        raise NoSuchMatch(
            say(
                "several matches begin with {beginning}: {matches} …", beginning=beginning, matches=", ".join(found[:5])
            )
        )

    def _beginning(self, beginning: str, kind: str) -> list[str]:
        """Return the ids of what begins with that kind of event, and whose id begins like that: a few of them."""
        e, first = events.c, (events.c.version == literal_column("1"), events.c.type == kind)
        if self.log.select(select(e.match_id).where(e.match_id == beginning, *first)):
            return [beginning]
        key = self.log.backend.in_bytes(e.match_id)
        after = beginning + "\U0010ffff"  # no id has a character as high as that
        statement = select(e.match_id).where(key >= beginning, key < after, *first)
        return [str(row[0]) for row in self.log.select(statement.order_by(key).limit(6))]

    # --- tournaments ----------------------------------------------------------------------

    def tournament(self, tournament_id: str) -> Tournament:
        """Return a tournament as it stands now, straight from the stored bytes.

        Raises:
            NoSuchTournament: there is none of that id.
            LedgerDamaged: its events cannot be read, or do not follow each other.
        """
        with readable(tournament_id):
            found = decode_joined(self.log.joined(tournament_id))
            if not found:
                raise _no_tournament(tournament_id)
            return revive_tournament(cast(list[TournamentEvent], found))

    def find_tournament(self, beginning: str) -> str:
        """Return the id of the one tournament whose id begins like that.

        Raises:
            NoSuchTournament: none does, or several do.
        """
        found = self._beginning(beginning, "Announced")
        if len(found) == 1:
            return found[0]
        if not found:
            raise _no_tournament(beginning)
        raise NoSuchTournament(
            say("several tournaments begin with {beginning}: {some} …", beginning=beginning, some=", ".join(found[:5]))
        )

    def tournament_ids(self) -> list[str]:
        """Return the ids of all tournaments, in the order they were announced."""
        return self._first_of(events.c.type == "Announced")

    # --- streams --------------------------------------------------------------------------

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
        if len(refs) > 1:
            self._keep_together(refs)
        if refs or labels:
            self.log.insert_tracking(Tracking(_ERASED, self._erasures(_ERASED) + 1))
        elif not self.erasure_is_unfinished():
            return 0
        erased = sum(self.log.write(delete(identities).where(identities.c.ref == ref)) for ref in refs)
        for ref in refs:  # what a file told of them besides: ledger/trf.py
            self.log.write(delete(identities).where(identities.c.ref == ref + OF_A_FILE))
        self.lists.forget({*same, name}, refs)
        for one in labels:
            self.log.write(update(access).where(access.c.id == one).values(label=""))
        with translated(self.log.where, self.log.backend):
            self.log.backend.scrub(self.log.engine, self.log.where)
        if self.erasure_is_unfinished():
            self.log.insert_tracking(Tracking(_SCRUBBED, self._erasures(_ERASED)))
        return erased

    def _keep_together(self, refs: Sequence[str]) -> None:
        """Keep that some references are of one person who has no name any more: numbers stay as they are by it."""
        with suppress(LedgerReadOnly):  # a role that may only delete: then each is somebody else from now on
            for ref in refs:
                self.log.write(self.log.into(identities).values(ref=ref + SAME, name=refs[0], salt=b""))

    def same_as(self, refs: Iterable[str]) -> dict[str, str]:
        """Return for references of people who were erased one that stands for all of the same person."""
        return {ref.removesuffix(SAME): one for ref, one in self.names([ref + SAME for ref in refs]).items()}

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
        """Return the seed of a sealed match, if it is here; it never changes, so it is read once."""
        if match_id not in self._seeds:
            found = self.log.select(select(seeds.c.seed).where(seeds.c.match_id == match_id))
            if not found:
                return None
            self._seeds[match_id] = bytes(found[0][0])
            if len(self._seeds) > MOST_SEEDS:
                self._seeds.pop(next(iter(self._seeds)), None)
        return self._seeds.get(match_id)

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
        look: Look | None = None,
        *,
        processes: int | None = None,
    ) -> dict[str, bytes]:
        """Check one match or all: chains, bytes, versions, positions and commands. Return each match's head hash.

        Args:
            match_id: of one match; `None` for all.
            progress: told how many events are done.
            look: what to ask of the events of each match, which are right, and where what it finds is added.
            processes: how many share the work; by default every core where there is much of it.

        Raises:
            NoSuchMatch: there is none of that id.
            LedgerDamaged: the first fault, with its match, event and cause.
        """
        total, done, heads = count_events(self.log, match_id), 0, dict[str, bytes]()
        if processes is None:
            processes = (os.cpu_count() or 1) if total >= MANY else 1
        ids = [match_id] if match_id is not None else self.stream_ids()
        for one in check_streams(self.log, ids, look.ask if look is not None else None, processes):
            heads[one.id] = one.head
            done += one.events
            if look is not None:
                look.found.extend(one.found)
            if progress is not None:
                progress(done, total)
        if match_id is None:
            check_positions(self.log, total, done)
        check_commands(self.log)
        return heads


def _no_tournament(tournament_id: str) -> NoSuchTournament:
    return NoSuchTournament(
        say("there is no tournament {id}: `tablescribe tournament list` lists them", id=tournament_id)
    )


@contextmanager
def readable(match_id: str) -> Iterator[None]:
    """Tell events that cannot be read, or that do not follow each other, as damage."""
    try:
        yield
    except (BadEvent, BadPlan, Impossible, NoSuchMove) as error:
        raise LedgerDamaged(
            say("match {match}: {why}. `tablescribe verify` says where", match=match_id, why=str(error))
        ) from error


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
