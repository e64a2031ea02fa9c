"""Cases of Root's rules: landmarks and how they are set up (16.1.5, 16.5), and what maps have of their own (16.2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tablescribe.domain.games.root.actions.advanced import RaiseLandmark
from tablescribe.domain.games.root.actions.core import Battle, Craft, Move
from tablescribe.domain.games.root.actions.landmarks import OpenPath, Trade
from tablescribe.domain.games.root.parts import LandmarkKey
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.play import Illegal
from tests.domain.root.cases import CASES
from tests.domain.root.cases_advanced import advanced, go_on_until
from tests.domain.root.table import at, given, when

SUITS = ["fox", "rabbit", "mouse", "fox", "rabbit", "mouse", "fox", "rabbit", "mouse", "fox", "rabbit", "mouse"]
"""Suits of clearings 1 to 12, as markers were drawn."""


def raising(*dealt: LandmarkKey, seats: int = 2, **options: Any) -> Match:
    """Return a match in which these landmarks are to be set up."""
    markers = SUITS if options.get("map", "autumn") != "autumn" else []
    return advanced(seats, *markers, *dealt, landmarks=len(dealt), factions="CEA"[:seats], draft=False, **options)


# --- setting up (16.1.5) ---------------------------------------------------------------------------


@CASES.obeys("RO-16.1.5", "RO-16.1.5-I", "RO-16.1.5-II", "RO-L5")
def one_landmark_of_a_pool() -> Match:
    match = raising("forge", landmark_pool="forge tower")
    assert match.table.pieces("landmarks") == {"landmark:forge": 1}
    when(match, 2, RaiseLandmark(landmark="forge", at=8))
    assert match.table.pieces("forge") == {"item:crossbow": 1, "item:hammer": 1, "item:sword": 2}
    assert match.table.count("items", "item:sword") == 0
    return match


@CASES.breaks("RO-16.1.5-I")
def more_landmarks_than_the_pool_has() -> None:
    advanced(factions="CE", draft=False, landmarks=2, landmark_pool="forge")


@CASES.obeys("RO-16.1.5-III")
def the_last_and_the_last_but_one() -> Match:
    match = raising("tower", "treetop", seats=3)
    assert match.to_act == (3,)
    when(match, 3, RaiseLandmark(landmark="treetop", at=4))
    assert match.to_act == (2,)
    when(match, 2, RaiseLandmark(landmark="tower", at=12))  # the Tower may be adjacent to another one
    assert (at(match, 4), at(match, 12)) == ({"landmark:treetop": 1}, {"landmark:tower": 1})
    return match


@CASES.breaks("RO-16.1.5-III")
def the_first_player_sets_up_a_landmark() -> None:
    when(raising("forge"), 1, RaiseLandmark(landmark="forge", at=8))


@CASES.obeys("RO-L")
def landmarks_apart() -> Match:
    match = raising("city", "forge")
    when(match, 2, RaiseLandmark(landmark="city", at=10))
    when(match, 1, RaiseLandmark(landmark="forge", at=3))
    return match


@CASES.breaks("RO-L")
def a_landmark_beside_another() -> None:
    match = raising("city", "forge")
    when(match, 2, RaiseLandmark(landmark="city", at=10))
    when(match, 1, RaiseLandmark(landmark="forge", at=12))


@CASES.obeys("RO-AMB-2")
def the_maps_own_landmark_was_drawn() -> Match:
    match = raising("tower", map="mountain")
    assert at(match, 10) == {}
    when(match, 2, RaiseLandmark(landmark="tower", at=9))
    assert at(match, 9) == {"landmark:tower": 1}
    without = raising("forge", map="mountain", map_piece=False)
    assert at(without, 10) == {}
    assert at(raising("forge", map="mountain"), 10) == {"landmark:tower": 1}
    return match


CASES.forged("RO-16.1.5", "RO-16.1.5-II", "RO-AMB-2")


def misplaced(key: LandmarkKey, number: int) -> Callable[[], None]:
    """Return how somebody sets a landmark up where its card does not let it stand."""

    def attempt() -> None:
        when(raising(key), 2, RaiseLandmark(landmark=key, at=number))

    attempt.__name__ = f"the_{key}_where_it_does_not_stand"
    return attempt


CASES.breaks("RO-L1")(misplaced("ferry", 1))
CASES.breaks("RO-L2")(misplaced("tower", 1))
CASES.breaks("RO-L3")(misplaced("treetop", 12))
CASES.breaks("RO-L6")(misplaced("city", 1))
CASES.forged("RO-L5")


# --- the Ferry (16.2.2) ----------------------------------------------------------------------------


def on_the_lake(**given_so: Any) -> Match:
    """Return a position on the lake: the Ferry in 1, suits as they were drawn."""
    return given("CE", map="lake", outcomes=SUITS, **given_so)


@CASES.obeys("RO-16.2.2-II", "RO-16.2.2-III", "RO-16.2.2-V", "RO-AMB-4")
def over_the_lake() -> Match:
    match = on_the_lake(clearings={1: "3 marquise:warrior"}, values={"this:marches": 2})
    when(match, 1, Move(origin=1, to=10, n=2))
    assert at(match, 10) == {"marquise:warrior": 2, "landmark:ferry": 1}
    assert match.table.count("hand:1") == 1
    return match


def standing(key: LandmarkKey, number: int, **given_so: Any) -> Match:
    """Return a position in which a landmark stands in a clearing."""
    zones = {f"clearing:{number}": f"landmark:{key}", **given_so.pop("zones", {})}
    return given("CE", setup="advanced", landmarks=1, draft=False, outcomes=[key], zones=zones, **given_so)


@CASES.obeys("RO-L1", "RO-2.3")
def along_the_river() -> Match:
    match = standing("ferry", 4, clearings={4: "2 marquise:warrior"}, values={"this:marches": 2})
    when(match, 1, Move(origin=4, to=7, n=1))
    assert at(match, 7) == {"marquise:warrior": 1, "landmark:ferry": 1}
    assert match.table.count("hand:1") == 1
    return match


CASES.forged("RO-16.2.2-II", "RO-16.2.2-III", "RO-16.2.2-V", "RO-AMB-4")


# --- the mountain (16.2.3) -------------------------------------------------------------------------


def on_the_mountain(**given_so: Any) -> Match:
    """Return a position on the mountain: closed paths, the Tower in 10."""
    return given("CE", map="mountain", outcomes=SUITS, **given_so)


@CASES.obeys("RO-16.2.3-III", "RO-AMB-5", "RO-16.2.3-II")
def a_path_is_opened() -> Match:
    match = on_the_mountain(clearings={5: "2 marquise:warrior"}, hands={1: ["anvil"]}, values={"this:marches": 2})
    when(match, 1, OpenPath(one=2, other=5, card="card:anvil"))
    assert match.table.count("path:2-5", "closed") == 0
    assert match.table.get("score:1") == 1
    when(match, 1, Move(origin=5, to=2, n=1))
    return match


@CASES.breaks("RO-16.2.3-III")
def a_second_path_in_a_turn() -> None:
    match = on_the_mountain(clearings={5: "marquise:warrior"}, hands={1: ["anvil", "bake-sale"]})
    when(match, 1, OpenPath(one=2, other=5, card="card:anvil"))
    when(match, 1, OpenPath(one=5, other=9, card="card:bake-sale"))


@CASES.breaks("RO-16.2.3-III")
def a_path_is_opened_from_elsewhere() -> None:
    match = on_the_mountain(clearings={8: "marquise:warrior"}, hands={1: ["anvil"]})
    when(match, 1, OpenPath(one=2, other=5, card="card:anvil"))


@CASES.breaks("RO-16.2.3-II")
def along_a_closed_path() -> None:
    match = on_the_mountain(clearings={5: "2 marquise:warrior"})
    when(match, 1, Move(origin=5, to=2, n=1))


@CASES.obeys("RO-16.2.3-IV")
def the_pass() -> Match:
    match = on_the_mountain(clearings={10: "marquise:warrior"}, stage="discard", hands={2: ["anvil"]})
    go_on_until(match, lambda match: match.table.get("turn") == 2)
    assert match.table.get("score:1") == 1
    return match


CASES.forged("RO-16.2.3-IV", "RO-AMB-5")


# --- landmarks (RO-L) ------------------------------------------------------------------------------


@CASES.obeys("RO-L2")
def the_ruler_of_the_tower() -> Match:
    match = standing("tower", 12, clearings={12: "marquise:warrior"}, stage="discard", hands={2: ["anvil"]})
    go_on_until(match, lambda match: match.table.get("turn") == 2)
    assert match.table.get("score:1") == 1
    return match


@CASES.obeys("RO-L3")
def the_building_in_the_treetop() -> Match:
    match = standing(
        "treetop", 3, clearings={3: "3 marquise:warrior, marquise:sawmill, eyrie:roost"},
        values={"treetop": "eyrie:roost", "treetop-others": "marquise:sawmill"},
    )  # fmt: skip
    when(match, 1, Battle(at=3, defender="eyrie"), 1, 0)
    assert match.table.get("score:1") == 2
    assert match.table.get("treetop") is None
    return match


def at_the_market() -> Match:
    """Return a match in which the anvil was traded for the first card of the market."""
    cards = {f"market:{position}": "?card" for position in (1, 2, 3)}
    match = standing("market", 3, clearings={3: "marquise:warrior"}, hands={1: ["anvil"]}, zones=cards)
    when(match, 1, Trade(card="card:anvil", position=1))
    return match


@CASES.obeys("RO-L4")
def a_card_for_an_unseen_one() -> Match:
    match = at_the_market()
    assert match.table.pieces("market:1") == {"card:anvil": 1}
    assert match.table.pieces("hand:1") == {"?card": 1}
    return match


@CASES.breaks("RO-L4")
def a_second_trade_in_a_turn() -> None:
    match = at_the_market()
    when(match, 1, Trade(card="?card", position=2))


@CASES.breaks("RO-L4")
def a_trade_without_a_piece_at_the_market() -> None:
    match = standing("market", 3, clearings={4: "marquise:warrior"}, hands={1: ["anvil"]}, zones={"market:1": "?card"})
    when(match, 1, Trade(card="card:anvil", position=1))


@CASES.obeys("RO-L6")
def one_suit_of_the_lost_city() -> Match:
    """T-44: the workshop there was a mouse; another one is left, but no fox."""
    hand = {1: ["anvil", "birdy-bindle"]}
    workshops = {10: "marquise:workshop", 5: "marquise:workshop"}
    match = standing("city", 10, clearings=workshops, hands=hand, stage="craft")
    when(match, 1, Craft(card="card:birdy-bindle"))
    with pytest.raises(Illegal, match=r"RO-4\.1\.1"):
        when(match, 1, Craft(card="card:anvil"))
    return match


@CASES.obeys("RO-16.5.1-I", "RO-16.5.1-II")
def a_landmark_stays() -> Match:
    clearings = {1: "marquise:workshop", 6: "marquise:workshop", 8: "marquise:workshop", 12: "2 eyrie:warrior"}
    match = standing("tower", 12, clearings=clearings, hands={1: ["favor-of-the-foxes"]}, stage="craft")
    when(match, 1, Craft(card="card:favor-of-the-foxes"))
    assert at(match, 12) == {"landmark:tower": 1}
    return match


CASES.forged("RO-16.5.1-I", "RO-16.5.1-II")
