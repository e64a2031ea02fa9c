"""An empty ledger on each database, and a match of Le ultime persone in it."""

import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from zlib import crc32

import psycopg
import pytest

from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tests.depth import ALL
from tests.postgres_server import Server, shared


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests of a ledger on both databases, and those that examine its file (`path`) on SQLite.

    By default, each test of a module with `IN_TURN` runs on only one of the two. Such a module is about what is
    recorded; storage has its own tests (`log/`, `read_models/`).
    """
    if "database" in metafunc.fixturenames:
        both = getattr(metafunc.module, "DATABASES", ["sqlite", "postgresql"])
        if getattr(metafunc.module, "IN_TURN", False) and not ALL:
            both = both[crc32(metafunc.function.__name__.encode()) % 2 :][:1]
        databases = ["sqlite"] if "path" in metafunc.fixturenames else both
        metafunc.parametrize("database", databases)


@pytest.fixture(scope="session")
def server() -> Server:
    return shared()


@pytest.fixture
def target(database: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """Return the path, or the PostgreSQL URL, for an empty ledger."""
    if database == "sqlite":
        return str(tmp_path / "ledger.db")
    server: Server = request.getfixturevalue("server")
    return server.ledger() if "ledger" in request.fixturenames else server.database()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.db"


@pytest.fixture(scope="session")
def empty_ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty ledger in a file, made once: copying it takes a twentieth of the time of making one."""
    path = tmp_path_factory.mktemp("made") / "ledger.db"
    open_ledger(path).close()
    return path


@pytest.fixture
def ledger(target: str, empty_ledger: Path) -> Iterator[Ledger]:
    if "://" not in target:
        shutil.copyfile(empty_ledger, target)
    ledger = open_ledger(target)
    yield ledger
    ledger.close()


@pytest.fixture
def scribe(ledger: Ledger) -> Scribe:
    return Scribe(ledger)


@pytest.fixture
def match_id(scribe: Scribe) -> str:
    """A match with some moves, a take-back and a note."""
    match = scribe.new("ultime", ["Ada", "Ben", "Cleo"], outcomes=[1])
    scribe.play(match.id, 1, {"do": "skip"})
    scribe.play(match.id, 2, {"do": "skip"})
    scribe.undo(match.id, agreed=[1, 2, 3], reason="mistyped")
    scribe.play(
        match.id, 2, {"do": "play_movement", "card": "movement:13", "pawn": 2, "at": 6, "use": "circle"}, as_played=True
    )
    scribe.note(match.id, "a note")
    return match.id


@pytest.fixture
def tamper(target: str) -> Callable[..., None]:
    """Return a function that changes a ledger as a superuser of the database could, with its guards disabled."""

    def change(*statements: str) -> None:
        if "://" not in target:
            with closing(sqlite3.connect(target)) as raw:
                guards = raw.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
                for name, _ in guards:
                    raw.execute(f"DROP TRIGGER {name}")
                for statement in statements:
                    raw.execute(statement)
                for _, sql in guards:
                    raw.execute(sql)
                raw.commit()
            return
        with psycopg.connect(target, autocommit=True) as server:
            found = server.execute(
                "SELECT tgname, tgrelid::regclass::text, tgenabled::text FROM pg_trigger WHERE NOT tgisinternal"
            ).fetchall()
            for name, table, _ in found:
                server.execute(f"ALTER TABLE {table} DISABLE TRIGGER {name}")
            for statement in statements:
                server.execute(re.sub(r"(?<![\w'])x'([0-9a-f]*)'", r"'\\x\1'", statement))
            for name, table, on in found:
                server.execute(f"ALTER TABLE {table} ENABLE {'ALWAYS' if on == 'A' else ''} TRIGGER {name}")

    return change
