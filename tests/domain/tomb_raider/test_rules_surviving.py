"""Tests, obstacles, attacks, damage: TR-18 to TR-21, TR-47 to TR-64, TR-91 to TR-96, TR-101."""

from __future__ import annotations

from typing import Any

import pytest

from tablescribe.domain.games.tomb_raider.actions.keeping import Draw, NoSearch, PlayOn
from tablescribe.domain.games.tomb_raider.actions.moving import Attack, NoAttack, Offer, Stay, Step
from tablescribe.domain.games.tomb_raider.actions.playing import PlayCard, UseCard
from tablescribe.domain.games.tomb_raider.actions.testing import Accept, Face, TakeHit
from tablescribe.domain.games.tomb_raider.cards import abilities, health
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.table.table import Moved
from tests.domain.tomb_raider.cases import breaks, forged, obeys
from tests.domain.tomb_raider.table import asked, at, count, given, lies_at, when
from tests.domain.tomb_raider.test_rules_moving import forward
from tests.support import STAMP

WOLF = "level:den.forward"
HIT = "marker:damage"


def facing(place: str = "den", **more: Any) -> Match:
    """Return a match in which seat 1 has stayed on a space with an obstacle, and the other raider is elsewhere."""
    match = given({"2-2": place, "2-3": "cross"}, {1: "2-2"}, **more)
    when(match, 1, Stay())
    return match


# --- tests ------------------------------------------------------------------------------------


@obeys("TR-18", "TR-19", "TR-58", "TR-60", "TR-62", "TR-64")
def a_result_of_the_target_is_enough() -> Match:
    """Fight 2: two dice; 7 against 7 passes, and puts 1 damage on the wolf, which works as before."""
    match = facing()
    moves = when(match, 1, Face(obstacle=WOLF, ability="fight"), 6, 1)
    assert moves[-1].outcomes == (6, 1)
    assert lies_at(match, "2-2") == {WOLF, HIT}
    assert count(match, "raider:1", HIT) == 0
    return match


@breaks("TR-58")
def an_ability_that_the_obstacle_does_not_name() -> None:
    when(facing(), 1, Face(obstacle=WOLF, ability="think"))


forged("TR-18", "TR-19", "TR-60", "TR-62", "TR-64")


@obeys("TR-57")
def every_obstacle_is_faced_whatever_happened() -> Match:
    """Failed, and stuck by it, the raider faces the second one all the same (position 24)."""
    match = facing("hole", lies={"2-2": ["draw2:dust"]})
    when(match, 1, Face(obstacle="level:hole.forward", ability="move"), 1, 1, 1)
    assert count(match, "raider:1", "marker:stuck") == 1
    assert asked(match) == ("face", (1,))
    when(match, 1, Face(obstacle="draw2:dust", ability="think"), 6, 6)
    assert asked(match) == ("movement", (2,))
    return match


@breaks("TR-57")
def facing_the_same_one_twice() -> None:
    match = facing("hole", lies={"2-2": ["draw2:dust"]})
    when(match, 1, Face(obstacle="draw2:dust", ability="think"), 6, 6)
    when(match, 1, Face(obstacle="draw2:dust", ability="think"), 6, 6)


@obeys("TR-56", "TR-59")
def left_and_entered_again() -> Match:
    """Leaving asks for no test; coming back asks for exactly one (positions 7 and 8)."""
    match = given({"2-2": "den", "2-3": "cross"}, {1: "2-2"})
    when(match, 1, forward())
    assert asked(match) == ("movement", (1,))
    when(match, 1, Step(way="back"))
    assert asked(match) == ("face", (1,))
    when(match, 1, Face(obstacle=WOLF, ability="move"), 6, 6, 6)
    when(match, 1, Stay())
    assert asked(match) == ("movement", (2,))
    return match


forged("TR-56", "TR-59")


@obeys("TR-61")
def damage_as_great_as_its_health_removes_it() -> Match:
    """A printed one loses its damage and gets the skull (position 22); a card is discarded to its owner."""
    match = facing(lies={"2-2": [HIT, "draw2:bats"]})
    when(match, 1, Face(obstacle=WOLF, ability="fight"), 6, 6)
    assert lies_at(match, "2-2") == {WOLF, "marker:removed", "draw2:bats"}
    when(match, 1, Face(obstacle="draw2:bats", ability="fight"), 6, 6)
    assert count(match, "discard:draw2", "draw2:bats") == 1
    return match


forged("TR-61")


