"""Bad ledgers and circumstances on the command line: the error names cause and remedy, and nothing is lost.

For the errors of the ledger itself, see test_opening.py, test_database.py and test_match_files.py. For bad files and
words from users, see test_bad_words.py.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import sqlite3
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tablescribe.ledger.care.match_files import write_file
from tablescribe.ledger.care.service_lock import the_only_service
from tablescribe.ledger.log.errors import LedgerUnavailable
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tests.depth import times
from tests.ledger.commands import Words, events, kept, names, refused, run
from tests.ledger.log.test_opening import house, only_rights_of_others
from tests.ledger.processes import Process, stream_until_refused

__all__ = ["house", "kept"]

# --- files that are no ledger -------------------------------------------------------------------------


def a_folder(path: Path) -> None:
    path.mkdir()


def another_program(path: Path) -> None:
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("CREATE TABLE recipes (name TEXT)")


def from_the_future(path: Path) -> None:
    open_ledger(path).close()
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("UPDATE alembic_version SET version_num = '9999'")
        raw.commit()


def without_its_version(path: Path) -> None:
    open_ledger(path).close()
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("DELETE FROM alembic_version")
        raw.commit()


def text(path: Path) -> None:
    path.write_text("These are not the bytes you are looking for. " * 100)


def cut_off(path: Path) -> None:
    fill(path)
    os.truncate(path, path.stat().st_size // 2)


def fill(path: Path) -> str:
    """Create a ledger of many pages; return its match."""
    ledger = open_ledger(path)
    scribe = Scribe(ledger)
    match = scribe.new("freeform", ["Ada"])
    for number in range(30):
        scribe.note(match.id, f"{number} " + "x" * 3000)
    ledger.close()
    return match.id


NO_LEDGERS: dict[Callable[[Path], object], tuple[int, str, str]] = {
    a_folder: (4, "ledger.unavailable", "cannot be opened. Check the folder"),
    another_program: (5, "ledger.foreign", "not a ledger: it contains recipes. Name a ledger"),
    from_the_future: (5, "ledger.newer", "Update Tablescribe"),
    without_its_version: (5, "ledger.damaged", "has no schema version. Restore it from a backup"),
    text: (5, "ledger.foreign", "not a SQLite database"),
    cut_off: (5, "ledger.damaged", "restore your latest backup"),
}


@pytest.mark.parametrize("make", NO_LEDGERS, ids=lambda make: make.__name__)
@pytest.mark.parametrize("words", [("matches",), ("show", "x"), ("new", "freeform", "Ada"), ("doctor",), ("verify",)])
def test_what_is_no_sound_ledger_is_told_by_cause_and_left_as_it_is(
    make: Callable[[Path], object], words: Words, path: Path
) -> None:
    make(path)
    before = path.read_bytes() if path.is_file() else None
    exit_code, code, said = NO_LEDGERS[make]
    assert said in refused(path, *words, exit_code=exit_code, code=code)
    if before is not None:
        assert path.read_bytes() == before
        assert names(path.parent) == [path.name]


def test_an_empty_file_becomes_a_ledger_only_when_something_is_recorded(path: Path) -> None:
    path.touch()
    for words in (("show", "x"), ("verify",), ("doctor",), ("export", "x", "-o", str(path.parent / "m.json"))):
        assert "it is empty" in refused(path, *words, exit_code=4, code="ledger.unavailable")
        assert path.stat().st_size == 0
    assert run(path, "new", "freeform", "Ada").exit_code == 0
    assert events(path) == 1


# --- damage -----------------------------------------------------------------------------------------


def empty_pages(path: Path) -> int:
    """Return how many pages are the beginnings of tables and their indexes, in which nothing is yet."""
    with closing(sqlite3.connect(path)) as raw:
        tables = [name for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        empty = [name for name in tables if raw.execute(f"SELECT 1 FROM {name} LIMIT 1").fetchone() is None]
        begun = [of for (of,) in raw.execute("SELECT tbl_name FROM sqlite_master WHERE rootpage > 0")]
    return sum(of in empty for of in begun)


@pytest.mark.parametrize("filling", [b"\0", b"\xff", b"tablescribe"])
def test_a_damaged_page_anywhere_is_found_or_held_nothing(path: Path, filling: bytes) -> None:
    match_id = fill(path)
    whole = path.read_bytes()
    size = int.from_bytes(whole[16:18], "big")
    found, empty = 0, empty_pages(path)
    for page in range(1, len(whole) // size, times(12, 3)):
        damaged = (filling * size)[:size]
        path.write_bytes(whole[: page * size] + damaged + whole[(page + 1) * size :])
        done = run(path, "verify", "--json")
        if done.exit_code == 0:  # the page held an index that nobody asked, or a table beside the log
            assert list(json.loads(done.stdout)["matches"]) == [match_id]
            log = run(path, "log", match_id, "--json")
            if log.exit_code == 5:  # an index of names or words, which a log asks for; the doctor finds it, too
                assert json.loads(log.stdout)["error"]["code"] == "ledger.damaged"
            else:
                assert json.loads(log.stdout)[-1]["version"] == 31
            continue
        found += 1
        assert (done.exit_code, json.loads(done.stdout)["error"]["code"]) == (5, "ledger.damaged")
    assert found > (len(whole) // size - empty) // times(24, 6)
    path.write_bytes(whole)
    assert events(path) == 31


@pytest.mark.parametrize("filling", [b"\0", b"\xff", b"tablescribe"])
def test_the_doctor_finds_every_damaged_page_and_survives_it(path: Path, filling: bytes) -> None:
    """Whatever a page held: `run` fails on any trace back, and SQLite itself says that a page is not in order."""
    fill(path)
    whole = path.read_bytes()
    size = int.from_bytes(whole[16:18], "big")
    green = []
    for page in range(1, len(whole) // size, times(13, 2)):
        path.write_bytes(whole[: page * size] + (filling * size)[:size] + whole[(page + 1) * size :])
        if run(path, "doctor").exit_code == 0:
            green.append(page)
    assert not green


@pytest.mark.parametrize("words", [("doctor",), ("verify",), ("matches",)])
def test_a_damaged_schema_is_told_though_its_very_names_cannot_be_read(path: Path, words: Words) -> None:
    """Given names of tables that are no text, SQLite's own words for that cannot be read either."""
    fill(path)
    whole = path.read_bytes()
    at = whole.index(b"CREATE TABLE events")
    for damage in (b"\x9a" * 12, b"CREATE \xff\xfe\x9a events"):
        path.write_bytes(whole[:at] + damage + whole[at + len(damage) :])
        assert run(path, *words).exit_code == 5


