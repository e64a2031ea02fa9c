"""Playing alone, and other objectives: TR-86, TR-105, TR-106, TR-118, TR-119."""

from __future__ import annotations

import pytest

from tablescribe.domain.games.tomb_raider.actions.keeping import Draw, NoSearch, PlayOn, Reset, Search
from tablescribe.domain.games.tomb_raider.actions.moving import Stay, Step
from tablescribe.domain.games.tomb_raider.actions.prizes import NoTreasure, TakeTreasure
from tablescribe.domain.games.tomb_raider.actions.testing import Face
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.play import Illegal
from tests.domain.tomb_raider.cases import breaks, forged, obeys
from tests.domain.tomb_raider.table import asked, given, lies_at, when
from tests.support import STAMP

# --- alone ------------------------------------------------------------------------------------


@obeys("TR-105")
def the_obstacle_deck_is_turned_until_one_fits() -> Match:
    """A limit of 3: danger 6 and 5 are discarded, 3 is laid (position 40)."""
    match = given({"2-2": "cross"}, seats=1)
    when(match, 1, Step(way="forward"))
    when(match, 1, Step(way="left"), "level:cross", "obstacles:rock", "obstacles:wolf", "obstacles:dust")
    assert lies_at(match, "1-2") == {"level:cross.left", "obstacles:dust"}
    assert lies_at(match, "discard:obstacles") == {"obstacles:rock", "obstacles:wolf"}
    return match


forged("TR-105")


@obeys("TR-106")
def a_limit_of_turns() -> Match:
    match = given({"2-2": "cross"}, {1: "2-2"}, seats=1, most_turns=1)
    when(match, 1, Stay())
    when(match, 1, NoSearch())
    when(match, 1, Draw())
    when(match, 1, PlayOn())
    assert match.is_over
    result = match.close(STAMP).result
    assert (result.ending, result.winners) == ("turns", ())
    return match


forged("TR-106")


def test_a_limit_of_resets() -> None:
    match = given({"2-2": "cross"}, {1: "2-2"}, seats=1, most_resets=0)
    when(match, 1, Stay())
    when(match, 1, NoSearch())
    when(match, 1, Draw())
    when(match, 1, Reset())
    assert match.table.get("ending") == "resets"


# --- other objectives -------------------------------------------------------------------------


@obeys("TR-86", "TR-118")
def the_treasure_is_brought_back() -> Match:
    """It falls where its holder dies, is picked up by a search against 13, and wins at the entrance."""
    match = given({"2-4": "room", "2-2": "ledge"}, {1: "2-4", 2: "2-2"}, objective="recovery", values={"met:2": None})
    when(match, 1, Stay())
    when(match, 2, Step(way="back"))
    when(match, 2, Stay())
    when(match, 1, Search(), 6, 6, 1)
    assert asked(match) == ("prize", (1,))
    when(match, 1, TakeTreasure(card="treasure:bronze"))
    assert lies_at(match, "unsaved:1") == {"treasure:bronze"}
    when(match, 2, NoSearch())
    when(match, 1, Draw())
    when(match, 1, Reset())
    assert "treasure:bronze" in lies_at(match, "2-4")
    return brought_back()


def brought_back() -> Match:
    """A raider at the gate holds the treasure at the end of its turn."""
    match = given(
        {"2-2": "cross"}, {1: "2-2"}, objective="recovery",
        values={"prize": "treasure:bronze", "prize:number": 13, "carrier": 2}, lies={"unsaved:2": ["treasure:bronze"]},
    )  # fmt: skip
    when(match, 1, Stay())
    when(match, 2, Stay())
    for seat in (1, 2):
        when(match, seat, NoSearch())
    for seat in (1, 2):
        when(match, seat, Draw())
        when(match, seat, PlayOn())
    assert match.is_over
    assert match.close(STAMP).result.winners == (2,)
    return picked_up()


def picked_up() -> Match:
    """A fallen treasure is picked up where it lies."""
    match = given(
        {"2-2": "cross", "2-4": "room"}, {1: "2-4"}, objective="recovery",
    )  # fmt: skip
    when(match, 1, Stay())
    when(match, 2, Stay())
    when(match, 1, Search(), 6, 6, 1)
    when(match, 1, TakeTreasure(card="treasure:bronze"))
    return match


@breaks("TR-86")
def a_treasure_of_too_much_power() -> None:
    match = given({"2-4": "room"}, {1: "2-4"}, objective="recovery")
    when(match, 1, Stay())
    when(match, 2, Stay())
    when(match, 1, Search(), 6, 6, 1)
    when(match, 1, TakeTreasure(card="treasure:silver"))


forged("TR-118")


def test_a_prize_has_to_be_chosen() -> None:
    match = given({"2-4": "room"}, {1: "2-4"}, objective="recovery")
    when(match, 1, Stay())
    when(match, 2, Stay())
    when(match, 1, Search(), 6, 6, 1)
    with pytest.raises(Illegal, match="TR-86"):
        when(match, 1, NoTreasure())


def test_a_fallen_treasure_is_picked_up_by_a_search() -> None:
    match = given(
        {"2-2": "cross"}, {1: "2-2"}, objective="recovery", lies={"2-2": ["treasure:bronze"]},
        values={"prize": "treasure:bronze", "prize:number": 13},
    )  # fmt: skip
    when(match, 1, Stay())
    when(match, 2, Stay())
    when(match, 1, Search(), 6, 6, 1)
    assert lies_at(match, "unsaved:1") == {"treasure:bronze"}
    assert match.table.get("carrier") == 1


@obeys("TR-119")
def a_bounty_hunter() -> Match:
    """A creature is worth a point, the treasure its room's power; most points win."""
    match = given(
        {"2-4": "room", "2-2": "den"}, {1: "2-2", 2: "2-4"}, objective="bounty", lies={"2-2": ["marker:damage"]}
    )
    when(match, 1, Stay())
    when(match, 1, Face(obstacle="level:den.forward", ability="fight"), 6, 6)
    assert match.table.number("score:1") == 1
    when(match, 2, Stay())
    when(match, 2, Search(), 6, 6, 6)
    result = match.close(STAMP).result
    assert (result.winners, result.scores) == ((1, 2), (1, 1)), "equal points: a shared win"
    return match


forged("TR-119")
