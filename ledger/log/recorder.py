"""The recorder, behind the interfaces of the `eventsourcing` library.

Positions are gapless and in commit order, because a writer takes the write lock before it reads the last
one. A match's events are unique by version, and their hashes form a chain. A command's answer is recorded
in the same transaction as its events. README.md says why the library's recorders are not enough.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar
from uuid import UUID
from weakref import WeakSet

from eventsourcing.persistence import (
    AggregateRecorder,
    Notification,
    ProcessRecorder,
    StoredEvent,
    Subscription,
    Tracking,
)

from tablescribe.ledger.log.appending import Answer, Append, Appender, Command
from tablescribe.ledger.log.chain import Row
from tablescribe.ledger.log.database import backend_of, where_is
from tablescribe.ledger.log.errors import Stale
from tablescribe.ledger.log.pictures import StoredPicture
from tablescribe.ledger.log.reading import Reader
from tablescribe.ledger.log.schema_version import PAGE
from tablescribe.ledger.log.statements import Statements
from tablescribe.ledger.log.subscription import Followable, PollingSubscription
from tablescribe.ledger.log.texts import StoredText, filled, has_words
from tablescribe.ledger.log.writing import Writer

if TYPE_CHECKING:
    from sqlalchemy import Engine, Select, Table

Done = TypeVar("Done")
Compiled: TypeAlias = tuple[str, list[Any]]
Listener: TypeAlias = Callable[[Sequence[StoredEvent], Sequence[int]], None]
"""Callback with events that this process has just recorded, and their positions."""


class EventRecorder(AggregateRecorder):
    """Records and reads the events of aggregates."""

    def __init__(self, engine: Engine, ledger_id: str, *, uuids: bool = False) -> None:
        """Open a recorder on a migrated database. With `uuids`, ids of aggregates are returned as UUIDs, not texts."""
        self.engine = engine
        self.backend = backend_of(engine)
        self._id: type[str] | type[UUID] = UUID if uuids else str
        self.ledger_id = ledger_id
        self.where = where_is(engine)
        self._hurry = threading.Event()
        self.sql = Statements(engine)
        self._appender = Appender(engine, ledger_id, self.sql)
        self.writer = Writer(engine, self._hurry, self._appender)
        self.reader = Reader(engine, self._hurry)
        self._recorded = threading.Condition()
        self._followed = False
        self._listeners: list[Listener] = []
        self._subscriptions: WeakSet[Any] = WeakSet()

    def hurry(self) -> None:
        """Stop waiting for an unreachable server, now and later, because the process is ending. Waiting calls fail."""
        self._hurry.set()

    def close(self) -> None:
        """Stop the subscriptions and close all connections."""
        self.hurry()
        for subscription in list(self._subscriptions):  # they still hold connections
            subscription.stop()
            subscription.join()
        self.writer.close()
        self.reader.close()

    # --- writing --------------------------------------------------------------------------

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
        texts: Sequence[StoredText] = (),
        pictures: Sequence[StoredPicture] = (),
        **_: Any,
    ) -> list[int]:
        if not stored_events and tracking is None:
            return []
        positions = self.writer.append(Append(stored_events, expected_version, command, tracking, texts, pictures))
        self._announce()
        for listener in self._listeners:
            listener(stored_events, positions)
        return positions

    def listen(self, listener: Listener) -> None:
        """Call `listener`, in the recording thread, with all events that this process inserts from now on."""
        self._listeners.append(listener)

    def ignore(self, listener: Listener) -> None:
        """Stop calling a listener."""
        self._listeners.remove(listener)

    def _announce(self) -> None:
        if self._followed:
            with self._recorded:
                self._recorded.notify_all()

    def _tail(self, cursor: Any, match_id: str) -> tuple[int, int | None, bytes]:
        """Return a match's last version, the log's last position (unless the match is new) and the head hash."""
        cursor.execute(self.sql.tail, (match_id,))
        return cursor.fetchone() or (0, None, b"")

    def _last_position(self, cursor: Any) -> int:
        cursor.execute(self.sql.last_position)
        return cursor.fetchone()[0] or 0

    def append_rows(self, rows: Sequence[Row], beside: Iterable[Any] = ()) -> None:
        """Append a match's next events as recorded by another ledger, with their hashes; only their positions are new.

        Args:
            rows: the events.
            beside: statements on side tables, executed in the same transaction; they may be executed twice.

        Raises:
            Stale: the match does not end just before the first row.
        """
        match_id, follows = rows[0].match_id, rows[0].version - 1
        told = [self.compiled(one) for one in beside]

        def work(cursor: Any, *, again: bool) -> None:
            tail, _, link = self._tail(cursor, match_id)
            if again and tail == rows[-1].version and link == rows[-1].hash:
                return
            for one in told:
                run_on(cursor, one)
            if tail != follows:
                raise Stale(match_id, follows, tail)
            for n, row in enumerate(rows, start=self._last_position(cursor) + 1):
                cursor.execute(self.sql.insert_event, (n, *row[1:]))

        self.writer.run(work)
        self._announce()

    def answer(self, match_id: str, command: Command) -> Answer | None:
        """Return a command's recorded result, or `None` if it was not recorded.

        Raises:
            CommandReused: its id was recorded with different content.
        """
        return self.read(lambda cursor: self._appender.answer(cursor, match_id, command))

    # --- reading --------------------------------------------------------------------------

    def read(self, work: Callable[[Any], Done]) -> Done:
        """Run `work` with a cursor and return its result. It is retried if the server was unreachable.

        Raises:
            LedgerUnavailable: the database cannot be read.
        """
        return self.reader.read(work)

    def select_events(
        self,
        originator_id: Any,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        """Return a match's events in a range of versions, in order."""
        if lte is None and limit is None and not desc:
            return [
                StoredEvent(self._id(row.match_id), *row[3:6])
                for row in self.rows(str(originator_id), -1 if gt is None else gt)
            ]
        from sqlalchemy import select

        from tablescribe.ledger.log.schema import events

        statement = select(events.c.match_id, events.c.version, events.c.type, events.c.body)
        statement = statement.where(events.c.match_id == str(originator_id))
        if gt is not None:
            statement = statement.where(events.c.version > gt)
        if lte is not None:
            statement = statement.where(events.c.version <= lte)
        statement = statement.order_by(events.c.version.desc() if desc else events.c.version).limit(limit)
        return [StoredEvent(self._id(row[0]), *row[1:]) for row in self.select(statement)]

    def rows(self, match_id: str | None = None, after: int = 0) -> Iterator[Row]:
        """Yield stored events undecoded, which is the fastest way to read.

        Args:
            match_id: one match, ordered by version; `None` for the whole log, ordered by position.
            after: only events after this version, or position.
        """
        column = Row._fields.index("position" if match_id is None else "version")
        statement, of = (self.sql.all_rows, ()) if match_id is None else (self.sql.match_rows, (match_id,))
        while page := self.fetched(statement, *of, after):
            yield from map(Row._make, page)
            last = page[-1][column]
            if len(page) < PAGE or not isinstance(last, int) or last <= after:  # or the last row is damaged
                return
            after = last

    def fetched(self, statement: str, *values: object) -> list[Any]:
        """Execute a statement of `sql` and return its rows."""

        def work(cursor: Any) -> list[Any]:
            cursor.execute(statement, values)
            return list(cursor.fetchall())

        return self.read(work)

    def bodies(self, match_id: str) -> list[tuple[int, str, bytes]]:
        """Return version, type and body of a match's events, ordered by version."""
        return self.fetched(self.sql.bodies, match_id)

    def joined(self, match_id: str) -> str:
        """Return the bodies of a match's events as one JSON array.

        They normally come ordered by version, but SQL does not guarantee it: see `codec.decode_joined`.
        """
        return f"[{self.fetched(self.sql.joined_bodies, match_id)[0][0] or ''}]"

    def texts(self, stream_id: str) -> dict[str, str]:
        """Return the words of a match's events, without erased ones, as JSON strings, by commitment."""
        return dict(self.fetched(self.sql.texts, stream_id))

    def told(self, stream_id: str, rows: Iterable[Row]) -> list[Row]:
        """Return rows of one match with words in the bodies, for readers; the hashes do not cover these bodies."""
        rows = list(rows)
        if not any(has_words(row.type, row.body) for row in rows):
            return rows
        known = self.texts(stream_id)
        return [row._replace(body=filled(row.type, row.body, known)) for row in rows]

    def select(self, statement: Select[Any]) -> list[Any]:
        """Return the rows of a SELECT."""
        return self.reader.select(statement)

    def select_many(self, statement: Select[Any]) -> list[Any]:
        """Return the rows of a large SELECT as plain tuples of the driver, which is faster than SQLAlchemy's rows.

        The statement must not have an IN with a list of values.
        """
        text, values = self.compiled(statement)
        return self.fetched(text, *values)

    def into(self, table: Table) -> Any:
        """Return an INSERT into a table that keeps existing rows (ON CONFLICT DO NOTHING)."""
        return self.backend.into(table).on_conflict_do_nothing()

    def write(self, statement: Any) -> int:
        """Execute an INSERT or DELETE on a side table in its own transaction; return the number of affected rows.

        It may be executed twice if the server goes away, so it must be idempotent.
        """
        return sum(self.write_all([statement]))

    def write_all(self, statements: Iterable[Any]) -> list[int]:
        """Execute statements on side tables in one transaction, all or none; return each one's number of rows.

        They may be executed twice if the server goes away, so together they must be idempotent.
        """
        compiled = [self.compiled(one) for one in statements]

        def work(cursor: Any, *, again: bool) -> list[int]:
            return [run_on(cursor, one) for one in compiled]

        return self.writer.run(work) if compiled else []

    def compiled(self, statement: Any) -> Compiled:
        """Return a statement as text with its values, for the cursor of a write transaction."""
        compiled = statement.compile(dialect=self.engine.dialect)
        return str(compiled), [compiled.params[name] for name in compiled.positiontup or ()]