@obeys("TR-20", "TR-50", "TR-51", "TR-52")
def a_tie_is_rolled_again_and_the_higher_deals_damage() -> Match:
    """The attacker loses: 1 damage, and no search; the defender may search (position 17)."""
    match = given()
    when(match, 1, Stay())
    assert asked(match) == ("attack", (1,))
    when(match, 1, Attack(raider=2), 3, 3, 3, 3, 1, 1, 6, 6)
    assert (count(match, "raider:1", HIT), count(match, "raider:2", HIT)) == (1, 0)
    when(match, 2, Stay())
    when(match, 2, NoAttack())
    assert asked(match) == ("search", (2,)), "seat 1 has used Fight"
    return match


@breaks("TR-50")
def attacking_somebody_elsewhere() -> None:
    match = given({"2-2": "cross"}, {3: "2-2"}, seats=3)
    when(match, 1, Stay())
    when(match, 1, Attack(raider=3))


forged("TR-20", "TR-51", "TR-52")


@obeys("TR-53", "TR-92")
def who_dies_attacking_survives_nothing_more() -> Match:
    """No step 5, no search; and yet an obstacle may be offered later in that round (position 19)."""
    match = given(
        {"2-2": "den", "2-3": "cross"}, {1: "2-2", 2: "2-2", 3: "2-3"}, {1: ["bats"]}, seats=3,
        lies={"raider:1": [HIT]},
    )  # fmt: skip
    when(match, 1, Stay())
    when(match, 1, Attack(raider=2), 1, 1, 6, 6)
    when(match, 1, Accept())
    when(match, 1, TakeHit())
    assert at(match, 1) == "off"
    assert asked(match) == ("movement", (2,))
    when(match, 2, forward(stop=True))
    when(match, 2, NoAttack())
    when(match, 3, Step(way="left"), "level:cross")
    assert asked(match) == ("offer", (1,))
    when(match, 1, Offer(card="draw1:bats"))
    assert "draw1:bats" in lies_at(match, "1-3")
    return match


@breaks("TR-92")
def a_dead_raider_uses_an_item() -> None:
    match = given({"2-2": "cross"}, {2: "2-2"}, rows={"unsaved:1": ["balm"]}, values={"dead:1": True})
    when(match, 1, UseCard(card="draw1:balm"))


forged("TR-53")

# --- obstacles of others (positions 1 and 2) --------------------------------------------------


@obeys("TR-47", "TR-48")
def the_highest_danger_that_is_legal_is_laid() -> Match:
    """Danger 3 at depth 2: five at most. Bats (3) lose to the pit (4); nothing is discarded."""
    match = given({"1-2": "cross"}, {1: "1-2"}, {2: ["dust"], 3: ["pit"], 4: ["bats"]}, seats=4)
    when(match, 1, Step(way="right"), "level:bone")
    when(match, 2, Offer(card="draw2:dust"))
    when(match, 4, Offer(card="draw4:bats"))
    when(match, 3, Offer(card="draw3:pit"))
    assert lies_at(match, "2-2") == {"level:bone.right", "draw3:pit"}
    assert [match.table.count(f"hand:{seat}") for seat in (2, 3, 4)] == [1, 0, 1]
    assert not any(match.table.count(f"discard:draw{seat}") for seat in (2, 3, 4))
    return match


@breaks("TR-47")
def an_obstacle_too_dangerous() -> None:
    match = given({"1-2": "cross"}, {1: "1-2"}, {2: ["rock"]})
    when(match, 1, Step(way="right"), "level:bone")
    when(match, 2, Offer(card="draw2:rock"))


forged("TR-48")


def test_the_wolf_of_five_is_just_legal() -> None:
    match = given({"1-2": "cross"}, {1: "1-2"}, {2: ["wolf"]})
    when(match, 1, Step(way="right"), "level:bone")
    when(match, 2, Offer(card="draw2:wolf"))
    assert "draw2:wolf" in lies_at(match, "2-2")


def test_a_card_offered_face_down_is_turned_up_at_a_table_and_goes_back_if_it_may_not_lie_there() -> None:
    match = given({"1-2": "cross"}, {1: "1-2"}, {}, seats=3)
    for seat in (2, 3):
        when_drawn(match, seat)
    when(match, 1, Step(way="right"), "level:bone")
    when(match, 2, Offer(card="?draw2"))
    when(match, 3, Offer(card="?draw3"), "draw2:bear", "draw3:bats")
    assert lies_at(match, "2-2") == {"level:bone.right", "draw3:bats"}
    assert match.table.pieces("hand:2") == {"draw2:bear": 1}


