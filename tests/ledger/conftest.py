"""A ledger on each of the databases, and a played match of Le ultime persone in it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ledger.ledger import Ledger, open_ledger
from ledger.scribe import Scribe
from tests.postgres_server import Server


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests that need a ledger on both databases, those that look into its file (`path`) on SQLite."""
    if "database" in metafunc.fixturenames:
        both = getattr(metafunc.module, "DATABASES", ["sqlite", "postgresql"])
        databases = ["sqlite"] if "path" in metafunc.fixturenames else both
        metafunc.parametrize("database", databases)


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.close()


@pytest.fixture
def target(database: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """Where an empty ledger may be made: a path, or a URL of PostgreSQL."""
    if database == "sqlite":
        return str(tmp_path / "ledger.db")
    server: Server = request.getfixturevalue("server")
    return server.database()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.db"


@pytest.fixture
def ledger(target: str) -> Iterator[Ledger]:
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
