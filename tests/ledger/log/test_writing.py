"""Group commit: threads share transactions, none waits for company, and a failing one fails alone."""

import threading
import time
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest
from eventsourcing.persistence import IntegrityError, StoredEvent

from tablescribe.ledger.log.appending import Answer, Command
from tablescribe.ledger.log.chain import verify_chain
from tablescribe.ledger.log.errors import LedgerLost, Stale
from tablescribe.ledger.log.recorder import LedgerRecorder
from tablescribe.ledger.log.writing import Writer, patiently
from tablescribe.ledger.matches.ledger import Ledger, open_ledger


@pytest.fixture
def log(ledger: Ledger) -> LedgerRecorder:
    return ledger.log


def event(match_id: str, version: int = 1) -> StoredEvent:
    return StoredEvent(match_id, version, "Noted", f'"{match_id} {version}"'.encode())


class Counted:
    """Counts the transactions of a writer."""

    def __init__(self, writer: Writer, monkeypatch: pytest.MonkeyPatch) -> None:
        self.transactions = 0
        begin, at_once = writer._begin, writer._at_once

        def counted() -> Any:
            self.transactions += 1
            return begin()

        def counted_at_once(*given: Any) -> Any:
            self.transactions += (done := at_once(*given)) is not None
            return done

        monkeypatch.setattr(writer, "_begin", counted)
        monkeypatch.setattr(writer, "_at_once", counted_at_once)


def together(log: LedgerRecorder, works: list[Any]) -> list[Any]:
    """Run threads while the writer is busy, so that they queue; return their results in order."""
    came: list[Any] = [None] * len(works)
    started, finish = threading.Event(), threading.Event()

    def hold(cursor: Any, *, again: bool) -> None:
        started.set()
        finish.wait(60)

    def run(k: int) -> None:
        try:
            came[k] = works[k]()
        except BaseException as error:
            came[k] = error

    holder = threading.Thread(target=log.writer.run, args=(hold,))
    holder.start()
    started.wait(60)
    threads = [threading.Thread(target=run, args=(k,)) for k in range(len(works))]
    for k, thread in enumerate(threads):
        thread.start()
        while len(log.writer._threads._waiting) <= k:
            time.sleep(0.001)
    finish.set()
    for thread in [holder, *threads]:
        thread.join()
    return came