def test_new_files_are_their_owner_s_alone(path: Path) -> None:
    """They contain names of people and secret seeds."""
    before = os.umask(0)
    try:
        ledger = open_ledger(path)
        Scribe(ledger).new("freeform", ["Ada"])
        with the_only_service(ledger):
            modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.glob(f"{path.name}*")}
        ledger.close()
    finally:
        os.umask(before)
    assert set(modes) == {"ledger.db", "ledger.db-wal", "ledger.db-shm", "ledger.db-served"}
    assert set(modes.values()) == {0o600}


@pytest.mark.parametrize("how", ["-wal removed", "-wal exchanged", "-shm removed"])
def test_what_lies_beside_the_file_is_missed_as_the_file_itself_is(path: Path, how: str) -> None:
    """Given a recorder, when its write-ahead log is removed, it stops; all that it acknowledged is in the file.

    Where another log took its place, others may have written by it: what was acknowledged meanwhile cannot be saved.
    """
    ledger = open_ledger(path)
    match = Scribe(ledger).new("freeform", ["Ada"])
    process = Process(stream_until_refused, str(path), match.id)
    ledger.close()
    process.go()
    told = [process.pipe.recv() for _ in range(30)]
    beside = Path(f"{path}{how.split()[0]}")
    if how.endswith("exchanged"):
        shutil.copy(beside, path.with_name("copy"))
        path.with_name("copy").rename(beside)
    else:
        beside.unlink()
    told += process.told()
    assert "was removed or replaced while the ledger was in use" in str(told.pop())
    assert all(isinstance(one, int) for one in told)
    if how.endswith("removed"):
        assert max(told) <= events(path) <= max(told) + 1


def as_after_a_crash(path: Path) -> tuple[Path, str]:
    """Return a copy of a ledger as a crash leaves it, the last events in its write-ahead log only; and its match."""
    ledger = open_ledger(path)
    match = Scribe(ledger).new("freeform", ["Ada"])
    left = path.parent / "left"
    left.mkdir()
    for file in path.parent.glob(f"{path.name}*"):
        shutil.copy(file, left / file.name)
    ledger.close()
    return left / path.name, match.id


