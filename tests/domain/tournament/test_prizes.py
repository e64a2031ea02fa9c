"""Prizes: money is conserved, nobody wins two, and tied entrants are treated alike."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablescribe.domain.tournament.model.field import Ref
from tablescribe.domain.tournament.model.plan import Plan
from tablescribe.domain.tournament.model.plan_parsing import BadPlan, plan_from, recorded_plan
from tablescribe.domain.tournament.model.prize_plan import Prizes
from tablescribe.domain.tournament.prizes import Awarded, Candidate, award, awarded, total
from tests.domain.tournament.hall import Hall

STAGE = {"name": "Swiss", "kind": "swiss", "rounds": 3, "game": "morris"}


def plan_with(*categories: dict[str, Any], **more: Any) -> Plan:
    """Return a plan with prizes; a category's prizes are amounts, or objects."""
    told = [
        {**one, "prizes": [{"amount": each} if isinstance(each, int) else each for each in one["prizes"]]}
        for one in categories
    ]
    return plan_from({"title": "Open", "stages": [STAGE], "prizes": {"categories": told, **more}})


def prizes_of(*categories: dict[str, Any], **more: Any) -> Prizes:
    found = plan_with(*categories, **more).prizes
    assert found is not None
    return found


def people(*points: int, ranks: Sequence[int] = (), **tags: str) -> list[Candidate]:
    """Return people a, b, c … by points; tie-breaks distinguish all of them, unless `ranks` says otherwise."""
    refs = "abcdefghijklmnop"
    return [
        Candidate(
            refs[at], ranks[at] if ranks else at + 1, one, 1500 + 100 * at,
            frozenset(name for name, who in tags.items() if refs[at] in who),
        )
        for at, one in enumerate(points)
    ]  # fmt: skip


def won(found: Awarded) -> dict[Ref, int]:
    return {one.ref: one.amount for one in found.awards}


def test_who_ties_shares_equally_whatever_the_tie_breaks_say() -> None:
    found = award(prizes_of({"name": "Main", "prizes": [500, 300, 100]}), people(3, 2, 2, 2, 0))
    assert won(found) == {"a": 500, "b": 133, "c": 133, "d": 133}
    assert [one.places for one in found.awards] == [(1, 1), (2, 4), (2, 4), (2, 4)]
    assert (found.paid, found.remainders[0].rounding) == (899, Fraction(1)), "a cent is left over, and said"


def test_by_hort_half_is_for_the_own_place() -> None:
    found = award(prizes_of({"name": "Main", "prizes": [600, 200], "ties": "hort"}), people(3, 3, 1))
    assert won(found) == {"a": 300 + 200, "b": 100 + 200}
    alike = award(prizes_of({"name": "Main", "prizes": [600, 200], "ties": "hort"}), people(3, 3, 3, ranks=[1, 2, 2]))
    assert won(alike) == {"a": 433, "b": 183, "c": 183}, "600 / 2 + 800 / 6, and 100 / 2 + 800 / 6"


def test_by_rank_tie_breaks_decide_and_a_lot_is_left_for_things_of_equals() -> None:
    cup = {"thing": "Cup", "worth": 300}
    found = award(prizes_of({"name": "Main", "prizes": [cup, 200], "ties": "rank"}), people(3, 3, 1))
    assert [(one.ref, one.amount, one.things, one.among) for one in found.awards] == [
        ("a", 0, ("Cup",), 1), ("b", 200, (), 1),
    ]  # fmt: skip
    equals = award(prizes_of({"name": "Main", "prizes": [cup, 200], "ties": "rank"}), people(3, 3, ranks=[1, 1]))
    assert [(one.ref, one.amount, one.things, one.among) for one in equals.awards] == [
        ("a", 100, ("Cup",), 2), ("b", 100, ("Cup",), 2),
    ]  # fmt: skip


def test_the_higher_prize_is_taken_and_the_other_goes_to_the_next() -> None:
    categories = ({"name": "Main", "prizes": [500, 100]}, {"name": "Junior", "prizes": [200, 50], "tag": "U18"})
    found = award(prizes_of(*categories), people(5, 4, 3, 2, U18="bd"))
    assert won(found) == {"a": 500, "b": 200, "c": 100, "d": 50}
    assert [one.rule for one in found.awards] == [f"prizes.categories.{n}" for n in (1, 1, 2, 2)]
    assert found.by_tags == (1,)
    both = award(prizes_of(*categories, one_each=False), people(5, 4, 3, 2, U18="bd"))
    assert sorted((one.ref, one.amount) for one in both.awards) == [("a", 500), ("b", 100), ("b", 200), ("d", 50)]


