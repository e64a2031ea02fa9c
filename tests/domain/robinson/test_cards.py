"""What inventions, starting items, tokens and abilities do (RC-66, RC-75, RC-98, RC-B16, RC-B62, RC-B71 to RC-B95)."""

from __future__ import annotations

import pytest

from domain.games.robinson.actions.effects import (
    ChooseSide,
    Exhaust,
    KeepToken,
    LayIdea,
    LayShortcut,
    PutBack,
    PutBeast,
)
from domain.games.robinson.actions.fights import NoBonus, StealInvention, TakeReward, UseInFight
from domain.games.robinson.actions.night import CookInTheNight, NoCooking, Stay, TakeTheWeather
from domain.games.robinson.actions.placing import Arrange, Attack, Build, Explore, Gather, Hunt, Rest
from domain.games.robinson.actions.resolving import NoEvent, RollAgain
from domain.games.robinson.actions.scenario import RollWeatherNow
from domain.games.robinson.actions.using import (
    GatherMore,
    NoMoreGathered,
    SoftenWeather,
    UseAbility,
    UseItem,
    UseToken,
)
from domain.match import Match
from domain.names import AWAITS
from domain.play import Illegal, Play
from domain.table import Impossible
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
    when(given(starting={1: {"bible": 2}}), (1, Rest()), (2, Rest()), (1, UseItem(item="starting:bible")))


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


# --- looking ----------------------------------------------------------------------------------


@CASES.obeys("RC-B80")
def tiles_are_laid_in_the_order_in_which_they_were_put_back() -> Match:
    """The Explorer looks at three tiles; the last one put back is the first that is laid."""
    match = given(seats=3, levels={"determination:3": 2}, chance="open")
    when(match, (1, Rest()), (2, Rest()))
    play_it(match, 3, UseAbility(ability="reconnaissance"), "tile:1", "tile:9", "tile:11")
    when(match, (3, PutBack(tile="tile:9")), (3, PutBack(tile="tile:1")))
    assert [goods(match, f"top:tile:{k}") for k in (1, 2, 3)] == [{"tile:11": 1}, {"tile:1": 1}, {"tile:9": 1}]
    when(match, (3, Explore(space=5)), (1, Rest()), (2, Rest()), (3, Explore(space=5)))
    assert goods(match, "space:5")["tile:11"] == 1
    assert [goods(match, f"top:tile:{k}") for k in (1, 2, 3)] == [{"tile:1": 1}, {"tile:9": 1}, {}]
    return match


CASES.forged("RC-B80")


def test_a_table_may_keep_what_was_seen_to_itself() -> None:
    match = given(seats=3, levels={"determination:3": 2})
    when(match, (1, Rest()), (2, Rest()))
    when(match, (3, UseAbility(ability="reconnaissance")))
    assert [goods(match, f"top:tile:{k}") for k in (1, 2, 3)] == [{"?tile": 1}] * 3
    when(match, (3, Explore(space=5)), (1, Rest()), (2, Rest()))
    play_it(match, 3, Explore(space=5), "tile:11")
    assert goods(match, "space:5")["tile:11"] == 1


@CASES.obeys("RC-B81")
def one_of_two_tokens_is_kept() -> Match:
    match = given(seats=3, levels={"determination:3": 3}, chance="open")
    when(match, (1, Rest()), (2, Rest()))
    play_it(match, 3, UseAbility(ability="scouting"), "discovery:poison", "discovery:goat")
    when(match, (3, KeepToken(token="discovery:goat")))
    assert goods(match, "tokens:3") == {"discovery:goat": 1}
    assert match.table.count("deck:discovery") == 22 - 1
    return match


@CASES.obeys("RC-B82")
def a_tracked_beast_goes_to_the_bottom() -> Match:
    """With two beasts in the hunting deck, the other is met first."""
    match = given(seats=4, hunting=2, levels={"determination:4": 2, "weapon:4": 9}, chance="open")
    when(match, (1, Rest()), (2, Rest()), (3, Rest()))
    play_it(match, 4, UseAbility(ability="tracking"), "beast:bear")
    when(match, (4, PutBeast(where="bottom")))
    assert goods(match, "bottom:beast:1") == {"beast:bear": 1}
    when(match, (4, Hunt()), (1, Rest()), (2, Rest()), (3, Rest()))
    play_it(match, 4, Hunt(), "beast:fox")
    assert goods(match, "bottom:beast:1") == {"beast:bear": 1}
    return match


