"""A ledger of an earlier schema: reading commands leave it unchanged, others convert it and keep a copy."""

from __future__ import annotations

import asyncio
import json
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib.metadata import version
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tablescribe.cli.main import READING, cli
from tablescribe.ledger.log.schema_version import NEWEST
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tests.earlier_schema import as_of_schema
from tests.forks import Forked

EARLIER = "0011"


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path)) as raw, raw:
        yield raw


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "club.db"


@pytest.fixture
def earlier(path: Path) -> Path:
    """A ledger of schema 0011 with a match recorded by this version."""
    now = path.with_name("now.db")
    with closing(open_ledger(now)) as ledger:
        Scribe(ledger).new("freeform", ["Ada", "Ben"])
    as_of_schema(now, path, EARLIER)
    return path


def schema_of(path: Path) -> str:
    with opened(path) as raw:
        return str(raw.execute("SELECT version_num FROM alembic_version").fetchone()[0])


def run(path: Path, *words: str) -> Result:
    return CliRunner().invoke(cli, ["--ledger", str(path), *words])


NAMED = {"tournament show": ["last"], "tournament standings": ["last"], "tournament pairings": ["last"],
         "words list": ["."], "legal": ["."], "show": ["."], "log": ["."], "replay": ["."], "audit": ["."],
         "compare": [".", "."],
         "series": ["."], "export": [".", "-o", "match.json"], "backup": ["copy.db"]}  # fmt: skip


