"""Opening in unusual circumstances: foreign files, old ledgers, odd paths, read-only folders."""

import hashlib
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tablescribe.ledger.log.database import connect, migrate
from tablescribe.ledger.log.errors import LedgerDamaged, LedgerReadOnly, LedgerUnavailable, NotALedger
from tablescribe.ledger.log.triggers import replacement_triggers
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe

ROOT = Path(__file__).parents[3]
NOBODY = 65534


@contextmanager
def only_rights_of_others() -> Iterator[None]:
    """Run as the user `nobody` for a while, because no folder is read-only for root."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@pytest.fixture
def house() -> Iterator[Path]:
    """A folder that other users may enter, unlike pytest's own."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    for inner in [folder, *(found for found in folder.rglob("*") if found.is_dir())]:
        inner.chmod(0o755)
    shutil.rmtree(folder)


@pytest.mark.parametrize(
    "made",
    [
        "CREATE TABLE recipes (name TEXT)",
        "CREATE TABLE recipes (name TEXT); CREATE TABLE alembic_version (version_num TEXT);"
        "INSERT INTO alembic_version VALUES ('ae1027a6acf')",
        "CREATE TABLE recipes (name TEXT); CREATE TABLE alembic_version (version_num TEXT);"
        "INSERT INTO alembic_version VALUES ('0001')",
        "CREATE TABLE recipes (name TEXT); CREATE TABLE events (what TEXT); CREATE TABLE about (us TEXT)",
    ],
)
def test_a_database_that_is_not_ours_is_left_as_it_was(path: Path, made: str) -> None:
    """Not even the journal mode changes, and migrations of another program are not mistaken for a newer ledger."""
    with sqlite3.connect(path) as raw:
        raw.executescript(made)
    raw.close()
    before = hashlib.sha256(path.read_bytes()).digest()
    with pytest.raises(NotALedger, match=r"not a ledger: it contains .*recipes"):
        open_ledger(path)
    assert hashlib.sha256(path.read_bytes()).digest() == before
    assert [found.name for found in path.parent.iterdir()] == [path.name]


def test_a_ledger_that_lost_its_version_is_damaged(path: Path) -> None:
    open_ledger(path).close()
    with sqlite3.connect(path) as raw:
        raw.execute("DELETE FROM alembic_version")
    with pytest.raises(LedgerDamaged, match="has no schema version"):
        open_ledger(path)


def test_a_ledger_of_version_1_is_migrated_and_keeps_every_event(path: Path) -> None:
    ledger = open_ledger(path)
    match = Scribe(ledger).new("freeform", ["Ada"])
    heads, ledger_id = ledger.verify(), ledger.ledger_id
    ledger.close()
    with sqlite3.connect(path) as raw:  # what later versions added, taken away again
        for table in (
            "subtrees",
            "checkpoints",
            "cosignatures",
            "access",
            "access_log",
            "pins",
            "service",
            "imports",
            "boxes",
            "spellings",
            "listed_matches",
            "listed_seats",
            "listed_labels",
            "listed_people",
            "tallies",
            "listed_tables",
            "wrong_pins",
            "consents",
            "rates",
            "listed_tournaments",
            "texts",
            "pictures",
        ):
            raw.execute(f"DROP TABLE {table}")
        raw.execute("DROP INDEX first_events")
        raw.execute("DROP TRIGGER events_refuse_replace")
        raw.execute("DROP TRIGGER commands_refuse_replace")
        raw.execute("UPDATE alembic_version SET version_num = '0001'")
        raw.execute("INSERT OR REPLACE INTO events SELECT * FROM events WHERE version = 1")  # version 1 let this pass
    raw.close()
    again = open_ledger(path)
    assert (again.verify(), again.ledger_id) == (heads, ledger_id)
    Scribe(again).note(match.id, "and on it goes")
    again.close()
    with sqlite3.connect(path) as raw, pytest.raises(sqlite3.IntegrityError, match="append-only"):
        raw.execute("INSERT OR REPLACE INTO events SELECT * FROM events WHERE version = 1")
    raw.close()