CASES.forged("RC-B81", "RC-B82")


def test_a_tracked_beast_that_stays_is_met_next() -> None:
    match = given(seats=4, hunting=2, levels={"determination:4": 2, "weapon:4": 9}, chance="open")
    when(match, (1, Rest()), (2, Rest()), (3, Rest()))
    play_it(match, 4, UseAbility(ability="tracking"), "beast:bear")
    when(match, (4, PutBeast(where="top")), (4, Hunt()), (1, Rest()), (2, Rest()), (3, Rest()), (4, Hunt()))
    assert match.table.count("discard:beast", "beast:bear") == 1
    assert goods(match, "hunting") == {"?beast": 1}


def test_a_beast_that_joins_later_is_shuffled_in() -> None:
    """Exploring tile 11 shuffles a beast in: nobody knows any more where the bear lies, but it is among them."""
    match = given(seats=4, hunting=1, levels={"determination:4": 2}, chance="open")
    when(match, (1, Rest()), (2, Rest()), (3, Rest()))
    play_it(match, 4, UseAbility(ability="tracking"), "beast:bear")
    when(match, (4, PutBeast(where="top")), (4, Explore(space=8)), (1, Rest()), (2, Rest()), (3, Rest()))
    play_it(match, 4, Explore(space=8), "tile:11", "discovery:candles")
    assert goods(match, "hunting") == {"?beast": 1, "beast:bear": 1}


@CASES.obeys("RC-B85")
def the_hunt_brings_a_beast() -> Match:
    match = given(seats=4, levels={"determination:4": 4})
    when(match, (1, Rest()), (2, Rest()), (3, Rest()), (4, UseAbility(ability="hunt")))
    assert goods(match, "top:beast:1") == {"?beast": 1}
    return match


@CASES.obeys("RC-B84")
def a_defence_plan_gives_a_level() -> Match:
    match = given(seats=4, levels={"determination:4": 2, "shelter:4": 1})
    when(match, (1, Rest()), (2, Rest()), (3, Rest()), (4, UseAbility(ability="defence")))
    assert match.table.get(AWAITS) == "side"
    when(match, (4, ChooseSide(side="weapon+1")))
    assert (number(match, "weapon:4"), number(match, "palisade:4")) == (1, 0)
    return match


CASES.forged("RC-B84", "RC-B85")


def test_without_a_shelter_a_defence_plan_gives_a_weapon() -> None:
    match = given(seats=4, levels={"determination:4": 2})
    when(match, (1, Rest()), (2, Rest()), (3, Rest()), (4, UseAbility(ability="defence")))
    assert (match.table.get(AWAITS), number(match, "weapon:4")) == (None, 1)


def test_a_speech_moves_no_morale() -> None:
    match = given(seats=3, levels={"determination:3": 4})
    when(match, (1, Rest()), (2, Rest()), (3, UseAbility(ability="speech")))
    assert number(match, "determination:3") == 1


# --- fights -----------------------------------------------------------------------------------


@CASES.obeys("RC-B83")
def a_pistol_helps_in_one_fight() -> Match:
    """Weapon 1 and a Pistol against weapon 2: 4 to 2; a marker goes, the level stays 1."""
    match = given(
        camps={2: 4}, tiles={4: 1}, levels={"weapon:1": 1, "weapon:2": 2}, starting={1: {"pistol": 2}}
    )  # fmt: skip
    when(match, (1, Attack(target=2)), (2, Arrange()), (1, Arrange()), (2, Arrange()))
    assert (match.table.get(AWAITS), match.to_act) == ("bonus", (1,))
    when(match, (1, UseInFight(what="starting:pistol")))
    assert (number(match, "hearts:2"), number(match, "weapon:1")) == (13 - 2, 1)
    assert number(match, "uses:starting:pistol") == 1
    return match


