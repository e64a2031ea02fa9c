"""PostgreSQL: positions without gaps and in commit order, whoever writes, rolls back or is killed meanwhile."""

import threading
import time
from contextlib import closing
from itertools import islice

import psycopg
import pytest
from eventsourcing.persistence import Notification, StoredEvent

from tablescribe.ledger.care.trigger_checks import hollowed
from tablescribe.ledger.log.appending import Answer, Command
from tablescribe.ledger.log.database import connect, migrate
from tablescribe.ledger.log.errors import Stale
from tablescribe.ledger.log.postgres_appends import insert_prepared
from tablescribe.ledger.log.schema_version import NEWEST
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tests.earlier_schema import with_schema
from tests.ledger.log.test_postgres import OTHER, raw
from tests.ledger.processes import Process, ending, stream

__all__ = ["raw"]

DATABASES = ["postgresql"]


def test_a_follower_misses_nothing_of_two_processes_that_are_killed_while_they_write(
    target: str, ledger: Ledger, scribe: Scribe
) -> None:
    matches = [scribe.new("freeform", ["Ada"]).id for _ in range(2)]
    last = ledger.log.max_notification_id() or 0
    seen: list[Notification] = []
    heard: dict[str, list[int]] = {one: [] for one in matches}
    with ledger.log.subscribe(gt=last) as subscription:
        reader = threading.Thread(target=lambda: seen.extend(subscription))
        reader.start()
        for _ in range(4):
            processes = [Process(stream, target, one) for one in matches]
            with ending(*processes):
                for process in processes:
                    process.go()
                for one, process in zip(matches, processes, strict=True):
                    heard[one] += [process.pipe.recv(), *process.heard(0.2)]
                for one, process in zip(matches, processes, strict=True):
                    heard[one] += process.kill()
        scribe.note(matches[0], "the last one")  # waits for what a killed one may still hold
        end, patience = ledger.log.max_notification_id() or 0, time.monotonic() + 60
        while (not seen or seen[-1].id < end) and time.monotonic() < patience:
            time.sleep(0.05)
        subscription.stop()
        reader.join(timeout=60)
    assert [one.id for one in seen] == [*range(last + 1, end + 1)]
    for one in matches:
        assert {*heard[one]} <= {event.originator_version for event in ledger.events_of(one)}
    ledger.verify()


@pytest.mark.parametrize("events", [1, 2])
def test_an_append_that_is_rolled_back_leaves_no_gap(raw: psycopg.Connection, ledger: Ledger, events: int) -> None:
    def event(version: int) -> StoredEvent:
        return StoredEvent("m", version, "Noted", b"%d" % version)

    ledger.log.insert_events([event(1)], expected_version=0)
    with ledger.log.subscribe(gt=1) as subscription:
        for version in range(2, 2 + 3 * events, events):
            raw.execute("BEGIN")
            raw.execute(f"INSERT INTO events SELECT {OTHER}")
            raw.execute("ROLLBACK")
            new = [event(version + n) for n in range(events)]
            ledger.log.insert_events(new, expected_version=version - 1)
        found = [*islice(subscription, 3 * events)]
    assert [(one.id, one.originator_version) for one in found] == [(n, n) for n in range(2, 2 + 3 * events)]


def test_no_event_follows_one_that_is_not_committed_even_without_the_lock(
    raw: psycopg.Connection, target: str, ledger: Ledger, match_id: str
) -> None:
    """The lock only spares writers an error: the event before must be visible."""
    source = raw.execute("SELECT pg_get_functiondef('take_position'::regproc)").fetchone()
    assert source is not None
    lock = source[0][source[0].index("done := pg_catalog.pg_adv") :].partition(";")[0] + ";"
    raw.execute(source[0].replace(lock, ""))
    after = OTHER.replace("position + 1", "position + 2", 1).replace("'other', 1", "'another', 1")
    with psycopg.connect(target) as first, psycopg.connect(target, autocommit=True) as second:
        first.execute(f"INSERT INTO events SELECT {OTHER}")
        with pytest.raises(psycopg.errors.RaiseException, match="each once"):
            second.execute(f"INSERT INTO events SELECT {after}")
        first.commit()
        second.execute(f"INSERT INTO events SELECT {after.replace('position + 2', 'position + 1', 1)}")


