"""Scheduled starts: what is due, what was missed, and which times can be set. The time is always a parameter."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament.model.plan_parsing import BadPlan, plan_from, recorded_plan
from tablescribe.domain.tournament.model.roles import HALL, RoleRefused
from tablescribe.domain.tournament.round_clock import set_clock
from tablescribe.domain.tournament.round_starts import (
    LATE,
    State,
    must_be_settable,
    next_start,
    planned,
    round_start,
    times,
)
from tests.domain.tournament.hall import NOON, Hall, plan

AT = NOON + timedelta(hours=2)
SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)


def seated() -> Hall:
    """Return four people whose first round was paired at 12:06."""
    hall = Hall()
    hall.pair("ab", "cd")
    return hall


def state(hall: Hall, now: datetime, number: int = 1, **more: Any) -> State | None:
    found = round_start(hall.t, number, more.get("told", {1: AT}), now)
    return found.state if found is not None else None


def test_a_published_round_is_due_from_its_time_on_for_ten_minutes() -> None:
    hall = seated()
    assert state(hall, AT - SECOND) is State.AHEAD
    assert state(hall, AT) is State.DUE
    assert state(hall, AT + LATE) is State.DUE
    assert state(hall, AT + LATE + SECOND) is State.MISSED
    assert state(hall, AT, told={}) is None


def test_a_round_that_is_published_after_its_time_is_not_started_without_a_question() -> None:
    before, at = Hall(), NOON + 3 * MINUTE
    assert state(before, at, told={1: at}) is State.LATE_PAIRING, "not paired yet"
    hall = seated()
    assert state(hall, at + 4 * MINUTE, told={1: at}) is State.LATE_PAIRING, "paired at 12:06 for 12:03"


def test_a_round_that_has_begun_starts_no_more() -> None:
    hall = seated()
    set_clock(hall.t, "start", hall.stamp(), by=HALL, round_number=1)
    assert state(hall, AT) is None
    assert next_start(hall.t, {1: AT}, AT) is None
    other = seated()
    other.slip(1, 1, 2)
    assert state(other, AT) is State.DUE
    other.slip(2, 1, 2)
    assert state(other, AT) is None, "all tables have reported"


def test_the_service_starts_a_clock_and_does_nothing_else_with_it() -> None:
    hall = seated()
    set_clock(hall.t, "start", hall.stamp(), by=HALL, round_number=1)
    with pytest.raises(RoleRefused):
        set_clock(hall.t, "pause", hall.stamp(), by=HALL, round_number=1, reason="alarm")
    with pytest.raises(Refused):
        set_clock(hall.t, "start", hall.stamp(), by=HALL, round_number=1)


def test_officials_replace_and_stop_what_the_plan_says() -> None:
    given = plan(starts=["2026-11-22T15:00+01:00", "", "2026-11-23T10:00+01:00"])
    hall = Hall(given=given)
    assert planned(hall.t) == {1: datetime(2026, 11, 22, 14, tzinfo=UTC), 3: datetime(2026, 11, 23, 9, tzinfo=UTC)}
    assert times(hall.t, {1: None, 2: AT}) == {2: AT, 3: datetime(2026, 11, 23, 9, tzinfo=UTC)}
    assert recorded_plan(given.plain(), whole=True) == given
    assert "starts" not in plan().plain()["stages"][0], "digests of earlier plans stay"


def test_the_next_start_is_that_of_the_round_that_is_published_or_of_the_one_after_it() -> None:
    hall = seated()
    first = next_start(hall.t, {1: AT, 2: AT + MINUTE}, NOON)
    assert first is not None
    assert (first.round, first.published) == (1, True)
    set_clock(hall.t, "start", hall.stamp(), by="organiser", round_number=1)
    second = next_start(hall.t, {1: AT, 2: AT + MINUTE}, NOON)
    assert second is not None
    assert (second.round, second.published) == (2, False)


@pytest.mark.parametrize(
    ("number", "at", "told", "why"),
    [
        (1, NOON, {}, "has passed"),
        (1, NOON + 401 * 24 * 60 * MINUTE, {}, "400 days"),
        (4, AT, {}, "3 rounds"),
        (2, AT, {1: AT}, "the time of round 1 does not fit"),
        (1, AT, {2: AT}, "the time of round 2 does not fit"),
    ],
)
def test_a_time_that_cannot_be_is_refused(number: int, at: datetime, told: Any, why: str) -> None:
    with pytest.raises(Refused, match=why):
        must_be_settable(seated().t, number, at, told, NOON)


def test_a_round_that_has_begun_gets_no_time() -> None:
    hall = seated()
    set_clock(hall.t, "start", hall.stamp(), by="organiser", round_number=1)
    with pytest.raises(Refused, match="has begun"):
        must_be_settable(hall.t, 1, AT, {}, NOON)
    must_be_settable(hall.t, 2, AT, {1: AT + MINUTE}, NOON)


@pytest.mark.parametrize(
    ("starts", "why"),
    [
        (["2026-11-22T15:00"], "no time zone"),
        (["tomorrow"], "is no time"),
        (["2026-11-22T15:00+01:00"] * 2, "later than the one before"),
        ([""] * 4, "at most"),
        ([7], "times are written"),
    ],
)
def test_a_plan_with_times_that_cannot_be_is_refused(starts: list[Any], why: str) -> None:
    with pytest.raises(BadPlan, match=why):
        plan_from({"title": "Open", "stages": [{"name": "S", "kind": "swiss", "rounds": 3, "game": "morris",
                                                "starts": starts}]})  # fmt: skip
