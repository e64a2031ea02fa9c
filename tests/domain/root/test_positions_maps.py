"""Positions T-40 to T-48: the maps' own, hirelings gained and lost, landmarks, relics in battle."""

from __future__ import annotations

from typing import Any

import pytest

from tablescribe.domain.games.root.actions.advanced import RaiseLandmark
from tablescribe.domain.games.root.actions.core import Battle, Craft, Move, Remove
from tablescribe.domain.games.root.actions.eyrie import Decree, Muster
from tablescribe.domain.games.root.actions.hirelings import Employ, HandOn, HireBattle, HirePass, TakeHireling
from tablescribe.domain.games.root.actions.keepers import LayRelic
from tablescribe.domain.games.root.actions.landmarks import OpenPath
from tablescribe.domain.games.root.actions.marquise import Build
from tablescribe.domain.games.root.actions.vagabond import Roam
from tablescribe.domain.games.root.parts import LandmarkKey
from tablescribe.domain.games.root.paths import land
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.chance import WrongOutcome
from tablescribe.domain.rules.play import Illegal
from tests.domain.root.cases_battle import scores
from tests.domain.root.cases_hirelings import hiring, turn_over
from tests.domain.root.cases_keepers import keeping
from tests.domain.root.cases_landmarks import SUITS, on_the_mountain, raising
from tests.domain.root.table import at, given, when

# --- maps -----------------------------------------------------------------------------------------


def at_the_lake(zone: str) -> Match:
    """Return a position in which the Vagabond is near the Ferry in clearing 1, with three boots."""
    return given(
        "CV", map="lake", outcomes=SUITS, zones={zone: "vagabond:pawn", "satchel:2": "3 item:boot"},
        values={"character:2": "thief"}, turn=2,
    )  # fmt: skip


def test_no_ferry_takes_a_pawn_out_of_a_forest() -> None:
    """T-40: the forest touches clearings 1, 5 and 11; 10 is no neighbour of it."""
    match = at_the_lake("forest:1_5_11")
    with pytest.raises(Illegal, match=r"RO-9\.5\.1"):
        when(match, 2, Roam(to=10))
    assert match.table.count("clearing:1", "landmark:ferry") == 1


@pytest.mark.parametrize("to", [10, 11, 12])
def test_the_ferry_takes_him_to_any_shore_once(to: int) -> None:
    """T-40: the Ferry goes along and he draws; a second ride in that turn is refused."""
    match = at_the_lake("clearing:1")
    when(match, 2, Roam(to=to))
    assert at(match, to) == {"vagabond:pawn": 1, "landmark:ferry": 1}
    assert match.table.count("hand:2") == 1
    with pytest.raises(Illegal, match=r"RO-9\.5\.1"):
        when(match, 2, Roam(to=12 if to == 10 else 10 if to == 12 else 12))


def test_one_path_of_the_mountain_is_opened_in_a_turn() -> None:
    """T-41: a point, and the path is open; the second is refused, and the forests are as they were."""
    match = on_the_mountain(
        clearings={5: "2 marquise:warrior"}, hands={1: ["anvil", "bake-sale"]}, values={"this:marches": 2}
    )
    lie = land(match.opening)
    before = {name: lie.forests_beside(name) for name in lie.forests}
    when(match, 1, OpenPath(one=2, other=5, card="card:anvil"))
    assert scores(match) == [1, 0]
    with pytest.raises(Illegal, match=r"RO-16\.2\.3-III"):
        when(match, 1, OpenPath(one=5, other=9, card="card:bake-sale"))
    assert {name: land(match.opening).forests_beside(name) for name in lie.forests} == before
    when(match, 1, Move(origin=5, to=2, n=1))
    assert at(match, 2) == {"marquise:warrior": 1}


# --- hirelings ------------------------------------------------------------------------------------


def thirteen_out_of_turn(marquise: int) -> Match:
    """Return the end of the Eyrie's turn, after three battles in the Marquise's turn took them from 7 to 13 points."""
    there = "marquise:warrior, 2 marquise:wood, 4 eyrie:warrior"
    match = hiring(
        "spies", "expedition", seat=0, clearings={1: there, 9: there, 10: there, 8: "eyrie:roost"},
        values={"score:1": marquise, "score:2": 7, "marker:4": None, "leader": "commander"},
    )  # fmt: skip
    for number in (1, 9, 10):
        when(match, 1, Battle(at=number, defender="eyrie"), 3, 3)
    assert match.table.get("score:2") == 13
    assert match.table.get("owed:2") == 2
    turn_over(match)
    assert not [key for key in match.table.values if key.startswith("controls:")]
    when(match, 2, Decree(card="card:anvil", column="recruit"))
    when(match, 2, Muster(at=8))
    assert match.table.get("awaits") == "new_hireling"
    return match


