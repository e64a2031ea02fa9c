"""Several processes, killed processes, lost answers: every acknowledged move is there, once."""

import random
import signal
import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path

import pytest
from eventsourcing.persistence import IntegrityError
from sqlalchemy import select

from domain.events import Noted, Played
from ledger.errors import CommandReused, Stale
from ledger.ledger import Ledger
from ledger.recorder import Command
from ledger.schema import commands
from ledger.scribe import Scribe


def start(path: Path, *words: str) -> "subprocess.Popen[str]":
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.ledger.writer", str(path), *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def go(processes: list["subprocess.Popen[str]"]) -> list[list[str]]:
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    return [process.communicate()[0].split() for process in processes]


def test_of_racing_writers_exactly_one_wins_each_round(path: Path, scribe: Scribe) -> None:
    match = scribe.new("freeform", ["Ada", "Ben"])
    for _ in range(3):
        version = scribe.match(match.id).version
        answers = go([start(path, "race", match.id, str(version)) for _ in range(3)])
        assert sorted(word for answer in answers for word in answer) == ["lost", "lost", "won"]
        assert scribe.match(match.id).version == version + 1
    scribe.ledger.verify()


def test_of_racing_readers_exactly_one_gets_each_position(path: Path, ledger: Ledger) -> None:
    answers = go([start(path, "track") for _ in range(3)])
    got = Counter(int(word) for answer in answers for word in answer)
    assert set(got.values()) == {1}
    assert max(got) == 30 == ledger.log.max_tracking_id("reader")


def test_a_killed_process_loses_nothing_that_it_acknowledged(path: Path, scribe: Scribe) -> None:
    match = scribe.new("freeform", ["Ada"])
    acknowledged = 0
    chance = random.Random(1)
    for _ in range(6):
        process = start(path, "stream", match.id)
        assert process.stdout is not None
        for _ in range(chance.randint(1, 60)):
            process.stdout.readline()
            acknowledged += 1
        process.send_signal(signal.SIGKILL)
        acknowledged += len(process.communicate()[0].splitlines())
    scribe.ledger.verify()
    notes = [event.text for event in scribe.ledger.events_of(match.id) if isinstance(event, Noted)]
    # at most one note a kill was stored but not yet acknowledged
    assert acknowledged <= len(notes) <= acknowledged + 6
    scribe.note(match.id, "and on it goes")


def test_a_commit_whose_answer_was_lost_is_not_recorded_twice(
    scribe: Scribe, match_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = type(scribe.ledger.log)._insert

    def commit_then_fail(self: object, *args: object, **kwargs: object) -> None:
        record(self, *args, **kwargs)  # type: ignore[arg-type]
        raise ConnectionError("the answer is lost")

    with monkeypatch.context() as patch:
        patch.setattr(type(scribe.ledger.log), "_insert", commit_then_fail)
        with pytest.raises(ConnectionError):
            scribe.play(match_id, 3, {"do": "skip"}, command_id="once")
    version = scribe.match(match_id).version
    (again,) = scribe.play(match_id, 3, {"do": "skip"}, command_id="once")
    assert again.originator_version == version == scribe.match(match_id).version


def test_a_retry_that_races_its_first_try_is_recorded_once(ledger: Ledger, scribe: Scribe, match_id: str) -> None:
    match = ledger.match(match_id)
    scribe.play(match_id, 3, {"do": "skip"}, command_id="once")
    match.note("late", scribe.stamp())
    (digest,) = ledger.read(select(commands.c.digest))[0]
    with pytest.raises(Stale):
        ledger.save(match, command=Command("once", digest))


def test_racing_tries_of_one_command_all_get_the_first_answer(
    scribe: Scribe, match_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second try has looked for an answer already when the first one commits."""
    log, looked = scribe.ledger.log, type(scribe.ledger.log).answer

    def look_then_lose(self: object, match: str, command: Command) -> object:
        found = looked(log, match, command)
        monkeypatch.undo()
        first.extend(scribe.play(match_id, 3, {"do": "skip"}, command_id="once"))
        return found

    first: list[Played] = []
    version = scribe.match(match_id).version
    monkeypatch.setattr(type(log), "answer", look_then_lose)
    assert scribe.play(match_id, 3, {"do": "skip"}, command_id="once") == first
    assert scribe.match(match_id).version == version + 1
    scribe.ledger.verify()


def test_a_writer_overtaken_while_deciding_is_told_and_records_nothing(
    scribe: Scribe, match_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = type(scribe.ledger).save

    def overtaken(self: object, *args: object, **kwargs: object) -> object:
        monkeypatch.undo()
        scribe.note(match_id, "I was faster")
        return save(scribe.ledger, *args, **kwargs)  # type: ignore[arg-type]

    for command_id in (None, "mine"):
        version = scribe.match(match_id).version
        monkeypatch.setattr(type(scribe.ledger), "save", overtaken)
        with pytest.raises(Stale) as stale:
            scribe.play(match_id, 3, {"do": "skip"}, command_id=command_id)
        assert (stale.value.expected, stale.value.tail) == (version, version + 1)
        assert scribe.match(match_id).version == version + 1
    assert scribe.play(match_id, 3, {"do": "skip"}, command_id="mine"), "the command was never recorded, and may be"


def test_the_database_s_own_refusal_is_the_library_s_error(ledger: Ledger, match_id: str) -> None:
    with pytest.raises(IntegrityError, match="append-only"), ledger.log.transaction() as cursor:
        cursor.execute("DELETE FROM events")
    ledger.verify()


def test_another_content_under_a_racing_command_s_id_is_refused(scribe: Scribe, match_id: str) -> None:
    match = scribe.match(match_id)
    scribe.play(match_id, 3, {"do": "skip"}, command_id="once")
    match.note("late", scribe.stamp())
    with pytest.raises(CommandReused):
        scribe.ledger.save(match, command=Command("once", b"another"))


def test_a_subscription_sees_what_this_and_other_processes_record(path: Path, scribe: Scribe) -> None:
    match = scribe.new("freeform", ["Ada"])
    seen: list[int] = []
    with scribe.ledger.log.subscribe(gt=1) as subscription:
        reader = threading.Thread(
            target=lambda: seen.extend(n.id for n, _ in zip(subscription, range(40), strict=False))
        )
        reader.start()
        scribe.note(match.id, "mine")
        process = start(path, "stream", match.id)
        reader.join(timeout=20)
        process.kill()
        process.communicate()
    assert seen == list(range(2, 42))


def test_subscriptions_can_be_limited_to_types(scribe: Scribe, match_id: str) -> None:
    with scribe.ledger.log.subscribe(topics=["Noted"]) as subscription:
        assert next(subscription).topic == "Noted"
