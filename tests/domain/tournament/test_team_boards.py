"""Team matches: line-ups keep the board order, colours alternate, boards add up to the table's report."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament.model.field import How, Pod, Result
from tablescribe.domain.tournament.model.plan_parsing import plan_from
from tablescribe.domain.tournament.model.preconditions import must_be_result
from tablescribe.domain.tournament.scoring.points import worth
from tablescribe.domain.tournament.team_boards import (
    FORFEITS,
    WORTH,
    WRITTEN,
    Board,
    Team,
    added_up,
    boards_of,
    default_line_up,
    match_result,
    must_be_for_teams,
    must_be_line_up,
    must_be_roster,
    must_fit,
    must_keep_order,
    player_scores,
    read_board_result,
)
from tests.depth import times

RESULTS = st.sampled_from(list(WORTH))
TEAMS = {"scoring": {"win": 2, "draw": 1, "loss": 0, "forfeit_win": 2}, "tie_breaks": ["game_points"]}


def team(name: str, size: int, away: int = 0) -> Team:
    return Team(tuple(f"{name}{k}" for k in range(size)), frozenset(f"{name}{k}" for k in range(away)))


def stage(**more: Any) -> Any:
    one = {"name": "Swiss", "kind": "swiss", "rounds": 3, "game": "chess", **TEAMS, **more}
    return plan_from({"title": "League", "stages": [one]})


@st.composite
def line_ups(draw: st.DrawFn) -> tuple[Team, int, tuple[str, ...]]:
    """Return a team, a number of boards, and a line-up that its captain may hand in."""
    size, boards = draw(st.integers(0, 9)), draw(st.integers(1, 6))
    one = team("a", size, draw(st.integers(0, size)))
    places = draw(st.lists(st.integers(0, max(size - 1, 0)), max_size=min(boards, size), unique=True)) if size else []
    return one, boards, tuple(one.players[k] for k in sorted(places))


@given(line_ups())
@settings(max_examples=times(100, 1000))
def test_a_line_up_keeps_the_order_of_the_roster(given_one: tuple[Team, int, tuple[str, ...]]) -> None:
    """Each is on one board, a reserve plays below all before them, and the default is such a line-up too."""
    one, boards, line_up = given_one
    for found in (line_up, default_line_up(one, boards)):
        must_be_line_up(one, boards, found)
        order = [one.players.index(who) for who in found]
        assert order == sorted(set(order))
    assert not set(default_line_up(one, boards)) & one.away
    assert len(default_line_up(one, boards)) == min(boards, len(one.players) - len(one.away))
    if len(line_up) > 1:
        with pytest.raises(Refused, match="must keep the order"):
            must_be_line_up(one, boards, line_up[::-1])
        with pytest.raises(Refused, match="must keep the order"):
            must_be_line_up(one, len(line_up) + 1, (*line_up, line_up[0]))


def test_strangers_and_too_many_are_refused() -> None:
    with pytest.raises(Refused, match="not on the roster"):
        must_be_line_up(team("a", 4), 4, ["b1"])
    with pytest.raises(Refused, match="at most 2 players"):
        must_be_line_up(team("a", 4), 2, ["a0", "a1", "a2"])
    with pytest.raises(Refused, match="another team"):
        must_be_roster(["a1"], {"A": team("a", 3)})
    with pytest.raises(Refused, match="twice"):
        must_be_roster(["a1", "a1"], {})
    must_keep_order(["a0", "a1"], ["a0", "a1", "a2"])
    for after in (["a1", "a0"], ["a0"]):
        with pytest.raises(Refused, match="board order is fixed"):
            must_keep_order(["a0", "a1"], after)


@given(st.integers(0, 6), st.integers(0, 6), st.lists(RESULTS, min_size=6, max_size=6), st.integers(1, 6))
@settings(max_examples=times(150, 2000))
def test_boards_add_up_to_the_report_of_the_table(one: int, other: int, results: list[str], boards: int) -> None:
    """Board points are as many as the boards, forfeits aside; colours alternate; the report fits the tournament."""
    sides = [default_line_up(team(name, size), boards) for name, size in (("a", one), ("b", other))]
    found = boards_of(sides[0], sides[1], boards, dict(enumerate(results, start=1)))
    assert [board.white for board in found] == [1 if k % 2 == 0 else 2 for k in range(boards)]
    for board in found:
        must_fit(board, board.result)
        assert sum(WORTH[board.result]) == (0 if board.result == "---" else 2)
    told = match_result(found)
    assert told is not None
    assert sum(told.points) == 2 * sum(board.result != "---" for board in found)
    how = How.FORFEIT if told.absent else How.SLIP
    must_be_result(2, how, told.places, told.points, told.absent)
    pod = Pod(("A", "B"))
    absent = frozenset(pod.seats[seat - 1] for seat in told.absent)
    plan = stage()
    must_be_for_teams(plan)
    match_points = {
        ref: points
        for ref, (points, _) in worth(plan.stages[0], Result(pod, told.places, told.points, how, absent)).items()
    }
    if not told.absent:
        ahead = told.points[0] - told.points[1]
        assert match_points["A"] == Fraction(2 if ahead > 0 else 0 if ahead < 0 else 1)
        assert sum(match_points.values()) == 2
    else:
        assert all(match_points[pod.seats[seat - 1]] == 0 for seat in told.absent)


def test_a_match_is_open_until_its_last_board_is_done() -> None:
    found = boards_of(["a0", "a1"], ["b0"], 2, {})
    assert [board.result for board in found] == ["", "+--"]
    assert match_result(found) is None
    assert added_up(found) == (2, 0)
    with pytest.raises(Refused, match="empty chair: its result is"):
        must_fit(found[1], "0-1")
    done = boards_of(["a0", "a1"], ["b0"], 2, {1: "0-1"})
    told = match_result(done)
    assert told is not None
    assert (told.places, told.points, told.absent) == ((1, 1), (2, 2), ())


def test_a_team_without_anybody_forfeits_the_match() -> None:
    told = match_result(boards_of(["a0", "a1"], [], 2))
    assert told is not None
    assert (told.places, told.points, told.absent) == ((1, 2), (4, 0), (2,))
    nobody = match_result(boards_of([], [], 2))
    assert nobody is not None
    assert nobody.absent == (1, 2)


@pytest.mark.parametrize("text", [*WORTH, *WRITTEN, " 1 – 0 ", "½–½"])
def test_results_are_read_as_people_write_them(text: str) -> None:
    assert read_board_result(text) in WORTH


@pytest.mark.parametrize("text", ["", "2-0", "1", "won", "0-0"])
def test_what_is_no_board_result_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="not a board result"):
        read_board_result(text)


@pytest.mark.parametrize("more", [{"pods": [3]}, {"scoring": {"kind": "game_points"}}])
def test_a_plan_for_others_than_teams_is_refused(more: dict[str, Any]) -> None:
    with pytest.raises(Refused, match="two teams at a table"):
        must_be_for_teams(plan_from({"title": "L", "stages": [
            {"name": "S", "kind": "pods" if "pods" in more else "swiss", "rounds": 1, "game": "freeform", **more}
        ]}))  # fmt: skip


@given(st.lists(RESULTS, min_size=4, max_size=4), st.lists(RESULTS, min_size=4, max_size=4))
def test_individual_results_are_those_of_the_boards(first: list[str], second: list[str]) -> None:
    teams = {"A": team("a", 5, 1), "B": team("b", 4)}
    sides = [default_line_up(one, 4) for one in teams.values()]
    rounds = {
        number: [boards_of(sides[0], sides[1], 4, dict(enumerate(results, start=1)))]
        for number, results in ((1, first), (2, second))
    }
    scores = player_scores(teams, rounds)
    assert sum(one.points for one in scores) == sum(sum(WORTH[one]) for one in [*first, *second])
    assert sum(one.games for one in scores) == 2 * sum(one not in FORFEITS for one in [*first, *second])
    assert {one.ref for one in scores if not one.boards} == {"a0"}
    assert all(one.games + one.forfeits == len(one.boards) for one in scores)
    assert [one.points for one in scores] == sorted((one.points for one in scores), reverse=True)


def test_a_board_of_two_has_no_forced_result() -> None:
    assert Board(1, ("a", "b")).forced == ""