def test_two_markers_out_of_turn_are_two_hirelings() -> None:
    """T-42: at the end of the Eyrie's own next turn they take two cards, with a roll for each."""
    match = thirteen_out_of_turn(0)
    when(match, 2, TakeHireling(hireling="spies"), 1, 2)
    assert [match.table.get(f"controls:{key}") for key in ("spies", "expedition")] == [2, 2]
    assert [match.table.get(f"markers:{key}") for key in ("spies", "expedition")] == [1, 2]
    assert match.table.get("owed:2") is None


@pytest.mark.parametrize(("marquise", "gold"), [(0, True), (13, True), (14, False)])
def test_gold_pips_for_who_leads_or_is_tied(marquise: int, gold: bool) -> None:
    """T-42: one pip is gold; who has fewer points than another counts all, which are two at least."""
    match = thirteen_out_of_turn(marquise)
    if gold:
        when(match, 2, TakeHireling(hireling="spies"), 1, 1)
        assert match.table.get("markers:spies") == 1
    else:
        with pytest.raises(WrongOutcome):
            when(match, 2, TakeHireling(hireling="spies"), 1, 1)
        when(match, 2, TakeHireling(hireling="spies"), 4, 3)
        assert match.table.get("markers:spies") == 4


@pytest.mark.parametrize("to", [1, 3])
def test_the_flotilla_goes_and_the_new_card_keeps_its_roll(to: int) -> None:
    """T-43: cards are handed on first, to whom the Eyrie likes, who rolls; then the new one comes."""
    match = hiring(
        "flotilla", "spies", factions="CEA", seat=2, turn=2, stage="discard",
        values={"controls:spies": None, "markers:spies": None, "markers:flotilla": 1, "owed:2": 1, "score:2": 9},
    )  # fmt: skip
    turn_over(match)
    assert match.table.get("awaits") == "hand_on"
    when(match, 2, HandOn(to=to), 3, 2)
    assert (match.table.get("controls:flotilla"), match.table.get("markers:flotilla")) == (to, 3)
    assert (match.table.get("controls:spies"), match.table.get("markers:spies")) == (2, 2)


def patrolling(there: str) -> Match:
    """Return a match in which the Eyrie's Patrol attacks in clearing 12."""
    match = hiring(
        "patrol", factions="ECA", clearings={12: f"3 patrol:warrior, {there}"}, hands={1: ["anvil"]},
        values={"leader": "despot"}, stage="craft",
    )  # fmt: skip
    when(match, 1, Employ(hireling="patrol", how="march"))
    when(match, 1, HirePass())
    return match


def test_a_patrol_scores_nothing_and_answers_for_outrage() -> None:
    """T-48: a sawmill and a sympathy fall to the Eyrie's Patrol: no points, but the Eyrie owes the card."""
    match = patrolling("marquise:sawmill")
    when(match, 1, HireBattle(at=12, defender="marquise"), 0, 0)
    assert (at(match, 12), scores(match)) == ({"patrol:warrior": 3}, [0, 0, 0])
    match = patrolling("alliance:sympathy")
    when(match, 1, HireBattle(at=12, defender="alliance"), 0, 0)
    assert (at(match, 12), scores(match)) == ({"patrol:warrior": 3}, [0, 0, 0])
    assert (match.table.get("awaits"), match.to_act) == ("outrage", (1,))


@pytest.mark.parametrize("controller", [0, 2])
def test_a_vault_scores_for_who_removes_it(controller: int) -> None:
    """T-48: a hireling's building is worth a point to others."""
    match = hiring("vault", seat=controller, clearings={12: "marquise:warrior, vault:vault"})
    when(match, 1, Battle(at=12, defender="vault"), 0, 0)
    assert at(match, 12) == {"marquise:warrior": 1}
    assert scores(match) == [1, 0]


# --- landmarks ------------------------------------------------------------------------------------


