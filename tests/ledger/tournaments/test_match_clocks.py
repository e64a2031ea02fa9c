"""The plan sets the clock of each match of a tournament; both programs read the plan alike."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablescribe.domain.clock.control import BadTimeControl, read_control
from tablescribe.domain.match.events import Seat
from tablescribe.domain.tournament.model.plan_parsing import BadPlan
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.verifiers import verify_tournament as outsider
from tablescribe.replays.tournaments.audit import verify
from tablescribe.replays.tournaments.audit_source import of_ledger
from tests.ledger.played_tournaments import hall, opened, plan

IN_TURN = True  # which database: conftest.py

BITS = ("90", "+30", " d10", " b10", "40/", "1001/", "0", "5m30s", "5m", "30s", ", ", "table ", "measured", "6000",
        "6001", "100h", "3600", "3601", "+", " ", "60s", "05")  # fmt: skip


def timed(**more: Any) -> Any:
    return plan(1, game="chess", clock="90m+30s", **more)


def test_every_match_of_a_round_has_the_clock_of_the_plan(ledger: Ledger) -> None:
    organiser = hall(Scribe(ledger))
    found = opened(organiser, ["Ann", "Ben", "Cleo", "Dan"], timed(flag_loses=True))
    organiser.pair(found, seed=1)
    for table in organiser.start(found):
        clock = ledger.match(table.match).clock
        assert clock is not None
        assert (clock.control.notation(), clock.control.loses) == ("90+30", True)
        assert organiser.scribe.ledger.events_of(table.match)[1].by == "organiser"  # type: ignore[union-attr]
        resign = {"do": "resign"}
        organiser.scribe.play(table.match, 1, resign)
        organiser.scribe.close(table.match)
    now = organiser.tournament(found)
    assert now.plan.stages[0].clock == "90+30", "as it is written, whatever was typed"
    assert outsider.is_plan(now.announced.plan, whole=True)
    assert verify(of_ledger(ledger, found)).findings == ()


def test_a_match_with_another_clock_is_found(ledger: Ledger) -> None:
    organiser = hall(Scribe(ledger))
    found = opened(organiser, ["Ann", "Ben"], timed())
    organiser.pair(found, seed=1)
    seating, now = organiser.tournament(found).seatings[-1], organiser.tournament(found)
    people = [now.entrants[ref] for ref in seating.pods[0]]
    seats = [Seat(one.entrant, one.commitment) for one in people]
    stage = now.plan.stages[0]
    match = organiser.scribe.new(
        "chess", ["Ann", "Ben"], options=stage.options, take_back="judge", seats=seats, match_id=seating.matches[0],
        clock=read_control("5+3"),
    ).id  # fmt: skip
    organiser.scribe.play(match, 1, {"do": "resign"})
    organiser.scribe.close(match)
    (finding,) = verify(of_ledger(ledger, found)).findings
    assert (finding.code, finding.why.slots["what"]) == ("match.setting", "clock")


def test_a_plan_without_a_clock_stays_as_plans_were() -> None:
    told = plan(1).plain()["stages"][0]
    assert "clock" not in told
    assert "flag_loses" not in told


@pytest.mark.parametrize(
    "more", [{"clock": "soon"}, {"flag_loses": True}, {"clock": "measured", "flag_loses": True}, {"clock": 90}]
)
def test_what_is_no_clock_is_no_plan(more: dict[str, Any]) -> None:
    with pytest.raises(BadPlan):
        plan(1, game="chess", **more)


def test_a_flag_can_lose_only_where_the_game_has_a_rule_for_it(ledger: Ledger) -> None:
    with pytest.raises(BadPlan, match="no rule for running out of time"):
        hall(Scribe(ledger)).announce(plan(1, game="morris", clock="5+3", flag_loses=True))


@given(st.lists(st.sampled_from(BITS), min_size=1, max_size=6).map("".join))
def test_both_programs_take_the_same_texts_for_clocks(text: str) -> None:
    try:
        written = read_control(text).notation() == text
    except BadTimeControl:
        written = False
    assert outsider.is_control(text) == written
