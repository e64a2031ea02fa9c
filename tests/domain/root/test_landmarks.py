"""Landmarks of Root beyond the cases: the Ferry's turn, who stands apart, what is hidden at the market, the treetop."""

from __future__ import annotations

import pytest

from tablescribe.domain.games.root.actions.advanced import RaiseLandmark
from tablescribe.domain.games.root.actions.core import Craft, Move
from tablescribe.domain.games.root.actions.hirelings import Employ, HireMove
from tablescribe.domain.games.root.actions.landmarks import OpenPath
from tablescribe.domain.games.root.actions.marquise import Build
from tablescribe.domain.games.root.actions.vagabond import Roam
from tablescribe.domain.games.root.paths import land
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.rules.view import view
from tests.domain.root.cases_hirelings import hiring
from tests.domain.root.cases_landmarks import SUITS, at_the_market, on_the_lake, on_the_mountain, raising, standing
from tests.domain.root.table import at, given, when


def test_the_ferry_rides_once_a_turn() -> None:
    match = on_the_lake(clearings={1: "3 marquise:warrior"}, values={"this:marches": 2})
    when(match, 1, Move(origin=1, to=10, n=2))
    with pytest.raises(Illegal, match="the Ferry has already moved this turn"):
        when(match, 1, Move(origin=10, to=12, n=1))


@pytest.mark.parametrize(("who", "drawn"), [("mover", 1), ("factions", 0)])
def test_who_draws_when_a_hireling_rides(who: str, drawn: int) -> None:
    """In newer printings each player whose faction pieces ride draws, and hirelings are none (RO-AMB-4)."""
    match = hiring("patrol", clearings={1: "2 patrol:warrior"}, map="lake", ferry_draw=who, suits=SUITS)
    when(match, 1, Employ(hireling="patrol", how="march"))
    when(match, 1, HireMove(origin=1, to=10, n=1))
    assert match.table.count("hand:1") == drawn
    assert at(match, 10) == {"patrol:warrior": 1, "landmark:ferry": 1}


@pytest.mark.parametrize(("who", "drawn"), [("mover", [1, 0]), ("factions", [1, 1])])
def test_an_allys_warriors_ride_along_on_the_ferry(who: str, drawn: list[int]) -> None:
    """The Vagabond and those that come along move at once (RO-9.2.9-IIb): the Ferry rides once."""
    match = given(
        "VC", clearings={1: "vagabond:pawn, 2 marquise:warrior"}, zones={"satchel:1": "item:boot"},
        values={"relation:1:marquise": "allied"}, outcomes=SUITS, map="lake", ferry_draw=who,
    )  # fmt: skip
    when(match, 1, Roam(to=10, ally="marquise", n=2))
    assert at(match, 10) == {"vagabond:pawn": 1, "marquise:warrior": 2, "landmark:ferry": 1}
    assert [match.table.count("hand:1"), match.table.count("hand:2")] == drawn


def test_the_ferry_needs_rule_as_every_move() -> None:
    match = on_the_lake(clearings={1: "1 marquise:warrior, 2 eyrie:warrior"}, values={"this:marches": 2})
    with pytest.raises(Illegal, match=r"RO-4\.2\.1"):
        when(match, 1, Move(origin=1, to=10, n=1))


def test_a_landmark_beside_the_lost_city() -> None:
    """The Tower may stand beside another landmark, but not in its clearing."""
    match = raising("city", "tower")
    when(match, 2, RaiseLandmark(landmark="city", at=10))
    with pytest.raises(Illegal, match="another landmark is there"):
        when(match, 1, RaiseLandmark(landmark="tower", at=10))
    when(match, 1, RaiseLandmark(landmark="tower", at=12))


def test_an_opened_path_divides_forests_all_the_same() -> None:
    match = on_the_mountain(clearings={5: "2 marquise:warrior"}, hands={1: ["anvil"]})
    before = land(match.opening).forests_beside("2_5_11")
    when(match, 1, OpenPath(one=5, other=2, card="card:anvil"))
    assert land(match.opening).forests_beside("2_5_11") == before


def test_no_path_is_opened_from_afar() -> None:
    match = on_the_mountain(clearings={1: "2 marquise:warrior"}, hands={1: ["anvil"]})
    with pytest.raises(Illegal, match="a piece in a clearing at one of its ends"):
        when(match, 1, OpenPath(one=2, other=5, card="card:anvil"))


def test_only_who_put_it_there_knows_a_card_of_the_market() -> None:
    match = at_the_market()
    assert view(match.opening, match.table, 1).count("market:1", "card:anvil") == 1
    for viewer in (2, None):
        assert view(match.opening, match.table, viewer).pieces("market:1") == {"?card": 1}


def test_the_second_building_stands_in_the_treetop() -> None:
    match = standing(
        "treetop",
        3,
        clearings={3: "2 marquise:warrior, marquise:sawmill"},
        values={"treetop-others": "marquise:sawmill"},
    )
    when(match, 1, Build(building="workshop", at=3))
    assert match.table.get("treetop") == "marquise:workshop"
    assert match.table.get("treetop-others") == "marquise:sawmill"


def test_an_item_of_the_forge() -> None:
    """Crafting it takes a piece there, and brings a card and a point more."""
    match = standing(
        "forge", 8, clearings={1: "marquise:workshop", 8: "marquise:warrior"}, hands={1: ["anvil"]},
        zones={"forge": "item:hammer"}, stage="craft",
    )  # fmt: skip
    when(match, 1, Craft(card="card:anvil"))
    assert match.table.get("score:1") == 3
    assert match.table.count("items:1", "item:hammer") == 1
    assert match.table.count("hand:1") == 1
    assert at(match, 8)["landmark:forge"] == 1