def test_after_a_crash_everything_is_there(path: Path) -> None:
    left, match_id = as_after_a_crash(path)
    assert Path(f"{left}-wal").stat().st_size > 0
    assert match_id in run(left, "matches").output
    assert events(left) == 1


@pytest.mark.parametrize("how", ["gone", "empty"])
def test_a_write_ahead_log_without_its_file_is_kept(path: Path, how: str) -> None:
    """SQLite would create a new database and delete the log, with the latest events."""
    left, match_id = as_after_a_crash(path)
    whole, log = left.read_bytes(), Path(f"{left}-wal").read_bytes()
    left.unlink()
    if how == "empty":
        left.touch()
    for words in (("matches",), ("show", match_id), ("new", "freeform", "Ben")):
        said = refused(left, *words, exit_code=5, code="ledger.damaged")
        assert f"is {how}" in said
        assert "Keep that file" in said
    assert Path(f"{left}-wal").read_bytes() == log
    left.write_bytes(whole)
    assert events(left) == 1


def test_a_ledger_whose_write_ahead_log_is_lost_is_still_that_ledger(path: Path) -> None:
    """What was only in there is gone; but no new ledger with another id takes its place in silence."""
    left, match_id = as_after_a_crash(path)
    Path(f"{left}-wal").unlink()
    assert "there is no match" in refused(left, "show", match_id, exit_code=2, code="match.unknown")
    with closing(sqlite3.connect(left)) as there, closing(sqlite3.connect(path)) as here:
        ask = "SELECT value FROM about WHERE key = 'ledger_id'"
        assert there.execute(ask).fetchone() == here.execute(ask).fetchone()


@pytest.mark.parametrize("how", ["deleted", "moved", "replaced"])
def test_a_file_that_vanishes_while_it_is_open_takes_nothing_that_was_answered(path: Path, how: str) -> None:
    """SQLite continues to write to a file that was deleted."""
    ledger = open_ledger(path)
    scribe = Scribe(ledger)
    match = scribe.new("freeform", ["Ada"])
    aside = path.with_name("aside.db")
    shutil.copy(path, path.with_name("copy.db"))
    path.rename(aside)
    if how == "replaced":
        path.with_name("copy.db").rename(path)
    with pytest.raises(LedgerUnavailable, match="was moved or deleted while it was in use"):
        scribe.note(match.id, "lost?")
    if how == "deleted":
        aside.unlink()
        ledger.close()
        return
    path.unlink(missing_ok=True)
    aside.rename(path)
    scribe.note(match.id, "on it goes, now that it is back")
    ledger.close()
    assert events(path) == 2


# --- no room, no rights, no turn --------------------------------------------------------------------------


@contextmanager
def room(size: int) -> Iterator[None]:
    """Limit the size of files for a while, which simulates a full disk without special rights.

    Python must not write bytecode meanwhile: it would cut it off at that size, and every later import would fail.
    """
    before, writes = resource.getrlimit(resource.RLIMIT_FSIZE), sys.dont_write_bytecode
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    sys.dont_write_bytecode = True
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        sys.dont_write_bytecode = writes


def test_where_there_is_no_room_a_session_stops_at_a_line_and_all_before_it_is_there(kept: tuple[Path, str]) -> None:
    path, match_id = kept
    before, notes = events(path), "".join(json.dumps({"note": f"{n} " + "x" * 3000}) + "\n" for n in range(100))
    with room(path.stat().st_size + 100_000):
        done = run(path, "record", "-", "--match", match_id, "--json", stdin=notes)
    fault = json.loads(done.stdout)["error"]
    assert (done.exit_code, fault["code"], done.stderr) == (4, "ledger.unavailable", "")
    assert "Everything recorded before is safe" in fault["message"]
    assert 0 < fault["recorded"] < 100
    assert fault["line"] == fault["recorded"] + 1
    assert events(path) == before + fault["recorded"]
    assert run(path, "note", match_id, "there is room again").exit_code == 0


