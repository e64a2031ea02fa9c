"""Our recorder, behind the interfaces of the `eventsourcing` library.

Positions are gapless and in commit order, because a writer takes the write lock before it reads the last
one. A match's events are unique by version and carry the hash that links its chain. A command's answer is
recorded in the same transaction as its events. See README.md for why the library's own recorders and the
SQLAlchemy extension were not enough.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple
from uuid import UUID

from eventsourcing.persistence import (
    AggregateRecorder,
    IntegrityError,
    ListenNotifySubscription,
    Notification,
    ProcessRecorder,
    StoredEvent,
    Subscription,
    Tracking,
)
from sqlalchemy import BindParameter, Engine, Insert, Select, Text, bindparam, cast, func, select
from sqlalchemy.dialects.sqlite import insert as upsert

from ledger.chain import Row, event_hash
from ledger.database import translated
from ledger.errors import CommandReused, Stale
from ledger.schema import commands, events, tracking

POLL_SECONDS = 0.1
"""How often a subscription looks for events that another process recorded."""


class Command(NamedTuple):
    """What a client asked, so that a retry is recorded once: an id of its choice and its content's SHA-256."""

    id: str
    digest: bytes


class Answer(NamedTuple):
    """What a command came to: the versions of the events it became."""

    first_version: int
    events: int


