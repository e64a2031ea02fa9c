"""Ledgers where nothing can be written: read-only disks, files of other users, full and failing disks."""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tablescribe.cli.main import cli
from tablescribe.ledger.care.doctor import examine
from tablescribe.ledger.log.errors import DiskFull, LedgerReadOnly, LedgerUnavailable
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.quick_read import read_quickly
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.read_models import queries
from tests.depth import a_few
from tests.forks import forks
from tests.ledger.log.test_opening import house, only_rights_of_others
from tests.ledger.processes import crash

__all__ = ["house", "queries"]  # nobody may import later what belongs to root

DATABASES = ["sqlite"]
MATCH, FILE = "MATCH", "FILE"
READING = (["matches"], ["stats"], ["people", "list"], ["verify"], ["doctor"], ["backup", FILE])
READING_ONE = (["show", MATCH], ["export", MATCH, "-o", FILE])
REBUILD = ["lists", "rebuild"]
WRITING = (
    ["note", MATCH, "one more"],
    ["new", "freeform", "Zoe"],
    ["people", "rename", "Ada", "Eva"],
    ["lists", "rebuild"],
)


def left_behind(folder: Path, how: str) -> Path:
    """Make a ledger that a recorder left: at rest, killed, or killed and copied without its shared memory."""
    path = folder / "ledger.db"
    recorder = forks.Process(target=crash, args=(str(path), how == "at rest"))
    recorder.start()
    recorder.join()
    assert recorder.exitcode == 0
    assert Path(f"{path}-wal").exists() == (how != "at rest")
    if how == "copied":
        Path(f"{path}-shm").unlink()
    return path


@pytest.fixture
def mount(tmp_path: Path) -> Iterator[Callable[..., Path]]:
    """Mount something in a folder with these arguments; skip the test if that is not possible."""
    mounted: list[Path] = []

    def mount(name: str, *words: str) -> Path:
        place = tmp_path / name
        place.mkdir()
        done = subprocess.run(["mount", *words, str(place)], capture_output=True, text=True, check=False)
        if done.returncode:
            pytest.skip(f"nothing can be mounted here: {done.stderr.strip()}")
        mounted.append(place)
        return place

    if shutil.which("mount") is None or os.geteuid() != 0:
        pytest.skip("only root can mount something")
    yield mount
    for place in mounted:
        subprocess.run(["umount", "-l", str(place)], check=True)


@pytest.mark.parametrize("how", ["at rest", "killed", "copied"])
def test_on_a_read_only_disk_everything_can_be_read(tmp_path: Path, mount: Callable[..., Path], how: str) -> None:
    (tmp_path / "disk").mkdir()
    left_behind(tmp_path / "disk", how)
    before = {file.name: file.read_bytes() for file in (tmp_path / "disk").iterdir()}
    disk = mount("mounted", "--bind", str(tmp_path / "disk"))
    subprocess.run(["mount", "-o", "remount,bind,ro", str(disk)], check=True)

    def run(words: list[str]) -> Result:
        filled = {MATCH: match_id, FILE: str(tmp_path / f"{words[0]}.out")}
        return CliRunner().invoke(cli, ["--ledger", str(disk / "ledger.db"), *(filled.get(one, one) for one in words)])

    with closing(open_ledger(disk / "ledger.db")) as ledger:
        (match_id,) = ledger.match_ids()
        assert len(ledger.events_of(match_id)) == 2
    some = 99 if how == "copied" else 4  # by default all commands meet the ledger that is hardest to open
    for words in a_few([*READING, *READING_ONE], some):
        done = run(words)
        assert done.exit_code == 0, (words, done.output, done.exception)
    for words in a_few(WRITING, some):
        done = run(words)
        assert done.exit_code not in (0, 1), (words, done.output)
        assert "read-only" in done.output, (words, done.output)
        assert "tablescribe backup" in done.output, (words, done.output)
    assert {file.name: file.read_bytes() for file in disk.iterdir()} == before
    copied = open_ledger(tmp_path / "backup.out", create=False)
    assert len(copied.events_of(copied.match_ids()[0])) == 2
    copied.close()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_a_reader_without_rights_leaves_nothing_that_keeps_the_owner_from_recording(house: Path) -> None:
    """SQLite would make the files beside the database for the reader, and the owner could not write into them."""
    house.chmod(0o777)
    path = left_behind(house, "at rest")
    path.chmod(0o644)
    with only_rights_of_others():
        reader = open_ledger(path)
        (match_id,) = reader.match_ids()
        assert reader.asking.names(3) == ["Ada", "Ben"] or reader.lists.fresh() == 0
        assert read_quickly(str(path), match_id) is None
        assert [file.name for file in house.iterdir()] == ["ledger.db"]
        with pytest.raises(LedgerReadOnly, match="tablescribe backup"):
            Scribe(reader).note(match_id, "mine")
        assert [file.name for file in house.iterdir()] == ["ledger.db"]
    owner = open_ledger(path)
    Scribe(owner).note(match_id, "while somebody reads")
    Path(f"{path}-wal").chmod(0o644)
    Path(f"{path}-shm").chmod(0o644)
    with only_rights_of_others():
        assert len(reader.events_of(match_id)) == 3, "a reader notices that somebody records"
        reader.close()
    owner.close()


