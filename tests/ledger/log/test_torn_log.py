"""A write-ahead log half written in a power cut: acknowledged moves are never dropped silently."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablescribe.ledger.care.backup import restore
from tablescribe.ledger.log.errors import LedgerDamaged
from tablescribe.ledger.log.torn_wal import HEADER, torn_log_of
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.quick_read import read_quickly
from tablescribe.ledger.matches.scribe import Scribe
from tests.depth import times

FRAME, SECTOR = 4096 + 24, 512
COMMITS = 30


@pytest.fixture(scope="module")
def cut(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A ledger as a power cut leaves it: a file, and a write-ahead log with the latest commits."""
    folder = tmp_path_factory.mktemp("cut")
    ledger = open_ledger(folder / "ledger.db")
    match = Scribe(ledger).new("freeform", ["Ada"])
    for number in range(COMMITS):
        Scribe(ledger).note(match.id, f"remark {number}")
    (folder / "left").mkdir()
    for name in ("ledger.db", "ledger.db-wal"):
        shutil.copyfile(folder / name, folder / "left" / name)
    yield folder / "left"
    ledger.close()


@pytest.fixture
def path(cut: Path, tmp_path: Path) -> Path:
    for file in cut.iterdir():
        shutil.copyfile(file, tmp_path / file.name)
    return tmp_path / "ledger.db"


def frames(path: Path) -> int:
    """Return the number of frames written since the log was restarted: those with its salts."""
    whole = Path(f"{path}-wal").read_bytes()
    return sum(whole[at + 8 : at + 16] == whole[16:24] for at in range(HEADER, len(whole), FRAME))


def damage(path: Path, at: int, size: int = SECTOR) -> None:
    with Path(f"{path}-wal").open("r+b") as file:
        file.seek(at)
        file.write(bytes(size))


def told(path: Path) -> int | None:
    """Return the number of events that a ledger shows, `None` if it refuses to be opened."""
    if torn_log_of(path) is not None:
        with pytest.raises(LedgerDamaged, match=f"restore {path}"):  # it says what to do
            open_ledger(path, create=False)
        return None
    ledger = open_ledger(path, create=False)
    try:
        ledger.verify()
        return ledger.log.max_notification_id() or 0
    finally:
        ledger.close()


def test_a_sound_log_is_read_whole(path: Path) -> None:
    assert torn_log_of(path) is None
    assert told(path) == COMMITS + 1


def test_a_torn_sector_anywhere_before_the_last_commits_is_told_and_nothing_is_changed(path: Path) -> None:
    """Near the end nothing can be proved: a commit that a crash interrupts looks the same."""
    chance, end = random.Random(times(1, 2)), HEADER + frames(path) * FRAME
    places = {0, HEADER, HEADER + FRAME - 8, *(chance.randrange(end) // SECTOR * SECTOR for _ in range(times(8, 200)))}
    whole, before = Path(f"{path}-wal").read_bytes(), path.read_bytes()
    found = harmless = 0
    for at in sorted(places):
        damage(path, at)
        torn = Path(f"{path}-wal").read_bytes()
        shown = told(path)
        if shown is None:
            found += 1
            assert Path(f"{path}-wal").read_bytes() == torn
            assert read_quickly(str(path), "") is None
        elif torn == whole:
            harmless += 1
            assert shown == COMMITS + 1
        else:
            assert shown >= COMMITS - 1, at
        put_back(path, before, whole)
    assert found > (len(places) - harmless) // 2


def put_back(path: Path, file: bytes, log: bytes) -> None:
    """Restore the ledger to its state after the power cut."""
    for beside in path.parent.glob("ledger.db-*"):
        beside.unlink()
    path.write_bytes(file)
    Path(f"{path}-wal").write_bytes(log)


def test_a_log_that_was_cut_off_shows_whole_commits_only(path: Path) -> None:
    whole, chance = Path(f"{path}-wal").read_bytes(), random.Random(3)
    before = path.read_bytes()
    seen = set()
    for _ in range(times(6, 100)):
        Path(f"{path}-wal").write_bytes(whole[: chance.randrange(HEADER + frames(path) * FRAME)])
        shown = told(path)
        assert shown is not None
        seen.add(shown)
        put_back(path, before, whole)
    assert len(seen) > 2
    assert max(seen) <= COMMITS + 1


def test_what_comes_before_the_damage_can_be_restored(path: Path, tmp_path: Path) -> None:
    damage(path, HEADER + frames(path) // 2 * FRAME)
    left = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    with pytest.raises(LedgerDamaged, match="acknowledged"):
        open_ledger(path)
    count = restore(path, tmp_path / "new" / "ledger.db").events
    assert 5 < count < COMMITS
    assert told(tmp_path / "new" / "ledger.db") == count
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir() if file.is_file()} == left
    assert torn_log_of(path) is not None


def test_a_page_that_later_commits_wrote_again_is_not_missed(path: Path, tmp_path: Path) -> None:
    """Damage in the contents of frames: whatever is restored is whole commits, and most often all of them."""
    chance, whole, before = random.Random(times(5, 6)), Path(f"{path}-wal").read_bytes(), path.read_bytes()
    counts = []
    for number in range(times(6, 60)):
        place = HEADER + chance.randrange(frames(path) // 2) * FRAME + FRAME - SECTOR
        damage(path, place)
        if torn_log_of(path) is not None:
            target = tmp_path / f"new-{number}" / "ledger.db"
            counts.append(restore(path, target).events)
            assert told(target) == counts[-1]
        put_back(path, before, whole)
    assert counts.count(COMMITS + 1) > len(counts) // 2
    assert counts


def test_the_commit_that_the_power_cut_interrupted_is_no_damage(path: Path) -> None:
    """It was not acknowledged, and SQLite drops it."""
    whole = Path(f"{path}-wal").read_bytes()
    last = HEADER + (frames(path) - 1) * FRAME
    Path(f"{path}-wal").write_bytes(whole[: last + 20] + bytes(len(whole) - last - 20))
    assert told(path) == COMMITS


def test_a_log_that_is_written_while_it_is_looked_at_is_sound(tmp_path: Path) -> None:
    ledger = open_ledger(tmp_path / "ledger.db")
    scribe = Scribe(ledger)
    match = scribe.new("freeform", ["Ada"])
    for number in range(times(40, 200)):
        scribe.note(match.id, f"remark {number}")
        assert torn_log_of(tmp_path / "ledger.db") is None
    ledger.close()
