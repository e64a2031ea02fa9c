"""Two words of the Law: what is adjacent (RO-16.6.2), and where pieces may move (RO-4.2, RO-16.2.2-V).

The Ferry takes pieces that move over the lake; it makes no clearing adjacent. The coastal clearings are 1, 10, 11 and
12; paths lead from 1 to 5 and 9 only.
"""

from __future__ import annotations

from typing import Any

import pytest

from tablescribe.domain.games.root.actions.alliance import Spread
from tablescribe.domain.games.root.actions.core import Battle, GoOn, Move
from tablescribe.domain.games.root.actions.hundreds import PlaceMob
from tablescribe.domain.games.root.actions.marquise import Build
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.deciding import legal_actions
from tablescribe.domain.rules.play import Illegal
from tests.domain.root.cases_landmarks import SUITS
from tests.domain.root.table import at, given, when

OVER_THE_LAKE = (10, 11, 12)


def on_the_lake(factions: str, **given_so: Any) -> Match:
    """Return a position on the lake, the Ferry in 1; suits are fox, rabbit, mouse in turn, from clearing 1 on."""
    return given(factions, map="lake", outcomes=SUITS, **given_so)


def spreading(**given_so: Any) -> Match:
    """Return a match in which the Alliance may spread sympathy from clearing 1."""
    there = {"supporters": "card:anvil, card:smugglers-trail, ?card, ?card"}
    return on_the_lake("AC", clearings={1: "alliance:sympathy"}, zones=there, stage="birdsong", **given_so)


def offered(match: Match, kind: type[Action]) -> set[int]:
    """Return the clearings for which an action is offered to the asked seat."""
    seat = match.to_act[0]
    return {int(getattr(one, "at", 0)) for one in legal_actions(match.opening, match.table, seat) if type(one) is kind}


def test_sympathy_spreads_along_paths_and_not_with_the_ferry() -> None:
    match = spreading()
    assert offered(match, Spread) == {5, 9}
    for number in OVER_THE_LAKE:
        with pytest.raises(Illegal) as refused:
            when(match, 1, Spread(at=number))
        assert refused.value.rule == "RO-8.4.2"


def test_wood_does_not_come_over_the_water_to_a_sawmill() -> None:
    there = {1: "marquise:sawmill, 2 marquise:warrior", 12: "marquise:warrior, 3 marquise:wood"}
    match = on_the_lake("CA", clearings=there, values={"this:marches": 2})
    with pytest.raises(Illegal) as refused:
        when(match, 1, Build(building="sawmill", at=1))
    assert refused.value.rule == "RO-6.5.4"


@pytest.mark.parametrize(("suit", "beside"), [("rabbit", 5), ("mouse", 9)])
def test_a_mob_gathers_beside_another_along_a_path(suit: str, beside: int) -> None:
    match = on_the_lake("HC", clearings={1: "hundreds:mob"}, values={"mood": "stubborn"}, turn=2, stage="turn_end")
    when(match, 2, GoOn(), suit)
    assert at(match, beside)["hundreds:mob"] == 1, "there is one place, so that nobody is asked"
    assert not any("hundreds:mob" in at(match, number) for number in OVER_THE_LAKE)


def test_no_mob_gathers_where_only_the_ferry_leads() -> None:
    """Of the fox clearings only 10 would be beside the mob, over the lake."""
    match = on_the_lake("HC", clearings={1: "hundreds:mob"}, values={"mood": "stubborn"}, turn=2, stage="turn_end")
    when(match, 2, GoOn(), "fox")
    assert [number for number in range(13) if at(match, number).get("hundreds:mob")] == [1]
    assert not offered(match, PlaceMob)


def test_a_bitter_warlord_arms_no_mob_beyond_the_lake() -> None:
    there = {1: "hundreds:warlord, 2 hundreds:warrior, marquise:warrior", 12: "hundreds:mob", 5: "hundreds:mob"}
    match = on_the_lake("HC", clearings=there, values={"mood": "bitter"}, stage="command")
    when(match, 1, Battle(at=1, defender="marquise"))
    effects = [getattr(one, "effect", "") for one in legal_actions(match.opening, match.table, 1)]
    assert [one for one in effects if one.startswith("bitter")] == ["bitter:5"]


def test_pieces_that_move_ride_as_before() -> None:
    match = on_the_lake("CA", clearings={1: "2 marquise:warrior"}, values={"this:marches": 2})
    when(match, 1, Move(origin=1, to=10, n=2))
    assert at(match, 10) == {"landmark:ferry": 1, "marquise:warrior": 2}


def test_whether_the_ferry_has_ridden_matters_to_nobody_who_spreads() -> None:
    assert offered(spreading(values={"this:ferry": 1}), Spread) == offered(spreading(), Spread)


def test_a_match_of_the_first_edition_goes_on_by_its_reading() -> None:
    match = spreading(edition="1")
    assert offered(match, Spread) == {5, 9, *OVER_THE_LAKE}


def raided(edition: str = "") -> Match:
    """Return a match in which the Marquise has removed a raid in clearing 10 of Corvids with Boat Builders."""
    match = given(
        "PC", deck="exiles", clearings={10: "corvids:plot.raid, 2 marquise:warrior"}, turn=2,
        zones={"crafted:1": "card:boat-builders"}, values={"this:marches": 2}, edition=edition,
    )  # fmt: skip
    when(match, 2, Battle(at=10, defender="corvids"), 0, 0)
    return match


def warriors(match: Match) -> list[int]:
    """Return the clearings with a warrior of the Corvids."""
    return [number for number in range(1, 13) if "corvids:warrior" in at(match, number)]


def test_a_raid_comes_along_rivers_that_are_paths() -> None:
    """Boat Builders: rivers are paths, and clearings that a path joins are adjacent (RO-13.7.4, 16.6.2)."""
    assert warriors(raided()) == [1, 2, 5, 11, 12], "paths lead from 10 to 1, 2 and 12, rivers to 5 and 11"


@pytest.mark.parametrize("edition", ["1", "2", "3", "4"])
def test_a_raid_of_the_earlier_editions_comes_along_paths_only(edition: str) -> None:
    assert warriors(raided(edition)) == [1, 2, 12]
