"""A return after a withdrawal, from the ledger to the verifiers and the report file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament.trf import read_trf
from tablescribe.ledger.exchange.trf import export_trf
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.ledger.proofs.verifiers import verify_tournament as program
from tablescribe.ledger.tournaments.commands import TournamentCommands
from tablescribe.ledger.tournaments.door import AlreadyEntered
from tablescribe.replays.tournaments.audit import verify
from tablescribe.replays.tournaments.audit_source import of_ledger
from tests.ledger.played_tournaments import TWELVE, plan, play_round, whole

DATABASES = ["sqlite"]


@pytest.fixture
def organiser(scribe: Scribe) -> TournamentCommands:
    organiser = TournamentCommands(scribe)
    scribe._closed = organiser.closed
    return organiser


@pytest.mark.parametrize(
    ("people", "more"),
    [
        (8, {}), (8, {"acceleration": "baku"}), (6, {"kind": "round_robin"}),
        (9, {"kind": "pods", "pods": [3, 4]}),
    ],
)  # fmt: skip
def test_it_is_paired_audited_and_counted_by_both_programs(
    organiser: TournamentCommands, scribe: Scribe, tmp_path: Path, people: int, more: dict[str, object]
) -> None:
    """Given two who leave: one is back before the next round, the other misses one."""
    found = organiser.announce(plan(5, **more)).id
    organiser.enter(found, TWELVE[:people])
    play_round(organiser, found)
    organiser.withdraw(found, "Ada", reason="ill")
    organiser.withdraw(found, "Ben", reason="ill")
    organiser.return_entrant(found, "Ada", reason="the wrong one")
    play_round(organiser, found, 2)
    assert "Ben" not in seated(organiser, found)
    organiser.return_entrant(found, "Ben", reason="well again")
    for winner in (1, 2, 1):
        play_round(organiser, found, winner)
        assert {"Ada", "Ben"} <= seated(organiser, found)
    organiser.finish(found)
    assert verify(of_ledger(organiser.ledger, found), engine=organiser._engine()).clean
    lines = program.verify(whole(Notary(scribe, KeyStore(tmp_path)), found))
    assert lines[0].startswith("Sound"), lines
    assert not [line for line in lines if line.startswith("WRONG")]


def seated(organiser: TournamentCommands, found: str) -> set[str]:
    """Return the names of those who play or have a bye in the last round."""
    now = organiser.tournament(found)
    last, names = now.seatings[-1], organiser.names(now)
    return {names[ref] for ref in [*(ref for pod in last.pods for ref in pod), *last.byes]}


def test_the_report_file_has_the_missed_round_as_one_without_points(organiser: TournamentCommands) -> None:
    found = organiser.announce(plan(3)).id
    organiser.enter(found, TWELVE[:5])
    for number in (1, 2, 3):
        if number == 2:
            organiser.withdraw(found, "Ada")
        organiser.pair(found, seed=1)
        for table in (1, 2):
            organiser.report(found, table, (1, 2))
        if number == 2:
            organiser.return_entrant(found, "Ada")
    now = organiser.tournament(found)
    file = export_trf(organiser.ledger, now, organiser.names(now)).decode()
    games = next(one.games for one in read_trf(file).players if one.number == 1)
    missed = games[1] if len(games) > 1 else None
    assert missed is None or (missed.opponent, missed.result) in [(0, "Z"), (0, "")]
    assert games[0] is not None
    assert games[2] is not None


def test_a_line_for_who_withdrew_names_the_command(organiser: TournamentCommands) -> None:
    found = organiser.announce(plan(3)).id
    organiser.enter(found, TWELVE[:4])
    organiser.withdraw(found, "Ben")
    with pytest.raises(AlreadyEntered, match=f"tablescribe tournament return {found} ben$"):
        organiser.enter(found, ["ben"])
    organiser.return_entrant(found, "ben")
    with pytest.raises(AlreadyEntered, match="already entered"):
        organiser.enter(found, ["ben"])


def test_a_command_that_is_sent_again_is_done_once(organiser: TournamentCommands) -> None:
    found = organiser.announce(plan(3)).id
    organiser.enter(found, TWELVE[:4])
    organiser.withdraw(found, "Ben")
    first = organiser.return_entrant(found, "Ben", reason="here", command_id="c1")
    assert organiser.return_entrant(found, "Ben", reason="here", command_id="c1") == first
    with pytest.raises(Refused, match="has not withdrawn"):
        organiser.return_entrant(found, "Ben", command_id="c2")