def test_a_cup_can_be_won_besides_money() -> None:
    cup: dict[str, Any] = {"name": "Women", "prizes": [{"thing": "Cup"}], "tag": "W", "ties": "rank"}
    main = {"name": "Main", "prizes": [500]}
    assert won(award(prizes_of(main, cup), people(3, 2, 1, W="ac"))) == {"a": 500, "c": 0}
    besides = award(prizes_of(main, {**cup, "besides": True}), people(3, 2, 1, W="ac"))
    assert [(one.ref, one.amount, one.things) for one in besides.awards] == [("a", 500, ()), ("a", 0, ("Cup",))]


def test_of_two_prizes_worth_the_same_the_first_of_the_plan_is_taken() -> None:
    first, second = {"name": "Main", "prizes": [100]}, {"name": "Rated", "prizes": [100], "rated_from": 1}
    found = award(prizes_of(first, second), people(3, 2))
    assert {one.ref: one.category for one in found.awards} == {"a": 0, "b": 1}


def test_a_rating_group_has_bounds_and_says_what_of_those_without_one() -> None:
    group = {"name": "Below 1700", "prizes": [10, 10, 10], "rated_below": 1700}
    here = [*people(3, 2, 1), Candidate("z", 4, 0, None)]
    assert won(award(prizes_of(group), here)) == {"a": 10, "b": 10}
    assert won(award(prizes_of({**group, "unrated": True}), here)) == {"a": 10, "b": 10, "z": 10}


@pytest.mark.parametrize(
    ("category", "why"),
    [
        ({"name": "Main", "prizes": [100, 200]}, "no place wins more than the place before it"),
        ({"name": "Main", "prizes": [{"thing": "Cup"}]}, "a thing cannot be shared"),
        ({"name": "Main", "prizes": [{"amount": 0}]}, "an amount, a thing or both"),
        ({"name": "Main", "prizes": [{"amount": 1, "worth": 2}]}, "an amount counts by itself"),
        ({"name": "Main", "prizes": []}, "at least 1 item"),
        ({"name": "Main", "prizes": [1], "ties": "lot"}, "ties"),
    ],
)
def test_prizes_that_cannot_be_awarded_are_refused(category: dict[str, Any], why: str) -> None:
    with pytest.raises(BadPlan, match=why):
        plan_with(category)


def test_a_plan_with_prizes_is_recorded_as_it_is_read_and_one_without_stays_as_it_was() -> None:
    told = plan_with({"name": "Main", "prizes": [500]})
    assert recorded_plan(told.plain(), whole=True) == told
    assert "prizes" not in plan_from({"title": "Open", "stages": [STAGE]}).plain()


def test_prizes_follow_from_the_standings_as_ruled_and_nobody_wins_before_a_round() -> None:
    hall = Hall("abcd", plan_with({"name": "Main", "prizes": [90, 30], "ties": "rank"}))
    assert awarded(hall.t, {}) is None
    hall.play("ab", "cd")
    before = awarded(hall.t, {})
    assert before is not None
    assert won(before) == {"a": 60, "c": 60}, "nothing tells them apart: they share what both places win"
    hall.correct(1, 2, 2, 1)
    after = awarded(hall.t, {})
    assert after is not None
    assert won(after) == {"a": 60, "d": 60}
    assert after.digest != before.digest


# --- what holds for all prizes and all standings ----------------------------------------------


@st.composite
def standings(draw: st.DrawFn) -> list[Candidate]:
    """Draw people in their order: points, ranks that points decide first, ratings, tags."""
    points = sorted(draw(st.lists(st.integers(0, 3), min_size=1, max_size=9)), reverse=True)
    found: list[Candidate] = []
    for at, one in enumerate(points):
        same = bool(found) and found[-1].tie == one and draw(st.booleans())
        rank = found[-1].rank if same else at + 1
        rating = draw(st.none() | st.integers(0, 3))
        tags = draw(st.frozensets(st.sampled_from(["U18", "W"])))
        found.append(Candidate(f"p{at}", rank, one, rating, tags))
    return found


