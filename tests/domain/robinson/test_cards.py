"""What items and abilities do: when and how often, building, food and hearts, the weather (RC-75, RC-B16 to RC-B95)."""

from __future__ import annotations

import pytest

from tablescribe.domain.games.robinson.actions.effects import LayIdea
from tablescribe.domain.games.robinson.actions.night import CookInTheNight, NoCooking, TakeTheWeather
from tablescribe.domain.games.robinson.actions.placing import Arrange, Build, Rest
from tablescribe.domain.games.robinson.actions.resolving import RollAgain
from tablescribe.domain.games.robinson.actions.scenario import RollWeatherNow
from tablescribe.domain.games.robinson.actions.using import SoftenWeather, UseAbility, UseItem
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.play import Illegal, Play
from tablescribe.domain.table.names import AWAITS
from tablescribe.domain.table.table import Impossible
from tests.domain.robinson.cases import CASES
from tests.domain.robinson.table import all_arrange, all_rest, fetch, given, goods, number, play_it, when

NIGHT = 1
"""The heart that a night in the open costs; everybody has 1 food to eat."""

MORALE = 1
"""The determination of the next round."""

IDEAS = ("bed", "belts", "raft", "pit", "wall")


def kept(*tokens: str, seat: int = 1) -> Match:
    """Return a match in which a seat has kept these discovery tokens."""

    def lay(play: Play) -> None:
        for token in tokens:
            fetch(play, f"discovery:{token}", f"tokens:{seat}")

    return given(more=lay)


# --- when, how often, for how much ------------------------------------------------------------


@CASES.obeys("RC-B62", "RC-B73", "RC-B77")
def a_handyman_helps_with_building() -> Match:
    """It costs 3 determination, and brings a neutral pawn that helps with building alone."""
    match = when(given(levels={"determination:1": 4}), (1, UseAbility(ability="handyman")))
    assert number(match, "determination:1") == 1
    assert goods(match, "pawns:1") == {"helper:build": 1, "pawn:1": 2}
    return match


@CASES.breaks("RC-B62")
def an_ability_twice_in_a_round() -> None:
    twice = (1, UseAbility(ability="handyman"))
    when(given(levels={"determination:1": 9}), twice, twice)


@CASES.breaks("RC-B73")
def an_ability_that_costs_more_than_there_is() -> None:
    when(given(levels={"determination:1": 2}), (1, UseAbility(ability="handyman")))


CASES.forged("RC-B77")


def test_nobody_uses_the_ability_of_another_character() -> None:
    with pytest.raises(Illegal, match="RC-B73"):
        when(given(levels={"determination:1": 9}), (1, UseAbility(ability="soup")))
    with pytest.raises(Impossible):
        when(given(), (1, UseAbility(ability="juggling")))


def test_an_ability_can_be_used_again_in_the_next_round() -> None:
    match = all_rest(when(given(levels={"determination:1": 9}), (1, UseAbility(ability="handyman"))))
    assert number(match, "round") == 2
    when(match, (2, Rest()), (1, UseAbility(ability="handyman")))
    assert goods(match, "pawns:1") == {"helper:build": 1, "pawn:1": 2}


@CASES.obeys("RC-B95")
def biscuits_give_food_at_the_end_of_the_phase() -> Match:
    match = when(given(), (1, UseItem(item="starting:biscuits")))
    assert goods(match, "future:1") == {"food": 1}
    assert number(match, "uses:starting:biscuits") == 1
    return match


@CASES.breaks("RC-B95")
def an_item_in_the_turn_of_another() -> None:
    when(given(), (2, UseItem(item="starting:empty_bottle")))


def test_a_starting_item_without_a_marker_is_discarded() -> None:
    match = given(starting={1: {"bible": 1}}, levels={"hearts:1": 9})
    when(match, (1, Arrange()), (2, Rest()), (1, UseItem(item="starting:bible")))
    assert "starting:bible" not in goods(match, "starting:1")
    assert match.table.count("box", "starting:bible") == 1


def test_what_asks_something_is_used_in_the_own_turn_only() -> None:
    """In round 3 seat 1 is asked whether the weather dice are rolled: Biscuits can be eaten, a Handyman has to wait."""
    match = all_rest(given(starting={1: {"storm_glass": 2}}, values={"round": 2}, levels={"determination:1": 9}))
    assert (match.table.get(AWAITS), match.to_act) == ("forecast", (1,))
    when(match, (1, UseItem(item="starting:biscuits")))
    with pytest.raises(Illegal, match="RC-B95"):
        play_it(match, 1, UseAbility(ability="handyman"))


# --- building ---------------------------------------------------------------------------------


@CASES.obeys("RC-B75")
def economical_construction_saves_a_wood() -> Match:
    """A shelter costs 2 wood; 1 is enough."""
    match = given(levels={"determination:1": 2}, stock={1: {"wood": 1, "food": 1}})
    with pytest.raises(Illegal, match="RC-B22"):
        when(match, (1, Build(track="shelter", pay="wood")))
    when(match, (1, UseAbility(ability="economical")), (1, Build(track="shelter", pay="wood")))
    assert goods(match, "task:1:1:shelter") == {"pawn:1": 1, "wood": 1}
    assert goods(match, "stock:1") == {"food": 1}
    return match