@pytest.mark.parametrize("name", sorted(READING))
def test_a_command_that_reads_does_not_convert(earlier: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(earlier.parent)
    with opened(earlier) as raw:
        (match,) = raw.execute("SELECT match_id FROM events").fetchone()
    before = earlier.read_bytes()
    done = run(earlier, *name.split(), *(match if word == "." else word for word in NAMED.get(name, [])))
    assert done.exit_code == 4, done.output
    assert f"schema {EARLIER}; this version uses {NEWEST}" in done.output
    assert f"tablescribe --ledger {earlier} upgrade" in done.output
    assert earlier.read_bytes() == before
    assert not list(earlier.parent.glob("*.schema-*"))


def test_upgrade_converts_keeps_a_copy_and_says_so(earlier: Path) -> None:
    done = run(earlier, "upgrade")
    assert done.exit_code == 0, done.output
    copy = Path(f"{earlier}.schema-{EARLIER}")
    assert f"Converted {earlier} from schema {EARLIER} to {NEWEST}." in done.stderr
    assert f"A copy from before is {copy}. Delete it when you no longer need it." in done.stderr
    assert (schema_of(earlier), schema_of(copy)) == (NEWEST, EARLIER)
    assert copy.stat().st_mode & 0o077 == 0, "it has names and seeds"
    assert "Ada, Ben" in run(earlier, "matches").output
    again = run(earlier, "upgrade", "--json")
    assert json.loads(again.output) == {"ledger": str(earlier), "converted": []}


def test_a_command_that_records_converts_first(earlier: Path) -> None:
    done = run(earlier, "new", "freeform", "Cleo")
    assert done.exit_code == 0, done.output
    assert "Converted" in done.stderr
    assert schema_of(earlier) == NEWEST
    assert run(earlier, "verify").exit_code == 0


def test_the_first_copy_is_never_replaced_and_what_was_recorded_since_is_in_the_second(earlier: Path) -> None:
    """Given somebody who went back to the copy, recorded more and upgrades again, then the new copy has all of it."""
    first, second = (Path(f"{earlier}.schema-{EARLIER}{n}") for n in ("", "-2"))
    assert run(earlier, "upgrade").exit_code == 0
    kept = first.read_bytes()
    for more in (False, True):
        earlier.write_bytes(kept)
        if more:
            with opened(earlier) as raw:
                raw.execute("INSERT INTO about (key, value) VALUES ('a later', 'row')")
        named = json.loads(run(earlier, "upgrade", "--json").stdout)["converted"][0]["copy"]
        assert (named, second.exists()) == (str(second if more else first), more), "the same copy is not made twice"
    assert first.read_bytes() == kept
    with opened(second) as raw:
        assert raw.execute("SELECT value FROM about WHERE key = 'a later'").fetchone() == ("row",)


def test_a_copy_from_before_is_compared_and_stays_as_it_is(earlier: Path) -> None:
    """What was recorded after the upgrade is shown before one goes back to the copy."""
    assert run(earlier, "new", "freeform", "Cleo").exit_code == 0
    copy = Path(f"{earlier}.schema-{EARLIER}")
    before = copy.read_bytes()
    done = run(earlier, "compare", str(copy))
    assert done.exit_code == 1, done.output
    assert "1 log is the same in both." in done.output
    assert f"is only in {earlier} (1 event)" in done.output
    assert copy.read_bytes() == before


def test_nothing_is_converted_if_the_copy_cannot_be_written(earlier: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", full)
        done = run(earlier, "upgrade")
    assert done.exit_code == 4, done.output
    assert "No space left on device. Nothing was converted" in done.output
    assert schema_of(earlier) == EARLIER
    assert sorted(one.name for one in earlier.parent.glob("*schema*")) == []
    assert run(earlier, "upgrade").exit_code == 0


KILLED = """
import os, pathlib, signal
pathlib.Path.replace = lambda self, target: os.kill(os.getpid(), signal.SIGKILL)
from tablescribe.cli.main import main
main()
"""
"""The command line in a process that is killed when a copy is written, before it has its name."""


def beside(path: Path) -> list[str]:
    return sorted(one.name.removeprefix(path.name) for one in path.parent.glob(f"{path.name}.schema-*"))


def test_what_a_killed_upgrade_left_is_gone_after_the_next(earlier: Path) -> None:
    killed = Forked(["--ledger", str(earlier), "upgrade"], earlier.with_name("said"), KILLED)
    asyncio.run(killed.wait())
    assert killed.returncode == -signal.SIGKILL
    (left,) = beside(earlier)
    Path(f"{earlier}{left}-journal").write_bytes(b"a journal that is not applied to the next copy")
    assert schema_of(earlier) == EARLIER
    assert run(earlier, "upgrade").exit_code == 0
    assert beside(earlier) == [f".schema-{EARLIER}"]
    assert "Ada, Ben" in run(earlier, "matches").output
    assert "upgrade that was killed" not in run(earlier, "doctor").output


@pytest.mark.parametrize("left", [".schema-0011.part", ".schema-0015.4711", ".schema-0015.4711-journal"])
def test_the_doctor_names_what_killed_upgrades_left_and_no_finished_copy(path: Path, left: str) -> None:
    assert run(path, "new", "freeform", "Ada", "Ben").exit_code == 0
    for name in (left, ".schema-0011", ".schema-0011-2", ".schema-0011.mine", "-served"):
        Path(f"{path}{name}").touch()
    done = run(path, "doctor")
    assert done.exit_code == 0, done.output
    assert f"an upgrade that was killed left {path}{left}\n" in done.output
    assert "Delete what it left" in done.output
    Path(f"{path}{left}").unlink()
    assert "upgrade that was killed" not in run(path, "doctor").output


def test_a_backup_of_an_earlier_schema_is_restored_and_stays_as_it_is(earlier: Path) -> None:
    before = earlier.read_bytes()
    restored = earlier.with_name("restored.db")
    done = run(restored, "restore", str(earlier))
    assert done.exit_code == 0, done.output
    assert earlier.read_bytes() == before
    assert schema_of(restored) == NEWEST
    assert "Ada, Ben" in run(restored, "matches").output


def test_a_ledger_from_the_future_names_the_version_that_it_needs(path: Path) -> None:
    run(path, "new", "freeform", "Ada")
    with opened(path) as raw:
        assert raw.execute("SELECT value FROM about WHERE key = 'program'").fetchone() == (version("tablescribe"),)
        raw.execute("UPDATE about SET value = '9.1.0' WHERE key = 'program'")
        raw.execute("UPDATE alembic_version SET version_num = '9999'")
    done = run(path, "matches")
    assert done.exit_code == 5
    assert "was recorded by Tablescribe 9.1.0 (schema 9999" in done.output