class EventRecorder(AggregateRecorder):
    """Records and reads the events of aggregates."""

    def __init__(self, engine: Engine, ledger_id: str, *, uuids: bool = False) -> None:
        """Record into a migrated database. With `uuids`, ids of aggregates are given back as UUIDs, not as texts."""
        self.engine = engine
        self._id: type[str] | type[UUID] = UUID if uuids else str
        self.ledger_id = ledger_id
        self.where = str(engine.url.database)
        self._writing = threading.Lock()
        self._recorded = threading.Condition()
        with translated(self.where):
            self._writer: Any = engine.raw_connection()
            self._cursor: Any = self._writer.cursor()
        self._sql = _Statements(engine)

    def close(self) -> None:
        """Give the database back."""
        self._writer.close()
        self.engine.dispose()

    # --- writing --------------------------------------------------------------------------

    @contextmanager
    def transaction(self) -> Iterator[Any]:
        """Yield a cursor inside a write transaction: committed at the end, rolled back if anything raises."""
        with self._writing, translated(self.where):
            cursor = self._cursor
            cursor.execute("BEGIN IMMEDIATE")
            try:
                yield cursor
                cursor.execute("COMMIT")
            except BaseException as error:
                if self._writer.in_transaction:
                    cursor.execute("ROLLBACK")
                if isinstance(error, sqlite3.IntegrityError):
                    raise IntegrityError(str(error)) from error
                raise

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int] | None:
        """Record events, all or none. Keyword arguments: see `LedgerRecorder.insert_events`."""
        self._insert(stored_events, **kwargs)
        return None

    def _insert(
        self,
        stored_events: Sequence[StoredEvent],
        *,
        expected_version: int | None = None,
        command: Command | None = None,
        tracking: Tracking | None = None,
        **_: Any,
    ) -> list[int]:
        if not stored_events and tracking is None:
            return []
        with self.transaction() as cursor:
            if command is not None:
                self._refuse_repeated(cursor, str(stored_events[0].originator_id), command)
            positions = self._append(cursor, stored_events, expected_version)
            if command is not None:
                first = stored_events[0]
                answer = (
                    str(first.originator_id),
                    command.id,
                    command.digest,
                    first.originator_version,
                    len(positions),
                )
                cursor.execute(self._sql.insert_command, answer)
            if tracking is not None:
                self._track(cursor, tracking)
        with self._recorded:
            self._recorded.notify_all()
        return positions

    def _append(self, cursor: Any, stored_events: Sequence[StoredEvent], expected: int | None) -> list[int]:
        position: int | None = None
        tails: dict[str, tuple[int, bytes]] = {}
        positions = []
        for stored in stored_events:
            match_id, version = str(stored.originator_id), stored.originator_version
            if match_id not in tails:
                tail, previous, last = cursor.execute(self._sql.tail, (match_id,)).fetchone() or (0, b"", None)
                if expected is not None and tail != expected:
                    raise Stale(match_id, expected, tail)
                if position is None:
                    position = last or self._last_position(cursor)
            else:
                tail, previous = tails[match_id]
            if previous and version != tail + 1:
                raise IntegrityError(f"event {version} cannot follow event {tail} of match {match_id}")
            assert position is not None
            position += 1
            link = event_hash(self.ledger_id, match_id, version, stored.topic, previous, stored.state)
            row = (position, self.ledger_id, match_id, version, stored.topic, stored.state, previous, link)
            cursor.execute(self._sql.insert_event, row)
            tails[match_id] = (version, link)
            positions.append(position)
        return positions

    def _last_position(self, cursor: Any) -> int:
        found: int | None = cursor.execute(self._sql.last_position).fetchone()[0]
        return found or 0

    def append_rows(self, rows: Sequence[Row]) -> None:
        """Take over a match's next events as another ledger recorded them, hashes and all; only positions are ours.

        Raises:
            Stale: the match does not end where they begin.
        """
        with self.transaction() as cursor:
            match_id, follows = rows[0].match_id, rows[0].version - 1
            tail = (cursor.execute(self._sql.tail, (match_id,)).fetchone() or (0,))[0]
            if tail != follows:
                raise Stale(match_id, follows, tail)
            for n, row in enumerate(rows, start=self._last_position(cursor) + 1):
                cursor.execute(self._sql.insert_event, (n, *row[1:]))
        with self._recorded:
            self._recorded.notify_all()

    def answer(self, match_id: str, command: Command) -> Answer | None:
        """Return what a command came to when it was recorded, `None` if it was not.

        Raises:
            CommandReused: its id was recorded with another content.
        """
        with self._reading() as cursor:
            return self._answer(cursor, match_id, command)

    def _answer(self, cursor: Any, match_id: str, command: Command) -> Answer | None:
        found = cursor.execute(self._sql.select_command, (match_id, command.id)).fetchone()
        if found is None:
            return None
        digest, first_version, count = found
        if digest != command.digest:
            raise CommandReused(
                f"command {command.id} of match {match_id} was recorded with another content: use a new id"
            )
        return Answer(first_version, count)

    def _refuse_repeated(self, cursor: Any, match_id: str, command: Command) -> None:
        """Raise `Stale` when a racing retry of the same command was recorded a moment ago."""
        if (answer := self._answer(cursor, match_id, command)) is not None:
            raise Stale(match_id, answer.first_version - 1, answer.first_version + answer.events - 1)

    def _track(self, cursor: Any, tracking: Tracking) -> None:
        cursor.execute(self._sql.upsert_tracking, (tracking.application_name, tracking.notification_id))
        if cursor.rowcount == 0:
            raise IntegrityError(f"{tracking.application_name} is past position {tracking.notification_id} already")

    # --- reading --------------------------------------------------------------------------

    @contextmanager
    def _reading(self) -> Iterator[Any]:
        with translated(self.where):
            connection = self.engine.raw_connection()
            try:
                cursor = connection.cursor()
                yield cursor
                cursor.close()
            finally:
                connection.close()

    def select_events(
        self,
        originator_id: Any,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        """Return a match's events between versions, in order."""
        statement = select(events.c.match_id, events.c.version, events.c.type, events.c.body)
        statement = statement.where(events.c.match_id == str(originator_id))
        if gt is not None:
            statement = statement.where(events.c.version > gt)
        if lte is not None:
            statement = statement.where(events.c.version <= lte)
        statement = statement.order_by(events.c.version.desc() if desc else events.c.version).limit(limit)
        return [StoredEvent(self._id(row[0]), *row[1:]) for row in self._select(statement)]

    def rows(self, match_id: str | None = None) -> Iterator[Row]:
        """Yield stored events as they are, of one match by version, or all by position: the fast way to read."""
        with self._reading() as cursor:
            if match_id is None:
                cursor.execute(self._sql.all_rows)
            else:
                cursor.execute(self._sql.match_rows, (match_id,))
            while chunk := cursor.fetchmany(1000):
                yield from map(Row._make, chunk)

    def joined(self, match_id: str) -> str:
        """Return the bodies of a match's events as one JSON array: a row for each costs twice the time.

        They come in the order of the index, by version, though SQL does not promise it: see `codec.decode_joined`.
        """
        with self._reading() as cursor:
            return f"[{cursor.execute(self._sql.joined_bodies, (match_id,)).fetchone()[0] or ''}]"

    def _select(self, statement: Select[Any]) -> Sequence[Any]:
        with translated(self.where), self.engine.connect() as connection:
            return connection.execute(statement).fetchall()


class LedgerRecorder(EventRecorder, ProcessRecorder):
    """Records and reads events, notifications, commands and tracking positions."""

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int] | None:
        """Record events, all or none, and return their positions.

        Args:
            stored_events: the events.
            kwargs: `expected_version` (the version the match must have now), `command` (a `Command`),
                `tracking` (a `Tracking`, only forward).

        Raises:
            Stale: the match has another version, or the command was recorded meanwhile.
            CommandReused: the command's id was recorded with another content.
            IntegrityError: a version is taken, or the tracking position was passed.
        """
        return self._insert(stored_events, **kwargs)

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        """Return events from a position on, in commit order."""
        c = events.c
        statement = select(c.match_id, c.version, c.type, c.body, c.position)
        if start is not None:
            statement = statement.where(c.position >= start if inclusive_of_start else c.position > start)
        if stop is not None:
            statement = statement.where(c.position <= stop)
        if topics:
            statement = statement.where(c.type.in_(topics))
        found = self._select(statement.order_by(c.position).limit(limit))
        return [Notification(self._id(row[0]), *row[1:]) for row in found]

    def max_notification_id(self) -> int | None:
        """Return the last position, `None` in an empty ledger."""
        found: int | None = self._select(select(func.max(events.c.position)))[0][0]
        return found

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> Subscription[LedgerRecorder]:
        """Return a subscription to all events after a position, those of other processes included."""
        return PollingSubscription(recorder=self, gt=gt, topics=topics)

    def insert_tracking(self, tracking: Tracking) -> None:
        """Record how far a reader has come; only forward, and of racing readers one wins.

        Raises:
            IntegrityError: it has come as far already.
        """
        self._insert((), tracking=tracking)

    def max_tracking_id(self, application_name: str) -> int | None:
        """Return how far a reader has come, `None` if it has not begun."""
        found = self._select(select(tracking.c.position).where(tracking.c.name == application_name))
        return found[0][0] if found else None

    def wait_for_event(self, seconds: float) -> None:
        """Wait until this process records something, at most so long."""
        with self._recorded:
            self._recorded.wait(seconds)