@CASES.breaks("RC-B83")
def a_pistol_without_a_fight() -> None:
    when(given(starting={1: {"pistol": 2}}), (1, UseItem(item="starting:pistol")))


def test_frenzy_helps_the_soldier_who_is_attacked() -> None:
    match = given(seats=4, levels={"weapon:1": 2, "determination:4": 3}, camps={4: 3}, tiles={3: 1})
    when(match, (1, Attack(target=4)))
    all_arrange(match)
    assert (match.table.get(AWAITS), match.to_act) == ("bonus", (4,))
    when(match, (4, UseInFight(what="ability:frenzy")))
    assert number(match, "hearts:1") == 13 - 1 - NIGHT


def test_a_bonus_need_not_be_used() -> None:
    match = given(camps={2: 4}, tiles={4: 1}, starting={1: {"pistol": 2}})
    when(match, (1, Attack(target=2)), (2, Arrange()), (1, Arrange()), (2, Arrange()), (1, NoBonus()))
    assert number(match, "uses:starting:pistol") == 2


@CASES.obeys("RC-98")
def who_loses_a_knife_loses_its_level() -> Match:
    """The Knife gave 1 level: seat 2 falls from 1 to 0, seat 1 rises from 3 to 4 at the end of the phase."""
    match = given(
        camps={2: 4}, tiles={4: 1}, levels={"weapon:1": 3, "weapon:2": 1}, items={2: ["knife"]},
        values={"gave:weapon:invention:knife": 1},
    )  # fmt: skip
    when(match, (1, Attack(target=2)), (2, Arrange()), (1, Arrange()), (2, Arrange()))
    when(match, (1, TakeReward(reward="take_item")), (1, StealInvention(invention="invention:knife")))
    assert (number(match, "weapon:1"), number(match, "weapon:2")) == (4, 0)
    return match


CASES.forged("RC-98")


# --- gathering, tokens ------------------------------------------------------------------------


@CASES.obeys("RC-B86")
def a_basket_adds_one() -> Match:
    match = given(items={1: ["basket"]}, tiles={4: 6}, stock={1: {"food": 1}})
    when(match, (1, Gather(space=4, side="right")), (2, Rest()), (1, Gather(space=4, side="right")), (2, Rest()))
    assert (match.table.get(AWAITS), match.to_act) == ("more", (1,))
    when(match, (1, GatherMore(invention="invention:basket")))
    assert goods(match, "future:1") == {"wood": 2}
    when(match, (1, NoEvent()))
    return match


@CASES.breaks("RC-B86")
def a_basket_without_gathering() -> None:
    when(given(items={1: ["basket"]}), (1, GatherMore(invention="invention:basket")))


def test_a_basket_may_wait_for_another_source() -> None:
    match = given(items={1: ["basket", "sack"]}, tiles={4: 6}, stock={1: {"food": 1}})
    when(match, (1, Gather(space=4, side="right")), (2, Rest()), (1, Gather(space=4, side="right")), (2, Rest()))
    when(match, (1, GatherMore(invention="invention:sack")), (1, NoMoreGathered()))
    assert goods(match, "future:1") == {"wood": 2}


@CASES.obeys("RC-B72")
def a_goat_needs_a_weapon() -> Match:
    match = kept("goat")
    with pytest.raises(Illegal, match="RC-B72"):
        when(match, (1, UseToken(token="discovery:goat")))
    when(match, (1, UseItem(item="starting:biscuits")))
    bottle = given(levels={"weapon:1": 1}, more=lambda play: fetch(play, "discovery:goat", "tokens:1"))
    when(bottle, (1, UseToken(token="discovery:goat")))
    assert goods(bottle, "future:1") == {"food": 1, "fur": 1}
    assert goods(bottle, "tokens:1") == {}
    return bottle


@CASES.breaks("RC-B72")
def vegetables_without_an_own_pot() -> None:
    match = given(items={2: ["pot"]}, more=lambda play: fetch(play, "discovery:vegetables", "tokens:1"))
    when(match, (1, UseToken(token="discovery:vegetables")))


