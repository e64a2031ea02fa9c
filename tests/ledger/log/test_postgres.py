"""Tests specific to PostgreSQL: rights, locks, notifications, and a server that goes away."""

import sys
import threading
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import psycopg
import pytest
from eventsourcing.persistence import Notification, StoredEvent
from sqlalchemy.engine import make_url

from tablescribe.domain.match.events import Noted
from tablescribe.ledger.care.doctor import examine
from tablescribe.ledger.log.appending import Answer, Command
from tablescribe.ledger.log.chain import verify_chain
from tablescribe.ledger.log.database import connect
from tablescribe.ledger.log.errors import LedgerLocked, LedgerLost, LedgerReadOnly, LedgerUnavailable, NotALedger
from tablescribe.ledger.log.postgres import BEGIN, rights
from tablescribe.ledger.log.postgres_appends import insert_prepared
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tests.depth import times
from tests.ledger.processes import Process, ending, made_at_once, stream
from tests.postgres_server import Server

DATABASES = ["postgresql"]

ROW = (
    "position + 1, ledger_id, match_id, version + 1, type, body, previous, hash "
    "FROM events ORDER BY position DESC LIMIT 1"
)

OTHER = ROW.replace("match_id, version + 1", "'other', 1")


@pytest.fixture
def raw(target: str, ledger: Ledger) -> Iterator[psycopg.Connection]:
    """A connection as the owner, which bypasses our code."""
    with psycopg.connect(target, autocommit=True) as connection:
        yield connection


CHANGES = [
    "UPDATE {} SET match_id = 'x'",
    "DELETE FROM {}",
    "TRUNCATE {}",
    "INSERT INTO {0} SELECT * FROM {0} LIMIT 1 ON CONFLICT DO NOTHING",
]


@pytest.mark.parametrize("table", ["events", "commands"])
@pytest.mark.parametrize("change", CHANGES[:3])
@pytest.mark.parametrize("role", ["origin", "replica"])
def test_the_database_refuses_to_change_the_log_even_to_a_superuser(
    raw: psycopg.Connection, scribe: Scribe, match_id: str, table: str, change: str, role: str
) -> None:
    """In the replication role, ordinary triggers do not fire; ours do."""
    scribe.play(match_id, None, {"do": "skip"}, command_id="c1")
    raw.execute(f"SET session_replication_role = {role}")
    with pytest.raises(psycopg.errors.RaiseException, match="append-only"):
        raw.execute(change.format(table))
    scribe.ledger.verify()


@pytest.mark.parametrize("position", ["position", "position + 2", "0", "-1"])
def test_the_database_takes_the_next_position_and_no_other(
    raw: psycopg.Connection, match_id: str, position: str
) -> None:
    """The trigger asks for the event before; the primary key refuses a position that is taken."""
    refused = psycopg.errors.UniqueViolation if position == "position" else psycopg.errors.RaiseException
    with pytest.raises(refused, match=r"each once|events_pkey"):
        raw.execute(f"INSERT INTO events SELECT {OTHER.replace('position + 1', position, 1)}")
    raw.execute(f"INSERT INTO events SELECT {ROW}")


def test_a_role_with_the_rights_of_a_scribe_can_record_and_nothing_else(
    raw: psycopg.Connection, target: str, match_id: str
) -> None:
    role = f"scribe_{make_url(target).database}"
    raw.execute(f"CREATE ROLE {role} LOGIN PASSWORD 'secret'")
    for statement in rights(role, ["deal", "erase"]):
        raw.execute(statement)
    theirs = target.replace("tester@", f"{role}:secret@")
    ledger = open_ledger(theirs)
    scribe = Scribe(ledger)
    scribe.note(match_id, "from a role of its own")
    sealed = scribe.new("ultime", ["Dan", "Eve", "Fay"], chance="sealed")
    scribe.play(sealed.id, None, {"do": "skip"}, command_id="c1")
    ledger.verify()
    with pytest.raises(LedgerReadOnly, match="VACUUM FULL identities"):
        ledger.erase("Dan")
    assert scribe.names(sealed) == ["seat 1", "Eve", "Fay"]
    assert "secret" not in ledger.log.where
    ledger.close()
    forbidden = [change.format("events") for change in CHANGES[:3]]
    forbidden += ["ALTER TABLE events DISABLE TRIGGER ALL", "DROP TABLE events", "CREATE TABLE more (x int)"]
    with psycopg.connect(theirs, autocommit=True) as connection:
        for statement in forbidden:
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(statement)


