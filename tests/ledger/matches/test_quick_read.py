"""A match read without the recording modules is the ledger's match, or nothing."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.quick_read import read_quickly
from tablescribe.ledger.matches.scribe import Scribe


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the place of a ledger with two matches, `abc1…` and `abd1…`, of which one is under way."""
    file = tmp_path / "ledger # 1?.db"
    ledger = open_ledger(file)
    scribe = Scribe(ledger)
    for match_id in ("abc1abc1abc1", "abd1abd1abd1"):
        scribe.new("freeform", ["Ada", "Ben"], match_id=match_id)
    scribe.play("abc1abc1abc1", 1, {"do": "score", "to": 1, "points": 3}, as_played=True)
    scribe.undo("abc1abc1abc1")
    scribe.note("abc1abc1abc1", "counted again")
    ledger.close()
    return file


@pytest.mark.parametrize("beginning", ["abc1abc1abc1", "abc"])
def test_the_match_is_the_one_of_the_ledger(path: Path, beginning: str) -> None:
    seen = read_quickly(str(path), beginning)
    assert seen is not None
    ledger = open_ledger(path, create=False)
    match = ledger.match("abc1abc1abc1")
    assert seen.events == ledger.events_of(match.id)
    assert (seen.match.id, seen.match.version, seen.match.head) == (match.id, match.version, match.head)
    assert seen.match.table == match.table
    ledger.close()


def test_what_is_recorded_meanwhile_is_seen(path: Path) -> None:
    ledger = open_ledger(path, create=False)  # what it records lies in the write-ahead log
    Scribe(ledger).play("abd1abd1abd1", 2, {"do": "score", "to": 2, "points": 4}, as_played=True)
    seen = read_quickly(str(path), "abd1")
    ledger.close()
    assert seen is not None
    assert seen.match.head == 1


@pytest.mark.parametrize("beginning", ["ab", "x", "", "abc1abc1abc1x"])
def test_none_or_several_are_for_the_ledger_to_tell(path: Path, beginning: str) -> None:
    assert read_quickly(str(path), beginning) is None


def test_other_places_are_for_the_ledger_to_open(path: Path, tmp_path: Path) -> None:
    assert read_quickly(str(tmp_path / "nothing.db"), "abc") is None
    assert read_quickly("postgresql://nobody@nowhere/nothing", "abc") is None
    (tmp_path / "empty.db").touch()
    assert read_quickly(str(tmp_path / "empty.db"), "abc") is None
    (tmp_path / "words.db").write_text("no database")
    assert read_quickly(str(tmp_path / "words.db"), "abc") is None
    assert not (tmp_path / "nothing.db").exists()


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE alembic_version SET version_num = '9999'",
        "UPDATE events SET body = x'00' WHERE match_id = 'abc1abc1abc1' AND version = 2",
        "UPDATE events SET type = 'Noted' WHERE match_id = 'abc1abc1abc1' AND version = 2",
        "UPDATE events SET version = 9 WHERE match_id = 'abc1abc1abc1' AND version = 4",
        "UPDATE events SET body = (SELECT body FROM events WHERE match_id = 'abd1abd1abd1') "
        "WHERE match_id = 'abc1abc1abc1' AND version = 1",
    ],
)
def test_what_is_newer_or_damaged_is_for_the_ledger_to_tell(path: Path, damage: str) -> None:
    with sqlite3.connect(path) as file:
        for (trigger,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            file.execute(f"DROP TRIGGER {trigger}")
        assert file.execute(damage).rowcount == 1
    file.close()
    assert read_quickly(str(path), "abc") is None
