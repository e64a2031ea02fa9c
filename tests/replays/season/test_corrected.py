"""Corrected and void matches in a season's archive: columns, verdicts, and counts of queries."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tablescribe.ledger.matches.corrections import correct, reinstate, void
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.results import PlayedMatch, record_result
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.replays.season.archive import archives, write
from tablescribe.replays.season.distributed import audit_season
from tablescribe.replays.season.queries import QUESTIONS, ask


@pytest.fixture
def season(tmp_path: Path) -> tuple[Path, dict[str, str]]:
    """Four matches that Ben won, as closed: one left so, one corrected, one void, one void and reinstated."""
    by: dict[str, Any] = {"by": "keeper", "reason": "a slip"}
    with closing(open_ledger(tmp_path / "ledger.db")) as ledger:
        scribe = Scribe(ledger)
        told = PlayedMatch("Catan", ["Ann", "Ben"], [10, 7], [2])
        found = {name: record_result(scribe, told)[0].id for name in ("left", "corrected", "void", "again")}
        correct(scribe, found["corrected"], winners=[1], **by)
        for name in ("void", "again"):
            void(scribe, found[name], **by)
        reinstate(scribe, found["again"], **by)
        notary = Notary(scribe, KeyStore(tmp_path / "keys"))
        write(ledger, tmp_path / "season", notary.checkpoint(), str(notary.ledger_signer().key))
    return tmp_path / "season", found


def test_the_archive_has_the_result_that_holds(season: tuple[Path, dict[str, str]]) -> None:
    folder, ids = season
    rows = {row["match"]: (row["ending"], row["winners"]) for one in archives(folder) for row in one.all_rows()}
    assert {name: rows[one] for name, one in ids.items()} == {
        "left": ("declared", [2]), "corrected": ("declared", [1]), "void": ("void", []), "again": ("declared", [2])
    }  # fmt: skip


def test_an_honest_correction_is_no_forgery_and_questions_follow_it(season: tuple[Path, dict[str, str]]) -> None:
    folder, _ = season
    done = audit_season(folder)
    assert (done.matches, done.suspect) == (4, 0)
    assert ask(folder, QUESTIONS["forgeries"].sql).rows == []
    wins = {row[2]: row[3:5] for row in ask(folder, QUESTIONS["wins"].sql).rows}
    assert wins == {1: (3, 1), 2: (3, 2)}, "the void one counts for nobody"