def test_an_event_and_its_answer_are_recorded_together_or_not_at_all(ledger: Ledger) -> None:
    log = ledger.log
    for version in (1, 2):
        log.insert_events([StoredEvent("m", version, "Noted", b"x")], command=Command(f"c{version}", bytes(32)))
    taken = Command("c1", bytes(32))
    with pytest.raises(Stale):
        log.insert_events([StoredEvent("m", 3, "Noted", b"x")], command=taken)
    assert log.max_notification_id() == 2
    strange = Command("ça va 🎲", bytes(32))
    log.insert_events([StoredEvent("m", 3, "Noted", b"x")], expected_version=2, command=strange)
    assert log.answer("m", strange) == Answer(3, 1)


def test_a_prepared_statement_that_was_deallocated_is_prepared_again(ledger: Ledger) -> None:
    writer = ledger.log.writer
    for version in range(1, 5):
        if version > 2:
            writer.connection.cursor().execute("DEALLOCATE ALL")
        ledger.log.insert_events([StoredEvent("m", version, "Noted", b"x")], expected_version=version - 1)
    assert ledger.log.max_notification_id() == 4


def test_a_refused_statement_raises_what_a_cursor_would(target: str, ledger: Ledger, match_id: str) -> None:
    put = ledger.log.sql.put[False, False]
    with psycopg.connect(target, autocommit=True) as connection:
        with pytest.raises(psycopg.errors.RaiseException, match="each once"):
            insert_prepared(connection, put, (99, "l", "m", 1, "Noted", b"x", b"", b"h"))
        following = connection.execute("SELECT max(position) + 1 FROM events").fetchone()
        assert following is not None
        with pytest.raises(psycopg.errors.UniqueViolation, match="one_event_a_version"):
            insert_prepared(connection, put, (*following, "l", match_id, 1, "Noted", b"x", b"", b"h"))
        assert insert_prepared(connection, put, (1, "l", "m", 1, "Noted", b"x", b"", b"h")) == 0


def test_a_ledger_of_the_former_schema_is_upgraded_and_goes_on(target: str) -> None:
    engine = connect(target)
    with_schema(target, "0016")
    with psycopg.connect(target, autocommit=True) as connection:
        row = "'l', 'm', 1, 'Noted', 'x', '', 'h'"
        connection.execute(f"INSERT INTO events SELECT 1, {row}")
        assert connection.execute("SELECT position FROM head").fetchone() == (1,)
    done = migrate(engine)
    assert done is not None
    assert (done.before, done.after) == ("0016", NEWEST)
    engine.dispose()
    ledger = open_ledger(target)
    assert hollowed(ledger)[0] == set()
    ledger.log.insert_events([StoredEvent("m", 2, "Noted", b"y")], expected_version=1)
    assert ledger.log.max_notification_id() == 2
    with psycopg.connect(target) as connection:
        assert connection.execute("SELECT to_regclass('head'), to_regproc('lock_head')").fetchone() == (None, None)
    ledger.close()


def test_a_batch_is_stored_as_it_is_whatever_its_bytes_and_letters(ledger: Ledger) -> None:
    ids = ['"', "\\", "{a,b}", "NULL", "", "ä\u2028", "'", " "]
    bodies = [b"", b"\x00", b'{"a":"b"}', b"\\x", b"NULL", bytes(range(256)), b",", b" "]
    events = [StoredEvent(one, 1, "Noted", body) for one, body in zip(ids, bodies, strict=True)]
    ledger.log.insert_events(events, command=Command("é", b"\x00" * 32))
    found = {row.match_id: row for row in ledger.log.rows()}
    assert [(found[one].position, found[one].body) for one in ids] == [*enumerate(bodies, start=1)]
    assert ledger.log.answer('"', Command("é", b"\x00" * 32)) == Answer(1, len(events))


def test_own_commits_need_not_wake_a_reader_but_those_of_others_do(target: str, ledger: Ledger) -> None:
    told = ledger.log.hints(own=False)
    try:
        assert not told.wait(0)  # from now on it listens
        ledger.log.insert_events([StoredEvent("m", 1, "Noted", b"1")])
        assert not told.wait(1)
        with closing(open_ledger(target)) as other:
            other.log.insert_events([StoredEvent("n", 1, "Noted", b"2")])
            assert told.wait(60)
    finally:
        told.close()
