"""The ledger: an `eventsourcing` application over our recorder.

`Ledger` stores matches, people's names and the seeds of sealed matches, and verifies itself. What the domain has no
access to (the clock, random ids, chance) is supplied by `scribe.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, cast

from eventsourcing.application import Application
from eventsourcing.persistence import ApplicationRecorder, Mapper, Recording, StoredEvent

from tablescribe.domain.games import revive_stored
from tablescribe.domain.match.events import CLOSING, AnyEvent
from tablescribe.domain.match.line import NoSuchMove
from tablescribe.domain.match.match import Match
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import say
from tablescribe.ledger.log.body_limits import refuse_unprovable_body, refuse_unprovable_total
from tablescribe.ledger.log.codec import BadEvent, EventMapper, decode_joined, decode_rows
from tablescribe.ledger.log.database import Migration, connect, ledger_id_of, migrate
from tablescribe.ledger.log.errors import LedgerDamaged, NoSuchMatch, NoSuchTournament, no_match
from tablescribe.ledger.log.recorder import LedgerRecorder
from tablescribe.ledger.log.statements import HIGHEST
from tablescribe.ledger.log.text_marks import MARK
from tablescribe.ledger.log.texts import StoredText, apart, filled, has_words
from tablescribe.ledger.matches.people import People

if TYPE_CHECKING:
    from tablescribe.domain.tournament.model.events import TournamentEvent
    from tablescribe.domain.tournament.model.tournament import Tournament
    from tablescribe.ledger.log.chain import Row
    from tablescribe.ledger.log.codec import Recorded
    from tablescribe.ledger.log.stream_checks import StreamCheck
    from tablescribe.ledger.read_models.lists import Lists
    from tablescribe.ledger.read_models.queries import Queries

Progress = Callable[[int, int], None]
"""Callback with the number of events done and the total."""


class Ledger(People, Application[str]):
    """Application that stores and loads the matches and tournaments of one ledger."""

    def __init__(self, recorder: LedgerRecorder) -> None:
        self._handed_in = recorder
        self._lists: Lists | None = None
        self._asking: Queries | None = None
        self._making = Lock()
        self._worded: set[str] = set()
        People.__init__(self)
        Application.__init__(self)

    @property
    def lists(self) -> Lists:
        """The read models of this ledger, loaded on first use."""
        with self._making:
            if self._lists is None:
                from tablescribe.ledger.read_models.lists import Lists

                self._lists = Lists(self.log)
            return self._lists

    @property
    def asking(self) -> Queries:
        """Queries on the read models."""
        lists = self.lists
        with self._making:
            if self._asking is None:
                from tablescribe.ledger.read_models.queries import Queries

                self._asking = Queries(lists)
            return self._asking

    def construct_recorder(self) -> ApplicationRecorder:
        """Return the recorder passed to the constructor."""
        return self._handed_in

    def construct_mapper(self) -> Mapper[str]:
        """Return the mapper for our closed set of event types."""
        return EventMapper(self.construct_transcoder())

    @property
    def log(self) -> LedgerRecorder:  # type: ignore[override]  # the library's `log` is deprecated
        """The recorder, by its own type."""
        return self._handed_in

    @property
    def ledger_id(self) -> str:
        """The random id of this ledger, assigned at its creation."""
        return self.log.ledger_id

    def close(self) -> None:
        """Close the database."""
        super().close()
        if self._lists is not None:
            self._lists.close()
        self.log.close()

    # --- matches --------------------------------------------------------------------------

    def save(self, *objs: Any, **kwargs: Any) -> list[Recording[str]]:
        """Record new events like `put`; return an empty list, because the library's followers are not used."""
        self.put(*objs, **kwargs)
        return []

    def put(self, *objs: Any, **kwargs: Any) -> list[tuple[StoredEvent, int]]:
        """Record new events of matches or tournaments atomically; return each stored event with its position.

        Keyword arguments: see `LedgerRecorder`. The library's own `save` also supports snapshots and followers. We do
        not use them, and they cost a protocol check on each event.

        Raises:
            EventTooLarge: an event, or its whole match, would exceed the limits of verifiers; nothing is recorded.
        """
        events = [event for one in objs for event in one.collect_events()]
        stored = [self.mapper.to_stored_event(event) for event in events]
        for n, one in enumerate(stored):
            refuse_unprovable_body(one.state)
            earlier = partial(self._bodies_before, one, stored[:n])
            words = partial(self._texts_before, str(one.originator_id))
            refuse_unprovable_total(one.topic, one.originator_version, one.state, earlier, words)
        texts: list[StoredText] = []
        for n, event in enumerate(events):
            told, beside = apart(event)
            if beside:
                stored[n] = self.mapper.to_stored_event(told)
                texts += beside
        self._worded |= {text.match_id for text in texts}
        return [*zip(stored, self.log.insert_events(stored, texts=texts, **kwargs) or (), strict=True)]

    def _texts_before(self, stream_id: str) -> list[bytes]:
        """Return the stored words of a stream; its bundles contain them, so they count towards the size limit."""
        return [text.encode() for text in self.log.texts(stream_id).values()]

    def _bodies_before(self, one: StoredEvent, with_it: list[StoredEvent]) -> list[bytes]:
        """Return the bodies of all earlier events of the same stream, including those recorded together with it."""
        there = [bytes(row[2]) for row in self.log.bodies(str(one.originator_id)) if row[0] < one.originator_version]
        return there + [other.state for other in with_it if other.originator_id == one.originator_id]

    def match(self, match_id: str, *, words: bool = True) -> Match:
        """Return the current state of a match; each event is decoded from the stored bytes and applied as it is read.

        Without `words`, its events have the stored commitments instead of words, as proofs need them.

        Raises:
            NoSuchMatch: no match has that id.
            LedgerDamaged: its events cannot be read or applied.
        """
        with readable(match_id):
            rows = self.log.bodies(match_id)
            stored = decode_rows(match_id, self._filled(match_id, rows) if words else rows)
            match = revive_stored(cast(Iterator[tuple[AnyEvent, bytes]], stored))
        if match is None:
            raise no_match(match_id)
        return match

    def events_of(self, match_id: str) -> list[AnyEvent]:
        """Return a match's events, decoded from the stored bytes.

        Raises:
            LedgerDamaged: an event cannot be read.
        """
        with readable(match_id):
            return cast(list[AnyEvent], self._decoded(match_id))

    def _decoded(self, stream_id: str, *, words: bool = True) -> list[Recorded]:
        """Return the events of a match or tournament, with words from beside the log or their stored commitments."""
        bodies = self.log.joined(stream_id)
        if words and MARK in bodies:
            rows = self._filled(stream_id, self.log.bodies(stream_id))
            bodies = f"[{','.join(body.decode(errors='replace') for _, _, body in rows)}]"
        return decode_joined(bodies)

    def _filled(self, stream_id: str, rows: list[tuple[int, str, bytes]]) -> list[tuple[int, str, bytes]]:
        """Return rows (version, type, body) with the commitments in the bodies replaced by words."""
        if not any(has_words(kind, body) for _, kind, body in rows):
            return rows
        known = self.log.texts(stream_id)
        self._worded.add(stream_id)
        return [(version, kind, filled(kind, body, known)) for version, kind, body in rows]

    def rows_told(self, match_id: str, after: int = 0) -> list[Row]:
        """Return the rows of a match after a version, with words in the bodies; their hashes do not cover the words."""
        rows = list(self.log.rows(match_id, after=after))
        if any(has_words(row.type, row.body) for row in rows):
            self._worded.add(match_id)
        return self.log.told(match_id, rows)

    def is_stale(self, match_id: str, erasures: int) -> bool:
        """Return whether words of a match may have been erased since they were read at this count of erasures.

        Caches must then drop what they hold of the match. For matches without words, no query is needed.
        """
        return match_id in self._worded and self.erasures() != erasures

    def has_words(self, match_id: str) -> bool:
        """Return whether erasable words of a match have been read or recorded by this process."""
        return match_id in self._worded

    def find(self, beginning: str) -> str:
        """Return the id of the match with that id or unique prefix.

        Raises:
            NoSuchMatch: no match has that prefix, or several do.
        """
        found = self._beginning(beginning, "Opened")
        if not found:
            raise no_match(beginning)
        if len(found) > 1:
            some = ", ".join(found[:5])
            raise NoSuchMatch(say("several matches begin with {beginning}: {some} …", beginning=beginning, some=some))
        return found[0]

    def _beginning(self, beginning: str, kind: str) -> list[str]:
        """Return ids of streams with that prefix whose first event has this type; only the first few."""
        sql = self.log.sql
        if self.log.fetched(sql.first_event, beginning, kind):
            return [beginning]
        return [str(row[0]) for row in self.log.fetched(sql.first_events, beginning, beginning + HIGHEST, kind)]

    # --- tournaments ----------------------------------------------------------------------

    def tournament(self, tournament_id: str, *, words: bool = True) -> Tournament:
        """Return the current state of a tournament, decoded from the stored bytes.

        Without `words`, its events have the stored commitments instead of words, as proofs need them.

        Raises:
            NoSuchTournament: no tournament has that id.
            LedgerDamaged: its events cannot be read or applied.
        """
        from tablescribe.domain.tournament.model.folding import revive
        from tablescribe.domain.tournament.model.plan_parsing import BadPlan

        with readable(tournament_id, BadPlan):
            found = self._decoded(tournament_id, words=words)
            if not found:
                raise _no_tournament(tournament_id)
            return revive(cast("list[TournamentEvent]", found))

    def find_tournament(self, beginning: str) -> str:
        """Return the id of the tournament with that id or unique prefix.

        Raises:
            NoSuchTournament: no tournament has that prefix, or several do.
        """
        found = self._beginning(beginning, "Announced")
        if not found:
            raise _no_tournament(beginning)
        if len(found) > 1:
            some = ", ".join(found[:5])
            raise NoSuchTournament(
                say("several tournaments begin with {beginning}: {some} …", beginning=beginning, some=some)
            )
        return found[0]

    def tournament_ids(self) -> list[str]:
        """Return the ids of all tournaments, in the order they were announced."""
        return self._begun_by("Announced")

    # --- streams --------------------------------------------------------------------------

    def match_ids(self) -> list[str]:
        """Return the ids of all matches, in the order they were opened."""
        return self._begun_by("Opened")

    def head(self, match_id: str) -> str:
        """Return the head hash of a match, in hexadecimal: the hash of its closing event. Empty string while open."""
        from sqlalchemy import select

        from tablescribe.ledger.log.schema import events

        e = events.c
        found = self.log.select(select(e.hash).where(e.match_id == match_id, e.type.in_(CLOSING)))
        return bytes(found[0][0]).hex() if found else ""

    def closed_with(self, head: str) -> str | None:
        """Return the id of the match whose closing event has that hash, if it is in this ledger."""
        from sqlalchemy import select

        from tablescribe.ledger.log.schema import events

        e = events.c
        found = self.log.select(select(e.match_id).where(e.hash == bytes.fromhex(head), e.type.in_(CLOSING)))
        return str(found[0][0]) if found else None

    def _begun_by(self, kind: str) -> list[str]:
        return [row[0] for row in self.log.fetched(self.log.sql.streams, kind)]

    # --- checking -------------------------------------------------------------------------

    def verify(
        self,
        match_id: str | None = None,
        progress: Progress | None = None,
        look: StreamCheck | None = None,
        *,
        processes: int | None = None,
    ) -> dict[str, bytes]:
        """Verify one stream or all: hash chains, bytes, versions, positions and commands. Return each stream's head.

        Args:
            match_id: a match or another stream; `None` for all.
            progress: called with the number of events done and the total.
            look: a further check of the verified events of each stream; its findings are added to `look.found`.
            processes: number of processes; by default one for each core if there are many events.

        Raises:
            NoSuchMatch: no stream has that id.
            LedgerDamaged: the first fault, with its match, event and cause.
        """
        from tablescribe.ledger.log.side_table_checks import check_commands
        from tablescribe.ledger.log.stream_checks import (
            check_all_read,
            check_all_streams,
            check_stream,
            count_events,
            processes_for,
        )

        size = self.log.max_notification_id() or 0
        total = size if match_id is None else count_events(self.log, match_id, size)
        done, heads = 0, dict[str, bytes]()
        if processes is None:
            processes = processes_for(total)
        ask = look.ask if look is not None else None
        every = check_all_streams(self.log, ask, processes, size)
        for sound in every if match_id is None else [check_stream(self.log, match_id, ask, size)]:
            heads.update(sound.heads)
            done += sound.events
            if look is not None:
                look.found.extend(sound.found)
            if progress is not None:
                progress(done, total)
        if match_id is None:
            check_all_read(self.log, size, done)
        check_commands(self.log)
        return heads


