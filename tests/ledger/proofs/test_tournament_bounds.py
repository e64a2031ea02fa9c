"""What a bundle with a tournament may ask of whoever checks it: both programs stop at the same bounds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tablescribe.ledger.log.errors import LedgerDamaged
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.bundles import tournaments
from tablescribe.ledger.proofs.bundles.verifying import verify_bundle
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.ledger.proofs.verifiers import verify_tournament as program
from tablescribe.ledger.tournaments.commands import TournamentCommands
from tests.fuzz import samples
from tests.ledger.played_tournaments import hall, opened, plan, whole
from tests.ledger.proofs.test_tournament_proofs import finished

DATABASES = ["sqlite"]


@pytest.fixture
def organiser(ledger: Ledger) -> TournamentCommands:
    return hall(Scribe(ledger))


@pytest.fixture
def notary(organiser: TournamentCommands, tmp_path: Path) -> Notary:
    return Notary(organiser.scribe, KeyStore(tmp_path / "keys"))


def refused_by_both(contents: bytes, notary: Notary, why: str) -> None:
    with pytest.raises(program.WrongError, match=why):
        program.verify(contents)
    with pytest.raises(LedgerDamaged, match="has no place there"):
        verify_bundle(contents, [notary.ledger_signer().key])


@pytest.mark.parametrize(("name", "most"), [("ENTRANTS", 4), ("REPORTS", 5)])
def test_both_stop_at_the_same_number_of_people_and_of_reports(
    organiser: TournamentCommands, notary: Notary, monkeypatch: pytest.MonkeyPatch, name: str, most: int
) -> None:
    """Given five people and six reports, and smaller bounds."""
    assert getattr(program, name) == getattr(tournaments, name)
    contents = whole(notary, finished(organiser))
    program.verify(contents)
    for module in (program, tournaments):
        monkeypatch.setattr(module, name, most)
    refused_by_both(contents, notary, f"more than {most} ")


def recorded(notary: Notary, tournament: str, kind: str, *fields: object) -> bytes:
    """Return a tournament's bundle with one more event that only the ledger's owner could record and seal."""
    document = json.loads(whole(notary, tournament, redacted=False))
    log = document["streams"][1]["log"]
    said = [kind, tournament, len(log) + 1, *json.loads(log[-1][3])[3:6], "salt", *fields]
    body = json.dumps(said, separators=(",", ":"), ensure_ascii=False)
    log.append([log[-1][0], len(log) + 1, kind, body, "", "", ""])
    return samples.as_file(samples.sealed(document, notary.ledger_signer()))


@pytest.mark.parametrize("points", ["1e999999999", "1/0", "-1", "9" * 5000, "½"])
def test_points_that_nobody_can_count_are_refused_before_they_are_counted(
    organiser: TournamentCommands, notary: Notary, points: str
) -> None:
    found = opened(organiser, ["Ada", "Ben"], plan(1))
    organiser.pair(found)
    ref = next(iter(organiser.tournament(found).entrants))
    contents = recorded(notary, found, "Penalised", "arbiter", ref, 1, points, "", "")
    refused_by_both(contents, notary, "no points|takes nothing")


def test_a_round_that_the_plan_has_not_is_refused(organiser: TournamentCommands, notary: Notary) -> None:
    found = opened(organiser, ["Ada", "Ben"], plan(1))
    organiser.pair(found)
    told = ["organiser", 2, 0, [], [], [], "x", "1", 1, "0" * 64, [], ""]
    contents = recorded(notary, found, "Paired", *told)
    with pytest.raises(program.WrongError, match="out of order"):
        program.verify(contents)
    with pytest.raises(LedgerDamaged, match="about what is not there"):
        verify_bundle(contents, [notary.ledger_signer().key])