CASES.forged("RC-B75")


@CASES.obeys("RC-B74")
def a_carpenter_rolls_the_success_die_again() -> Match:
    match = given(levels={"determination:1": 2}, stock={1: {"wood": 1, "food": 1}})
    when(match, (1, Build(track="weapon")), (2, Rest()), (1, Rest()))
    play_it(match, 2, Rest(), "blank", "determination", "blank")
    assert (match.table.get(AWAITS), match.to_act) == ("reroll", (1,))
    play_it(match, 1, RollAgain(die="success"), "success")
    assert (number(match, "weapon:1"), number(match, "determination:1")) == (1, 0 + MORALE)
    return match


@CASES.breaks("RC-B74")
def dice_that_nobody_has_rolled() -> None:
    when(given(levels={"determination:1": 2}), (1, RollAgain(die="wound")))


@CASES.obeys("RC-B76")
def a_new_idea_goes_to_the_board() -> Match:
    match = given(levels={"determination:1": 3}, chance="open")
    play_it(match, 1, UseAbility(ability="idea"), *(f"invention:{one}" for one in IDEAS))
    assert goods(match, "look:1") == {f"invention:{one}": 1 for one in IDEAS}
    with pytest.raises(Impossible):
        when(match, (1, LayIdea(invention="invention:diary")))
    when(match, (1, LayIdea(invention="invention:raft")))
    assert match.table.count("inventions", "invention:raft") == 1
    under = [piece for k in range(1, 5) for piece in goods(match, f"bottom:invention:{k}")]
    assert sorted(under) == sorted(f"invention:{one}" for one in IDEAS if one != "raft")
    return match


CASES.forged("RC-B76")


# --- food and hearts --------------------------------------------------------------------------


@CASES.obeys("RC-B78")
def a_recipe_turns_food_into_two_hearts() -> Match:
    match = given(levels={"determination:2": 5, "hearts:2": 9})
    when(match, (1, Rest()), (2, UseAbility(ability="recipe")))
    assert (number(match, "hearts:2"), number(match, "determination:2")) == (11, 3)
    assert goods(match, "stock:2") == {"wood": 1}
    when(match, (2, UseAbility(ability="soup")))
    assert goods(match, "future:2") == {"food": 1}
    return match


@CASES.breaks("RC-B78")
def a_recipe_without_food() -> None:
    match = given(levels={"determination:2": 2}, stock={2: {"wood": 1}})
    when(match, (1, Rest()), (2, UseAbility(ability="recipe")))


@CASES.obeys("RC-B87")
def a_pot_heals_in_the_night() -> Match:
    """Of 2 food one goes into the Pot, one is eaten."""
    match = given(items={1: ["pot"]}, levels={"hearts:1": 9}, stock={1: {"food": 2}})
    all_arrange(match)
    assert (match.table.get(AWAITS), match.to_act) == ("cooking", (1,))
    when(match, (1, CookInTheNight(invention="invention:pot")))
    assert number(match, "hearts:1") == 9 + 1 - NIGHT
    assert goods(match, "stock:1") == {"food": 1, "wood": 1}, "what round 2 gave"
    return match


@CASES.breaks("RC-B87")
def cooking_by_day() -> None:
    when(given(items={1: ["pot"]}), (1, CookInTheNight(invention="invention:pot")))


def test_a_fireplace_heals_two_and_each_item_cooks_once() -> None:
    match = given(items={2: ["pot", "fireplace"]}, levels={"hearts:2": 5}, stock={2: {"food": 4}})
    all_arrange(match)
    when(match, (2, CookInTheNight(invention="invention:fireplace")))
    with pytest.raises(Illegal, match="RC-B62"):
        when(match, (2, CookInTheNight(invention="invention:fireplace")))
    when(match, (2, NoCooking()))
    assert number(match, "hearts:2") == 5 + 2 - NIGHT


@CASES.obeys("RC-B92", "RC-B16")
def a_bible_makes_arranging_the_camp_better() -> Match:
    """Of two pawns that arrange the camp one gives 3 determination and a heart, the other 2."""
    match = given(starting={1: {"bible": 2}}, levels={"hearts:1": 9, "determination:1": 0})
    when(match, (1, Arrange()), (2, Rest()), (1, UseItem(item="starting:bible")), (1, Arrange()), (2, Rest()))
    assert (number(match, "determination:1"), number(match, "hearts:1")) == (3 + 2 + MORALE, 9 + 1 - NIGHT)
    assert number(match, "uses:starting:bible") == 1
    return match


@CASES.breaks("RC-B92")
def a_bible_without_arranging_the_camp() -> None:
    """Both own pawns rest or build; a neutral pawn is left, but it cannot arrange the camp."""
    match = given(starting={1: {"bible": 2}}, levels={"determination:1": 3}, stock={1: {"wood": 1}})
    when(match, (1, UseAbility(ability="handyman")), (1, Build(track="weapon")), (2, Rest()), (1, Rest()), (2, Rest()))
    assert match.to_act == (1,)
    play_it(match, 1, UseItem(item="starting:bible"))


