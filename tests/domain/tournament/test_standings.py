"""Standings follow from reports, penalties and the plan, at any time; each point has its source."""

from datetime import timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament import commands as act
from tablescribe.domain.tournament.consequences import consequences
from tablescribe.domain.tournament.model.field import Bye, How
from tablescribe.domain.tournament.model.folding import as_of, before, revive
from tablescribe.domain.tournament.model.plan import digest
from tablescribe.domain.tournament.pairing_input import pairing_input
from tablescribe.domain.tournament.scoring.standings import final, qualified, standings
from tests.domain.tournament.hall import NOON, Hall, plan


def test_points_follow_from_the_plan() -> None:
    hall = Hall("abcde")
    hall.pair("ab", "cd", byes={"e": Bye.PAIRING})
    hall.slip(1, 1, 2)
    hall.slip(2, 1, 1)
    assert hall.points() == {"a": "1", "b": "0", "c": "1/2", "d": "1/2", "e": "1"}


@pytest.mark.parametrize(
    ("shared", "places", "expected"),
    [
        ("split", (1, 2, 3, 4), ["5", "3", "1", "0"]),
        ("split", (1, 1, 3, 4), ["4", "4", "1", "0"]),
        ("split", (2, 1, 2, 2), ["4/3", "5", "4/3", "4/3"]),
        ("full", (1, 1, 3, 4), ["5", "5", "1", "0"]),
    ],
)
def test_places_are_worth_what_the_plan_says_and_equal_places_share(
    shared: str, places: tuple[int, ...], expected: list[str]
) -> None:
    scoring = {"kind": "places", "by_place": ["5", "3", "1", "0"], "shared": shared}
    hall = Hall("abcd", plan(kind="pods", pods=[4], scoring=scoring))
    hall.play("abcd", results=[places])
    assert list(hall.points().values()) == expected


def test_game_points_and_forfeits() -> None:
    hall = Hall("abcdef", plan(kind="pods", pods=[3, 2], scoring={"kind": "game_points", "forfeit_win": "10"}))
    hall.pair("abc", "de", byes={"f": Bye.ZERO})
    hall.slip(1, 2, 1, 3, points=(7, 9, None))
    hall.slip(2, 1, 2, absent=(2,))
    assert hall.points() == {"a": "7", "b": "9", "c": "0", "d": "10", "e": "0", "f": "0"}


def test_every_point_says_which_report_match_and_rule_it_is_from() -> None:
    hall = Hall("abcde")
    hall.pair("ab", "cd", byes={"e": Bye.PAIRING})
    report = hall.slip(1, 1, 2)
    hall.slip(2, 1, 1)
    penalty = hall.penalise("a", "1/4")
    hall.correct(1, 2, 2, 1)
    parts = {line.ref: line.parts for line in hall.standings().lines}
    (win, lost), (ruled,), (bye,) = parts["a"], parts["d"], parts["e"]
    assert (win.event, win.rule, win.table, win.place) == (report, "stages.1.scoring.win", 1, 1)
    assert (lost.event, lost.rule, lost.points) == (penalty, "T-9", Fraction(-1, 4))
    assert (ruled.event, ruled.corrected, str(ruled.points)) == (hall.t.version, True, "1")
    assert (bye.source, bye.rule) == ("bye", "stages.1.byes.pairing")


def test_a_standing_can_be_read_after_each_round_as_played_and_as_of_any_moment() -> None:
    hall = Hall()
    hall.play("ab", "cd")
    moment = NOON + timedelta(minutes=hall.minutes)
    hall.play("ac", "bd")
    hall.correct(1, 1, 2, 1)
    assert hall.points() == {"a": "1", "b": "2", "c": "1", "d": "0"}
    assert hall.points(ruled=False) == {"a": "2", "b": "1", "c": "1", "d": "0"}
    assert hall.points(after=1) == {"a": "0", "b": "1", "c": "1", "d": "0"}
    known = as_of(hall.t, moment)
    assert (known.round, known.version) == (1, 8)
    with pytest.raises(Refused):
        as_of(hall.t, NOON)
    with pytest.raises(Refused, match="round 3 is not paired"):
        hall.points(after=3)


