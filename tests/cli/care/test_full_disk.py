"""A full disk stops recording, and nothing else."""

from __future__ import annotations

import json
import os
import resource
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import psycopg
import pytest
from click.testing import CliRunner, Result

from tablescribe.cli.main import cli
from tablescribe.ledger.log.errors import DiskFull
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.read_models.queries import MatchFilter
from tests.cli.at_table import ROOT
from tests.cli.conftest import in_one_process
from tests.postgres_server import NOBODY, Server

READING = ("show {id}", "log {id}", "legal {id}", "audit {id}", "verify", "verify --again")


def without_room() -> None:
    """Limit the size of files that this process can write, as if a disk or a quota were full."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def run(ledger: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-B", "-m", "tablescribe.cli.main", "--ledger", str(ledger), *words], text=True, cwd=ROOT,
        capture_output=True, check=False, timeout=600,
        env={**os.environ, "TABLESCRIBE_KEYS": str(ledger.parent / "keys")},
    )  # fmt: skip


def opened(path: Path) -> str:
    """Make a ledger with an open match, and close the ledger; return the match's id."""
    with closing(open_ledger(path)) as ledger:
        scribe = Scribe(ledger)
        match = scribe.new("morris", ["Ada", "Ben"])
        scribe.note(match.id, "so far")
        return match.id


def test_without_room_everything_is_read_and_nothing_recorded(tmp_path: Path) -> None:
    match_id = opened(tmp_path / "l.db")
    commands = [command.format(id=match_id).split() for command in READING]
    around = {**os.environ, "TABLESCRIBE_KEYS": str(tmp_path / "keys"), "PYTHONDONTWRITEBYTECODE": "1"}
    *read, refused = in_one_process(
        str(tmp_path / "l.db"), *commands, ["note", match_id, "one more"],
        cwd=ROOT, preexec_fn=without_room, env=around,
    )  # fmt: skip
    for command, (exit_code, output, _) in zip(READING, read, strict=True):
        assert exit_code == 0, (command, output)
    assert refused[0] == 4, refused[1]
    assert "Everything recorded before is safe" in refused[1]
    assert run(tmp_path / "l.db", "note", match_id, "one more").returncode == 0


def test_where_temporary_files_have_no_room_either_lists_are_made_in_memory(
    small_disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(small_disk / "l.db")
    fill(small_disk)
    made, real = list[str](), tempfile.TemporaryDirectory

    def full(prefix: str, dir: str | None = None) -> tempfile.TemporaryDirectory[str]:
        if dir is None:
            raise FileNotFoundError(2, "No usable temporary directory found")
        made.append(dir)
        return real(prefix=prefix, dir=dir)

    monkeypatch.setattr(tempfile, "TemporaryDirectory", full)
    with closing(open_ledger(small_disk / "l.db")) as ledger:
        ledger.lists.fresh()
        assert [one.seats for one in ledger.asking.matches(MatchFilter())] == [("Ada", "Ben")]
    assert made


def fill(disk: Path) -> Path:
    """Write a file until a disk is full."""
    with (disk / "filler").open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(1024))
    return disk / "filler"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    if shutil.which("mount") is None or os.geteuid() != 0:
        pytest.skip("only root can mount something")
    place = tmp_path / "disk"
    place.mkdir()
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(place)], check=False)
    if done.returncode:
        pytest.skip("nothing can be mounted here")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def test_the_doctor_says_that_a_full_disk_is_the_cause(small_disk: Path, tmp_path: Path) -> None:
    match_id = opened(small_disk / "l.db")
    filler = fill(small_disk)
    done = run(small_disk / "l.db", "doctor", "--json")
    found = {one["what"]: one for one in json.loads(done.stdout)["found"]}
    assert done.returncode == 5
    assert (found["space"]["state"], found["space"]["do"][:9]) == ("bad", "Free disk")
    assert "read-only" not in found["safety"]["words"]
    assert found["safety"]["do"].startswith("Free space")
    assert {one["state"] for name, one in found.items() if name not in ("space", "safety")} <= {"good", "note"}
    filler.unlink()
    assert run(small_disk / "l.db", "note", match_id, "goes on").returncode == 0


# --- PostgreSQL ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    server = Server(own=True)
    yield server
    server.close()


@pytest.fixture
def small_tablespace(server: Server) -> Iterator[tuple[str, Path]]:
    """Return the URL of an empty database whose tables lie on a disk of 24 MB, and that disk."""
    if os.geteuid() != 0:
        pytest.skip("only root can mount something")
    disk = Path(tempfile.mkdtemp(prefix="tablescribe-small-"))
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", str(disk)], check=False).returncode:
        pytest.skip("nothing can be mounted here")
    disk.chmod(0o755)
    (disk / "tables").mkdir()
    os.chown(disk / "tables", NOBODY, NOBODY)
    with psycopg.connect(server.url("postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE TABLESPACE small LOCATION '{disk / 'tables'}'")
        connection.execute("CREATE DATABASE small TEMPLATE template0 ENCODING 'utf8' TABLESPACE small")
    yield server.url("small"), disk
    with psycopg.connect(server.url("postgres"), autocommit=True) as connection:
        connection.execute("DROP DATABASE small WITH (FORCE)")
        connection.execute("DROP TABLESPACE small")
    subprocess.run(["umount", "-l", str(disk)], check=True)
    disk.rmdir()


def record_until_full(scribe: Scribe, match_id: str) -> None:
    """Record incompressible data; existing pages take some of it."""
    for _ in range(10_000):
        scribe.note(match_id, secrets.token_hex(900))


def test_a_full_disk_of_postgresql_stops_recording_and_nothing_else(
    small_tablespace: tuple[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, disk = small_tablespace
    monkeypatch.setenv("TABLESCRIBE_KEYS", str(tmp_path / "keys"))

    def on_postgres(*words: str) -> Result:
        return CliRunner().invoke(cli, ["--ledger", url, *words])

    with closing(open_ledger(url)) as ledger:
        scribe = Scribe(ledger)
        match = scribe.new("morris", ["Ada", "Ben"])
        scribe.note(match.id, "so far")
        list(ledger.asking.matches(MatchFilter()))
        filler = fill(disk)
        with pytest.raises(DiskFull, match="Everything recorded before is safe"):
            record_until_full(scribe, match.id)
    for command in (*READING, "matches", "stats", "people list"):
        done = on_postgres(*command.format(id=match.id).split())
        assert done.exit_code == 0, (command, done.output)
    for _ in range(20):  # a page may still have room
        if (refused := on_postgres("note", match.id, secrets.token_hex(900))).exit_code:
            break
    assert refused.exit_code == 4, refused.output
    assert "the disk is full. Everything recorded before is safe" in refused.stderr
    told = json.loads(on_postgres("doctor", "--json").stdout)
    assert {one["state"] for one in told["found"] if one["what"] in ("chains", "proofs", "names")} <= {"good", "note"}
    filler.unlink()
    with closing(open_ledger(url)) as ledger:
        noted = len(ledger.events_of(match.id))
        assert on_postgres("note", match.id, "goes on").exit_code == 0
        assert len(ledger.events_of(match.id)) == noted + 1
