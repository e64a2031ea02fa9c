"""A plan is parsed strictly, and errors name their place."""

import pytest

from tablescribe.domain.tournament.model.plan import digest
from tablescribe.domain.tournament.model.plan_parsing import BadPlan, plan_from, read_plan
from tests.domain.tournament.hall import plan

GOOD = """
title: Autumn Open
stages:
  - {name: Swiss, kind: swiss, rounds: 3, game: morris, tie_breaks: [wins], byes: {half: 0.5}, cut: 4}
  - {name: Final, kind: elimination, rounds: 2, game: morris, carry: false}
"""


def test_a_plan_is_read_from_yaml_and_points_become_fractions() -> None:
    found = read_plan(GOOD)
    assert [stage.name for stage in found.stages] == ["Swiss", "Final"]
    assert (found.rounds, found.stage_of(3), found.stage_of(4), found.first_round(1)) == (5, 0, 1, 4)
    assert found.stages[0].byes.half == "1/2"
    assert plan_from(found.plain()) == found


def test_json_is_yaml_too_and_the_digest_hangs_on_nothing_but_the_contents() -> None:
    one = read_plan('{"stages": [{"rounds": 1, "game": "morris", "kind": "swiss", "name": "S"}], "title": "T"}')
    other = read_plan("title: T\nstages:\n- name: S\n  kind: swiss\n  game: morris\n  rounds: 1\n")
    assert digest(one.plain()) == digest(other.plain())
    assert digest(one.plain()) != digest(plan().plain())


@pytest.mark.parametrize(
    ("wrong", "where", "why"),
    [
        ({"round": 3}, "stages.1.round", "no such word"),
        ({"rounds": 0}, "stages.1.rounds", "greater than or equal to 1"),
        ({"rounds": "3"}, "stages.1.rounds", "valid integer"),
        ({"kind": "swis"}, "stages.1.kind", "'swiss'"),
        ({"pods": [4]}, "stages.1", "is for two at a table"),
        ({"byes": {"half": "x"}}, "stages.1.byes.half", "write 1, 0.5 or 1/2"),
        ({"byes": {"half": -1}}, "stages.1.byes.half", "not negative"),
        ({"scoring": {"kind": "places"}}, "stages.1.scoring", "by_place"),
        ({"tie_breaks": ["wins", "wins"]}, "stages.1", "named twice"),
        ({"cut": 4}, "plan", "nobody goes on from the last stage"),
        ({"carry": True}, "plan", "no points to carry"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(wrong: dict[str, object], where: str, why: str) -> None:
    stage = {"name": "S", "kind": "swiss", "rounds": 3, "game": "morris"} | wrong
    with pytest.raises(BadPlan) as refused:
        plan_from({"title": "T", "stages": [stage]})
    assert where in str(refused.value)
    assert why in str(refused.value)


@pytest.mark.parametrize("text", ["", "[1, 2]", "title: [", "a: &x 1\nb: *x", "x" * 600_000])
def test_what_is_no_plan_is_refused(text: str) -> None:
    with pytest.raises(BadPlan):
        read_plan(text)


def test_a_stage_before_the_last_says_who_goes_on() -> None:
    with pytest.raises(BadPlan, match="how many go on"):
        plan({}, {"name": "Final"})
