"""The Eyrie beyond its cases: when their Birdsong is over."""

from __future__ import annotations

import pytest

from tablescribe.domain.games.root.actions.core import GoOn
from tablescribe.domain.games.root.actions.eyrie import Decree
from tablescribe.domain.match.match import Match
from tests.domain.root.table import given, when


def adding(*cards: str, edition: str = "") -> Match:
    """Return a match in which the Eyrie have added cards to the Decree, and one more is held."""
    match = given(
        "EC", clearings={3: "eyrie:roost, eyrie:warrior"}, hands={1: [*cards, "investments"]},
        values={"leader": "builder"}, stage="birdsong", edition=edition,
    )  # fmt: skip
    for card in cards:
        when(match, 1, Decree(card=f"card:{card}", column="build"))
    return match


def test_after_the_second_card_birdsong_is_over_without_a_word() -> None:
    assert adding("anvil", "bake-sale").table.get("stage") == "craft"


def test_after_the_first_card_another_may_be_added_or_not() -> None:
    match = adding("anvil")
    assert match.table.get("stage") == "birdsong"
    when(match, 1, GoOn())
    assert match.table.get("stage") == "craft"


@pytest.mark.parametrize("edition", ["1", "2", "3"])
def test_matches_of_the_earlier_editions_go_on_by_word_of_mouth(edition: str) -> None:
    match = adding("anvil", "bake-sale", edition=edition)
    assert match.table.get("stage") == "birdsong"
    when(match, 1, GoOn())
    assert match.table.get("stage") == "craft"