def bible_before_the_last_pawn(edition: str = "") -> Match:
    """Return a match in which seat 1 rests with one pawn, opens the Bible, and arranges the camp with the other."""
    match = given(starting={1: {"bible": 2}}, levels={"hearts:1": 9, "determination:1": 0}, edition=edition)
    return when(match, (1, Rest()), (2, Rest()), (1, UseItem(item="starting:bible")), (1, Arrange()), (2, Rest()))


def test_a_bible_helps_the_last_pawn_as_well() -> None:
    """Arranging the camp gives 3 determination and heals 1, whichever pawn does it."""
    match = bible_before_the_last_pawn()
    assert (number(match, "determination:1"), number(match, "hearts:1")) == (3 + MORALE, 9 + 1 + 1 - NIGHT)


@pytest.mark.parametrize("edition", ["1", "2", "3"])
def test_in_earlier_editions_the_pawn_had_to_be_there_first(edition: str) -> None:
    with pytest.raises(Illegal, match="RC-B92: use it after placing a pawn"):
        bible_before_the_last_pawn(edition)


CASES.forged("RC-B16")


def test_a_bed_makes_rest_better() -> None:
    match = given(items={1: ["bed"]}, levels={"hearts:1": 5, "determination:1": 0})
    all_rest(match)
    assert (number(match, "hearts:1"), number(match, "determination:1")) == (5 + 2 + 2 - NIGHT, 1 + 1 + MORALE)


def test_rest_never_heals_more_than_there_is() -> None:
    assert number(all_rest(given()), "hearts:1") == 13 - NIGHT


# --- the weather ------------------------------------------------------------------------------


@CASES.obeys("RC-75", "RC-B79")
def hooch_takes_a_rain_cloud_off_for_its_owner_alone() -> Match:
    """Two rain clouds: seat 1 pays 2 food and 2 wood and has nothing to eat; the Cook pays 1 and 1, and eats."""
    match = given(values={"round": 3}, levels={"determination:2": 3}, stock={n: {"food": 2, "wood": 2} for n in (1, 2)})
    all_arrange(match, "rain_2")
    assert (match.table.get(AWAITS), match.to_act) == ("soften", (2,))
    when(match, (2, SoftenWeather(by="ability:hooch", how="rain")))
    assert [number(match, f"hearts:{seat}") for seat in (1, 2)] == [13 - 2 - NIGHT, 13 - NIGHT]
    assert goods(match, "stock:2") == {"food": 1, "wood": 2}, "1 wood left, and what round 4 gave"
    return match


@CASES.breaks("RC-75")
def softening_when_there_is_no_weather() -> None:
    when(given(levels={"determination:2": 3}), (1, Rest()), (2, SoftenWeather(by="ability:hooch", how="rain")))


CASES.forged("RC-B79")


def test_hooch_turns_snow_into_rain_and_leaves_take_rain_off() -> None:
    """One snow cloud becomes rain, and the leaves take that off: nothing is left of it."""

    def lay(play: Play) -> None:
        fetch(play, "discovery:large_leaves", "tokens:2")

    match = given(values={"round": 3}, levels={"determination:2": 9}, stock={2: {"food": 1, "wood": 1}}, more=lay)
    all_arrange(match, "snow_1")
    with pytest.raises(Illegal, match="RC-75"):
        when(match, (2, SoftenWeather(by="discovery:large_leaves", how="rain")))
    when(match, (2, SoftenWeather(by="ability:hooch", how="snow_to_rain")))
    when(match, (2, SoftenWeather(by="discovery:large_leaves", how="rain")))
    assert number(match, "hearts:2") == 13 - NIGHT
    assert goods(match, "tokens:2") == {}


def test_a_furnace_takes_one_snow_cloud_off() -> None:
    match = given(values={"round": 3}, items={1: ["furnace"]}, stock={1: {"food": 1, "wood": 1}})
    when(all_arrange(match, "snow_1"), (2, TakeTheWeather()))
    assert goods(match, "stock:1") == {"food": 1, "wood": 2}
    assert number(match, "hearts:1") == 13 - NIGHT


@CASES.obeys("RC-B91")
def a_storm_glass_has_the_dice_rolled_at_once() -> Match:
    """Round 3 has the orange die. It shows rain before any pawn is placed, and is not rolled again."""
    match = given(values={"round": 2}, starting={1: {"storm_glass": 2}})
    all_arrange(match)
    assert (match.table.get(AWAITS), match.to_act) == ("forecast", (1,))
    play_it(match, 1, RollWeatherNow(item="starting:storm_glass"), "rain_2")
    assert match.table.get("weather") == "rain:2"
    all_arrange(match)
    weather = [one for move in match.moves for one in getattr(move, "outcomes", ()) if str(one).startswith("rain")]
    assert weather == ["rain_2"]
    assert number(match, "uses:starting:storm_glass") == 1
    return match


@CASES.breaks("RC-B91")
def a_storm_glass_while_pawns_are_placed() -> None:
    when(given(starting={1: {"storm_glass": 2}}), (1, UseItem(item="starting:storm_glass")))