def test_a_reader_waits_for_an_insert_that_is_held_back_and_skips_nothing(
    raw: psycopg.Connection, ledger: Ledger, scribe: Scribe, match_id: str
) -> None:
    """With positions assigned before commit, later events could become visible first, and readers would miss others."""
    seen: list[Notification] = []
    last = ledger.log.max_notification_id() or 0
    with ledger.log.subscribe(gt=last) as subscription:
        reader = threading.Thread(target=lambda: seen.extend(islice(subscription, 3)))
        reader.start()
        raw.execute("BEGIN")
        raw.execute(f"INSERT INTO events SELECT {ROW}")
        others = [threading.Thread(target=scribe.new, args=("freeform", ["Ada"])) for _ in range(2)]
        for other in others:
            other.start()
        time.sleep(0.5)
        assert not seen
        assert all(other.is_alive() for other in others), "nobody overtakes the one who holds the lock"
        raw.execute("COMMIT")
        for thread in [*others, reader]:
            thread.join(timeout=60)
    assert [notification.id for notification in seen] == [last + 1, last + 2, last + 3]


@pytest.mark.parametrize("events", [1, 2])
def test_one_statement_that_another_writer_overtakes_is_refused_and_recorded_after_it(
    raw: psycopg.Connection, target: str, ledger: Ledger, events: int
) -> None:
    """It read the log's end without a lock; the trigger, which waits for the lock, finds another one."""

    def event(version: int) -> StoredEvent:
        return StoredEvent("m", version, "Noted", b"%d" % version)

    for version in (1, 2):  # the second time, it knows the log's end
        ledger.log.insert_events([event(version)], expected_version=version - 1)
    command, came = Command("c", bytes(32)), list[object]()
    new = [event(3 + n) for n in range(events)]
    raw.execute("BEGIN")
    raw.execute(f"INSERT INTO events SELECT {OTHER}")
    thread = threading.Thread(
        target=lambda: came.append(ledger.log.insert_events(new, expected_version=2, command=command))
    )
    thread.start()
    with psycopg.connect(target, autocommit=True) as watching:
        waits = "SELECT count(*) FROM pg_locks WHERE NOT granted"
        patience = time.monotonic() + 60
        while watching.execute(waits).fetchone() == (0,) and time.monotonic() < patience:
            time.sleep(0.01)
    assert not came
    raw.execute("COMMIT")
    thread.join(timeout=60)
    assert came == [[*range(4, 4 + events)]]
    assert ledger.log.answer("m", command) == Answer(3, events)
    assert verify_chain("m", ledger.log.rows("m"))