def run_on(cursor: Any, compiled: Compiled) -> int:
    """Execute a compiled statement on a cursor; return the number of affected rows."""
    cursor.execute(*compiled)
    return int(cursor.rowcount)


class LedgerRecorder(EventRecorder, ProcessRecorder, Followable):
    """Records and reads events, notifications, commands and tracking positions."""

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int] | None:
        """Record events, all or none, and return their positions.

        Args:
            stored_events: the events.
            kwargs: `expected_version` (the match's current version), `command` (a `Command`), `tracking` (a
                `Tracking`, which must advance), `texts` (words of the events, from `texts.apart`), `pictures`
                (pictures of notes).

        Raises:
            Stale: the match is not at the expected version, or the command has been recorded since.
            CommandReused: the command id was recorded with different content.
            IntegrityError: a version is taken, or the tracking position is not an advance.
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
        """Return events in a range of positions, in commit order."""
        if stop is None and not topics and not inclusive_of_start:
            found = self.read(partial(self._following, start or 0, limit))
            return [Notification(self._id(row[0]), *row[1:]) for row in found]
        from sqlalchemy import select

        from tablescribe.ledger.log.schema import events

        c = events.c
        statement = select(c.match_id, c.version, c.type, c.body, c.position)
        if start is not None:
            statement = statement.where(c.position >= start if inclusive_of_start else c.position > start)
        if stop is not None:
            statement = statement.where(c.position <= stop)
        if topics:
            statement = statement.where(c.type.in_(topics))
        found = self.select(statement.order_by(c.position).limit(limit))
        return [Notification(self._id(row[0]), *row[1:]) for row in found]

    def _following(self, start: int, limit: int, cursor: Any) -> list[Any]:
        cursor.execute(f"{self.sql.following}{limit:d}", (start,))
        return list(cursor.fetchall())

    def max_notification_id(self) -> int | None:
        """Return the last position, or `None` in an empty ledger."""
        found: int | None = self.fetched(self.sql.last_position)[0][0]
        return found

    def subscribe(
        self, gt: int | None = None, topics: Sequence[str] = (), *, woken: bool = True
    ) -> Subscription[Followable]:
        """Subscribe to all events after a position, including those of other processes.

        With `woken=False`, commits of this process do not wake it, for callers that learn of these by `listen`.
        """
        subscription = PollingSubscription(recorder=self, gt=gt, topics=topics, woken=woken)
        self._subscriptions.add(subscription)
        return subscription

    def insert_tracking(self, tracking: Tracking) -> None:
        """Advance a consumer's tracking position. Of concurrent consumers, one succeeds.

        Raises:
            IntegrityError: the position is already at or past this one.
        """
        self._insert((), tracking=tracking)

    def position_now(self) -> int:
        """Return the last position (0 in an empty ledger), and fail fast if the database does not answer.

        Raises:
            LedgerUnavailable: the database cannot be read now.
        """
        from sqlalchemy import func, select

        from tablescribe.ledger.log.schema import events

        return int(self.reader.at_once(select(func.max(events.c.position)))[0][0] or 0)

    def max_tracking_id(self, application_name: str) -> int | None:
        """Return a consumer's tracking position, or `None` if it has not started."""
        from sqlalchemy import select

        from tablescribe.ledger.log.schema import tracking

        found = self.select(select(tracking.c.position).where(tracking.c.name == application_name))
        return found[0][0] if found else None

    def hints(self, *, own: bool = True) -> Any:
        """Return commit signals, which wake a reader after each commit. Call `close` on them when done.

        Without `own`, the signals may leave out commits of this process.
        """
        self._followed = self._followed or own  # set before the first read, so that no commit after it is missed
        if own:
            return self.backend.CommitSignals(self.engine, self._recorded)
        return self.backend.CommitSignals(self.engine, self._recorded, lambda: self.writer.connection)