def test_on_a_full_disk_everything_can_be_read(tmp_path: Path, mount: Callable[..., Path]) -> None:
    (tmp_path / "made").mkdir()
    made = left_behind(tmp_path / "made", "copied")
    disk = mount("full", "-t", "tmpfs", "-o", "size=1m", "tablescribe-test")
    for file in made.parent.iterdir():
        shutil.copy(file, disk)
    with (disk / "filled").open("wb", buffering=0) as filling, suppress(OSError):
        while True:
            filling.write(bytes(2**20))
    ledger = open_ledger(disk / "ledger.db")
    (match_id,) = ledger.verify()
    ledger.lists.fresh()
    assert ledger.asking.names(3) == ["Ada", "Ben"]
    found = {one.what: one for one in examine(ledger, KeyStore(tmp_path), lambda _: lambda done, total: None)}
    assert [one.what for one in found.values() if one.state == "bad"] == ["safety", "space"], found
    assert "its disk has no room" in found["safety"].words
    with pytest.raises(DiskFull, match="the disk is full"):
        Scribe(ledger).note(match_id, "no room")
    ledger.close()
    (disk / "filled").unlink()
    again = open_ledger(disk / "ledger.db")
    Scribe(again).note(match_id, "there is room again")
    assert len(again.events_of(match_id)) == 3
    again.close()


def test_when_the_disk_fails_under_a_recorder_it_goes_on_reading(tmp_path: Path, mount: Callable[..., Path]) -> None:
    """A file system that finds an error becomes read-only, with everything that is open in it."""
    image = tmp_path / "image"
    with image.open("wb") as file:
        file.truncate(24 * 2**20)
    if shutil.which("mkfs.ext4") is None:
        pytest.skip("no file system can be made here")
    subprocess.run(["mkfs.ext4", "-q", "-F", "-e", "remount-ro", str(image)], check=True)
    disk = mount("failing", "-o", "loop", str(image))
    device = Path(
        subprocess.run(["findmnt", "-no", "SOURCE", str(disk)], capture_output=True, text=True).stdout.strip()
    )
    trigger = Path(f"/sys/fs/ext4/{device.name}/trigger_fs_error")
    if not (device.name.startswith("loop") and os.access(trigger, os.W_OK)):
        pytest.skip("no error of a file system can be made here")
    ledger = open_ledger(disk / "ledger.db")
    scribe = Scribe(ledger)
    match = scribe.new("freeform", ["Ada", "Ben"])
    trigger.write_text("1")
    for _ in range(2):
        with pytest.raises(LedgerUnavailable, match="Everything recorded before is safe"):
            scribe.note(match.id, "not recorded")
    assert len(ledger.events_of(match.id)) == 1
    ledger.lists.fresh()
    assert ledger.asking.names(3) == ["Ada", "Ben"]
    again = open_ledger(disk / "ledger.db")
    assert [*again.verify()] == [match.id]
    again.close()
    ledger.close()
