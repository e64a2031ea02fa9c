"""Maximum effort of checking a bundle with a tournament: both programs stop at the same limits."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest

from tablescribe.ledger.care.importing import import_file
from tablescribe.ledger.log.errors import LedgerDamaged
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
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
    with pytest.raises(LedgerDamaged, match="is not allowed there"):
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


IMPOSSIBLE: dict[str, tuple[str, list[object]]] = {
    "a round that seats a stranger": ("Adjusted", ["organiser", 1, [["a", "x"]], ["m"], [], ""]),
    "a round without its matches": ("Adjusted", ["organiser", 1, [["a", "b"]], [], [], ""]),
    "somebody twice at a table": ("Adjusted", ["organiser", 1, [["a", "a"]], ["m"], [], ""]),
    "a bye that there is not": ("Adjusted", ["organiser", 1, [["a", "b"]], ["m"], [["a", "match"]], ""]),
    "a result of how": ("Reported", ["desk", 1, 1, "match", "", 0, "", [1, 2], [], []]),
    "a place too many": ("Reported", ["desk", 1, 1, "slip", "", 0, "", [1, 2, 3], [], []]),
    "a place that is none": ("Reported", ["desk", 1, 1, "slip", "", 0, "", [1, 9], [], []]),
    "points too few": ("Reported", ["desk", 1, 1, "slip", "", 0, "", [1, 2], [5], []]),
    "a seat that is none": ("Reported", ["desk", 1, 1, "forfeit", "", 0, "", [1, 2], [], [3]]),
    "a table that is none": ("Reported", ["desk", 1, 2, "slip", "", 0, "", [1, 2], [], []]),
    "a penalty of a stranger": ("Penalised", ["arbiter", "x", 1, "1", "", ""]),
    "a penalty in no round": ("Penalised", ["arbiter", "a", 2, "1", "", ""]),
    "an appeal about nothing": ("Appealed", ["player", "a", 5, ""]),
    "a decision on nothing": ("Decided", ["arbiter", 5, True, "", ""]),
    "a correction of nothing": ("Corrected", ["arbiter", 5, "slip", [1, 2], [], [], None, None, "", ""]),
    "a lot of a stage that is none": ("LotSealed", ["organiser", 1, "0" * 64]),
    "a lot of strangers": ("LotDrawn", ["organiser", 0, ["a", "x"], "", ""]),
    "a clock for ever": ("Clocked", ["organiser", 1, "extend", 10**17, ""]),
    "points on entry with a sign": ("Entered", ["desk", "c", "0" * 64, 9, None, 2, "-0", []]),
    "a number twice": ("Entered", ["desk", "c", "0" * 64, 1, None, 2, "0", []]),
    "a return of who has not withdrawn": ("Returned", ["desk", "a", ""]),
    "a return of a stranger": ("Returned", ["desk", "x", ""]),
    "a table of strangers": ("Finished", ["organiser", [[1, "x", "1"]], "0" * 64]),
}


@pytest.mark.parametrize("what", IMPOSSIBLE)
def test_what_no_page_could_show_is_refused_by_both_and_never_taken_over(
    organiser: TournamentCommands, notary: Notary, tmp_path: Path, what: str
) -> None:
    """Found by an adversary: such files were taken over, and every page about the tournament failed then."""
    found = opened(organiser, ["Ada", "Ben"], plan(1))
    organiser.pair(found)
    people = dict(zip("ab", organiser.tournament(found).entrants, strict=True))
    kind, fields = IMPOSSIBLE[what]
    told = json.dumps(fields)
    for short, ref in people.items():
        told = told.replace(f'"{short}"', f'"{ref}"')
    contents = recorded(notary, found, kind, *json.loads(told))
    with pytest.raises(program.WrongError):
        program.verify(contents)
    with pytest.raises(LedgerDamaged):
        verify_bundle(contents, [notary.ledger_signer().key])
    with closing(open_ledger(tmp_path / "other.db")) as other:
        with pytest.raises(LedgerDamaged):
            import_file(other, contents)
        assert not other.tournament_ids()


def test_a_return_to_an_elimination_that_went_on_is_refused_by_both(
    organiser: TournamentCommands, notary: Notary
) -> None:
    found = opened(organiser, ["Ada", "Ben", "Cleo"], plan(1, kind="elimination"))
    gone = organiser.withdraw(found, "Cleo").entrant
    verify_bundle(recorded(notary, found, "Returned", "desk", gone, ""), [notary.ledger_signer().key])
    organiser.pair(found)
    contents = recorded(notary, found, "Returned", "desk", gone, "")
    with pytest.raises(program.WrongError, match="left behind"):
        program.verify(contents)
    with pytest.raises(LedgerDamaged, match="refers to something missing"):
        verify_bundle(contents, [notary.ledger_signer().key])


def test_a_round_that_the_plan_has_not_is_refused(organiser: TournamentCommands, notary: Notary) -> None:
    found = opened(organiser, ["Ada", "Ben"], plan(1))
    organiser.pair(found)
    told = ["organiser", 2, 0, [], [], [], "x", "1", 1, "0" * 64, [], ""]
    contents = recorded(notary, found, "Paired", *told)
    with pytest.raises(program.WrongError, match="out of order"):
        program.verify(contents)
    with pytest.raises(LedgerDamaged, match="refers to something missing"):
        verify_bundle(contents, [notary.ledger_signer().key])
