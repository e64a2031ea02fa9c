"""Shared wins, such as coalitions in Root: in reports and slips, and in the points of the plan."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament.model.events import Corrected, CorrectedTogether, Reported, ReportedTogether
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.tournament.scoring.standings import standings
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.ledger.tournaments.commands import TournamentCommands
from tablescribe.replays.tournaments.event_wording import event_text
from tablescribe.replays.tournaments.tournament import overview
from tests.ledger.played_tournaments import hall, opened, plan
from tests.ledger.proofs.test_tournament_proofs import FOUR, codes, everywhere, forge

DATABASES = ["sqlite"]
RECORD = Path(__file__).parents[2] / "matches/root/coalition.jsonl"
"""A match of four that a Vagabond (seat 1) won together with the Woodland Alliance (seat 4)."""


@pytest.fixture
def organiser(ledger: Ledger) -> TournamentCommands:
    return hall(Scribe(ledger))


@pytest.fixture
def notary(organiser: TournamentCommands, tmp_path: Path) -> Notary:
    return Notary(organiser.scribe, KeyStore(tmp_path / "keys"))


def slips(organiser: TournamentCommands, coalition: str, size: int = 4) -> str:
    """Return a tournament with one table without a report."""
    stage = {"kind": "pods", "pods": [size], "scoring": {"kind": "results", "coalition": coalition}}
    found = opened(organiser, FOUR[:size], plan(1, **stage))
    organiser.pair(found, seed=1)
    return found


def points(organiser: TournamentCommands, found: str) -> list[str]:
    return [str(line.points) for line in sorted(standings(organiser.tournament(found)).lines, key=lambda n: n.number)]


def root(organiser: TournamentCommands) -> str:
    """Return a tournament whose only table has played that match, and closed it."""
    lines = [json.loads(line) for line in RECORD.read_text("utf-8").splitlines()]
    stage: dict[str, Any] = {"kind": "pods", "pods": [4], "game": "root", "options": lines[0]["new"]["options"]}
    stage["scoring"] = {"kind": "results", "coalition": "split"}
    found = opened(organiser, FOUR, plan(1, **stage))
    organiser.pair(found, seed=1)
    (one,) = organiser.start(found, outcomes=lines[0]["new"].get("outcomes", ()))
    for line in lines[1:]:
        if "undo" in line:
            organiser.scribe.undo(one.match, judge=True)
        if "do" not in line:
            continue
        seat, outcomes = line.pop("seat", None), line.pop("outcomes", ())
        organiser.scribe.play(one.match, seat, line, outcomes)
    organiser.scribe.close(one.match)
    return found


def test_a_match_that_a_coalition_won_says_so_in_its_report(organiser: TournamentCommands, notary: Notary) -> None:
    found = root(organiser)
    (report,) = organiser.tournament(found).reports.values()
    assert isinstance(report, ReportedTogether)
    assert (report.coalition, report.places) == ((1, 4), (1, 3, 4, 1))
    assert points(organiser, found) == ["1/2", "0", "0", "1/2"]
    organiser.finish(found)
    assert everywhere(organiser, notary, found) == set()


def test_leaving_out_of_a_report_that_they_won_together_is_found_by_both(
    organiser: TournamentCommands, notary: Notary
) -> None:
    organiser.scribe._closed = lambda match_id: None
    found = root(organiser)
    honest = organiser.tournament(found)
    (match_id,) = honest.seatings[0].matches
    match = organiser.scribe.match(match_id)

    def lie(tournament: Tournament) -> None:
        tournament.record(
            Reported, organiser.scribe.stamp(), by="hall", round=1, table=1, how="played", match=match_id,
            version=match.version, head=organiser.ledger.head(match_id), places=(1, 3, 4, 1), points=(0, 13, 9, 32),
            absent=(),
        )  # fmt: skip

    forge(organiser, found, lie)
    assert everywhere(organiser, notary, found) == {"report.result"}


@pytest.mark.parametrize(
    ("coalition", "together", "expected"),
    [
        ("full", True, ["1", "0", "0", "1"]),
        ("split", True, ["1/2", "0", "0", "1/2"]),
        ("split", False, ["1", "0", "0", "1"]),  # they tied, and `winners` is full
    ],
)
def test_a_slip_tells_who_won_together(
    organiser: TournamentCommands, notary: Notary, coalition: str, together: bool, expected: list[str]
) -> None:
    found = slips(organiser, coalition)
    organiser.report(found, 1, (1, 3, 3, 1), together=together)
    assert points(organiser, found) == expected
    organiser.finish(found)
    assert everywhere(organiser, notary, found) == set()


def test_all_who_win_together_have_not_drawn(organiser: TournamentCommands, notary: Notary) -> None:
    found = slips(organiser, "full", size=2)
    organiser.report(found, 1, (1, 1), together=True)
    assert points(organiser, found) == ["1", "1"]
    assert everywhere(organiser, notary, found) == set()


def test_it_is_ruled_otherwise_and_back_again(organiser: TournamentCommands, notary: Notary) -> None:
    found = slips(organiser, "split")
    organiser.report(found, 1, (1, 3, 3, 1))
    told: dict[str, Any] = {"clause": "RO-9.2.8", "reason": "the card lay there"}
    event, changed = organiser.correct(found, 1, 1, (1, 3, 3, 1), together=True, **told)
    assert isinstance(event, CorrectedTogether)
    assert {str(one.points) for one in changed.standings} == {"1/2"}
    with pytest.raises(Refused, match="already has this result"):
        organiser.correct(found, 1, 1, (1, 3, 3, 1), together=True, **told)
    event, _ = organiser.correct(found, 1, 1, (1, 3, 3, 1), **told)
    assert type(event) is Corrected
    assert points(organiser, found) == ["1", "0", "0", "1"]
    assert everywhere(organiser, notary, found) == set()


def test_nobody_wins_together_alone(organiser: TournamentCommands) -> None:
    found = slips(organiser, "full")
    with pytest.raises(Refused, match="at least two"):
        organiser.report(found, 1, (1, 2, 3, 4), together=True)


def test_lists_and_logs_say_it(organiser: TournamentCommands) -> None:
    found = slips(organiser, "full")
    organiser.report(found, 1, (1, 3, 3, 1), together=True)
    now = organiser.tournament(found)
    names = organiser.names(now)
    assert "shared win: Ada, Dora" in str(event_text(now, now.events[-1], names))
    assert overview(now, names)["seatings"][0]["tables"][0]["coalition"] == [1, 4]


def test_a_log_of_form_1_which_could_not_tell_it_is_still_sound(
    organiser: TournamentCommands, notary: Notary, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a tournament that 0.1.0 recorded, whose report of a coalition reads like a tie."""
    monkeypatch.setattr("tablescribe.domain.tournament.commands.FORMAT", 1)
    monkeypatch.setattr("tablescribe.ledger.tournaments.rounds.won_together", lambda result: ())
    found = root(organiser)
    assert type(next(iter(organiser.tournament(found).reports.values()))) is Reported
    assert everywhere(organiser, notary, found) == set()
    assert codes(organiser, found) == set()
