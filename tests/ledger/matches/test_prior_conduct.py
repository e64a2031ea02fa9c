"""What a ledger knows about the same people's earlier matches, and what the audit reports of it."""

import pytest

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.prior_conduct import AbandonedMatch, dropped_before
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.replays.auditing.audit import audit
from tablescribe.replays.auditing.prior_conduct import of_earlier

IN_TURN = True  # which database: conftest.py


def sealed(scribe: Scribe, *names: str) -> str:
    return scribe.new("freeform", names, chance="sealed").id


def test_openings_that_were_left_are_listed(scribe: Scribe, ledger: Ledger) -> None:
    """Given people who open sealed matches until one begins well; then the audit of that one lists the others."""
    first, second = sealed(scribe, "Ada", "Ben"), sealed(scribe, "Ben", "Ada")
    scribe.play(first, 1, {"do": "set", "key": "round", "value": 1})
    scribe.close(second, abandoned=True)
    third = sealed(scribe, "Ada", "Ben")
    match = ledger.match(third)
    assert dropped_before(ledger, match) == [AbandonedMatch(first, 1), AbandonedMatch(second, 0)]
    found = [one for one in audit(match, earlier=of_earlier(ledger, match)).findings if one.code == "opening.again"]
    assert [(one.severity, str(one.why)) for one in found] == [
        ("note", f"opening number 3 by these people within a day; abandoned before: {first} (1), {second} (0)")
    ]


def test_matches_of_others_of_other_games_and_played_ones_are_not(scribe: Scribe, ledger: Ledger) -> None:
    sealed(scribe, "Ada", "Cleo")
    sealed(scribe, "Ada")
    scribe.new("morris", ["Ada", "Ben"])
    played = sealed(scribe, "Ada", "Ben")
    scribe.play(played, 1, {"do": "finish", "winners": [1]})
    scribe.close(played)
    assert dropped_before(ledger, ledger.match(sealed(scribe, "Ada", "Ben"))) == []


def test_who_reports_dice_has_nothing_to_grind(scribe: Scribe, ledger: Ledger) -> None:
    for _ in range(2):
        match = scribe.new("freeform", ["Ada", "Ben"])
    assert list(of_earlier(ledger, match)) == []


def test_a_key_that_changed_is_noted(scribe: Scribe, ledger: Ledger, tmp_path_factory: pytest.TempPathFactory) -> None:
    phones = [Notary(scribe, KeyStore(tmp_path_factory.mktemp("phone"))) for _ in range(2)]
    first, second = (scribe.new("freeform", ["Ada", "Ben"]).id for _ in range(2))
    phones[0].enrol(first, "seat:1")
    phones[1].enrol(second, "seat:1")
    phones[0].enrol(first, "seat:2")
    phones[0].enrol(second, "seat:2")
    assert [(one.code, "seat:1" in str(one.why)) for one in of_earlier(ledger, ledger.match(second))] == [
        ("key.changed", True)
    ]
