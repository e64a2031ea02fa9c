"""Group commit: events of several threads in one transaction.

The writer reads the log's last position. Positions are gapless. So if the log still ends where this process last
appended, no other process has recorded since, and the cached ends of matches are not read again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from eventsourcing.persistence import IntegrityError, StoredEvent, Tracking

from tablescribe.domain.words.text import say
from tablescribe.ledger.log.chain import event_hash
from tablescribe.ledger.log.database import backend_of
from tablescribe.ledger.log.errors import CommandReused, Stale
from tablescribe.ledger.log.pictures import StoredPicture
from tablescribe.ledger.log.statements import Statements
from tablescribe.ledger.log.texts import StoredText

if TYPE_CHECKING:
    from sqlalchemy import Engine

MOST = 4096
"""Maximum number of matches whose end is cached."""

End = tuple[int, bytes]
"""A match's last version, and the hash of that event."""

NEW: End = (0, b"")


class Command(NamedTuple):
    """Idempotency key of a client's command: an id the client chose, and the SHA-256 of the content."""

    id: str
    digest: bytes


class Answer(NamedTuple):
    """Result of a command: the versions of its events."""

    first_version: int
    events: int


class Append(NamedTuple):
    """Events to record atomically, with the expected version, command, tracking position, texts and pictures."""

    events: Sequence[StoredEvent]
    expected: int | None = None
    command: Command | None = None
    tracking: Tracking | None = None
    texts: Sequence[StoredText] = ()
    pictures: Sequence[StoredPicture] = ()


class Batch:
    """The rows of several appends, and the ends of their matches."""

    __slots__ = ("commands", "ends", "events", "last", "pictures", "texts", "tracking")

    def __init__(self, last: int) -> None:
        self.last = last
        self.ends: dict[str, End] = {}
        self.events: list[tuple[Any, ...]] = []
        self.commands: list[tuple[Any, ...]] = []
        self.tracking: tuple[Tracking, ...] = ()  # of these three, hardly a batch has any
        self.texts: tuple[StoredText, ...] = ()
        self.pictures: tuple[StoredPicture, ...] = ()