def test_those_who_queue_share_one_transaction(log: LedgerRecorder, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Counted(log.writer, monkeypatch)
    came = together(log, [lambda k=k: log.insert_events([event(f"m{k}")]) for k in range(8)])
    assert sorted(positions[0] for positions in came) == list(range(1, 9))
    assert counted.transactions == 2, "the one that was busy, and one for all others"


def test_whoever_is_alone_begins_at_once(log: LedgerRecorder, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Counted(log.writer, monkeypatch)
    for k in range(3):
        log.insert_events([event("m", k + 1)], expected_version=k)
    assert counted.transactions == 3
    monkeypatch.setattr(log.writer, "_begin", Mock(side_effect=AssertionError("one statement is enough")))
    for k in range(3, 6):
        assert log.insert_events([event("m", k + 1)], expected_version=k) == [k + 1]


def test_one_who_fails_fails_alone(log: LedgerRecorder) -> None:
    log.insert_events([event("taken")])
    came = together(
        log,
        [
            lambda: log.insert_events([event("first")]),
            lambda: log.insert_events([event("taken", 2)], expected_version=0),
            lambda: log.insert_events([event("taken")]),
            lambda: log.insert_events([event("last")]),
        ],
    )
    assert isinstance(came[1], Stale)
    assert isinstance(came[2], IntegrityError)
    assert sorted([came[0][0], came[3][0]]) == [2, 3]
    assert [row.match_id for row in log.rows()] == ["taken", "first", "last"]


def test_two_who_want_the_same_version_queue_and_one_gets_it(log: LedgerRecorder) -> None:
    came = together(log, [lambda: log.insert_events([event("m")], expected_version=0) for _ in range(2)])
    assert sorted(type(one).__name__ for one in came) == ["Stale", "list"]
    assert len(list(log.rows())) == 1


def test_an_event_that_does_not_follow_is_refused_by_what_the_process_knows(log: LedgerRecorder) -> None:
    for version in (1, 2):
        log.insert_events([event("m", version)], expected_version=version - 1)
    for repeated in range(2):  # the first refusal clears what is known, the last event brings it back
        with pytest.raises(Stale):
            log.insert_events([event("m", 3 + repeated)], expected_version=1)
        assert log.insert_events([event("m", 3 + repeated)]) == [3 + repeated]
    with pytest.raises(IntegrityError, match="cannot follow"):
        log.insert_events([event("m", 6)])
    assert log.insert_events([event("m", 5)], expected_version=4, command=Command("c", bytes(32))) == [5]
    assert verify_chain("m", log.rows("m"))
    assert [row.position for row in log.rows()] == [1, 2, 3, 4, 5]


def test_two_who_record_in_turns_never_go_by_what_they_left(log: LedgerRecorder, target: str) -> None:
    other = open_ledger(target)
    for version in range(1, 9):
        recorder = (log, other.log, log, log)[version % 4]
        assert recorder.insert_events([event("m", version)], expected_version=version - 1) == [version]
    with pytest.raises(Stale):
        other.log.insert_events([event("m", 8)], expected_version=7)
    assert verify_chain("m", log.rows("m"))
    other.close()


def test_what_was_rolled_back_is_not_gone_by(log: LedgerRecorder, target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody else takes the position that was rolled back: the log is as long as if it had not been."""
    log.insert_events([event("m")], expected_version=0)
    with monkeypatch.context() as patched:
        patched.setattr(log.writer, "_at_once", lambda works, appender: None)
        patched.setattr(log.writer, "_commit", Mock(side_effect=OSError("no commit")))
        with pytest.raises(OSError, match="no commit"):
            log.insert_events([event("m", 2)], expected_version=1)
    other = open_ledger(target)
    other.log.insert_events([event("n")], expected_version=0)
    other.close()
    assert log.insert_events([event("m", 2)], expected_version=1) == [3]
    assert verify_chain("m", log.rows("m"))
    assert [(row.match_id, row.version) for row in log.rows()] == [("m", 1), ("n", 1), ("m", 2)]


def test_commands_of_many_are_kept_together_and_one_that_came_back_fails_alone(log: LedgerRecorder) -> None:
    command = [Command(f"c{k}", bytes([k]) * 32) for k in range(4)]
    log.insert_events([event("m")], command=command[0])
    works = [partial(log.insert_events, [event(f"m{k}")], command=command[k]) for k in range(1, 4)]
    came = together(log, [*works, lambda: log.insert_events([event("m", 2)], command=command[0])])
    assert isinstance(came[3], Stale)
    assert sorted(positions[0] for positions in came[:3]) == [2, 3, 4]
    assert [log.answer(f"m{k}", command[k]) for k in range(1, 4)] == [Answer(1, 1)] * 3


def away(_again: bool) -> None:
    raise LedgerLost("away")


def test_what_the_server_did_not_answer_is_asked_again_and_told_so() -> None:
    told: list[bool] = []

    def attempt(again: bool) -> str:
        told.append(again)
        if len(told) < 3:
            raise LedgerLost("away")
        return "done"

    assert patiently(attempt, hurry=threading.Event()) == "done"
    assert told == [False, True, True]


def test_patience_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablescribe.ledger.log.writing.PATIENCE", 0.1)
    lost: list[int] = []
    with pytest.raises(LedgerLost):
        patiently(away, lambda: lost.append(1), hurry=threading.Event())
    assert len(lost) > 1


def test_a_server_that_is_away_costs_a_queue_of_many_the_patience_of_one(
    log: LedgerRecorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock goes on by 0.1 s whenever the server is asked: one asks until patience ends, seven ask once."""
    monkeypatch.setattr("tablescribe.ledger.log.writing.PATIENCE", 0.45)
    asked: list[bool] = []
    for module in ("writing", "group_commit"):
        monkeypatch.setattr(f"tablescribe.ledger.log.{module}.time", SimpleNamespace(monotonic=lambda: len(asked) / 10))

    def lost(cursor: Any, *, again: bool) -> None:
        asked.append(again)
        raise LedgerLost("away")

    came = together(log, [lambda: log.writer.run(lost) for _ in range(8)])
    assert [type(one) for one in came] == [LedgerLost] * 8
    assert len(asked) == 5 + 7


def test_whoever_has_to_end_waits_for_no_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablescribe.ledger.log.writing.PATIENCE", 600.0)
    hurry, began = threading.Event(), time.monotonic()
    threading.Timer(0.2, hurry.set).start()
    with pytest.raises(LedgerLost):
        patiently(away, hurry=hurry)
    assert hurry.is_set()
    assert time.monotonic() - began < 60


def test_many_who_read_within_a_read_do_not_wait_for_each_other(log: LedgerRecorder) -> None:
    log.insert_events([event("m")])
    inside = threading.Barrier(log.backend.READERS)  # all places are taken before any reads on
    found: list[int | None] = []

    def read(_cursor: Any) -> None:
        inside.wait(60)
        found.append(log.max_notification_id())

    threads = [threading.Thread(target=log.read, args=(read,), daemon=True) for _ in range(inside.parties)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert found == [1] * inside.parties


def test_an_event_and_the_answer_to_its_command_are_put_in_by_one_statement_or_neither_is(path: Path) -> None:
    ledger, said = open_ledger(path), list[str]()
    command = Command("mine", bytes(32))
    ledger.log.insert_events([event("m")], expected_version=0, command=command)
    ledger.log.insert_events([event("m", 2)], expected_version=1)  # nobody else records, as it finds
    ledger.log.writer.connection.driver_connection.set_trace_callback(said.append)
    ledger.log.insert_events([event("m", 3)], expected_version=2, command=Command("next", bytes(32)))
    assert not [one for one in said if one.startswith(("BEGIN", "SELECT", "COMMIT"))]
    assert len({one for one in said if not one.startswith("--")}) == 1, "all else is done by its trigger"
    with pytest.raises(Stale):
        ledger.log.insert_events([event("m", 4)], expected_version=3, command=command)
    assert len([*ledger.log.rows("m")]) == 3
    assert ledger.log.answer("m", Command("next", bytes(32))) == Answer(3, 1)
    assert ledger.log.answer("m", command) == Answer(1, 1)
    ledger.close()