@st.composite
def plans(draw: st.DrawFn) -> Prizes:
    """Draw up to four categories, whose amounts never rise."""
    categories = []
    for at in range(draw(st.integers(1, 4))):
        ties = draw(st.sampled_from(["equal", "hort", "rank"]))
        amounts = sorted(draw(st.lists(st.integers(0, 12), min_size=1, max_size=5)), reverse=True)
        things = draw(st.integers(0, len(amounts))) if ties == "rank" else 0
        prizes = [{"amount": one, **({"thing": f"T{at}{n}"} if n < things else {})} for n, one in enumerate(amounts)]
        kept: list[Any] = [one for one in prizes if one["amount"] or "thing" in one]
        categories.append({
            "name": f"C{at}", "prizes": kept or [1], "ties": ties, "tag": draw(st.sampled_from(["", "", "U18", "W"])),
            "rated_from": draw(st.none() | st.integers(0, 2)), "unrated": draw(st.booleans()),
            "besides": draw(st.booleans()),
        })  # fmt: skip
    return prizes_of(*categories, one_each=draw(st.booleans()), unit=draw(st.sampled_from([1, 1, 5])))


@given(plans(), standings())
def test_prize_money_is_conserved(prizes: Prizes, here: list[Candidate]) -> None:
    found = award(prizes, here)
    left = sum(one.rounding + one.amount for one in found.remainders)
    assert found.paid + left == total(prizes)
    assert all(
        one.amount % prizes.unit == 0 and one.exact - prizes.unit < one.amount <= one.exact for one in found.awards
    )
    for index, (category, rest) in enumerate(zip(prizes.categories, found.remainders, strict=True)):
        exact = sum((one.exact for one in found.awards if one.category == index), Fraction(0))
        assert exact + rest.amount == sum(one.amount for one in category.prizes), "shares are exact before rounding"
        given_away = {thing for one in found.awards if one.category == index for thing in one.things}
        assert {*rest.things} | given_away == {one.thing for one in category.prizes if one.thing}
        assert not {*rest.things} & given_away


@given(plans(), standings())
def test_nobody_wins_two_prizes_unless_the_plan_says_so(prizes: Prizes, here: list[Candidate]) -> None:
    found = award(prizes, here)
    pairs = [(one.category, one.ref) for one in found.awards]
    assert len(set(pairs)) == len(pairs)
    if prizes.one_each:
        counted = [one.ref for one in found.awards if not prizes.categories[one.category].besides]
        assert len(set(counted)) == len(counted)
    for one in found.awards:
        who = next(each for each in here if each.ref == one.ref)
        assert prizes.categories[one.category].admits(who.rating, who.tags)


@given(plans(), standings(), st.randoms(use_true_random=False))
def test_ties_are_treated_alike(prizes: Prizes, here: list[Candidate], chance: Any) -> None:
    """Given equals in another order: nothing changes. Who has the same rank, rating and tags wins the same."""
    found = award(prizes, here)
    mixed = list(here)
    chance.shuffle(mixed)
    again = award(prizes, sorted(mixed, key=lambda one: one.rank))
    assert {(one.ref, one.category, one.amount, one.things) for one in again.awards} == {
        (one.ref, one.category, one.amount, one.things) for one in found.awards
    }
    for one in here:
        for other in here:
            equal_points = all(each.ties == "equal" for each in prizes.categories) and one.tie == other.tie
            if (one.rank == other.rank or equal_points) and (one.rating, one.tags) == (other.rating, other.tags):
                mine, theirs = (
                    [(each.category, each.amount, each.things) for each in found.awards if each.ref == who.ref]
                    for who in (one, other)
                )
                assert mine == theirs


@given(plans(), standings())
def test_who_is_ahead_of_all_in_a_category_wins_no_less_than_those_behind_there(
    prizes: Prizes, here: list[Candidate]
) -> None:
    found = award(prizes, here)
    for index in range(len(prizes.categories)):
        exact = [one.exact for one in found.awards if one.category == index]
        assert exact == sorted(exact, reverse=True)
