"""A draft of a round: what a manual change breaks, and what it leaves unchanged."""

from __future__ import annotations

import pytest

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament.drafting import Breach, Draft, broken, drafted, must_still_fit
from tablescribe.domain.tournament.model.field import Bye, Pairing, Pod
from tests.domain.tournament.hall import Hall, plan


def draft_of(hall: Hall, *pods: str, byes: dict[str, Bye] | None = None) -> Draft:
    """Return a draft as if an engine had given these tables."""
    made = Pairing(tuple(Pod(tuple(pod)) for pod in pods), byes or {}, "by hand", "1", 7)
    return drafted(hall.t, hall.t.round + 1, made, {})


def breaches(hall: Hall, draft: Draft) -> list[tuple[Breach, int, str]]:
    return [(one.breach, one.table, "".join(one.refs)) for one in broken(hall.t, draft)]


def test_a_swap_tells_what_it_breaks_and_nothing_that_the_engine_had() -> None:
    """Given round 1 as a-b, c-d, first seats win; the engine pairs c-a, d-b, and a hand swaps a with d."""
    hall = Hall("abcd", plan(rounds=3))
    hall.play("ab", "cd")
    draft = draft_of(hall, "ca", "bd")
    assert breaches(hall, draft) == []
    swapped = draft.swapped("a", "d")
    assert swapped.pods == (("c", "d"), ("b", "a"))
    assert breaches(hall, swapped) == [
        (Breach.AGAIN, 1, "cd"), (Breach.AGAIN, 2, "ba"), (Breach.SCORE, 1, "cd"), (Breach.SCORE, 2, "ba"),
    ]  # fmt: skip
    assert swapped.swapped("a", "d") == draft
    assert swapped.as_made() == draft


def test_a_seat_that_somebody_had_too_often_is_told() -> None:
    hall = Hall("abcd", plan(rounds=3))
    hall.play("ab", "cd")
    within = draft_of(hall, "ca", "bd").swapped("c", "b").swapped("b", "a")
    assert (Breach.COLOUR, 1, "a") in breaches(hall, within), "a had the first seat"


def test_a_second_bye_by_hand_is_told() -> None:
    hall = Hall("abc", plan(rounds=3))
    hall.pair("ab", byes={"c": Bye.PAIRING})
    hall.slip(1, 1, 2)
    draft = draft_of(hall, "ca", byes={"b": Bye.PAIRING})
    assert (Breach.BYE, 0, "c") in breaches(hall, draft.swapped("c", "b"))


def test_a_draft_is_refused_once_results_are_others() -> None:
    hall = Hall("abcd", plan(rounds=3))
    hall.play("ab", "cd")
    draft = draft_of(hall, "ca", "bd")
    must_still_fit(hall.t, draft)
    hall.correct(1, 1, 2, 1)
    with pytest.raises(Refused, match="Make a new draft"):
        must_still_fit(hall.t, draft)


@pytest.mark.parametrize("pair", ["aa", "ax"])
def test_a_swap_is_of_two_people_of_the_round(pair: str) -> None:
    hall = Hall("abcd", plan(rounds=3))
    with pytest.raises(Refused):
        draft_of(hall, "ab", "cd").swapped(*pair)