def when_drawn(match: Match, seat: int) -> None:
    """Give a seat a hidden card."""
    match.rule([Moved(f"?draw{seat}", 1, f"deck:draw{seat}", f"hand:{seat}")], STAMP, clause="a card", reason="test")


def test_of_equal_dangers_the_nearest_raiders_is_laid_and_then_they_roll() -> None:
    places = {"1-2": "cross", "1-3": "cross"}
    match = given(places, {1: "1-2", 3: "1-3"}, {2: ["dust"], 3: ["bats"]}, seats=3)
    when(match, 1, Step(way="right"), "level:bone")
    when(match, 2, Offer(card="draw2:dust"))
    when(match, 3, Offer(card="draw3:bats"))
    assert "draw2:dust" in lies_at(match, "2-2"), "seat 2 stands beside it, seat 3 two steps away"
    match = given({"1-2": "cross"}, {1: "1-2"}, {2: ["dust"], 3: ["bats"]}, seats=3)
    when(match, 1, Step(way="right"), "level:bone")
    when(match, 2, Offer(card="draw2:dust"))
    when(match, 3, Offer(card="draw3:bats"), 4, 4, 2, 5)
    assert "draw3:bats" in lies_at(match, "2-2")


def test_nobody_is_asked_for_an_obstacle_on_a_location_mapped_before() -> None:
    match = given({"2-2": "cross"}, {}, {2: ["bats"]})
    when(match, 1, forward())
    assert asked(match) == ("movement", (1,))


# --- harm -------------------------------------------------------------------------------------


@obeys("TR-91", "TR-101")
def a_hit_takes_one_health() -> Match:
    match = facing()
    assert health(match.opening, match.table, 1) == 2
    when(match, 1, Face(obstacle=WOLF, ability="move"), 1, 1, 1)
    assert health(match.opening, match.table, 1) == 1
    return match


@obeys("TR-21", "TR-93")
def an_injury_may_kill() -> Match:
    """Abilities 2, 3, 3, 2 and 1 damage: Think injured leaves a health of 1, and that is lost (position 27)."""
    match = facing("nest", lies={"raider:1": [HIT]})
    when(match, 1, Face(obstacle="level:nest.forward", ability="fight"), 1, 1)
    assert at(match, 1) == "off"
    other = facing("nest")
    when(other, 1, Face(obstacle="level:nest.forward", ability="fight"), 1, 1)
    assert abilities(other.opening, other.table, 1) == {"fight": 2, "move": 3, "search": 3, "think": 1}
    assert health(other.opening, other.table, 1) == 1
    return match


forged("TR-21", "TR-91", "TR-93", "TR-94", "TR-101")


@obeys("TR-96")
def a_card_that_lessens_damage_comes_before_it_lands() -> Match:
    """Health 1 and 1 damage coming: with the flip the raider lives (position 28)."""
    match = facing(hands={1: ["flip"]}, lies={"raider:1": [HIT]})
    when(match, 1, Face(obstacle=WOLF, ability="move"), 1, 1, 1)
    when(match, 1, Accept())
    assert asked(match) == ("hit", (1,))
    when(match, 1, PlayCard(card="draw1:flip"))
    assert at(match, 1) == "2-2"
    assert health(match.opening, match.table, 1) == 1
    return match


@breaks("TR-96")
def healing_before_the_damage_has_landed() -> None:
    """What is being asked is whether the damage is lessened: nothing else comes before it."""
    match = facing(hands={1: ["flip"]}, lies={"raider:1": [HIT]})
    when(match, 1, Face(obstacle=WOLF, ability="move"), 1, 1, 1)
    when(match, 1, Accept())
    when(match, 2, TakeHit())


def test_no_healing_comes_after_the_killing_blow() -> None:
    match = facing(rows={"unsaved:1": ["balm"]}, lies={"raider:1": [HIT]})
    when(match, 1, Face(obstacle=WOLF, ability="move"), 1, 1, 1)
    assert at(match, 1) == "off"
    with pytest.raises(Illegal, match="TR-92"):
        when(match, 1, UseCard(card="draw1:balm"))


@obeys("TR-95")
def all_weakenings_end_with_death() -> Match:
    match = facing("den", lies={"raider:1": [HIT, "marker:injury_search", "marker:stuck"]})
    when(match, 1, Face(obstacle=WOLF, ability="move"), 1, 1, 1)
    when(match, 2, Stay())
    when(match, 2, NoSearch())
    when(match, 2, Draw())
    when(match, 2, PlayOn())
    assert lies_at(match, "raider:1") == {"raider:lara"}
    assert at(match, 1) == "2-1"
    return match


forged("TR-95")