def _no_tournament(tournament_id: str) -> NoSuchTournament:
    return NoSuchTournament(
        say("there is no tournament {id}. List them: `tablescribe tournament list`", id=tournament_id)
    )


@contextmanager
def readable(match_id: str, *besides: type[Exception]) -> Iterator[None]:
    """Raise `LedgerDamaged` for events that cannot be read or applied, and for the exceptions in `besides`."""
    damaged: tuple[type[Exception], ...] = (BadEvent, Impossible, NoSuchMove, *besides)
    try:
        yield
    except damaged as error:
        raise LedgerDamaged(
            say("match {match}: {why}. To find where: `tablescribe verify --again`", match=match_id, why=str(error))
        ) from error


def open_ledger(
    target: str | Path,
    *,
    create: bool = True,
    ledger_id: str = "",
    record_id: bool = True,
    convert: bool = True,
    converted: Callable[[Migration], None] | None = None,
) -> Ledger:
    """Open the ledger at a path or URL (see `connect`); create it if there is none.

    Args:
        target: the path or URL.
        create: whether to create a ledger if there is none.
        ledger_id: id of a new ledger; empty string for a random one.
        record_id: whether to record `ledger_id` now. A copy records it in the transaction that copies the events.
            Otherwise an interrupted copy would look like a ledger that lost all its events.
        convert: whether to migrate a ledger of an earlier schema; a file is backed up first.
        converted: called with the migration, if one was run.

    Raises:
        OutdatedLedger: the schema is an earlier one, and `convert` is false.
        LedgerError: it cannot be opened; see `errors.py` for the causes.
    """
    engine = connect(target, create=create)
    try:
        migration = migrate(engine, create=create, convert=convert)
        if migration is not None and converted is not None:
            converted(migration)
        return Ledger(LedgerRecorder(engine, ledger_id_of(engine, ledger_id, record=record_id)))
    except BaseException:
        engine.dispose()
        raise
