"""Slips typed by two people: the meaning of the number, who may type it, and what follows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament import commands as act
from tablescribe.domain.tournament.model.events import SlipTyped
from tablescribe.domain.tournament.model.roles import RoleRefused
from tablescribe.domain.tournament.typed_slips import (
    BOXES,
    State,
    TypedSlip,
    decide_slip,
    read_typed,
    type_slip,
    typed_slip,
    typed_text,
)
from tests.domain.tournament.hall import Hall, plan


def type_at(hall: Hall, who: str, table: int, text: str, *, by: str = "desk", **more: Any) -> TypedSlip:
    number = more.pop("round_number", hall.t.round)
    type_slip(hall.t, number, table, text, msgspec.structs.replace(hall.stamp(), recorder=who), by=by, **more)
    return typed_slip(hall.t, hall.t.seatings[-1], table)


@pytest.mark.parametrize(
    ("text", "places", "absent"),
    [("1", (1, 2), ()), ("2", (1, 1), ()), (" 3 ", (2, 1), ()), ("4", (1, 2), (2,)), ("5", (2, 1), (1,)),
     ("6", (1, 1), (1, 2))],
)  # fmt: skip
def test_each_box_of_a_slip_for_two_is_a_result(text: str, places: Sequence[int], absent: Sequence[int]) -> None:
    told = read_typed(text, 2, by_points=False)
    assert (told.places, told.absent) == (places, absent)


@pytest.mark.parametrize(
    ("text", "seats", "places", "absent"),
    [("213", 3, (2, 1, 3), ()), ("1 1 3", 3, (1, 1, 3), ()), ("2013", 4, (2, 4, 1, 3), (2,)),
     ("000", 3, (1, 1, 1), (1, 2, 3)), ("1", 1, (1,), ())],
)  # fmt: skip
def test_ranks_are_typed_from_top_to_bottom(
    text: str, seats: int, places: Sequence[int], absent: Sequence[int]
) -> None:
    told = read_typed(text, seats, by_points=False)
    assert (told.places, told.absent) == (places, absent)


@pytest.mark.parametrize(
    ("text", "places", "points", "absent"),
    [("9 7 5", (1, 2, 3), (9, 7, 5), ()), ("-2, 7, 7", (3, 1, 1), (-2, 7, 7), ()),
     ("x 3 8", (3, 2, 1), (0, 3, 8), (1,))],
)  # fmt: skip
def test_points_are_typed_from_top_to_bottom_where_they_count(
    text: str, places: Sequence[int], points: Sequence[int], absent: Sequence[int]
) -> None:
    told = read_typed(text, 3, by_points=True)
    assert (told.places, told.points, told.absent) == (places, points, absent)


@pytest.mark.parametrize(
    ("text", "seats", "by_points"),
    [("0", 2, False), ("7", 2, False), ("1-0", 2, False), ("", 2, False), ("12", 3, False), ("223", 3, False),
     ("124", 3, False), ("١٢٣", 3, False), ("9 7", 3, True), ("1 2 1e9", 3, True)],
)  # fmt: skip
def test_what_no_slip_says_is_refused_and_told_how_to_type(text: str, seats: int, by_points: bool) -> None:
    with pytest.raises(Refused, match="Type the"):
        read_typed(text, seats, by_points=by_points)


def test_two_people_who_type_the_same_bring_the_report() -> None:
    """Given one table; what the first typed decides nothing."""
    hall = Hall("abcd", plan(rounds=3))
    hall.pair("ab", "cd")
    assert type_at(hall, "one", 1, "3").state is State.ONCE
    assert hall.t.seatings[-1].missing == [1, 2]
    slip = type_at(hall, "two", 1, "3")
    assert slip.state is State.TYPED
    report = hall.t.seatings[-1].reports[1]
    assert (report.how, report.places, report.recorder) == ("slip", (2, 1), "two")
    assert [one.recorder for one in slip.typings] == ["one", "two"]
    with pytest.raises(Refused, match="has its result"):
        type_at(hall, "three", 1, "3")


def test_one_person_does_not_type_both() -> None:
    """Given one who types the same slip again: with the same link, with another on the same device."""
    hall = Hall("abcd", plan(rounds=3))
    hall.pair("ab", "cd")
    type_at(hall, "one", 1, "1")
    with pytest.raises(Refused, match="A second person"):
        type_at(hall, "one", 1, "1")
    with pytest.raises(Refused, match="This device"):
        type_at(hall, "other", 1, "1", same_person=["other", "one"])
    assert type_at(hall, "one", 1, "2").state is State.ONCE, "a number that was mistyped is typed again"
    assert type_at(hall, "two", 1, "2").state is State.TYPED


def test_where_two_differ_an_organiser_decides_and_nobody_types_on() -> None:
    hall = Hall("abcd", plan(rounds=3))
    hall.pair("ab", "cd")
    type_at(hall, "one", 1, "1")
    with pytest.raises(Refused, match="There is nothing to decide"):
        decide_slip(hall.t, 1, 1, "1", hall.stamp(), by="arbiter")
    assert type_at(hall, "two", 1, "4").state is State.DIFFER
    with pytest.raises(Refused, match="An organiser or arbiter must decide"):
        type_at(hall, "three", 1, "1")
    with pytest.raises(RoleRefused):
        decide_slip(hall.t, 1, 1, "1", hall.stamp(), by="desk")
    decide_slip(hall.t, 1, 1, "4", hall.stamp(), by="arbiter")
    report = hall.t.seatings[-1].reports[1]
    assert (report.how, report.absent, report.by) == ("forfeit", (2,), "arbiter")
    assert typed_slip(hall.t, hall.t.seatings[-1], 1).state is State.REPORTED


def test_a_plan_may_let_one_person_type() -> None:
    hall = Hall("abcd", plan(rounds=3, typists=1))
    hall.pair("ab", "cd")
    assert type_at(hall, "one", 1, "2").state is State.TYPED
    assert "typists" not in plan(rounds=3).plain()["stages"][0], "plans without the word keep their digests"


def test_a_slip_of_another_seating_or_round_is_refused() -> None:
    """Given a table that was seated anew after its slip was printed and typed once; then round 2."""
    hall = Hall("abcd", plan(rounds=3))
    hall.pair("ab", "cd")
    type_at(hall, "one", 1, "1", match="m1-1")
    act.adjust(hall.t, 1, [("a", "d"), ("c", "b")], {}, ["n1", "n2"], hall.stamp(), by="organiser", reason="siblings")
    assert typed_slip(hall.t, hall.t.seatings[-1], 1).state is State.MISSING
    with pytest.raises(Refused, match="reseated"):
        type_at(hall, "two", 1, "1", match="m1-1")
    for table, match in ((1, "n1"), (2, "n2")):
        type_at(hall, "one", table, "1", match=match)
        type_at(hall, "two", table, "1", match=match)
    hall.pair("ab", "cd")
    with pytest.raises(Refused, match="round 1, which is over"):
        type_at(hall, "two", 1, "1", match="n1", round_number=1)
    with pytest.raises(Refused, match="not published"):
        type_at(hall, "two", 1, "1", round_number=3)


def test_only_who_reports_types() -> None:
    hall = Hall("abcd", plan(rounds=3))
    hall.pair("ab", "cd")
    with pytest.raises(RoleRefused):
        type_at(hall, "one", 1, "1", by="player")


def test_what_was_typed_is_told_as_it_is_typed() -> None:
    hall = Hall("abcdef", plan(rounds=3, kind="pods", pods=[3], scoring={"kind": "places", "by_place": [3, 2, 1]}))
    hall.pair("abc", "def")
    type_at(hall, "one", 1, "201")
    typed = hall.t.typings["m1-1"][0]
    assert typed_text(3, typed, by_points=False) == "201"
    for number, box in enumerate(BOXES, start=1):
        one = SlipTyped("t", 1, typed.at, "", "", "", "desk", 1, 1, "m", "slip", box.places, (), box.absent)
        assert typed_text(2, one, by_points=False) == str(number)
