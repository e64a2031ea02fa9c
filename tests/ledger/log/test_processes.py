"""Several processes, killed processes, lost answers: every acknowledged move is recorded exactly once."""

import random
import threading
import time
from collections import Counter
from typing import Any

import pytest
from eventsourcing.persistence import IntegrityError
from sqlalchemy import select

from tablescribe.domain.match.events import Noted, Played
from tablescribe.ledger.log.appending import Command
from tablescribe.ledger.log.errors import CommandReused, Stale
from tablescribe.ledger.log.schema import commands
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tests.depth import times
from tests.ledger.processes import Process, all_at_once, race, stream, track

KILLS = times(12, 300)


def test_of_racing_writers_exactly_one_wins_each_round(target: str, scribe: Scribe) -> None:
    match = scribe.new("freeform", ["Ada", "Ben"])
    for _ in range(times(3, 10)):
        version = scribe.match(match.id).version
        answers = all_at_once([Process(race, target, match.id, version) for _ in range(3)])
        assert sorted(word for answer in answers for word in answer) == ["lost", "lost", "won"]
        assert scribe.match(match.id).version == version + 1
    scribe.ledger.verify()


def test_of_racing_readers_exactly_one_gets_each_position(target: str, ledger: Ledger) -> None:
    answers = all_at_once([Process(track, target, "reader", 60) for _ in range(4)])
    got = Counter(position for answer in answers for position in answer)
    assert set(got.values()) == {1}
    assert max(got) == 60 == ledger.log.max_tracking_id("reader")


def test_writers_in_several_processes_leave_no_gap(target: str, scribe: Scribe) -> None:
    matches = [scribe.new("freeform", ["Ada"]).id for _ in range(4)]
    before = scribe.ledger.log.max_notification_id() or 0
    answers = all_at_once([Process(stream, target, match_id, 25) for match_id in matches])
    assert [len(answer) for answer in answers] == [25] * 4
    assert scribe.ledger.log.max_notification_id() == before + 100
    scribe.ledger.verify()


def test_a_killed_process_loses_nothing_that_it_acknowledged(target: str, scribe: Scribe) -> None:
    """Each kill leaves at most one event that was stored but not acknowledged."""
    match = scribe.new("freeform", ["Ada"])
    chance = random.Random(1)
    acknowledged: list[int] = []
    longest = 0.05  # seconds that one may live; more where nobody comes to record anything
    for k in range(KILLS):
        process = Process(stream, target, match.id)
        process.go()
        time.sleep(chance.uniform(0, longest))
        acknowledged += process.kill()
        if len(acknowledged) < k:
            longest = min(longest * 2, 10.0)
    scribe.ledger.verify()
    notes = [event for event in scribe.ledger.events_of(match.id) if isinstance(event, Noted)]
    versions = {event.originator_version for event in notes}
    assert len(versions) == len(notes) == scribe.match(match.id).version - 1
    assert len(set(acknowledged)) == len(acknowledged)
    assert versions >= set(acknowledged)
    assert len(versions) <= len(acknowledged) + KILLS
    assert len(acknowledged) > KILLS // 10, "many had recorded something when they were killed"
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
    (digest,) = ledger.log.select(select(commands.c.digest))[0]
    with pytest.raises(Stale):
        ledger.save(match, command=Command("once", digest))


def test_racing_tries_of_one_command_all_get_the_first_answer(
    scribe: Scribe, match_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The retry has read the match before the first attempt commits."""
    log, insert = scribe.ledger.log, type(scribe.ledger.log)._insert

    def lose_then_insert(self: object, *args: Any, **kwargs: Any) -> list[int]:
        monkeypatch.undo()
        first.extend(scribe.play(match_id, 3, {"do": "skip"}, command_id="once"))
        return insert(log, *args, **kwargs)

    first: list[Played] = []
    version = scribe.match(match_id).version
    monkeypatch.setattr(type(log), "_insert", lose_then_insert)
    assert scribe.play(match_id, 3, {"do": "skip"}, command_id="once") == first
    assert scribe.match(match_id).version == version + 1
    scribe.ledger.verify()


def test_a_writer_overtaken_while_deciding_is_told_and_records_nothing(
    scribe: Scribe, match_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    put = type(scribe.ledger).put

    def overtaken(self: object, *args: object, **kwargs: object) -> object:
        monkeypatch.undo()
        scribe.note(match_id, "I was faster")
        return put(scribe.ledger, *args, **kwargs)

    for command_id in (None, "mine"):
        version = scribe.match(match_id).version
        monkeypatch.setattr(type(scribe.ledger), "put", overtaken)
        with pytest.raises(Stale) as stale:
            scribe.play(match_id, 3, {"do": "skip"}, command_id=command_id)
        assert (stale.value.expected, stale.value.tail) == (version, version + 1)
        assert scribe.match(match_id).version == version + 1
    assert scribe.play(match_id, 3, {"do": "skip"}, command_id="mine"), "the command was never recorded, and may be"


def test_the_database_s_own_refusal_is_the_library_s_error(ledger: Ledger, match_id: str) -> None:
    with pytest.raises(IntegrityError, match="append-only"), ledger.log.writer.transaction() as cursor:
        cursor.execute("DELETE FROM events")
    ledger.verify()


def test_another_content_under_a_racing_command_s_id_is_refused(scribe: Scribe, match_id: str) -> None:
    match = scribe.match(match_id)
    scribe.play(match_id, 3, {"do": "skip"}, command_id="once")
    match.note("late", scribe.stamp())
    with pytest.raises(CommandReused):
        scribe.ledger.save(match, command=Command("once", b"another"))


def test_a_subscription_sees_what_this_and_other_processes_record(target: str, scribe: Scribe) -> None:
    match = scribe.new("freeform", ["Ada"])
    seen: list[int] = []
    with scribe.ledger.log.subscribe(gt=1) as subscription:
        reader = threading.Thread(
            target=lambda: seen.extend(n.id for n, _ in zip(subscription, range(40), strict=False))
        )
        reader.start()
        scribe.note(match.id, "mine")
        process = Process(stream, target, match.id)
        process.go()
        reader.join(timeout=60)
        process.kill()
    assert seen == list(range(2, 42))


def test_subscriptions_can_be_limited_to_types(scribe: Scribe, match_id: str) -> None:
    with scribe.ledger.log.subscribe(topics=["Noted"]) as subscription:
        assert next(subscription).topic == "Noted"
