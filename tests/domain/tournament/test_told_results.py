"""Results in everyday notation; a slip can be changed without a ruling until the next round."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tablescribe.domain.match.event import Stamp
from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament.model.field import How
from tablescribe.domain.tournament.model.folding import revive
from tablescribe.domain.tournament.model.roles import MAY, ROLES, RoleRefused
from tablescribe.domain.tournament.restating import may_restate, restate
from tablescribe.domain.tournament.told_results import ToldResult, read_result, written_result
from tests.domain.tournament.hall import NOON, Hall

TWO, THREE = ("Ada", "Ben"), ("Ada Lovelace", "Ben", "Ada Byron")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1-0", ToldResult((1, 2))), (" 1 : 0 ", ToldResult((1, 2))), ("0–1", ToldResult((2, 1))),
        ("½-½", ToldResult((1, 1))), ("1/2-1/2", ToldResult((1, 1))), ("0.5:0.5", ToldResult((1, 1))),
        ("=", ToldResult((1, 1))), ("Ben", ToldResult((2, 1))), ("ada, ben", ToldResult((1, 2))),
        ("Ada = Ben", ToldResult((1, 1))), ("2-1", ToldResult((1, 2), (2, 1))),
        ("15:21", ToldResult((2, 1), (15, 21))),
        ("7 7", ToldResult((1, 1), (7, 7))), ("+-", ToldResult((1, 2), (), (2,))),
        ("−:+", ToldResult((2, 1), (), (1,))),
    ],
)  # fmt: skip
def test_a_table_of_two_is_read_as_people_write_it(text: str, told: ToldResult) -> None:
    assert read_result(text, TWO) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("9-7-5", ToldResult((1, 2, 3), (9, 7, 5))), ("5, 7, 7", ToldResult((3, 1, 1), (5, 7, 7))),
        ("-2 0 -7", ToldResult((2, 1, 3), (-2, 0, -7))), ("9--2-1", ToldResult((1, 3, 2), (9, -2, 1))),
        ("Ben", ToldResult((2, 1, 2))), ("Ben, Ada L", ToldResult((2, 1, 3))),
        ("ada byron = ben > ada lovelace", ToldResult((3, 1, 1))),
    ],
)  # fmt: skip
def test_a_table_of_three_is_read_by_points_or_by_names(text: str, told: ToldResult) -> None:
    assert read_result(text, THREE) == told


@pytest.mark.parametrize(
    ("text", "names", "why"),
    [
        ("1-0-0", TWO, "3 numbers, not 2"), ("9-7", THREE, "2 numbers, not 3"), ("0-0", TWO, "arbiter"),
        ("Cleo", TWO, "Write 1-0, ½-½, 0-1, or names in order of place: Ada, Ben"), ("Ada", THREE, "not a result"),
        ("Ben, Ben", TWO, "named twice"), ("", TWO, "not a result"), ("nonsense", THREE, "such as|Write 9-7-5"),
    ],
)  # fmt: skip
def test_what_is_no_result_is_refused_with_what_to_write(text: str, names: tuple[str, ...], why: str) -> None:
    with pytest.raises(Refused, match=why):
        read_result(text, names)


def test_where_points_count_one_to_none_is_points() -> None:
    assert read_result("1-0", TWO, by_points=True) == ToldResult((1, 2), (1, 0))
    assert read_result("0-0", TWO, by_points=True) == ToldResult((1, 1), (0, 0))


def test_a_name_with_a_comma_or_an_equal_beginning_is_found_whole() -> None:
    assert read_result("Ada, jr.", ("Ada", "Ada, jr.")).places == (2, 1)


@example((1, 1), (0, 0))
@given(st.sampled_from([(1, 2), (2, 1), (1, 1)]), st.none() | st.tuples(st.integers(-9, 30), st.integers(-9, 30)))
def test_what_is_written_is_read_again(places: tuple[int, ...], points: tuple[int, ...] | None) -> None:
    written = written_result(places, points or ())
    if "(" not in written:
        assert read_result(written, TWO).places == places
    assert points is None or "-".join(map(str, points)) in written


def test_three_are_written_by_points_only_if_these_tell_their_places() -> None:
    assert written_result((2, 1, 3), (7, 9, 5)) == "7-9-5"
    assert written_result((1, 1, 3), (7, 9, 5)) == ""
    assert written_result((1, 2, 3)) == ""
    assert written_result((2, 2)) == "0-0"


# --- changing a slip ----------------------------------------------------------------------------


def by(hall: Hall, role: str, recorder: str, *places: int, table: int = 1, number: int = 1) -> None:
    restate(hall.t, number, table, How.SLIP, places, Stamp(NOON, recorder, "d"), by=role)


def told() -> Hall:
    hall = Hall()
    hall.pair("ab", "cd")
    hall.slip(1, 1, 2)
    return hall


def test_who_entered_a_slip_changes_it_and_both_entries_stay() -> None:
    hall = told()
    by(hall, "desk", "recorder", 2, 1)
    report = hall.t.seating(1).reports[1]
    again = revive(hall.t.events)
    assert report.places == (1, 2)
    assert [again.said(report, ruled=ruled).places for ruled in (True, False)] == [(2, 1), (2, 1)]
    assert (hall.points(), hall.points(ruled=False)) == ({"a": "0", "b": "1", "c": "0", "d": "0"},) * 2
    parts = [part for line in hall.standings().lines for part in line.parts]
    assert not any(part.corrected for part in parts)
    by(hall, "desk", "recorder", 1, 1)
    assert hall.points()["a"] == "1/2"


def test_only_who_entered_it_or_an_organiser_or_arbiter_changes_a_slip() -> None:
    for role, recorder in product(ROLES, ("recorder", "another")):
        hall = told()
        may = "report" in MAY[role] and (recorder == "recorder" or role != "desk")
        assert may_restate(hall.t, hall.t.seating(1), 1, role, recorder) == may
        if may:
            by(hall, role, recorder, 2, 1)
        else:
            with pytest.raises(Refused if "report" in MAY[role] else RoleRefused):
                by(hall, role, recorder, 2, 1)


def test_a_slip_is_not_changed_once_the_next_round_is_paired_or_an_arbiter_ruled() -> None:
    hall = told()
    with pytest.raises(Refused, match="already has this result"):
        by(hall, "desk", "recorder", 1, 2)
    with pytest.raises(Refused, match="no result yet"):
        by(hall, "desk", "recorder", 1, 2, table=2)
    hall.correct(1, 1, 1, 1)
    with pytest.raises(Refused, match="only another ruling"):
        by(hall, "desk", "recorder", 2, 1)
    hall.slip(2, 1, 2)
    hall.pair("ac", "bd")
    with pytest.raises(Refused, match="round 2 was paired on the results"):
        by(hall, "organiser", "recorder", 2, 1, table=2)


def test_a_log_that_changes_a_slip_too_late_is_damaged() -> None:
    import msgspec

    from tablescribe.domain.table.table import Impossible

    hall = told()
    by(hall, "desk", "recorder", 2, 1)
    event = hall.t.events[-1]
    hall.slip(2, 1, 2)
    hall.pair("ac", "bd")
    late = msgspec.structs.replace(event, originator_version=hall.t.version + 1)
    with pytest.raises(Impossible):
        revive([*hall.t.events, late])