class PollingSubscription(ListenNotifySubscription[LedgerRecorder]):
    """Wakes up at once for events of this process, and looks regularly for those of others."""

    def __init__(self, recorder: LedgerRecorder, gt: int | None, topics: Sequence[str]) -> None:
        super().__init__(recorder=recorder, gt=gt, topics=topics)
        self._watcher = threading.Thread(target=self._watch, daemon=True)
        self._watcher.start()

    def _watch(self) -> None:
        while not self._has_been_stopped:
            self._recorder.wait_for_event(POLL_SECONDS)
            self._has_been_notified.set()


class _Statements:
    """The statements of the hot path, compiled once to the database's own text."""

    def __init__(self, engine: Engine) -> None:
        def text(statement: Select[Any] | Insert) -> str:
            return str(statement.compile(dialect=engine.dialect))

        e, c = events.c, commands.c
        one: BindParameter[str] = bindparam("match_id")
        self.last_position = text(select(func.max(e.position)))
        last = select(func.max(e.position)).scalar_subquery().correlate(None)
        tail = select(e.version, e.hash, last).where(e.match_id == one).order_by(e.version.desc())
        self.tail = text(tail) + " LIMIT 1"
        self.insert_event = text(events.insert())
        self.insert_command = text(commands.insert())
        self.select_command = text(
            select(c.digest, c.first_version, c.count).where(c.match_id == one, c.command_id == bindparam("id"))
        )
        self.match_rows = text(select(events).where(e.match_id == one).order_by(e.version))
        ordered = select(cast(e.body, Text).label("body")).where(e.match_id == one).order_by(e.version).subquery()
        self.joined_bodies = text(select(func.group_concat(ordered.c.body)))
        self.all_rows = text(select(events).order_by(e.position))
        forward = upsert(tracking)
        self.upsert_tracking = text(
            forward.on_conflict_do_update(
                index_elements=[tracking.c.name],
                set_={"position": forward.excluded.position},
                where=tracking.c.position < forward.excluded.position,
            )
        )
