"""An accelerated tournament, from its plan to the verifiers and the report file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablescribe.domain.tournament.model.events import Paired
from tablescribe.domain.tournament.model.field import Bye
from tablescribe.domain.tournament.trf import accelerations, read_trf
from tablescribe.ledger.exchange.trf import export_trf, import_trf
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.ledger.proofs.verifiers import verify_tournament as program
from tablescribe.ledger.tournaments.commands import TournamentCommands
from tablescribe.replays.tournaments.audit import verify
from tablescribe.replays.tournaments.audit_source import of_ledger
from tests.ledger.played_tournaments import TWELVE, plan, play_round, whole

DATABASES = ["sqlite"]
FAST = Path(__file__).parents[2] / "domain/tournament/published/bbp_accelerated/fast10_5_140.trf"


@pytest.fixture
def organiser(scribe: Scribe) -> TournamentCommands:
    organiser = TournamentCommands(scribe)
    scribe._closed = organiser.closed
    return organiser


def test_it_is_paired_audited_and_counted_by_both_programs(
    organiser: TournamentCommands, scribe: Scribe, tmp_path: Path
) -> None:
    """Given a bye in the first round, a late entry, and somebody accelerated who leaves."""
    found = organiser.announce(plan(5, acceleration="baku", late={"until": 3})).id
    organiser.enter(found, TWELVE[:8])
    organiser.pair(found, byes={"Ben": Bye.HALF}, seed=2)
    first = organiser.tournament(found).seatings[0]
    numbers = [{organiser.tournament(found).entrants[ref].number for ref in pod} for pod in first.pods]
    assert {1, 3} in numbers or {1, 4} in numbers
    for one in organiser.start(found):
        organiser.scribe.play(one.match, 1, {"do": "finish", "winners": [1]})
        organiser.scribe.close(one.match)
    organiser.enter(found, ["Zoe"])
    organiser.withdraw(found, "Ada")
    for winner in (1, 2, 1, 2):
        play_round(organiser, found, winner)
    organiser.finish(found)
    assert verify(of_ledger(organiser.ledger, found), engine=organiser._engine()).clean
    lines = program.verify(whole(Notary(scribe, KeyStore(tmp_path)), found))
    assert lines[0].startswith("Sound")
    assert not [line for line in lines if line.startswith(("WRONG", "NOT CHECKED"))]
    now = organiser.tournament(found)
    trf = read_trf(export_trf(organiser.ledger, now, organiser.names(now)).decode())
    assert sorted(accelerations(trf)) == [1, 2, 3, 4]
    assert [str(points) for points in accelerations(trf)[1]] == ["1", "1", "1/2"]


def test_who_is_accelerated_is_a_part_of_what_the_engine_is_given(
    organiser: TournamentCommands, scribe: Scribe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = organiser.announce(plan(5, acceleration="baku")).id
    organiser.enter(found, TWELVE[:8])
    organiser.pair(found, seed=1)
    assert isinstance(organiser.tournament(found).seatings[0].paired, Paired)
    bundle = whole(Notary(scribe, KeyStore(tmp_path)), found)
    monkeypatch.setattr(program.Tournament, "accelerated", lambda self, stage: set())
    assert any("pairing.input" in line or "not given" in line for line in program.verify(bundle))


def test_a_file_with_virtual_points_is_read_in_and_goes_on(organiser: TournamentCommands) -> None:
    taken = import_trf(organiser, FAST.read_bytes())
    assert taken.tournament.plan.stages[0].acceleration == "baku"
    assert taken.lines() == []
    back = export_trf(organiser.ledger, taken.tournament, organiser.names(taken.tournament))
    assert back == FAST.read_bytes()
    other = FAST.read_bytes().replace(b"XXA    1  1.0", b"XXA    1  2.0")
    taken = import_trf(organiser, other)
    assert taken.tournament.plan.stages[0].acceleration == ""
    assert [line.template for line in taken.lines()] != []