def city_and_treetop(factions: str = "CE", **given_so: Any) -> Match:
    """Return a position with the Lost City in 10 and the Elder Treetop in 3, which has one slot."""
    zones = {"clearing:10": "landmark:city", "clearing:3": "landmark:treetop", **given_so.pop("zones", {})}
    return given(
        factions, setup="advanced", landmarks=2, draft=False, outcomes=["city", "treetop"], zones=zones, **given_so
    )


@pytest.mark.parametrize(("first", "second"), [("anvil", "birdy-bindle"), ("birdy-bindle", "anvil")])
def test_a_workshop_in_the_lost_city_is_one_suit(first: str, second: str) -> None:
    """T-44: it crafts for a fox or for a mouse; then no crafting piece is left, and crafting is over."""
    match = city_and_treetop(clearings={10: "marquise:workshop"}, hands={1: ["anvil", "birdy-bindle"]}, stage="craft")
    when(match, 1, Craft(card=f"card:{first}"))
    assert match.table.get("stage") == "daylight"
    with pytest.raises(Illegal, match=r"RO-4\.1:"):
        when(match, 1, Craft(card=f"card:{second}"))
    assert match.table.pieces("hand:1") == {f"card:{second}": 1}


def test_the_treetop_holds_a_second_building_and_no_third() -> None:
    """T-44: clearing 3 has one slot, and one in the treetop."""
    match = city_and_treetop(clearings={3: "2 marquise:warrior"})
    when(match, 1, Build(building="sawmill", at=3))
    when(match, 1, Build(building="workshop", at=3))
    assert match.table.get("treetop") == "marquise:workshop"
    with pytest.raises(Illegal, match=r"RO-2\.2\.3"):
        when(match, 1, Build(building="recruiter", at=3))


@pytest.mark.parametrize(("building", "points"), [("workshop", 2), ("sawmill", 1)])
def test_the_building_in_the_treetop_is_worth_two(building: str, points: int) -> None:
    """T-44: to whom removes it; the other one a point as always."""
    match = city_and_treetop(
        "EC", clearings={3: "eyrie:warrior, marquise:sawmill, marquise:workshop"}, stage="decree",
        values={"treetop": "marquise:workshop", "treetop-others": "marquise:sawmill", "leader": "builder"},
        zones={"decree:battle": "loyal-vizier"},
    )  # fmt: skip
    when(match, 1, Battle(at=3, defender="marquise"), 0, 0)
    when(match, 2, Remove(piece=f"marquise:{building}"))
    assert scores(match) == [points, 0]


@pytest.mark.parametrize(
    ("key", "number", "stands"), [("forge", 12, False), ("tower", 12, True), ("forge", 10, False), ("tower", 10, False)]
)
def test_beside_the_lost_city(key: LandmarkKey, number: int, stands: bool) -> None:
    """T-45: the Forge does not stand beside the City in 10, the Tower does (12 has a ruin); neither stands in 10."""
    match = raising("city", key)
    when(match, 2, RaiseLandmark(landmark="city", at=10))
    if stands:
        when(match, 1, RaiseLandmark(landmark=key, at=number))
        assert at(match, number) == {f"landmark:{key}": 1}
    else:
        with pytest.raises(Illegal, match=r"RO-L:"):
            when(match, 1, RaiseLandmark(landmark=key, at=number))


# --- relics ---------------------------------------------------------------------------------------


def test_of_two_hits_one_is_ignored() -> None:
    """T-47: the warrior falls, the relic stays."""
    match = keeping("daylight", turn=2, clearings={6: "keepers:warrior, ?figure, 4 marquise:warrior"})
    when(match, 2, Battle(at=6, defender="keepers"), 2, 0)
    assert at(match, 6) == {"marquise:warrior": 4, "?figure": 1}
    assert scores(match) == [0, 0]


def test_three_hits_on_a_warrior_with_a_relic() -> None:
    """T-47: the first is ignored, then the warrior falls, then the relic, which is turned up in a forest of choice."""
    match = keeping("daylight", turn=2, clearings={6: "keepers:warrior, ?figure, 4 marquise:warrior"})
    when(match, 2, Battle(at=6, defender="keepers"), 3, 0, "figure:2")
    assert at(match, 6) == {"marquise:warrior": 4}
    when(match, 2, LayRelic(forest="3_7_11_12"))
    assert match.table.pieces("forest:3_7_11_12") == {"figure:2": 1}
    assert scores(match) == [0, 2]