def test_a_correction_three_rounds_back_names_standings_pairings_and_the_cut() -> None:
    hall = Hall("abcdef", plan({"rounds": 4, "cut": 2}, {"name": "Final", "kind": "elimination", "rounds": 1}))
    hall.play("ab", "cd", "ef")  # a c e
    hall.play("ac", "eb", "df")  # a e d
    hall.play("ae", "dc", "bf")  # a d b
    hall.play("ad", "ec", "fb")  # a e f: a 4, e 3
    assert qualified(hall.t, 0) == ["a", "e"]
    hall.pair("ae")
    was = revive(hall.t.events)
    hall.correct(1, 1, 2, 1)
    hall.correct(2, 2, 2, 1)  # e lost against b: b has 3, e 2, d 2
    found = consequences(was, hall.t)
    (cut,) = found.cuts
    assert (cut.was, cut.now, cut.changes) == (("a", "e"), ("a", "b"), True)
    touched = {one.round: one for one in found.pairings}
    assert list(touched) == [2, 3, 4, 5]
    assert touched[2].tables == (1, 2)  # a and b were paired on the old result
    assert touched[5].tables == (1,)
    assert all(one.input != one.input_was for one in found.pairings)
    assert {(one.after, one.ref, str(one.points)) for one in found.standings if one.ref == "b"} >= {
        (1, "b", "1"), (4, "b", "3"),
    }  # fmt: skip
    assert hall.t.seatings[4].pods == (("a", "e"),)  # who sat there sat there: both readings stay


def test_a_correction_that_changes_nothing_says_so() -> None:
    hall = Hall()
    hall.play("ab", "cd")
    was = revive(hall.t.events)
    hall.correct(1, 1, 1, 2, how=How.FORFEIT, absent=(2,))
    assert consequences(was, hall.t).pairings == ()
    assert not [one for one in consequences(was, hall.t).standings if one.points != one.points_were]


def test_the_final_standings_have_who_went_out_below_those_who_played_on() -> None:
    hall = Hall("abcd", plan({"rounds": 1, "cut": 2}, {"name": "Final", "kind": "elimination", "rounds": 1}))
    hall.play("ab", "cd", results=[(1, 2), (1, 2)])
    hall.play("ac", results=[(2, 1)])
    assert [(line.rank, line.ref, line.stage) for line in final(hall.t)][:2] == [(1, "c", 1), (2, "a", 1)]
    assert {line.ref: line.rank for line in final(hall.t) if line.stage == 0} == {"b": 3, "d": 3}


def test_points_of_the_stage_before_count_on_if_the_plan_says_so() -> None:
    for carry, expected in ((False, {"a": "1", "c": "0"}), (True, {"a": "2", "c": "1"})):
        stages = plan({"rounds": 1, "cut": 2}, {"name": "Top", "rounds": 1, "carry": carry})
        hall = Hall("abcd", stages)
        hall.play("ab", "cd")
        hall.play("ac")
        assert hall.points() == expected


def test_ratings_of_opponents_count_on_who_are_not_in_the_stage() -> None:
    """C.07, 10.1, is about all opponents. Found by counting made-up tournaments with another program."""
    top = {"name": "Top", "rounds": 1, "carry": True, "tie_breaks": ["ratings_average"]}
    hall = Hall("", plan({"rounds": 1, "cut": 2}, top))
    for ref, rating in zip("abcd", (1900, 1700, 1800, 1500), strict=True):
        hall.enter(ref, rating=rating)
    hall.play("ab", "cd")
    hall.play("ac")
    found = {line.ref: [*map(str, line.values)] for line in standings(hall.t).lines}
    assert found == {"a": ["1750"], "c": ["1700"]}


def test_what_the_engine_was_given_can_be_computed_again_at_any_time() -> None:
    hall = Hall()
    hall.play("ab", "cd")
    hall.pair("ac", "bd")
    paired = hall.t.seatings[1].paired
    hall.slip(1, 1, 2)
    hall.correct(1, 1, 2, 1)
    then = before(hall.t, paired.originator_version)
    assert digest(pairing_input(then, 2, [], paired.seed)) == paired.input
    assert digest(pairing_input(hall.t, 2, [], paired.seed)) != paired.input


@given(st.lists(st.sampled_from([(1, 2), (2, 1), (1, 1)]), min_size=6, max_size=6), st.permutations(range(6)))
def test_in_which_order_tables_report_and_are_corrected_changes_nothing(
    results: list[tuple[int, int]], order: list[int]
) -> None:
    def played(way: list[int]) -> Hall:
        hall = Hall("abcd")
        for pods in (("ab", "cd"), ("ac", "bd"), ("ad", "bc")):
            hall.play(*pods)
        for k in way:
            number, table = divmod(k, 2)
            if results[k] != (1, 2):
                hall.correct(number + 1, table + 1, *results[k])
        return hall

    one, other = played(list(range(6))), played(order)
    assert [(x.rank, x.ref, x.points, x.values) for x in one.standings().lines] == [
        (x.rank, x.ref, x.points, x.values) for x in other.standings().lines
    ]
    assert sum(line.points for line in one.standings().lines) == 6


def test_a_finished_tournament_holds_its_table() -> None:
    hall = Hall("ab", plan(rounds=1))
    hall.play("ab")
    event = act.finish(hall.t, hall.stamp(), by="organiser")
    assert event.table == ((1, "a", "1"), (2, "b", "0"))
