"""Several processes reach the same verdicts as one: the same heads, first fault and answers."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from tablescribe.domain.words.text import Text
from tablescribe.ledger.log.errors import LedgerDamaged
from tablescribe.ledger.log.stream_checks import StreamCheck, check_all_streams
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.verification.soundness import verify_ledger


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use small batches of events, so that each share has several."""
    monkeypatch.setattr("tablescribe.ledger.log.bulk_reading.TOGETHER", 10)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "with a ? and 100%.db"
    ledger = open_ledger(path)
    scribe = Scribe(ledger)
    for _ in range(9):
        match = scribe.new("freeform", ["Ada", "Ben"]).id
        for n in range(4):
            scribe.play(match, 1, {"do": "score", "to": 1, "points": n})
    ledger.close()
    return path


def opened(path: Path) -> Ledger:
    return open_ledger(path, create=False)


def test_several_processes_give_the_heads_that_one_gives(path: Path) -> None:
    ledger, told = opened(path), list[tuple[int, int]]()
    alone = ledger.verify()
    shared = ledger.verify(progress=lambda done, of: told.append((done, of)), processes=2)
    assert list(shared.items()) == list(alone.items())
    assert told[-1] == (45, 45)
    ledger.close()


def test_forked_processes_do_not_check_the_write_ahead_log_again(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: Path) -> None:
        raise AssertionError("it was checked when the ledger was opened, and a check takes longer than their share")

    ledger = opened(path)
    monkeypatch.setattr("tablescribe.ledger.log.sqlite._check_log", refuse)
    assert len(ledger.verify(processes=2)) == 9
    ledger.close()


def versions(events: list[object]) -> list[Text]:
    return [len(events)]  # type: ignore[list-item]


def test_what_is_asked_of_each_match_is_answered_in_their_order(path: Path) -> None:
    ledger = opened(path)
    for processes in (1, 2):
        found: list[int] = []
        ledger.verify(look=StreamCheck(versions, found), processes=processes)  # type: ignore[arg-type]
        assert found == [5] * 9
    assert verify_ledger(ledger, processes=2) == verify_ledger(ledger, processes=1)
    ledger.close()


@pytest.mark.parametrize("position", [3, 45])
def test_a_forgery_is_found_by_whichever_process_reads_it_and_the_first_is_told(path: Path, position: int) -> None:
    with sqlite3.connect(path) as database:
        triggers = database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for (name,) in triggers:
            database.execute(f"DROP TRIGGER {name}")
        for forged in (position, 45):
            was, now = ('"freeform"', '"freeforn"') if forged % 5 == 1 else ('"points":', '"points":1')
            body = database.execute("SELECT body FROM events WHERE position = ?", (forged,)).fetchone()[0]
            body = body.replace(was.encode(), now.encode())
            database.execute("UPDATE events SET body = ? WHERE position = ?", (body, forged))
    ledger, told = opened(path), list[str]()
    for processes in (1, 2):
        with pytest.raises(LedgerDamaged) as damaged:
            ledger.verify(processes=processes)
        told.append(str(damaged.value))
    assert len(set(told)) == 1, told
    assert "not what was hashed" in told[0]
    ledger.close()


def test_much_is_shared_by_itself_and_little_is_not(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger, asked = opened(path), list[int]()

    def watched(log: object, ask: object, processes: int, size: int) -> object:
        asked.append(processes)
        return check_all_streams(log, ask, 1, size)  # type: ignore[arg-type]

    monkeypatch.setattr("tablescribe.ledger.log.stream_checks.check_all_streams", watched)
    monkeypatch.setattr("os.cpu_count", lambda: 7)
    monkeypatch.setattr("tablescribe.ledger.log.stream_checks.get_start_method", lambda: "fork")
    ledger.verify()
    monkeypatch.setattr("tablescribe.ledger.log.stream_checks.MANY", 45)
    ledger.verify()
    monkeypatch.setattr("tablescribe.ledger.log.stream_checks.get_start_method", lambda: "spawn")
    ledger.verify()
    monkeypatch.setattr("tablescribe.ledger.log.stream_checks.MANY_STARTED", 45)
    ledger.verify()
    assert asked == [1, 7, 1, 7], "processes that are not forked start slowly"
    ledger.close()