@pytest.mark.parametrize(
    ("token", "key", "becomes"),
    [("vegetables", "hearts:1", 11), ("poison", "weapon:1", 2), ("old_machete", "weapon:1", 1)],
)
def test_tokens_give_what_they_give(token: str, key: str, becomes: int) -> None:
    def lay(play: Play) -> None:
        fetch(play, f"discovery:{token}", "tokens:1")

    match = given(items={1: ["pot"]}, levels={"hearts:1": 9}, more=lay)
    when(match, (1, UseToken(token=f"discovery:{token}")))
    assert number(match, key) == becomes


def test_healing_herbs_build_a_cure() -> None:
    match = given(items={1: ["pot"]}, more=lambda play: fetch(play, "discovery:healing_herbs", "tokens:1"))
    when(match, (1, UseToken(token="discovery:healing_herbs")))
    assert "invention:cure" in goods(match, "items:1")
    taken = given(
        items={1: ["pot"], 2: ["cure"]}, more=lambda play: fetch(play, "discovery:healing_herbs", "tokens:1")
    )  # fmt: skip
    with pytest.raises(Illegal, match="RC-27"):
        when(taken, (1, UseToken(token="discovery:healing_herbs")))


def test_candles_help_with_building_and_thorns_need_a_shelter() -> None:
    match = kept("candles", "thorny_bushes")
    when(match, (1, UseToken(token="discovery:candles")), (1, UseToken(token="discovery:thorny_bushes")))
    assert goods(match, "pawns:1") == {"helper:build": 1, "pawn:1": 2}
    assert number(match, "palisade:1") == 0


@CASES.obeys("RC-66")
def tobacco_moves_no_morale() -> Match:
    match = when(kept("tobacco"), (1, UseToken(token="discovery:tobacco")))
    assert [number(match, f"determination:{seat}") for seat in (1, 2)] == [1, 1]
    assert goods(match, "tokens:1") == {}
    return match


CASES.forged("RC-66")


def test_larvae_and_wood_come_at_once() -> None:
    """Tile 9 brings three tokens: larvae, a tree, a goat. The goat is kept."""
    match = given(levels={"weapon:1": 0})
    when(match, (1, Explore(space=4)), (2, Rest()), (1, Explore(space=4)))
    play_it(match, 2, Rest(), "tile:9", *(f"discovery:{one}" for one in ("nourishing_larvae", "fallen_tree", "goat")))
    assert goods(match, "tokens:1") == {"discovery:goat": 1}
    assert goods(match, "future:1") == {"food": 2, "wood": 1}


# --- what inventions give once, and each round ------------------------------------------------


@CASES.obeys("RC-B93")
def drums_give_two_more_determination() -> Match:
    match = all_rest(given(items={1: ["drums", "diary"]}, levels={"determination:1": 0}))
    assert number(match, "determination:1") == 2 + 1 + MORALE
    return match


@CASES.obeys("RC-B88")
def a_pit_gives_two_food_on_a_wound() -> Match:
    match = all_rest(given(items={1: ["pit"]}), "adventure:build", "wound")
    assert goods(match, "stock:1")["food"] == 1 + 2
    return match


CASES.forged("RC-B88", "RC-B93")


@CASES.obeys("RC-B89")
def a_shortcut_leads_to_a_tile_beside_the_camp() -> Match:
    """Spaces 4 and 7 are explored beside the camp at 3; the token goes to 4, whose tile 6 gives food or wood."""
    match = given(tiles={4: 6, 7: 1}, items={1: ["shortcut"]}, values={"fresh:invention:shortcut": "received"})
    all_rest(match)
    assert (match.table.get(AWAITS), match.to_act) == ("shortcut", (1,))
    with pytest.raises(Illegal, match="RC-B89"):
        when(match, (1, LayShortcut(space=5)))
    when(match, (1, LayShortcut(space=4)), (1, Stay()))
    assert match.table.count("space:4", "shortcut:1") == 1
    assert match.table.get(AWAITS) == "side"
    when(match, (1, ChooseSide(side="wood+1")))
    assert goods(match, "stock:1") == {"food": 1, "wood": 3}, "1 wood, then 1 wood and 1 food of the camp's tile, and 1"
    return match


@CASES.breaks("RC-B89")
def a_shortcut_that_nobody_has_built() -> None:
    when(given(tiles={4: 6}), (1, LayShortcut(space=4)))


