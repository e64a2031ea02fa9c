"""A changed slip is sound for our audit and the stand-alone program, and counts as changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament.scoring.standings import standings
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.ledger.tournaments.commands import TournamentCommands
from tests.ledger.played_tournaments import hall, opened, plan
from tests.ledger.proofs.test_tournament_proofs import FOUR, codes, everywhere

DATABASES = ["sqlite"]


@pytest.fixture
def organiser(ledger: Ledger) -> TournamentCommands:
    return hall(Scribe(ledger))


def test_a_changed_slip_is_sound_everywhere_and_counts_once(organiser: TournamentCommands, tmp_path: Path) -> None:
    notary = Notary(organiser.scribe, KeyStore(tmp_path / "keys"))
    found = opened(organiser, FOUR, plan(2))
    organiser.pair(found, seed=1)
    for table in (1, 2):
        organiser.report(found, table, [1, 2])
    once = [organiser.restate(found, 1, [2, 1], by="desk", command_id="tapped-twice") for _ in range(2)]
    assert once[0] == once[1]
    first, second = organiser.tournament(found).seating(1).pods[0]
    points = {line.ref: str(line.points) for line in standings(organiser.tournament(found)).lines}
    assert (points[first], points[second]) == ("0", "1")
    organiser.pair(found, seed=1)
    with pytest.raises(Refused, match="was paired on the results"):
        organiser.restate(found, 1, [1, 2], round_number=1)
    for table in (1, 2):
        organiser.report(found, table, [1, 2])
    organiser.finish(found)
    assert everywhere(organiser, notary, found) == set()
    assert codes(organiser, found) == set()