def test_a_commit_of_another_process_is_announced(
    target: str, ledger: Ledger, scribe: Scribe, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without notifications, the reader would poll again after three minutes."""
    monkeypatch.setattr("tablescribe.ledger.log.subscription.POLL_SECONDS", 180.0)
    match = scribe.new("freeform", ["Ada"])
    with ledger.log.subscribe(gt=1) as subscription:
        time.sleep(0.3)
        process = Process(stream, target, match.id, 3)
        began = time.monotonic()
        with ending(process):
            process.go()
            assert [notification.id for notification in islice(subscription, 3)] == [2, 3, 4]
        assert time.monotonic() - began < 120


def test_a_lock_held_elsewhere(target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    open_ledger(target).close()
    monkeypatch.setattr("tablescribe.ledger.log.postgres.LOCK_TIMEOUT", 0.2)
    ledger = open_ledger(target)
    with psycopg.connect(target) as holder:
        holder.execute(BEGIN.removeprefix("BEGIN; "))
        with pytest.raises(LedgerLocked, match="locked by another program"):
            Scribe(ledger).new("freeform", ["Ada"])
    assert Scribe(ledger).new("freeform", ["Ada"]).version == 1
    ledger.close()


def test_a_connection_cut_while_idle_is_made_anew(raw: psycopg.Connection, scribe: Scribe, match_id: str) -> None:
    cut = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = 'tablescribe'"
    for _ in range(3):
        raw.execute(cut + " AND datname = current_database()")
        version = scribe.match(match_id).version
        raw.execute(cut + " AND datname = current_database()")
        assert scribe.note(match_id, "on we go").originator_version == version + 1
    scribe.ledger.verify()


def test_a_commit_whose_answer_was_lost_is_found_again(
    raw: psycopg.Connection, scribe: Scribe, match_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server commits, and the connection breaks before it answers. There is no command id."""
    cursor, lost = type(scribe.ledger.log.writer._cursor), list[str]()

    def breaks(do: Callable[..., object]) -> Callable[..., object]:
        def commit_then_break(one: object, statement: str, *args: object) -> object:
            done = do(one, statement, *args)
            if (statement == "COMMIT" or do is insert_prepared) and not lost:
                lost.append(statement)
                raise psycopg.OperationalError("server closed the connection unexpectedly")
            return done

        return commit_then_break

    version = scribe.match(match_id).version
    monkeypatch.setattr(cursor, "execute", breaks(cursor.execute))
    monkeypatch.setattr("tablescribe.ledger.log.postgres_appends.insert_prepared", breaks(insert_prepared))
    assert scribe.note(match_id, "once").originator_version == version + 1
    assert lost
    texts = [event.text for event in scribe.ledger.events_of(match_id) if isinstance(event, Noted)]
    assert texts.count("once") == 1
    scribe.ledger.verify()


@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_a_restart_under_load_loses_nothing_and_clients_go_on_by_themselves(mode: str) -> None:
    server = Server(own=True)
    ledger = open_ledger(server.database())
    scribe = Scribe(ledger)
    target = server.url(make_url(ledger.log.where).database or "")
    matches = [scribe.new("freeform", ["Ada"]).id for _ in range(3)]
    processes = [Process(stream, target, match_id) for match_id in matches]
    with ending(*processes):
        for process in processes:
            process.go()
        told: list[list[int]] = [[] for _ in processes]

        def listen(seconds: float) -> None:
            for process, heard in zip(processes, told, strict=True):
                heard += process.heard(seconds / len(processes))

        for _ in range(times(1, 2)):
            listen(0.7)
            server.stop(mode)
            time.sleep(0.3)
            server.start()
        ends = time.monotonic() + 120
        while any(ledger.events_of(one)[-1].at <= server.started for one in matches) and time.monotonic() < ends:
            listen(0.3)
        for process, heard in zip(processes, told, strict=True):
            heard += process.kill()
    for match_id, heard in zip(matches, told, strict=True):
        events = ledger.events_of(match_id)
        assert heard == list(range(2, len(heard) + 2)), "each acknowledged once, none twice, none left out"
        assert len(heard) <= len(events) - 1 <= len(heard) + 1
        assert events[-1].at > server.started, "it went on after the restart"
    ledger.verify()
    ledger.close()
    server.close()


def test_more_readers_than_connections_all_go_on_after_a_crash() -> None:
    server = Server(own=True)
    ledger = open_ledger(server.database())
    ends, last = threading.Event(), [0.0] * 40

    def read(k: int) -> None:
        while not ends.wait(0.01):
            ledger.log.max_notification_id() if k % 2 else ledger.log.joined("none")
            last[k] = time.monotonic()

    threads = [threading.Thread(target=read, args=(k,), daemon=True) for k in range(len(last))]
    for thread in threads:
        thread.start()
    while not all(last):
        time.sleep(0.01)
    server.stop("immediate")
    time.sleep(0.5)
    server.start()
    back, patience = time.monotonic(), time.monotonic() + 60
    while min(last) < back and time.monotonic() < patience:
        time.sleep(0.05)
    ends.set()
    assert min(last) > back
    for thread in threads:
        thread.join()
    ledger.close()
    server.close()


def test_a_server_that_is_not_there_is_told_at_once(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is patient with it."""
    monkeypatch.setattr("tablescribe.ledger.log.writing.PATIENCE", 600.0)
    began = time.monotonic()
    with pytest.raises(LedgerLost, match=r"cannot be reached.*Check that the server runs"):
        open_ledger("postgresql://somebody:secret@/nothing?host=/nowhere")
    with pytest.raises(LedgerUnavailable, match="does not exist"):
        open_ledger(server.url("nothing"))
    assert time.monotonic() - began < 60


def test_a_server_that_stays_away_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablescribe.ledger.log.writing.PATIENCE", 0.5)
    server = Server(own=True)
    ledger = open_ledger(server.database())
    server.stop("fast")
    with pytest.raises(LedgerLost) as lost:
        Scribe(ledger).new("freeform", ["Ada"])
    assert "server" in str(lost.value)
    server.start()
    assert Scribe(ledger).new("freeform", ["Ada"]).version == 1
    ledger.close()
    server.close()


def test_a_database_of_somebody_else_is_left_as_it_was(target: str) -> None:
    with psycopg.connect(target, autocommit=True) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
        with pytest.raises(NotALedger, match="not a ledger: it contains recipes"):
            open_ledger(target)
        tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
    assert tables == [("recipes",)]


def test_several_processes_may_make_the_same_ledger_at_once(target: str) -> None:
    assert len({*made_at_once(target, 3)}) == 1


def test_without_its_driver_the_way_out_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    monkeypatch.delitem(sys.modules, "tablescribe.ledger.log.postgres", raising=False)
    monkeypatch.delattr("tablescribe.ledger.log.postgres", raising=False)
    with pytest.raises(LedgerUnavailable, match=r"tablescribe\[postgres\]"):
        connect("postgresql://x/y")


def test_the_owner_of_the_tables_is_told_that_a_scribe_needs_less(ledger: Ledger, tmp_path: Path) -> None:
    found = {one.what: one for one in examine(ledger, KeyStore(tmp_path), lambda _: lambda done, total: None)}
    assert (found["safety"].state, "doctor --rights" in found["safety"].do) == ("note", True)
    assert found["guards"].state == "good"
