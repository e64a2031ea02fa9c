"""An entrant sees the state of an appeal, and can appeal only once against the same decision."""

from __future__ import annotations

import pytest

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament import rulings
from tablescribe.domain.tournament.appeals import appeals_of, may_appeal
from tests.domain.tournament.hall import Hall


def appealed() -> tuple[Hall, int, int]:
    """Return a hall in which `b` appealed against a report; the versions of both."""
    hall = Hall()
    hall.pair("ab", "cd")
    report = hall.slip(1, 1, 2)
    rulings.appeal(hall.t, "b", report, hall.stamp(), by="player", reason="I won")
    return hall, report, hall.t.version


def decide(hall: Hall, appeal: int, *, upheld: bool) -> None:
    rulings.decide(hall.t, appeal, hall.stamp(), by="arbiter", upheld=upheld, reason="both say so")


def states(hall: Hall, ref: str = "b") -> list[tuple[str, str]]:
    return [(one.state, one.decision.reason if one.decision else "") for one in appeals_of(hall.t, ref)]


def test_an_appeal_is_open_then_decided_then_corrected() -> None:
    hall, _, appeal = appealed()
    assert states(hall) == [("open", "")]
    assert states(hall, "a") == []
    decide(hall, appeal, upheld=True)
    assert states(hall) == [("upheld", "both say so")]
    hall.correct(1, 1, 2, 1, appeal=appeal)
    assert states(hall) == [("corrected", "both say so")]


def test_an_upheld_appeal_against_a_penalty_needs_no_correction() -> None:
    hall, _, _ = appealed()
    penalty = hall.penalise("b", "1/2")
    rulings.appeal(hall.t, "b", penalty, hall.stamp(), by="player", reason="I was there")
    decide(hall, hall.t.version, upheld=True)
    assert states(hall)[1] == ("corrected", "both say so")


def test_nobody_appeals_twice_against_the_same_thing_unless_it_was_corrected_since() -> None:
    hall, report, appeal = appealed()
    assert not may_appeal(hall.t, "b", report)
    assert may_appeal(hall.t, "a", report), "someone else may"
    with pytest.raises(Refused, match="is already open"):
        rulings.appeal(hall.t, "b", report, hall.stamp(), by="player", reason="again")
    decide(hall, appeal, upheld=False)
    assert states(hall) == [("dismissed", "both say so")]
    with pytest.raises(Refused, match="the decision is final"):
        rulings.appeal(hall.t, "b", report, hall.stamp(), by="player", reason="again")
    hall.correct(1, 1, 1, 1)
    assert may_appeal(hall.t, "b", report)
