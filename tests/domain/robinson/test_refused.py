"""More that is refused, each by the sentence that forbids it: items, building, hunting, answers (RC-3 to RC-S9)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tablescribe.domain.games.robinson.actions.declaring import DeclareItem
from tablescribe.domain.games.robinson.actions.effects import ChooseSide, Exhaust, LayShortcut, TakeFrom
from tablescribe.domain.games.robinson.actions.fights import ClaimAll, UseInFight, UsePalisade
from tablescribe.domain.games.robinson.actions.night import CookInTheNight, MoveCamp
from tablescribe.domain.games.robinson.actions.placing import Arrange, Attack, Build, Gather, Hunt, Invent, Rest
from tablescribe.domain.games.robinson.actions.resolving import CarryOut
from tablescribe.domain.games.robinson.actions.scenario import FeedPyre, RollWeatherNow
from tablescribe.domain.games.robinson.actions.using import GatherMore, SoftenWeather, UseAbility, UseItem, UseToken
from tablescribe.domain.games.robinson.cards import StartingItem
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.play import Illegal
from tests.domain.robinson.cases import CASES
from tests.domain.robinson.table import all_arrange, all_rest, fetch, given, go_on, play_it, when
from tests.domain.robinson.test_cards import kept
from tests.domain.robinson.test_declaring import of_blanks
from tests.domain.robinson.test_scenario import MET
from tests.domain.robinson.test_works import RICH

# --- items, abilities, tokens ---------------------------------------------------------------------


@CASES.breaks("RC-3")
def the_starting_item_of_another() -> None:
    when(given(), (1, UseItem(item="starting:empty_bottle")))


@CASES.breaks("RC-63")
def the_discovery_token_of_another() -> None:
    when(kept("candles", seat=2), (1, UseToken(token="discovery:candles")))


@CASES.breaks("RC-B62")
def an_item_twice_in_a_round() -> None:
    biscuits = (1, UseItem(item="starting:biscuits"))
    when(given(), biscuits, biscuits)


@CASES.breaks("RC-B73")
def the_ability_of_another_character() -> None:
    when(given(levels={"determination:1": 9}), (1, UseAbility(ability="soup")))


@CASES.breaks("RC-B95")
def a_handyman_before_pawns_are_placed() -> None:
    """Seat 1 is asked for the weather dice: it may use what asks nothing more, and no other."""
    play_it(forecasting(), 1, UseAbility(ability="handyman"))


@CASES.breaks("RC-B92")
def two_items_for_arranging_the_camp() -> None:
    bible = (1, UseItem(item="starting:bible"))
    when(given(starting={1: {"bible": 2}}), (1, Arrange()), (2, Rest()), bible, bible)


@CASES.breaks("RC-B72")
def a_goat_without_a_weapon() -> None:
    when(kept("goat"), (1, UseToken(token="discovery:goat")))


@CASES.breaks("RC-27")
def a_cure_that_another_has_built() -> None:
    match = given(items={1: ["pot"], 2: ["cure"]}, more=lambda play: fetch(play, "discovery:healing_herbs", "tokens:1"))
    when(match, (1, UseToken(token="discovery:healing_herbs")))


# --- building and hunting -------------------------------------------------------------------------


@CASES.breaks("RC-B17")
def a_helper_for_building_hunts() -> None:
    match = given(hunting=1, levels={"determination:1": 4})
    when(match, (1, UseAbility(ability="handyman")), (1, Hunt()), (2, Rest()), (1, Hunt(pawn="build")))


@CASES.breaks("RC-B21")
def a_third_weapon_before_the_first() -> None:
    when(given(stock=RICH), (1, Build(track="weapon", n=3)))


@CASES.breaks("RC-B21")
def a_second_shelter() -> None:
    match = given(stock=RICH)
    when(match, (1, Build(track="shelter", pay="wood")), (2, Rest()), (1, Build(track="shelter", pay="wood", n=2)))


@CASES.breaks("RC-B22")
def the_second_pawn_pays_again() -> None:
    match = given(stock=RICH)
    when(match, (1, Build(track="shelter", pay="wood")), (2, Rest()), (1, Build(track="shelter", pay="wood")))


@CASES.breaks("RC-B20")
def a_weapon_paid_in_fur() -> None:
    when(given(stock=RICH), (1, Build(track="weapon", pay="fur")))


# --- what is asked: gathering, fights, the weather, the night -------------------------------------


def gathering_more(**position: Any) -> Match:
    """Return a match in which seat 1 is asked what its items add to the wood of space 4."""
    match = given(tiles={4: 6}, stock={1: {"food": 1}}, **position)
    gather = (1, Gather(space=4, side="right"))
    return when(match, gather, (2, Rest()), gather, (2, Rest()))


@CASES.breaks("RC-41")
def the_basket_of_another_is_filled() -> None:
    match = gathering_more(items={1: ["sack"], 2: ["basket"]})
    when(match, (1, GatherMore(invention="invention:basket")))


def a_new_basket(edition: str = "") -> Match:
    """Return a match in which seat 1 is asked what its Sack adds, and has built a Basket in this phase."""
    fresh = {"fresh:invention:basket": "built"}
    return gathering_more(items={1: ["sack", "basket"]}, values=fresh, edition=edition)


@CASES.breaks("RC-72")
def a_basket_that_was_built_in_this_phase() -> None:
    when(a_new_basket(), (1, GatherMore(invention="invention:basket")))


@pytest.mark.parametrize("edition", ["1", "2"])
def test_earlier_editions_say_that_a_new_basket_is_anothers(edition: str) -> None:
    with pytest.raises(Illegal, match="RC-41"):
        when(a_new_basket(edition), (1, GatherMore(invention="invention:basket")))


@CASES.breaks("RC-B62")
def a_basket_is_filled_twice() -> None:
    basket = (1, GatherMore(invention="invention:basket"))
    when(gathering_more(items={1: ["sack", "basket"]}), basket, basket)


@CASES.breaks("RC-25")
def the_second_player_carries_out_before_the_first() -> None:
    """Both build twice: the first player is asked for the order, and nobody else."""
    twice = (Build(track="weapon"), Invent(invention="invention:bricks"))
    others = (Build(track="weapon"), Invent(invention="invention:knife"))
    match = given(stock=RICH)
    for first, second in zip(twice, others, strict=True):
        when(match, (1, first), (2, second))
    when(match, (2, CarryOut(where="weapon")))


@CASES.breaks("RC-84")
def the_defenders_bonus_before_the_attackers() -> None:
    """Seat 1 has a Pistol and is asked first; the Soldier, whom it attacks, has its Frenzy."""
    match = given(
        seats=4, levels={"determination:4": 3}, camps={4: 3}, tiles={3: 1}, starting={1: {"pistol": 2}},
    )  # fmt: skip
    all_arrange(when(match, (1, Attack(target=4))))
    when(match, (4, UseInFight(what="ability:frenzy")))


@CASES.breaks("RC-85")
def a_palisade_that_nobody_has_built() -> None:
    """The fight is over at once, as there was nothing to ask."""
    match = given(camps={2: 4}, tiles={4: 1}, levels={"weapon:1": 1, "weapon:2": 1})
    when(match, (1, Attack(target=2)), (2, Arrange()), (1, Arrange()), (2, Arrange()))
    when(go_on(match), (2, UsePalisade()))


@CASES.breaks("RC-85")
def a_palisade_that_nobody_has_built_in_answer_to_another_question() -> None:
    """Seat 1 is asked for the weather dice: that closes by itself, and what it says then is refused as ever."""
    play_it(forecasting(), 1, UsePalisade())


@CASES.breaks("RC-93")
def hunger_gives_no_claim() -> None:
    match = given(seats=3, camps={2: 5}, tiles={5: 1}, levels={"hearts:2": 1}, stock={2: {"wood": 2}})
    when(go_on(all_arrange(match)), (1, ClaimAll()))


@CASES.breaks("RC-B83")
def a_bible_in_a_fight() -> None:
    match = given(camps={2: 4}, tiles={4: 1}, starting={1: {"pistol": 2, "bible": 2}})
    when(match, (1, Attack(target=2)), (2, Arrange()), (1, Arrange()), (2, Arrange()))
    when(match, (1, UseInFight(what="starting:bible")))


def forecasting() -> Match:
    """Return a match in which seat 1 is asked whether the weather dice are rolled before pawns are placed."""
    storm_glass = {1: {"storm_glass": 2}}
    return all_rest(given(starting=storm_glass, values={"round": 2}, levels={"determination:1": 9}))


@CASES.breaks("RC-B91")
def biscuits_roll_no_weather() -> None:
    play_it(forecasting(), 1, RollWeatherNow(item="starting:biscuits"))


@CASES.breaks("RC-75")
def leaves_against_snow() -> None:
    match = given(
        values={"round": 3}, levels={"determination:2": 9}, stock={2: {"food": 1, "wood": 1}},
        more=lambda play: fetch(play, "discovery:large_leaves", "tokens:2"),
    )  # fmt: skip
    all_arrange(match, "snow_1")
    when(match, (2, SoftenWeather(by="discovery:large_leaves", how="rain")))


@CASES.breaks("RC-B62")
def a_fireplace_cooks_twice_in_a_night() -> None:
    match = given(items={2: ["pot", "fireplace"]}, levels={"hearts:2": 5}, stock={2: {"food": 4}})
    all_arrange(match)
    fireplace = (2, CookInTheNight(invention="invention:fireplace"))
    when(match, fireplace, fireplace)


@CASES.breaks("RC-34")
def onto_the_only_tile_beside_the_camp_where_another_camps() -> None:
    """Nobody is asked whether the camp moves, and this is why."""
    play_it(all_rest(given(camps={2: 4})), 1, MoveCamp(space=4))


# --- what is asked: inventions, the scenario ------------------------------------------------------


@CASES.breaks("RC-B89")
def a_shortcut_to_an_unexplored_space() -> None:
    fresh = {"fresh:invention:shortcut": "received"}
    match = all_rest(given(tiles={4: 6, 7: 1}, items={1: ["shortcut"]}, values=fresh))
    when(match, (1, LayShortcut(space=5)))


@CASES.breaks("RC-B90")
def a_corral_for_wood() -> None:
    match = all_rest(
        given(tiles={4: 6, 7: 9}, items={1: ["corral"]}, values={"fresh:invention:corral": "received"})
    )  # fmt: skip
    when(match, (1, Exhaust(space=4, side="right")))


@CASES.breaks("RC-S4")
def more_wood_than_a_stage_of_the_pyre_takes() -> None:
    match = given(scenario="signal_race", stock={1: {"wood": 4}, 2: {"wood": 4}})
    all_rest(match)
    play_it(match, match.to_act[0], FeedPyre(wood=4))


@CASES.breaks("RC-S9")
def wood_is_taken_from_somebody_who_has_no_more() -> None:
    stock = {n: {"food": 1, "wood": n} for n in (2, 3, 4)} | {1: {"food": 1, "wood": 2}}
    match = given(seats=4, camps={2: 5, 4: 8}, tiles={5: 1, 1: 9, 4: 6, 8: 3}, stock=stock)
    when(match, (1, Gather(space=4, side="right")))
    while match.table.number("turn") and sum(match.table.count(f"pawns:{seat}") for seat in (1, 2, 3, 4)) > 1:
        when(match, (match.table.number("turn"), Arrange()))
    play_it(match, match.table.number("turn"), Arrange(), *MET)
    when(match, (1, TakeFrom(target=2)))


@CASES.breaks("RC-S9")
def a_side_that_cannot_be_carried_out() -> None:
    """An item of a table's own offers three things: of food, fur and determination fur alone is not there to lose."""
    losses = [{"do": "lose", what: 1} for what in ("food", "fur", "determination")]
    says = {"id": "biscuits", "name": "Biscuits", "uses": 2, "effect": {"do": "choose", "of": losses}}
    match = of_blanks()
    play_it(match, 1, DeclareItem(says=StartingItem.model_validate_json(json.dumps(says))))
    when(match, (1, UseItem(item="starting:biscuits")))
    when(match, (1, ChooseSide(side="fur-1")))
