"""Legal actions shown with a refusal are similar to the attempt."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.rules.alternatives import in_common, nearest
from tests.domain.ultime.table import card, given


def near(attempt: dict[str, Any], **position: Any) -> list[dict[str, Any]]:
    match = given(**position)
    return [action.data() for _, action in nearest(match.opening, match.table, match.to_act, attempt)]


def test_the_same_card_comes_first_and_then_the_same_pawn_place_and_use() -> None:
    found = near(card(10, 2, 6, "square").data())
    assert [(one["card"], one["use"]) for one in found[:2]] == [("movement:10", "square"), ("movement:10", "circle")]
    assert (found[2]["pawn"], found[2]["at"], found[2]["use"]) == (2, 6, "square"), "with a black arrow"


def test_where_nothing_of_its_kind_is_legal_there_is_one_of_each_kind() -> None:
    found = near({"do": "play_power", "card": "power:heal"})
    assert sorted(one["do"] for one in found) == ["play_movement", "skip"]
    assert len(near({})) == 2


def test_a_field_that_is_named_first_counts_for_more_than_all_after_it() -> None:
    attempt = {"do": "a", "card": 1, "at": 2, "to": 3}
    assert in_common({"do": "a", "card": 1}, attempt) > in_common({"do": "a", "at": 2, "to": 3}, attempt)
    assert in_common({"do": "b", "card": 1, "at": 2, "to": 3}, attempt) == 0 < in_common({"do": "a"}, attempt)