class Appender:
    """Appends events to a ledger's log. Call it only while holding the right to write."""

    def __init__(self, engine: Engine, ledger_id: str, sql: Statements) -> None:
        self.backend = backend_of(engine)
        self.ledger_id = ledger_id
        self._sql = sql
        self._last: int | None = None
        self._left: int | None = None
        self._undisturbed = True
        self._ends: dict[str, End] = {}

    def forget(self) -> None:
        """Clear the cached ends, because the last append was rolled back or its outcome is unknown."""
        self._last = None
        self._ends.clear()

    def together(self, cursor: Any, works: Sequence[Append]) -> list[list[int] | None]:
        """Append in one batch; return the positions of each append, or `None` for one that must be retried alone."""
        self._look(cursor, works)
        batch, answers = self._batch(works)
        self._put(cursor, batch)
        return answers

    def at_once(self, cursor: Any, works: Sequence[Append]) -> list[list[int] | None] | None:
        """Append from the cached ends, without reading the log. The database refuses the batch if they are stale.

        Call it only if `knows` returns true.

        Returns:
            As `together`; `None` if the database refused.

        Raises:
            One of the backend's INTEGRITY_ERRORS, if it refused with an error.
        """
        if len(works) == 1 and len(works[0].events) == 1:
            return self._one_at_once(cursor, works[0])
        batch, answers = self._batch(works)
        self._undisturbed = False  # until the append succeeds
        if batch.events and not self.backend.put(cursor, self._sql, batch.events, batch.commands):
            self.forget()
            return None
        self._undisturbed = True
        self._remember(batch)
        return answers

    def _one_at_once(self, cursor: Any, work: Append) -> list[list[int] | None] | None:
        """Append one event as `at_once` does, without the batch that several need. Nearly every move comes here."""
        stored, command, last = work.events[0], work.command, self._last
        assert last is not None
        match_id, version, kind, body = (
            str(stored.originator_id), stored.originator_version, stored.topic, stored.state,
        )  # fmt: skip
        tail, previous = self._ends[match_id]
        if work.expected not in (None, tail) or (previous and version != tail + 1):
            return [None]
        link = event_hash(self.ledger_id, match_id, version, kind, previous, body)
        row = (last + 1, self.ledger_id, match_id, version, kind, body, previous, link)
        commands = () if command is None else ((match_id, *command, version, 1),)
        self._undisturbed = False
        if not self.backend.put(cursor, self._sql, (row,), commands):
            self.forget()
            return None
        self._undisturbed = True
        self._last = self._left = last + 1
        self._ends[match_id] = version, link
        return [[last + 1]]

    def knows(self, works: Iterable[Append]) -> bool:
        """Return whether `at_once` can be tried: all ends are cached, and no other process is recording."""
        if not self._undisturbed or self._last is None:
            return False
        ends = self._ends
        for work in works:
            if work.tracking is not None or work.texts or work.pictures:
                return False
            for stored in work.events:
                if str(stored.originator_id) not in ends:
                    return False
        return True

    def alone(self, cursor: Any, work: Append, *, again: bool) -> list[int]:
        """Append by itself. With `again`, an earlier attempt may have been committed.

        Raises:
            Stale: the match is not at the expected version, or the command has been recorded since.
            CommandReused: the command id was recorded with different content.
            IntegrityError: a version is taken, or the tracking position is not an advance.
        """
        if again and work.events and (stored := self._stored(cursor, work.events)):
            return stored
        if work.command is not None and work.events:
            self._refuse_repeated(cursor, str(work.events[0].originator_id), work.command)
        self._look(cursor, [work])
        assert self._last is not None
        batch = Batch(self._last)
        positions = self._add(work, batch)
        self._put(cursor, batch)
        return positions

    def answer(self, cursor: Any, match_id: str, command: Command) -> Answer | None:
        """Return a command's recorded result; see `EventRecorder.answer`."""
        cursor.execute(self._sql.select_command, (match_id, command.id))
        if (found := cursor.fetchone()) is None:
            return None
        digest, first_version, count = found
        if digest != command.digest:
            raise reused(command.id, match_id)
        return Answer(first_version, count)

    def _refuse_repeated(self, cursor: Any, match_id: str, command: Command) -> None:
        """Raise `Stale` if a concurrent retry of the same command has been recorded."""
        if (answer := self.answer(cursor, match_id, command)) is not None:
            raise Stale(match_id, answer.first_version - 1, answer.first_version + answer.events - 1)

    def _stored(self, cursor: Any, stored_events: Iterable[StoredEvent]) -> list[int]:
        """Return the positions of events if an earlier attempt was committed, else an empty list.

        An event contains its time, device and a salt, so equal bytes are the same event.
        """
        positions = []
        for stored in stored_events:
            cursor.execute(self._sql.select_event, (str(stored.originator_id), stored.originator_version))
            found = cursor.fetchone()
            if found is None or (found[1], found[2]) != (stored.topic, stored.state):
                return []
            positions.append(found[0])
        return positions

    def _look(self, cursor: Any, works: Iterable[Append]) -> None:
        """Read the log's last position, and the ends of the matches that are not cached."""
        matches = _matches(works)
        asked = matches - self._ends.keys() if self._undisturbed else matches
        last, found = self.backend.ends(cursor, self._sql, asked)
        if last != self._last:
            self.forget()
            if asked != matches:
                asked = matches
                last, found = self.backend.ends(cursor, self._sql, asked)
        self._undisturbed, self._last = last == self._left, last
        self._ends.update((one, found.get(one, NEW)) for one in asked)

    def _batch(self, works: Iterable[Append]) -> tuple[Batch, list[list[int] | None]]:
        assert self._last is not None
        batch = Batch(self._last)
        answers: list[list[int] | None] = []
        for work in works:
            try:
                answers.append(self._add(work, batch))
            except (Stale, IntegrityError):  # the others proceed; this one is retried alone
                answers.append(None)
        return batch, answers

    def _add(self, work: Append, batch: Batch) -> list[int]:
        """Add an append to a batch, all of it or nothing; return the positions."""
        rows: list[tuple[Any, ...]] = []  # not `list[…]()`, which takes as long as hashing an event
        mine: dict[str, End] = {}
        position, ledger_id, expected = batch.last, self.ledger_id, work.expected
        for stored in work.events:
            match_id, version, kind, body = (
                str(stored.originator_id), stored.originator_version, stored.topic, stored.state,
            )  # fmt: skip
            if (end := mine.get(match_id)) is None:
                end = batch.ends.get(match_id) or self._ends[match_id]
                if expected is not None and end[0] != expected:
                    raise Stale(match_id, expected, end[0])
            tail, previous = end
            if previous and version != tail + 1:
                raise IntegrityError(f"event {version} cannot follow event {tail} of match {match_id}")
            position += 1
            link = event_hash(ledger_id, match_id, version, kind, previous, body)
            rows.append((position, ledger_id, match_id, version, kind, body, previous, link))
            mine[match_id] = version, link
        positions = list(range(batch.last + 1, position + 1))
        batch.last = position
        batch.ends.update(mine)
        batch.events += rows
        if work.command is not None and rows:
            batch.commands.append((rows[0][2], *work.command, rows[0][3], len(rows)))
        if work.tracking is not None:
            batch.tracking += (work.tracking,)
        if work.texts:
            batch.texts += tuple(work.texts)
        if work.pictures:
            batch.pictures += tuple(work.pictures)
        return positions

    def _put(self, cursor: Any, batch: Batch) -> None:
        if batch.events and not self.backend.put(cursor, self._sql, batch.events, batch.commands):
            raise IntegrityError("the log is append-only: events are added at the end, each once")
        for text in batch.texts:
            cursor.execute(self._sql.insert_text, text)
        for picture in batch.pictures:
            cursor.execute(self._sql.insert_picture, picture)
        for one in batch.tracking:
            cursor.execute(self._sql.upsert_tracking, (one.application_name, one.notification_id))
            if cursor.rowcount == 0:
                raise IntegrityError(f"{one.application_name} is past position {one.notification_id} already")
        self._remember(batch)

    def _remember(self, batch: Batch) -> None:
        """Cache the new ends. After a rollback, `forget` clears them."""
        self._last = self._left = batch.last
        self._ends.update(batch.ends)
        while len(self._ends) > MOST:
            del self._ends[next(iter(self._ends))]


def reused(command_id: str, match_id: str) -> CommandReused:
    """Return the error for a command id that was recorded with different content."""
    return CommandReused(
        say(
            "command {command} of match {match} was already recorded with different content. Use a new id",
            command=command_id,
            match=match_id,
        )
    )


def _matches(works: Iterable[Append]) -> set[str]:
    return {str(stored.originator_id) for work in works for stored in work.events}
