"""Opening a ledger: migrations, and an error that names the cause for anything that is not a ledger."""

import sqlite3
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from tablescribe.ledger.log import sqlite
from tablescribe.ledger.log.database import connect, migrate
from tablescribe.ledger.log.errors import (
    DiskFull,
    LedgerDamaged,
    LedgerError,
    LedgerLocked,
    LedgerReadOnly,
    LedgerUnavailable,
    NewerLedger,
    NotALedger,
)
from tablescribe.ledger.log.schema import metadata
from tablescribe.ledger.log.schema_version import NEWEST
from tablescribe.ledger.log.sqlite import cause_of
from tablescribe.ledger.log.triggers import append_only_triggers
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tests.earlier_schema import with_schema
from tests.ledger.processes import made_at_once
from tests.tools import new_ledger


@pytest.mark.parametrize("made", ["by migrations", "at once"])
def test_a_new_ledger_has_the_tables_that_the_code_knows(path: Path, made: str) -> None:
    if made == "by migrations":
        with_schema(path, NEWEST)
    engine = connect(path)
    migrate(engine)
    migrate(engine)  # once more changes nothing
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2  # FULL
    engine.dispose()


def test_what_creates_a_ledger_at_once_is_what_the_migrations_come_to() -> None:
    assert new_ledger.FILE.read_text("utf-8") == new_ledger.statements(), "run python -m tests.tools.new_ledger"


def test_a_ledger_made_at_once_is_the_one_that_the_migrations_make(tmp_path: Path, path: Path) -> None:
    def everything(file: Path) -> list[tuple[str, ...]]:
        with closing(sqlite3.connect(file)) as raw:
            return raw.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY rowid").fetchall()

    with_schema(migrated := tmp_path / "migrated.db", NEWEST)
    engine = connect(path)
    assert migrate(engine) is None
    engine.dispose()
    assert everything(path) == everything(migrated)
    with closing(sqlite3.connect(path)) as raw:
        assert raw.execute("SELECT key, value FROM about").fetchall() == [("program", version("tablescribe"))]
        assert raw.execute("SELECT version_num FROM alembic_version").fetchall() == [(NEWEST,)]


def test_who_finds_it_made_meanwhile_makes_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given another process that creates the ledger after this one has found the file empty."""
    prepare = sqlite.prepare

    def meanwhile(*words: Any) -> None:
        monkeypatch.setattr(sqlite, "prepare", prepare)
        open_ledger(path).close()
        prepare(*words)

    monkeypatch.setattr(sqlite, "prepare", meanwhile)
    engine = connect(path)
    assert migrate(engine) is None
    engine.dispose()
    with closing(sqlite3.connect(path)) as raw:
        assert {key for (key,) in raw.execute("SELECT key FROM about")} == {"program", "ledger_id"}


def test_a_ledger_keeps_its_id(path: Path) -> None:
    first = open_ledger(f"sqlite:///{path}")
    second = open_ledger(str(path))
    assert first.ledger_id == second.ledger_id
    first.close()
    second.close()


def test_what_is_not_there_is_not_made_unless_asked(path: Path) -> None:
    with pytest.raises(LedgerUnavailable, match="there is no ledger at"):
        open_ledger(path, create=False)
    assert not path.exists()


def test_a_file_that_is_no_database(path: Path) -> None:
    path.write_text("These are not the bytes you are looking for. " * 100)
    with pytest.raises(NotALedger, match="not a SQLite database"):
        open_ledger(path)


def test_a_database_that_is_not_ours(path: Path) -> None:
    with sqlite3.connect(path) as raw:
        raw.execute("CREATE TABLE recipes (name TEXT)")
    with pytest.raises(NotALedger, match="not a ledger: it contains recipes"):
        open_ledger(path)


def test_a_schema_from_the_future(path: Path) -> None:
    open_ledger(path).close()
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(NewerLedger, match="schema 9999"):
        open_ledger(path)


@pytest.mark.parametrize("target", ["mysql://x/y", "sqlite://", "oracle://", "://"])
def test_urls_that_cannot_be_opened(target: str) -> None:
    with pytest.raises(NotALedger):
        open_ledger(target)


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(LedgerUnavailable, match="cannot be created"):
        open_ledger(tmp_path / "file" / "ledger.db")
    with pytest.raises(LedgerUnavailable, match="cannot be opened"):
        open_ledger(tmp_path)


def test_a_lock_held_elsewhere(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    open_ledger(path).close()
    monkeypatch.setattr("tablescribe.ledger.log.file_access.LOCK_TIMEOUT", 0.2)
    holder = sqlite3.connect(path, isolation_level=None)
    ledger = open_ledger(path)
    holder.execute("BEGIN IMMEDIATE")
    with pytest.raises(LedgerLocked, match="locked by another program"):
        Scribe(ledger).new("freeform", ["Ada"])
    holder.execute("ROLLBACK")
    holder.close()
    assert Scribe(ledger).new("freeform", ["Ada"]).version == 1
    ledger.close()


@pytest.mark.parametrize(
    ("words", "kind", "said"),
    [
        ("attempt to write a readonly database", LedgerReadOnly, "read-only"),
        ("database or disk is full", DiskFull, "disk is full"),
        ("database disk image is malformed", LedgerDamaged, "restore your latest backup"),
        ("something new", LedgerUnavailable, "something new"),
    ],
)
def test_every_cause_has_its_words(words: str, kind: type[LedgerError], said: str) -> None:
    error = cause_of(sqlite3.OperationalError(words), "x.db")
    assert type(error) is kind
    assert said in str(error)


def test_a_full_disk_is_told_and_what_was_recorded_stays(path: Path) -> None:
    ledger = open_ledger(path)
    scribe = Scribe(ledger)
    match = scribe.new("freeform", ["Ada"])
    with ledger.log.writer.transaction() as cursor:
        pages = cursor.execute("PRAGMA page_count").fetchone()[0]
    cursor = ledger.log.writer.connection.cursor()
    cursor.execute(f"PRAGMA max_page_count = {pages}")

    def fill() -> None:
        for n in range(1000):
            scribe.note(match.id, f"{n} " + "x" * 5000)

    with pytest.raises(DiskFull, match="disk is full"):
        fill()
    cursor.execute("PRAGMA max_page_count = 1000000")
    assert ledger.verify()
    scribe.note(match.id, "on we go")
    ledger.close()


def test_only_dialects_with_triggers_are_supported() -> None:
    with pytest.raises(NotImplementedError):
        append_only_triggers("oracle")


def test_a_process_that_sqlite_refuses_while_another_makes_the_ledger_tries_again(path: Path) -> None:
    """Given two that wait for each other: SQLite refuses one of them without its timeout."""
    open_ledger(path).close()
    refusals = [sqlite3.OperationalError("database is locked"), sqlite3.OperationalError("database is locked")]
    asked = list[str]()

    def run(statement: str) -> None:
        asked.append(statement)
        if refusals:
            raise refusals.pop()

    sqlite.prepare(connect(path), run)
    assert asked == ["PRAGMA journal_mode=WAL"] * 3


def test_another_error_while_a_ledger_is_prepared_is_raised_at_once(path: Path) -> None:
    def run(statement: str) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    with pytest.raises(sqlite3.OperationalError, match="disk"):
        sqlite.prepare(connect(path), run)


def test_two_processes_may_make_the_same_ledger_at_once(path: Path) -> None:
    assert len({*made_at_once(str(path), 3)}) == 1
