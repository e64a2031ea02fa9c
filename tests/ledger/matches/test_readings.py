"""Merged logs of two recorders in lists, statistics and reports."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tablescribe.domain.tournament.model.plan import Plan
from tablescribe.ledger.log.errors import CommandReused
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.reconciling import reconcile
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.ledger.tournaments.commands import TournamentCommands
from tests.ledger.matches.test_reconciling import recorded
from tests.ledger.played_tournaments import hall, opened, plan
from tests.ledger.proofs.test_tournament_proofs import everywhere

IN_TURN = True  # which database: conftest.py

GOLDEN = Path(__file__).parents[2] / "matches" / "morris" / "no_move.jsonl"
LINES: list[dict[str, Any]] = [json.loads(line) for line in GOLDEN.read_text("utf-8").splitlines()]


@pytest.fixture
def organiser(ledger: Ledger) -> TournamentCommands:
    return hall(Scribe(ledger))


def of_morris() -> Plan:
    return plan(1, game="morris", options=LINES[0]["new"]["options"])


def started(organiser: TournamentCommands) -> tuple[str, str]:
    """Return a tournament of one table, and its match, played as the golden one was, but not closed."""
    found = opened(organiser, ["Ada", "Ben"], of_morris())
    organiser.pair(found, seed=1)
    (table,) = organiser.start(found)
    for line in LINES[1:]:
        said = {key: value for key, value in line.items() if key != "seat"}
        organiser.scribe.play(table.match, line["seat"], said)
    return found, table.match


def other_log(organiser: TournamentCommands) -> str:
    """Return the log of another recorder, who missed move 5 and closed the match."""
    return recorded(organiser.scribe, [*LINES[:5], *LINES[6:]]).id


def test_a_table_reports_by_what_its_two_logs_came_to(organiser: TournamentCommands, tmp_path: Path) -> None:
    found, planned = started(organiser)
    second = other_log(organiser)
    organiser.scribe.close(second, abandoned=True)
    reading = reconcile(organiser.scribe, planned, second)
    assert reading.closed is not None
    report = organiser.tournament(found).seatings[0].reports[1]
    assert (report.match, report.head) == (reading.id, organiser.ledger.head(reading.id))
    assert organiser.ledger.head(planned) == ""
    organiser.finish(found)
    assert everywhere(organiser, Notary(organiser.scribe, KeyStore(tmp_path / "keys")), found) == set()


def test_the_match_is_listed_and_counted_once(organiser: TournamentCommands) -> None:
    _, planned = started(organiser)
    second, ledger = other_log(organiser), organiser.ledger
    ledger.lists.fresh()
    assert ledger.asking.games("morris")[0].matches == 2
    reading = reconcile(organiser.scribe, planned, second)
    ledger.lists.fresh()
    assert [one.id for one in ledger.asking.matches()] == [reading.id]
    assert [(one.matches, one.finished) for one in ledger.asking.games("morris")] == [(1, 0)]
    ledger.lists.rebuild()
    assert [(one.matches, one.finished) for one in ledger.asking.games("morris")] == [(1, 0)]


def test_reconciling_is_recorded_once_by_its_command(organiser: TournamentCommands) -> None:
    _, planned = started(organiser)
    second, third = other_log(organiser), recorded(organiser.scribe, LINES).id
    first = reconcile(organiser.scribe, planned, second, command_id="once-only")
    again = reconcile(organiser.scribe, planned, second, command_id="once-only")
    assert (first.id, first.version) == (again.id, again.version)
    assert len(organiser.ledger.match_ids()) == 4
    with pytest.raises(CommandReused):
        reconcile(organiser.scribe, planned, third, command_id="once-only")