@CASES.obeys("RC-B90")
def a_corral_exhausts_a_parrot_and_feeds_the_camp() -> Match:
    """Tile 6 at space 4 shows a parrot on its left: that source gives nothing any more, the camp has 1 food more."""
    match = given(tiles={4: 6}, items={1: ["corral"]}, values={"fresh:invention:corral": "received"})
    all_rest(match)
    assert match.table.get("exhausted:tile:6:left") == "invention:corral"
    when(match, (1, Stay()))
    assert goods(match, "stock:1") == {"food": 2, "wood": 2}
    with pytest.raises(Illegal, match="RC-B5"):
        when(match, (2, Rest()), (1, Gather(space=4, side="left")))
    return match


@CASES.breaks("RC-B90")
def a_parrot_without_a_corral() -> None:
    when(given(tiles={4: 6}), (1, Exhaust(space=4, side="left")))


def test_a_corral_without_a_parrot_gives_nothing() -> None:
    match = all_rest(given(items={1: ["corral"]}, values={"fresh:invention:corral": "received"}))
    assert goods(match, "stock:1") == {"food": 1, "wood": 2}


def test_of_two_parrots_the_owner_chooses_one() -> None:
    match = given(tiles={4: 6, 7: 9}, items={1: ["corral"]}, values={"fresh:invention:corral": "received"})
    all_rest(match)
    assert match.table.get(AWAITS) == "corral"
    when(match, (1, Exhaust(space=7, side="left")))
    assert match.table.get("exhausted:tile:9:left") == "invention:corral"
    assert match.table.get("exhausted:tile:6:left") is None


@pytest.mark.parametrize(
    ("item", "key", "becomes"),
    [("bricks", "palisade:1", 1), ("wall", "palisade:1", 2), ("moat", "palisade:1", 2), ("knife", "weapon:1", 1),
     ("bow", "weapon:1", 3), ("sling", "weapon:1", 2), ("spear", "weapon:1", 3), ("fire", "palisade:1", 1),
     ("snare", "camp_token:1:food", 1)],
)  # fmt: skip
def test_inventions_give_once_what_they_give(item: str, key: str, becomes: int) -> None:
    """At the end of the phase; without a shelter palisades are lost."""
    fresh = {f"fresh:invention:{item}": "built"}
    match = all_rest(given(items={1: [item]}, levels={"shelter:1": 1}, values=fresh))
    assert number(match, key) == becomes
    bare = all_rest(given(items={1: [item]}, values=fresh))
    assert number(bare, key) == (0 if key.startswith("palisade") else becomes)


def test_a_dam_gives_food_that_keeps() -> None:
    match = all_rest(given(items={1: ["dam"]}, values={"fresh:invention:dam": "built"}, stock={1: {"food": 3}}))
    assert goods(match, "stock:1") == {"food": 1, "preserved": 2, "wood": 1}, "two of three food have spoiled"


def test_a_cellar_keeps_all_food() -> None:
    match = all_rest(given(items={1: ["cellar"]}, stock={1: {"food": 3}}))
    assert goods(match, "stock:1") == {"food": 3, "wood": 1}


@pytest.mark.parametrize(
    ("item", "pawn"),
    [("map", "explore"), ("belts", "gather"), ("raft", "gather_explore"), ("shield", "hunt"), ("lantern", "build")],
)
def test_inventions_bring_neutral_pawns_each_round(item: str, pawn: str) -> None:
    match = all_rest(given(items={1: [item]}))
    assert goods(match, "pawns:1") == {f"helper:{pawn}": 1, "pawn:1": 2}


def test_a_cure_prevents_the_wounds_that_a_beast_names() -> None:
    """A Puma of strength 5 against weapon 5 costs no wound, but 2 by its last line."""
    for items, hearts in (([], 13 - 2 - NIGHT), (["cure"], 13 - NIGHT)):
        match = given(items={1: items}, hunting=1, levels={"weapon:1": 5})
        when(match, (1, Hunt()), (2, Arrange()), (1, Hunt()))
        play_it(match, 2, Arrange(), "beast:puma")
        assert number(match, "hearts:1") == hearts
