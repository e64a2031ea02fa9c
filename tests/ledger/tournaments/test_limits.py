"""What no verifier would accept is refused when it is recorded, because the append-only log could not be repaired."""

from __future__ import annotations

import time
from typing import Any

import msgspec
import pytest
from sqlalchemy import func, select

from tablescribe.domain.match import limits, signing
from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament import commands as act
from tablescribe.ledger.log.body_limits import refuse_unprovable_body
from tablescribe.ledger.log.errors import EventTooLarge
from tablescribe.ledger.log.schema import identities
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.bundles import limits as bundle_limits
from tablescribe.ledger.proofs.bundles import tournaments
from tablescribe.ledger.tournaments.commands import TournamentCommands
from tests.ledger.played_tournaments import hall, opened, plan

DATABASES = ["sqlite"]


@pytest.fixture
def organiser(ledger: Ledger) -> TournamentCommands:
    return hall(Scribe(ledger))


def test_recording_and_verifying_read_one_table() -> None:
    for name in ("BODY", "SIGNS", "DEPTH", "SEATS", "SIGNED"):
        assert getattr(bundle_limits, name) is getattr(limits, name)
    for name in ("ENTRANTS", "REPORTS"):
        assert vars(tournaments)[name] is getattr(limits, name)


def test_the_entrant_beyond_the_last_is_refused_with_a_word(
    organiser: TournamentCommands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(act, "ENTRANTS", 3)
    found = opened(organiser, ["Ada", "Ben", "Cleo"])
    version, names = organiser.tournament(found).version, _names(organiser.ledger)
    with pytest.raises(Refused, match="at most 3 entrants: 3 have entered, and 1 more would be too many"):
        organiser.enter(found, ["Dora"])
    assert (organiser.tournament(found).version, _names(organiser.ledger)) == (version, names)


def test_a_list_of_200_000_people_is_refused_before_any_name_is_kept(organiser: TournamentCommands) -> None:
    found = opened(organiser, ["Ada"])
    names, began = _names(organiser.ledger), time.process_time()
    with pytest.raises(Refused, match="200000 more would be too many"):
        organiser.enter(found, [f"person {number}" for number in range(200_000)])
    assert _names(organiser.ledger) == names
    assert time.process_time() - began < 20


def test_the_report_beyond_the_last_is_refused(organiser: TournamentCommands, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(act, "REPORTS", 1)
    found = opened(organiser, ["Ada", "Ben", "Cleo", "Dora"])
    organiser.pair(found, seed=1)
    organiser.report(found, 1, [1, 2])
    with pytest.raises(Refused, match="at most 1 reports"):
        organiser.report(found, 2, [1, 2])


def test_the_signature_beyond_the_last_is_refused(scribe: Scribe, monkeypatch: pytest.MonkeyPatch) -> None:
    match = scribe.match(scribe.new("freeform", ["Ada", "Ben"]).id)
    match.close(scribe.stamp(), abandoned=True)
    for seat in (1, 2):
        signing.enrol(match, f"seat:{seat}", f"key {seat}", scribe.stamp())
    monkeypatch.setattr(signing, "SIGNED", 1)
    signing.sign(match, "seat:1", "key 1", "signature", scribe.stamp())
    with pytest.raises(Refused, match="at most 1 signatures"):
        signing.sign(match, "seat:2", "key 2", "signature", scribe.stamp())


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (["x" * limits.BODY], "larger than"),
        ([0] * (limits.SIGNS + 1), "more than 100000 values"),
        (msgspec.json.decode("[" * 65 + "]" * 65), "nested deeper"),
        ([10**18, "x" * 5000], "too many digits"),
    ],
)
def test_an_event_that_no_verifier_reads_is_not_recorded(content: Any, why: str) -> None:
    with pytest.raises(EventTooLarge, match=why):
        refuse_unprovable_body(msgspec.json.encode(content))


def test_a_plan_that_no_verifier_reads_is_not_announced(
    organiser: TournamentCommands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablescribe.ledger.log.body_limits.BODY", 500)
    monkeypatch.setattr("tablescribe.ledger.log.body_limits.SMALL", 100)
    with pytest.raises(EventTooLarge, match="larger than 500 bytes"):
        organiser.announce(plan(2, name="x" * 100))
    assert organiser.ledger.log.max_notification_id() is None


def _names(ledger: Ledger) -> int:
    return int(ledger.log.select(select(func.count()).select_from(identities))[0][0])
