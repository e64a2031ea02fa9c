"""The points of a place, from the plan alone; and tie-breaks against a second, simpler implementation."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablescribe.domain.tournament.model.field import Bye, Entrant, How, Pod, Result, Round
from tablescribe.domain.tournament.model.plan import Stage
from tablescribe.domain.tournament.model.plan_parsing import BadPlan, plan_from
from tablescribe.domain.tournament.model.tie_break_names import TIE_BREAKS
from tablescribe.domain.tournament.pairing import berger
from tablescribe.domain.tournament.scoring.points import worth
from tablescribe.domain.tournament.scoring.tie_breaks import VALUES, tie_break_values
from tests.depth import times
from tests.domain.tournament.fields import people, played, stage

FOUR = Pod(("a", "b", "c", "d"))


@pytest.mark.parametrize(
    ("scoring", "result", "expected"),
    [
        ({}, Result(FOUR, (1, 2, 2, 4)), "1 0 0 0"),
        ({}, Result(FOUR, (1, 1, 1, 1)), "1/2 1/2 1/2 1/2"),
        ({}, Result(FOUR, (1, 1, 3, 4)), "1 1 0 0"),
        ({"winners": "split"}, Result(FOUR, (1, 1, 3, 4)), "1/2 1/2 0 0"),
        ({"winners": "split"}, Result(FOUR, (1, 1, 1, 4)), "1/3 1/3 1/3 0"),
        ({"winners": "split"}, Result(FOUR, (1, 1, 3, 3), coalition=True), "1 1 0 0"),
        ({"coalition": "split"}, Result(FOUR, (1, 1, 3, 3), coalition=True), "1/2 1/2 0 0"),
        ({}, Result(FOUR, (1, 1, 1, 1), coalition=True), "1 1 1 1"),
        ({"kind": "places", "by_place": ("5", "3", "2")}, Result(FOUR, (1, 2, 2, 4)), "5 5/2 5/2 0"),
        ({"kind": "places", "by_place": ("5", "3", "2"), "shared": "full"}, Result(FOUR, (1, 2, 2, 4)), "5 3 3 0"),
        ({"kind": "game_points"}, Result(FOUR, (1, 2, 3, 4), (31, 20, None, 7)), "31 20 0 7"),
        ({"kind": "game_points"}, Result(Pod(("a",)), (1,), (42,)), "42"),
        ({}, Result(FOUR, (1, 2, 2, 4), how=How.FORFEIT, absent=frozenset("d")), "1 0 0 0"),
        ({"forfeit_win": "3/4"}, Result(FOUR, (1, 1, 1, 1), how=How.FORFEIT, absent=frozenset("bcd")), "3/4 0 0 0"),
    ],
)  # fmt: skip
def test_what_each_gets(scoring: dict[str, object], result: Result, expected: str) -> None:
    found = worth(stage("pods", pods=(4,), scoring=scoring), result)
    assert [str(value) for value, _ in found.values()] == expected.split()


@pytest.mark.parametrize(
    ("tie_breaks", "pods", "why"),
    [(["wonder"], [2], "no tie-break is called wonder"), (["buchholz"], [4], "buchholz is for two at a table")],
)
def test_a_plan_names_tie_breaks_that_there_are_and_that_fit(tie_breaks: list[str], pods: list[int], why: str) -> None:
    one = {"name": "S", "kind": "pods", "rounds": 3, "game": "g", "tie_breaks": tie_breaks, "pods": pods}
    with pytest.raises(BadPlan, match=why):
        plan_from({"title": "T", "stages": [one]})


def test_each_tie_break_that_has_a_name_is_counted() -> None:
    assert set(TIE_BREAKS) == {*VALUES, "direct_encounter"}


def points_of(of: Stage, field: list[Entrant], rounds: list[Round]) -> dict[str, Fraction]:
    points = {one.ref: Fraction(0) for one in field}
    for one in rounds:
        for ref, bye in one.byes.items():
            points[ref] += Fraction(getattr(of.byes, bye))
        for result in one.results:
            assert result is not None
            for ref, (value, _) in worth(of, result).items():
                points[ref] += value
    return points


@settings(max_examples=times(8, 25), deadline=None)
@given(st.integers(4, 13), st.integers(0, 10**6))
def test_a_second_count_agrees_where_everybody_plays(count: int, seed: int) -> None:
    """A cross table of numbers, as one would make it by hand: no forfeits, an even field."""
    count += count % 2
    of, field = stage(rounds=3), people(count)
    rounds, _ = played(of, field, 3, berger.pair, seed)
    table: dict[str, dict[str, float]] = defaultdict(dict)
    lines: dict[str, list[float]] = defaultdict(list)
    for one in rounds:
        for result in one.results:
            assert result is not None
            first, second = result.pod.seats
            won = 0.5 if result.places == (1, 1) else 1.0 if result.places[0] < result.places[1] else 0.0
            won = 0.0 if result.places == (2, 2) else won
            table[first][second], table[second][first] = won, (0.0 if result.places == (2, 2) else 1 - won)
            lines[first].append(table[first][second])
            lines[second].append(table[second][first])
    total = {ref: sum(row.values()) for ref, row in table.items()}
    names = ["buchholz", "buchholz_cut1", "buchholz_median1", "sonneborn_berger", "progressive", "wins"]
    found = tie_break_values(names, of, field, rounds, points_of(of, field, rounds))
    for ref, row in table.items():
        against = sorted(total[other] for other in row)
        by_hand = [
            sum(against), sum(against[1:]), sum(against[1:-1]), sum(won * total[other] for other, won in row.items()),
            sum(sum(lines[ref][: n + 1]) for n in range(3)), sum(won == 1 for won in row.values()),
        ]  # fmt: skip
        assert [float(value) for value in found[ref]] == by_hand


def pod_rounds() -> list[Round]:
    """Two rounds of two pods of three; `d` and `e` sit together in both."""
    told = [
        [("abc", (1, 2, 3), (30, 20, 10)), ("def", (1, 1, 3), (9, 9, 0))],
        [("dea", (1, 2, 3), (12, 6, 6)), ("bcf", (1, 1, 1), (5, 5, 5))],
    ]
    return [
        Round(n, tuple(Pod(tuple(seats)) for seats, _, _ in tables), {},
              tuple(Result(Pod(tuple(seats)), places, points) for seats, places, points in tables))
        for n, tables in enumerate(told, start=1)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("wins", {"a": 1, "b": 0, "c": 0, "d": 2, "e": 1, "f": 0}),
        ("game_points", {"a": 36, "b": 25, "c": 15, "d": 21, "e": 15, "f": 5}),
        ("game_points_margin", {"a": 8, "b": 0, "c": -10, "d": 7, "e": 1, "f": -6}),
        ("game_points_share", {"a": Fraction(3, 8), "b": Fraction(1, 3), "c": Fraction(1, 4), "d": Fraction(1, 2),
                               "e": Fraction(3, 8), "f": Fraction(1, 6)}),
        ("opponents_average", {"a": Fraction(1), "b": Fraction(5, 8), "c": Fraction(5, 8), "d": Fraction(7, 8),
                               "e": Fraction(11, 8), "f": Fraction(1)}),
        ("lot", {"a": 0, "b": 4, "c": 9, "d": 0, "e": 0, "f": 0}),
    ],
)  # fmt: skip
def test_the_tie_breaks_of_pods_by_hand(name: str, expected: dict[str, Fraction | int]) -> None:
    of, field = stage("pods", 2, pods=(3,)), [Entrant(ref, number) for number, ref in enumerate("abcdef", start=1)]
    points = points_of(of, field, pod_rounds())
    assert points == {"a": 1, "b": Fraction(1, 2), "c": Fraction(1, 2), "d": 2, "e": 1, "f": Fraction(1, 2)}
    found = tie_break_values([name], of, field, pod_rounds(), points, lots={"b": 4, "c": 9})
    assert {ref: value for ref, (value,) in found.items()} == expected


def test_in_pods_the_better_place_at_a_common_table_decides_between_two() -> None:
    of, field = stage("pods", 2, pods=(3,)), [Entrant(ref, number) for number, ref in enumerate("abcdef", start=1)]
    found = tie_break_values(["direct_encounter"], of, field, pod_rounds(), points_of(of, field, pod_rounds()))
    assert {ref: int(value) for ref, (value,) in found.items()} == {"a": 0, "b": 2, "c": 0, "d": 0, "e": 1, "f": 1}


def test_who_never_came_back_counts_as_drawn_for_opponents_and_who_is_late_does_not() -> None:
    """C.07, 16.3: `e2`, who left after a round, has half a point more for `e1`; `e3`, who came later, has not."""
    of, field = stage(rounds=2), people(3)
    first = Pod(("e1", "e2"))
    second = Pod(("e1", "e3"))
    rounds = [
        Round(1, (first,), {"e3": Bye.ZERO}, (Result(first, (1, 2)),)),
        Round(2, (second,), {"e2": Bye.ZERO}, (Result(second, (1, 2)),)),
    ]
    found = tie_break_values(["buchholz"], of, field, rounds, points_of(of, field, rounds))
    assert found["e1"] == (Fraction(1, 2),)