def test_where_there_is_no_room_no_half_file_is_left(kept: tuple[Path, str], tmp_path: Path) -> None:
    path, match_id = kept
    file, keys = tmp_path / "m.json", str(tmp_path / "keys")
    file.write_bytes(b"the older one")
    assert run(path, "checkpoint", "--keys", keys).exit_code == 0
    for words in (
        ("export", match_id, "-o", str(file)),
        ("bundle", match_id, "-o", str(file), "--keys", keys),
        ("show", match_id, "--svg", str(file)),
        ("audit", match_id, "--html", str(file)),
        ("backup", str(tmp_path / "b.db")),
    ):
        with room(1000):
            done = run(path, *words, "--json")
        assert (done.exit_code, json.loads(done.stdout)["error"]["code"]) == (4, "ledger.unavailable"), words
        left = [name for name in names(tmp_path) if not name.startswith(path.name)]
        assert left == ["keys", "m.json"]
        assert file.read_bytes() == b"the older one"
    assert events(path) == 3


def test_no_room_for_a_new_ledger(path: Path) -> None:
    with room(10_000):
        refused(path, "new", "freeform", "Ada", exit_code=4, code="ledger.unavailable")
    assert run(path, "new", "freeform", "Ada").exit_code == 0
    assert events(path) == 1


@pytest.fixture
def closed_house(house: Path, kept: tuple[Path, str]) -> Iterator[tuple[Path, str]]:
    """A ledger in a read-only folder, and its match."""
    path, match_id = kept
    (house / "inner").mkdir()
    shutil.copy(path, house / "inner" / "ledger.db")
    (house / "inner" / "ledger.db").chmod(0o444)
    (house / "inner").chmod(0o555)
    yield house / "inner" / "ledger.db", match_id
    (house / "inner").chmod(0o755)


def test_a_folder_that_may_not_be_written_is_told_and_its_files_are_not_touched(closed_house: tuple[Path, str]) -> None:
    path, match_id = closed_house
    before = path.read_bytes()
    with only_rights_of_others():
        for words in (("matches",), ("show", match_id), ("verify",), ("doctor", "--keys", str(path.parent))):
            assert run(path, *words, "--json").exit_code == 0, "what is read-only can be read"
        for words in (("new", "freeform", "Ada"), ("note", match_id, "x")):
            said = refused(path, *words, exit_code=4, code="ledger.unavailable")
            assert "read-only" in said
        missing = path.with_name("none.db")
        refused(missing, "new", "freeform", "Ada", exit_code=4, code="ledger.unavailable")
        refused(path.parent / "deeper" / "none.db", "new", "freeform", "Ada", exit_code=4, code="ledger.unavailable")
    assert path.read_bytes() == before
    assert names(path.parent) == ["ledger.db"]
    with only_rights_of_others(), pytest.raises(LedgerUnavailable, match="cannot be written"):
        write_file(path.with_name("m.json"), b"x")


def test_a_lock_held_elsewhere_is_told_and_nothing_is_half_recorded(
    kept: tuple[Path, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, match_id = kept
    monkeypatch.setattr("tablescribe.ledger.log.file_access.LOCK_TIMEOUT", 0.1)
    monkeypatch.setattr("tablescribe.ledger.log.quick_open.PATIENCE", 0.1)
    with closing(sqlite3.connect(path, isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        assert match_id in run(path, "matches").output, "reading goes on"
        for words in (("note", match_id, "x"), ("new", "freeform", "Ben"), ("move", match_id, "pass")):
            assert "locked by another program" in refused(path, *words, exit_code=4, code="ledger.unavailable")
        holder.execute("ROLLBACK")
    with closing(sqlite3.connect(path, isolation_level=None)) as holder:
        holder.execute("PRAGMA locking_mode = EXCLUSIVE")
        holder.execute("BEGIN EXCLUSIVE")
        assert "locked by another program" in refused(path, "matches", exit_code=4, code="ledger.unavailable")
        holder.execute("ROLLBACK")
    assert events(path) == 2
    with closing(sqlite3.connect(path)) as raw:
        assert raw.execute("SELECT count(*) FROM identities").fetchone() == (1,)


def test_damage_is_found_where_a_command_reads_it_not_only_by_verify(kept: tuple[Path, str]) -> None:
    path, match_id = kept
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("DROP TRIGGER events_refuse_update")
        raw.execute("UPDATE events SET body = x'ff' WHERE version = 2")
        raw.commit()
    file = str(path.with_name("m.json"))
    for words in (("show", match_id), ("log", match_id), ("note", match_id, "x"), ("export", match_id, "-o", file),
                  ("audit", match_id), ("legal", match_id), ("verify",)):  # fmt: skip
        refused(path, *words, exit_code=5, code="ledger.damaged")
    assert match_id in run(path, "matches").output, "a list reads no event: what else there is can still be found"
