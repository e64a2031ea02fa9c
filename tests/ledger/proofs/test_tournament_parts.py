"""A tournament too large for one bundle: several about the same log, which belong together and are all needed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablescribe.ledger.log.errors import BadFile, LedgerError
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.bundles.verifying import verify_bundle
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.ledger.proofs.verifiers import verify_tournament as outsider
from tablescribe.ledger.proofs.verifiers.verify_bundle import verify as proofs_only
from tablescribe.ledger.tournaments.commands import TournamentCommands
from tablescribe.replays.tournaments.audit import verify
from tablescribe.replays.tournaments.audit_source import of_bundles, of_ledger
from tests.ledger.played_tournaments import hall, opened, plan, play_round, whole

DATABASES = ["sqlite"]
EIGHT = ["Ada", "Ben", "Cleo", "Dora", "Egon", "Fee", "Gus", "Hana"]


@pytest.fixture
def organiser(ledger: Ledger) -> TournamentCommands:
    return hall(Scribe(ledger))


@pytest.fixture
def notary(organiser: TournamentCommands, tmp_path: Path) -> Notary:
    return Notary(organiser.scribe, KeyStore(tmp_path / "keys"))


@pytest.fixture
def found(organiser: TournamentCommands) -> str:
    """A tournament of eight with twelve matches, a clock that was set, and its end."""
    found = opened(organiser, EIGHT, plan(3, time_limit=50))
    for number in range(3):
        play_round(organiser, found, winner=1 + number % 2)
        organiser.clock(found, "start")
        organiser.clock(found, "extend", seconds=300, reason="fire alarm")
    organiser.finish(found)
    return found


def test_both_programs_count_a_tournament_from_its_parts(
    organiser: TournamentCommands, notary: Notary, found: str
) -> None:
    parts = list(notary.tournament_parts(found, part=6_000))
    key = notary.ledger_signer().key
    assert len(parts) > 3
    proved = [verify_bundle(one, [key]) for one in parts]
    assert [bool(one.tournaments) for one in proved] == [True] + [False] * (len(parts) - 1)
    assert len({one.checkpoint for one in proved}) == 1
    (record,) = of_bundles(proved)
    verdict = verify(record)
    assert (verdict.clean, verdict.audited + verdict.withheld, verdict.rounds) == (True, 12, 3)
    lines = outsider.verify(parts[0], str(key), more=parts[1:])
    assert lines[0].startswith("Sound: ")
    assert "12 reports, 12 of them by matches in this file" in lines[0]
    assert lines == outsider.verify(whole(notary, found), str(key))
    assert "fire alarm" not in "".join(one.decode() for one in parts), "reasons are withheld"
    assert all(proofs_only(one, [str(key)])[0].startswith("Sound") for one in parts)
    recorded = of_ledger(organiser.ledger, found)
    assert verify(recorded).clean


def test_what_fits_into_one_file_is_one(notary: Notary, found: str) -> None:
    (only,) = notary.tournament_parts(found)
    assert len(verify_bundle(only, [notary.ledger_signer().key]).matches) == 12


def test_a_part_that_is_missing_is_missed(notary: Notary, found: str) -> None:
    parts = list(notary.tournament_parts(found, part=6_000))
    key = notary.ledger_signer().key
    (record,) = of_bundles(verify_bundle(one, [key]) for one in [parts[0], *parts[2:]])
    assert {one.code for one in verify(record).findings} == {"match.missing"}
    lines = outsider.verify(parts[0], str(key), more=parts[2:])
    assert any(line.startswith("WRONG: match.missing") for line in lines)


def test_parts_of_another_day_are_no_parts_of_this(organiser: TournamentCommands, notary: Notary, found: str) -> None:
    parts = list(notary.tournament_parts(found, part=6_000))
    organiser.scribe.new("freeform", ["Xaver"])  # the log goes on
    later = list(notary.tournament_parts(found, part=6_000))
    key = notary.ledger_signer().key
    with pytest.raises(BadFile, match="do not belong together"):
        of_bundles(verify_bundle(one, [key]) for one in [parts[0], *later[1:]])
    with pytest.raises(outsider.WrongError, match="no parts of one"):
        outsider.verify(parts[0], str(key), more=later[1:])
    with pytest.raises(outsider.WrongError, match="twice"):
        outsider.verify(parts[0], str(key), more=parts[:1])


def test_a_match_that_alone_is_too_large_is_named(notary: Notary, found: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablescribe.ledger.proofs.bundles.limits.LARGEST", 5_000)
    with pytest.raises(LedgerError, match="this bundle would exceed what verifiers accept"):
        list(notary.tournament_parts(found))


def test_groups_that_are_too_large_all_the_same_are_halved(
    notary: Notary, found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablescribe.ledger.proofs.bundles.limits.LARGEST", 40_000)
    parts = list(notary.tournament_parts(found))
    assert len(parts) > 1
    key = notary.ledger_signer().key
    (record,) = of_bundles(verify_bundle(one, [key]) for one in parts)
    assert verify(record).clean
