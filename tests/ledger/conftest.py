"""A ledger in a temporary folder, and a played match of Le ultime persone in it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ledger.ledger import Ledger, open_ledger
from ledger.scribe import Scribe


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.db"


@pytest.fixture
def ledger(path: Path) -> Iterator[Ledger]:
    ledger = open_ledger(path)
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
