"""The clock of a round: officials set it with reasons; penalties are proposed to an arbiter, never applied."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament import rulings
from tablescribe.domain.tournament.model.events import TOURNAMENT_EVENTS, Clocked
from tablescribe.domain.tournament.model.folding import revive
from tablescribe.domain.tournament.model.plan import digest
from tablescribe.domain.tournament.model.plan_parsing import BadPlan
from tablescribe.domain.tournament.model.roles import RoleRefused
from tablescribe.domain.tournament.round_clock import proposals, read_clock, set_clock
from tablescribe.domain.tournament.scoring.standings import standings
from tests.domain.tournament.hall import NOON, Hall, plan

MINUTE = timedelta(minutes=1)
LIMITED: dict[str, Any] = {"time_limit": 10, "overtime": {"points": "1/2", "every": 5, "clause": "T-6"}}


def hall(**more: Any) -> Hall:
    """Return a hall of four with round 1 seated: at 12:06; each event is a minute after the one before."""
    hall = Hall(given=plan(**(LIMITED | more)))
    hall.pair("ab", "cd")
    return hall


def does(hall: Hall, what: str, *, by: str = "organiser", **more: Any) -> Clocked:
    return set_clock(hall.t, what, hall.stamp(), by=by, round_number=hall.t.round, **more)


def at(minutes: float) -> Any:
    return NOON + minutes * MINUTE


def test_a_clock_runs_from_its_start_stands_while_it_is_stopped_and_goes_on() -> None:
    there = hall()
    assert read_clock(there.t.seating(1)).state == "waiting"
    started = does(there, "start").at
    clock = read_clock(there.t.seating(1))
    assert (clock.state, clock.started) == ("running", started)
    assert clock.left(started + 3 * MINUTE, 10) == 7 * MINUTE
    stopped = does(there, "pause", reason="fire alarm").at
    clock = read_clock(there.t.seating(1))
    assert (clock.state, clock.elapsed(stopped + 9 * MINUTE)) == ("paused", MINUTE)
    went_on = does(there, "resume").at
    clock = read_clock(there.t.seating(1))
    assert clock.left(went_on + 2 * MINUTE, 10) == 7 * MINUTE
    assert clock.pauses == ((stopped, went_on),)
    does(there, "extend", seconds=300, reason="the alarm")
    assert read_clock(there.t.seating(1)).left(went_on + 2 * MINUTE, 10) == 12 * MINUTE
    assert read_clock(there.t.seating(1)).left(went_on, 0) is None, "a plan without a limit"


def test_what_a_clock_cannot_do_is_refused_with_how_it_stands() -> None:
    there = hall()
    for what in ("pause", "resume"):
        with pytest.raises(Refused, match="is not started"):
            does(there, what, reason="x")
    does(there, "start")
    for what, why in (("start", "is running"), ("resume", "is running"), ("stop", "a clock can do one of these")):
        with pytest.raises(Refused, match=why):
            does(there, what)
    for what in ("pause", "extend"):
        with pytest.raises(Refused, match="reason"):
            does(there, what, seconds=60 if what == "extend" else 0)
    for seconds in (0, -60, 10**7):
        with pytest.raises(Refused, match="enter extra minutes"):
            does(there, "extend", seconds=seconds, reason="more")
    with pytest.raises(Refused, match="enter extra minutes"):
        does(there, "pause", seconds=60, reason="more")
    for by in ("desk", "player", "public"):
        with pytest.raises(RoleRefused):
            does(there, "pause", by=by, reason="x")
    does(there, "pause", by="arbiter", reason="x")


def test_only_the_last_round_has_a_clock_that_can_be_set() -> None:
    there = Hall(given=plan())
    there.play("ab", "cd")
    there.pair("ac", "bd")
    with pytest.raises(Refused, match="round 1 is over"):
        set_clock(there.t, "start", there.stamp(), by="organiser", round_number=1)


def test_time_that_is_up_is_proposed_for_tables_that_are_out_and_nothing_is_counted() -> None:
    there = hall()
    start = does(there, "start").at
    there.slip(1, 1, 2)
    before = standings(there.t)
    assert proposals(there.t, start + 10 * MINUTE) == []
    (one,) = proposals(there.t, start + 11 * MINUTE)
    assert (one.table, one.refs, one.points, one.over) == (2, ("c", "d"), Fraction(1, 2), MINUTE)
    assert (one.clause, one.plan) == ("T-6", "stages.1.overtime")
    (one,) = proposals(there.t, start + 21 * MINUTE)
    assert one.points == Fraction(3, 2), "for each five minutes that have begun"
    assert standings(there.t) == before
    for ref in "cd":
        there.penalise(ref, "1/2")
    assert proposals(there.t, start + 11 * MINUTE) != [], "another clause than that of the limit"
    for ref in "cd":
        t, stamp = there.t, there.stamp()

        rulings.penalise(t, ref, "1/2", stamp, by="arbiter", round_number=1, clause="T-6", reason="late")
    assert proposals(there.t, start + 11 * MINUTE) == [], "the arbiter has ruled"


def test_a_seat_that_thought_beyond_its_limit_is_proposed_by_its_table_and_seat() -> None:
    there = hall(overtime={"points": "1", "seat": 20, "clause": "T-7"})
    times = {1: {1: 25 * MINUTE, 2: 20 * MINUTE}, 2: {1: MINUTE}}
    (one,) = proposals(there.t, at(0), times)
    assert (one.table, one.seat, one.refs, one.over, one.points) == (1, 1, ("a",), 5 * MINUTE, Fraction(1))


def test_without_a_word_in_the_plan_the_arbiter_says_what_the_table_gives() -> None:
    there = hall(overtime=None)
    start = does(there, "start").at
    assert [one.points for one in proposals(there.t, start + 11 * MINUTE)] == [0, 0]


def test_a_forged_order_of_clock_events_is_passed_over_and_changes_nothing_else() -> None:
    there = hall()
    for what in ("resume", "pause", "nonsense"):
        there.t.record(Clocked, there.stamp(), by="organiser", round=1, does=what, seconds=0, reason="")
    assert read_clock(there.t.seating(1)).state == "waiting"
    assert revive(there.t.events).version == there.t.version
    assert Clocked in TOURNAMENT_EVENTS


def test_a_plan_without_overtime_has_the_digest_that_it_always_had() -> None:
    stage = plan().plain()["stages"][0]
    assert "overtime" not in stage
    assert digest(plan().plain()) == "b40ce6011ef94b808ec1ac300efbb14a314b219e443de56b19c9691095f31529"
    assert plan(**LIMITED).plain()["stages"][0]["overtime"] == {"points": "1/2", "every": 5, "seat": 0, "clause": "T-6"}
    with pytest.raises(BadPlan, match="there is no such word"):
        plan(overtime={"point": 1})
