"""The write-ahead log is preallocated in steps, without harm to what is recorded."""

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest
from eventsourcing.persistence import StoredEvent

from tablescribe.ledger.log import wal_space
from tablescribe.ledger.log.chain import verify_chain
from tablescribe.ledger.log.wal_space import STEP, WHOLE, WalFiles
from tablescribe.ledger.matches.ledger import Ledger, open_ledger

HEADER, FRAME = 32, 4096 + 24


@pytest.fixture
def at_rest(path: Path) -> Path:
    """A closed ledger: the next event starts a new write-ahead log."""
    open_ledger(path).close()
    return path


@pytest.fixture
def begun(at_rest: Path) -> Iterator[Ledger]:
    ledger = open_ledger(at_rest)
    yield ledger
    ledger.close()


def record(ledger: Ledger, versions: range, match_id: str = "m") -> None:
    for version in versions:
        stored = StoredEvent(match_id, version, "Noted", b'"%d"' % version * 40)
        ledger.log.insert_events([stored], expected_version=version - 1)


def log_of(path: Path) -> Path:
    return Path(f"{path}-wal")


def long(path: Path) -> int:
    return log_of(path).stat().st_size


def recorded(path: Path) -> int:
    """Check a file's database and chains; return the number of its events."""
    with closing(sqlite3.connect(path)) as raw:
        assert raw.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    ledger = open_ledger(path)
    rows = [*ledger.log.rows()]
    for match_id in {row.match_id for row in rows}:
        verify_chain(match_id, [row for row in rows if row.match_id == match_id])
    ledger.close()
    return len(rows)


def test_one_event_takes_what_it_needs(begun: Ledger, path: Path) -> None:
    """Most commands record once, and then the log is removed."""
    record(begun, range(1, 2))
    whole = log_of(path).read_bytes()
    assert len(whole) % FRAME == HEADER, "a header and whole frames"
    assert whole[-FRAME : -FRAME + 4] != bytes(4), "the last is of a page"


def test_the_log_grows_in_steps_and_then_no_more(begun: Ledger, path: Path) -> None:
    record(begun, range(1, 2))
    lengths = [long(path)]
    for version in range(2, 601):
        record(begun, range(version, version + 1))
        lengths.append(long(path))
    steps = [later - earlier for earlier, later in pairwise(lengths) if later != earlier]
    assert len(steps) < 16, "each commit made it longer"
    assert all(step <= STEP + 16 * FRAME for step in steps)
    assert lengths[-1] == WHOLE
    assert len([*begun.log.rows("m")]) == 600


@pytest.mark.parametrize("torn", [0, 1, FRAME - 1, 3 * FRAME])
def test_after_a_crash_all_that_was_acknowledged_is_there(begun: Ledger, path: Path, tmp_path: Path, torn: int) -> None:
    """Whether or not all of the room came to the disk: what is in it counts for nothing."""
    for version in range(1, 25):
        record(begun, range(version, version + 1))
        left = tmp_path / f"left-{version}.db"
        shutil.copy(path, left)
        shutil.copy(log_of(path), log_of(left))
        room = log_of(left).read_bytes()
        frames = -(-(len(room.rstrip(b"\0")) - HEADER) // FRAME)
        used = HEADER + frames * FRAME
        os.truncate(log_of(left), max(used, len(room) - torn))
        assert recorded(left) == version


def test_two_who_record_in_turns_share_the_room(begun: Ledger, path: Path) -> None:
    other = open_ledger(path)
    lengths = set()
    for version in range(1, 301):
        record(begun, range(version, version + 1), "a")
        record(other, range(version, version + 1), "b")
        lengths.add(long(path))
    other.close()
    assert len(lengths) < 16
    assert max(lengths) <= WHOLE
    begun.close()
    assert recorded(path) == 600


def test_a_log_that_was_emptied_is_given_room_again(begun: Ledger, path: Path) -> None:
    """As `erase` does it."""
    record(begun, range(1, 30))
    begun.log.backend.scrub(begun.log.engine, str(path))
    assert long(path) == 0
    lengths = set()
    for version in range(30, 90):
        record(begun, range(version, version + 1))
        lengths.add(long(path))
    assert len(lengths) < 12
    begun.close()
    assert recorded(path) == 89


@pytest.mark.parametrize("refused", ["open", "write"])
def test_where_there_is_no_room_the_commit_stands(
    begun: Ledger, path: Path, monkeypatch: pytest.MonkeyPatch, refused: str
) -> None:
    asked = []

    def full(*_: object) -> int:
        asked.append(refused)
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(wal_space, "os", SimpleNamespace(**{**vars(os), refused: full}))
        record(begun, range(1, 20))
    assert asked
    begun.close()
    assert recorded(path) == 19


def exchanged(log: Path) -> None:
    log.with_name("another").write_bytes(b"mine" * 5000)
    log.with_name("another").rename(log)


@pytest.mark.parametrize(("happens", "left"), [(exchanged, b"mine" * 5000), (Path.unlink, None)])
def test_a_file_that_is_not_the_log_any_more_is_given_nothing(
    tmp_path: Path, happens: Callable[[Path], None], left: bytes | None
) -> None:
    """Given a log that was there a moment ago, when another takes its place, that one stays as it is."""
    log = tmp_path / "file-wal"
    (tmp_path / "file-shm").touch()
    log.write_bytes(b"log" * 1000)
    beside = WalFiles(str(tmp_path / "file"))
    assert beside.is_there()
    beside.make_room()
    log.write_bytes(b"log" * 2000)
    assert beside.is_there()
    happens(log)
    beside.make_room()
    assert (log.read_bytes() if log.exists() else None) == left
    assert not beside.is_there()
