"""Accelerated rounds follow FIDE C.04.5.1, and are paired like those of an endorsed program."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablescribe.domain.tournament.acceleration import (
    accelerated_group,
    accelerated_rounds,
    group_size,
    virtual_points,
)
from tablescribe.domain.tournament.drafting import Breach, broken, drafted
from tablescribe.domain.tournament.model.field import Bye, Entrant, Pod, Round
from tablescribe.domain.tournament.model.plan_parsing import BadPlan, plan_from
from tablescribe.domain.tournament.pairing import dutch
from tablescribe.domain.tournament.pairing import pair as engine
from tablescribe.domain.tournament.pairing_input import given as given_to
from tablescribe.domain.tournament.pairing_input import pairing_input
from tablescribe.domain.tournament.trf import BadTrf, accelerations, from_field, read_trf, to_field
from tests.depth import times
from tests.domain.tournament.fields import people, played, stage
from tests.domain.tournament.hall import Hall, plan

MADE = sorted((Path(__file__).parent / "published" / "bbp_accelerated").glob("*.trf"))


def test_the_examples_of_the_rules() -> None:
    """Given a field of 161, and a tournament of nine rounds, and one of eleven."""
    assert group_size(161) == 82
    assert accelerated_rounds(9) == (3, 2)
    assert accelerated_rounds(11) == (3, 3)
    nine = stage(rounds=9, acceleration="baku")
    assert [str(virtual_points(nine, number)) for number in range(1, 10)] == [*"111", "1/2", "1/2", *"0000"]
    assert virtual_points(stage(rounds=9), 1) == 0


@given(st.integers(0, 500), st.integers(1, 60))
def test_half_the_field_is_accelerated_in_half_the_rounds(count: int, rounds: int) -> None:
    size = group_size(count)
    full, half = accelerated_rounds(rounds)
    assert size % 2 == 0
    assert count / 2 <= size < count / 2 + 2
    assert rounds / 2 <= full + half < rounds / 2 + 1
    assert half <= full <= half + 1


def test_who_enters_late_is_not_accelerated_and_who_leaves_makes_no_room() -> None:
    fast = stage(acceleration="baku")
    field = people(8)
    late = Entrant("late", 9, entered_in=2)
    away = Entrant("e2", 2, withdrawn_after=1)
    assert accelerated_group(fast, field, 1) == {"e1", "e2", "e3", "e4"}
    assert accelerated_group(fast, [*field, late], 1) == {"e1", "e2", "e3", "e4"}
    assert accelerated_group(fast, [field[0], away, *field[2:], late], 1) == {"e1", "e2", "e3", "e4"}
    assert accelerated_group(stage(), field, 1) == frozenset()


@pytest.mark.parametrize("path", MADE, ids=lambda path: path.stem)
def test_every_round_is_paired_as_the_endorsed_program_did(path: Path) -> None:
    """Pairs, colours and the bye, with forfeits, byes and who stays away."""
    trf = read_trf(path.read_text())
    entrants, rounds = to_field(trf)
    of = stage(rounds=trf.rounds, acceleration="baku")
    assert {one.ref for one in entrants if one.accelerated} == accelerated_group(of, entrants, 1)
    told = [virtual_points(of, number) for number in range(1, 1 + sum(accelerated_rounds(trf.rounds)))]
    assert list(accelerations(trf).values()) == [told] * group_size(len(entrants))
    for number, done in enumerate(rounds):
        away = {ref for ref, bye in done.byes.items() if bye is not Bye.PAIRING}
        found = dutch.pair(of, [one for one in entrants if one.ref not in away], rounds[:number], 0)
        assert {pod.seats for pod in found.pods} == {pod.seats for pod in done.pods}, number + 1
        assert set(found.byes) == set(done.byes) - away


def fast_pair(of: Any, here: list[Entrant], rounds: list[Round], seed: int) -> Any:
    group = accelerated_group(of, people(max((one.number for one in here), default=0)), 1)
    here = [Entrant(one.ref, one.number, accelerated=one.ref in group) for one in here]
    done = [Round(one.number, one.pods, one.byes, one.results, group) for one in rounds]
    return dutch.pair(of, here, done, seed)


@settings(max_examples=times(4, 40), deadline=None)
@given(st.integers(2, 8), st.integers(0, 10**6))
def test_in_the_first_round_nobody_of_one_half_meets_the_other(quarter: int, seed: int) -> None:
    """Given a field that four divides: each half is even."""
    count = 4 * quarter
    rounds, _ = played(stage(acceleration="baku"), people(count), 1, fast_pair, seed)
    for pod in rounds[0].pods:
        assert len({int(ref[1:]) <= count // 2 for ref in pod.seats}) == 1


@settings(max_examples=times(4, 40), deadline=None)
@given(st.integers(6, 20), st.integers(0, 10**6))
def test_everybody_sits_once_and_nobody_meets_twice(count: int, seed: int) -> None:
    of = stage(rounds=5, acceleration="baku")
    rounds, made = played(of, people(count), min(5, count // 2), fast_pair, seed, forfeits=0.1)
    games: list[tuple[str, ...]] = []
    for one in rounds:
        assert sorted([ref for pod in one.pods for ref in pod.seats] + list(one.byes)) == sorted(
            entrant.ref for entrant in people(count)
        )
        games += [
            tuple(sorted(pod.seats))
            for pod, result in zip(one.pods, one.results, strict=True)
            if result is not None and not result.absent
        ]
    if not any(one.broken for one in made):
        assert len(games) == len(set(games))


def test_an_opponent_who_left_was_accelerated_too() -> None:
    """Given that the float of round 1 hangs on virtual points of somebody who has left since."""
    of = stage(rounds=5, acceleration="baku")
    field = [Entrant(f"e{n}", n, accelerated=n <= 4) for n in range(1, 9)]
    group = frozenset({"e1", "e2", "e3", "e4"})
    pods = tuple(Pod(pair) for pair in (("e1", "e5"), ("e2", "e6"), ("e3", "e7"), ("e4", "e8")))
    done = [Round(1, pods, {}, (None,) * 4, group)]
    here = field[1:]
    told, _ = dutch.given(of, here, done, {one.ref: one.number for one in field})
    assert {one["score"] for one in told} == {0.0, 1.0}


def test_a_plan_accelerates_a_swiss_from_zero_only() -> None:
    first = {"name": "S", "kind": "swiss", "rounds": 5, "game": "g", "acceleration": "baku"}
    assert plan_from({"title": "T", "stages": [first]}).stages[0].acceleration == "baku"
    wrong: list[dict[str, Any]] = [
        {"kind": "round_robin"}, {"scoring": {"win": "3"}}, {"scoring": {"loss": "1/2"}}, {"acceleration": "other"},
    ]  # fmt: skip
    for one in wrong:
        with pytest.raises(BadPlan, match="acceleration"):
            plan_from({"title": "T", "stages": [first | one]})
    carried = [{**first, "cut": 4, "acceleration": ""}, {**first, "carry": True}]
    with pytest.raises(BadPlan, match="acceleration"):
        plan_from({"title": "T", "stages": carried})


def test_a_plan_without_acceleration_reads_as_before() -> None:
    assert "acceleration" not in stage().model_dump(mode="json")
    assert stage(acceleration="baku").model_dump(mode="json")["acceleration"] == "baku"


def test_a_tournament_gives_its_engine_who_is_accelerated() -> None:
    hall = Hall("abcdefghi", plan(acceleration="baku", rounds=5))
    _, field, _ = given_to(hall.t, 1)
    assert [one.accelerated for one in field] == [True] * 6 + [False] * 3
    told = pairing_input(hall.t, 1, [], 7)
    assert [one[-1] for one in told["entrants"]] == [True] * 6 + [False] * 3
    assert len(pairing_input(Hall().t, 1, [], 7)["entrants"][0]) == 7
    made = engine(*given_to(hall.t, 1), 7)
    draft = drafted(hall.t, 1, made, {})
    by_number = {one.number: one.ref for one in field}
    other = draft.swapped(by_number[1], by_number[8])
    assert Breach.SCORE in {one.breach for one in broken(hall.t, other)}


def test_virtual_points_are_written_and_read_in_a_report_file() -> None:
    of, field = stage(rounds=9, acceleration="baku"), people(6)
    group = accelerated_group(of, field, 1)
    text = from_field(of, field, [], accelerated=group)
    assert "XXA    1  1.0  1.0  1.0  0.5  0.5\n" in text
    one, half = Fraction(1), Fraction(1, 2)
    assert accelerations(read_trf(text)) == {number: [one] * 3 + [half] * 2 for number in range(1, 5)}
    newer = "250      01.0 001 003 0001 0004\n250      00.5 004 005 0001 0004\n"
    assert accelerations(read_trf(newer)) == accelerations(read_trf(text))
    with pytest.raises(BadTrf):
        accelerations(read_trf("250      01.0 001 x 0001 0004\n"))