@pytest.mark.parametrize("name", ["what?.db", "no#1.db", "50%.db", "a b.db", "spé.db", "x?mode=memory", "file:x.db"])
def test_a_path_means_the_file_of_that_name(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    ledger = open_ledger(tmp_path / "folder" / name)
    match = Scribe(ledger).new("freeform", ["Ada"])
    ledger.close()
    assert [found.name for found in (tmp_path / "folder").iterdir()] == [name]
    assert [found.name for found in tmp_path.iterdir()] == ["folder"]
    again = open_ledger(tmp_path / "folder" / name, create=False)
    assert again.match_ids() == [match.id]
    again.close()


def test_a_folder_that_may_not_be_written_is_told(house: Path) -> None:
    (house / "empty").mkdir()
    (house / "full").mkdir()
    open_ledger(house / "full" / "ledger.db").close()
    (house / "full" / "ledger.db").chmod(0o444)
    for folder in ("empty", "full"):
        (house / folder).chmod(0o555)
    with only_rights_of_others():
        with pytest.raises(LedgerUnavailable, match=r"cannot be opened\. Check the folder"):
            open_ledger(house / "empty" / "ledger.db")
        with pytest.raises(LedgerUnavailable, match="cannot be created"):
            open_ledger(house / "empty" / "deeper" / "ledger.db")
        ledger = open_ledger(house / "full" / "ledger.db")
        assert ledger.match_ids() == []
        with pytest.raises(LedgerReadOnly, match="its folder is read-only"):
            Scribe(ledger).new("freeform", ["Ada"])
        ledger.close()


def test_while_somebody_records_others_may_read_but_not_write(house: Path) -> None:
    (house / "full").mkdir()
    ledger = open_ledger(house / "full" / "ledger.db")
    match = Scribe(ledger).new("freeform", ["Ada"])
    (house / "full").chmod(0o555)
    for file in (house / "full").iterdir():
        file.chmod(0o444)
    with only_rights_of_others():
        reader = open_ledger(house / "full" / "ledger.db")
        assert reader.match_ids() == [match.id]
        with pytest.raises(LedgerReadOnly, match="read-only"):
            Scribe(reader).note(match.id, "mine")
    reader.close()
    ledger.close()


def test_migrations_run_from_wherever_the_program_is_installed(tmp_path: Path) -> None:
    """Only the packages are there, in a folder whose name means something to Alembic's configuration."""
    site = tmp_path / "50%(here)s site"
    for package in ("ledger", "domain"):
        shutil.copytree(ROOT / package, site / "tablescribe" / package, ignore=shutil.ignore_patterns("__pycache__"))
    code = (
        "import tablescribe.ledger, sys; from tablescribe.ledger.matches.ledger import open_ledger; "
        "print(tablescribe.ledger.__file__, open_ledger(sys.argv[1]).verify())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "ledger.db")],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split(" site")[0].endswith("50%(here)s"), done.stderr
    assert done.stdout.endswith("{}\n")


def test_opening_that_fails_closes_what_it_opened(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[sqlite3.Connection] = []
    connect_first = sqlite3.connect

    def remembered(*args: Any, **kwargs: Any) -> sqlite3.Connection:
        opened.append(connect_first(*args, **kwargs))
        return opened[-1]

    with sqlite3.connect(path) as raw:
        raw.execute("CREATE TABLE recipes (name TEXT)")
    raw.close()
    monkeypatch.setattr("sqlite3.connect", remembered)
    with pytest.raises(NotALedger):
        open_ledger(path)
    assert opened
    for connection in opened:
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            connection.execute("SELECT 1")


def test_triggers_exist_for_known_dialects_only(path: Path) -> None:
    engine = connect(path)
    migrate(engine)
    with engine.connect() as connection:
        found = connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'trigger'").scalars().all()
    engine.dispose()
    assert sorted(found) == [
        f"{table}_refuse_{what}" for table in ("commands", "events") for what in ("delete", "replace", "update")
    ]
    with pytest.raises(NotImplementedError):
        replacement_triggers("oracle")
