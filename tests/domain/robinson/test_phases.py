"""The phases around the actions: event, morale, production, weather, night (RC-11 to RC-18, RC-30 to RC-34)."""

from __future__ import annotations

import pytest

from tablescribe.domain.games.robinson.actions.night import MoveCamp, Stay
from tablescribe.domain.games.robinson.actions.placing import Rest
from tablescribe.domain.games.robinson.actions.scenario import RollWeatherNow
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.chance import NeedsOutcome
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.rules.window import awaited
from tablescribe.domain.table.names import AWAITS
from tests.domain.robinson.cases import CASES
from tests.domain.robinson.forging import instead, lacking
from tests.domain.robinson.table import all_rest, given, goods, number, opened, play_it, rolled, when
from tests.support import do

# --- event ------------------------------------------------------------------------------------


@CASES.obeys("RC-11", "RC-12", "RC-13", "RC-15", "RC-65")
def an_adventure_icon_lays_a_token_and_nothing_more() -> Match:
    match = all_rest(given(), "adventure:gather")
    assert number(match, "round") == 2
    assert goods(match, "field:gather") == {"token:gather": 1}
    assert goods(match, "discard:event") == {"adventure:gather": 1, "icon:adventure": 1}
    assert not match.table.count("box", "token:gather")
    return match


@CASES.obeys("RC-B3")
def a_field_has_one_token_at_most() -> Match:
    """T-23: a token lies there already; the card is discarded all the same."""
    match = all_rest(given(tokens=["gather"]), "adventure:gather")
    assert goods(match, "field:gather") == {"token:gather": 1}
    assert goods(match, "discard:event") == {"adventure:gather": 1, "icon:adventure": 1}
    return match


CASES.forged("RC-11", "RC-65", "RC-B3")
CASES.forged("RC-12", by=instead("the_card_goes_to_the_threat_field", "discard:event", "threat"))
CASES.forged("RC-13", "RC-15", by=lacking("no_token_is_laid", "field:gather"))


def test_round_1_has_no_event_unless_tables_want_it() -> None:
    assert not goods(opened(), "discard:event")


# --- morale and production --------------------------------------------------------------------


@CASES.obeys("RC-16", "RC-17", "RC-18", "RC-B1", "RC-B5")
def everybody_gets_determination_and_what_the_own_tile_gives() -> Match:
    """Round 1 gave 1 wood and 1 food to each; the night costs the food, round 2 gives both again."""
    match = all_rest(given(levels={"determination:1": 3}), "adventure:build")
    assert (number(match, "determination:1"), number(match, "determination:2")) == (4, 2)
    assert goods(match, "stock:1") == goods(match, "stock:2") == {"food": 1, "wood": 2}
    assert (number(match, "first"), match.to_act) == (2, (2,)), "the first player's token has gone on"
    return match


CASES.forged("RC-16", "RC-B1", "RC-B5")
CASES.forged("RC-17", by=lacking("only_the_first_player_gets_determination", "determination:1"))
CASES.forged("RC-18", by=lacking("one_camp_produces_nothing", "stock:1"))


@CASES.obeys("RC-67")
def camps_on_one_start_tile_each_take_all_of_it() -> Match:
    match = all_rest(given(start_mode="beach"))
    assert goods(match, "stock:1") == goods(match, "stock:2") == {"food": 1, "wood": 2}
    return match


CASES.forged("RC-67", by=lacking("one_of_two_camps_on_a_tile_gets_nothing", "stock:2"))


# --- weather ----------------------------------------------------------------------------------


@CASES.obeys("RC-30", "RC-31", "RC-B40", "RC-B41", "RC-B44")
def one_roll_strikes_each_with_the_own_roof() -> Match:
    """Round 8 has the white die: two snow clouds cost 2 wood; above the roof each cloud costs 1 food and 1 wood.

    Seat 1 has roof 2: it pays 2 wood. Seat 2 has none: it owes 2 wood, then 2 food and 2 wood, and has 3 wood and 1
    food: 1 wood and 1 food are missing, 2 wounds. Then seat 2 has nothing to eat: 2 more, and 1 in the open.
    """
    match = given(
        stock={1: {"wood": 2, "food": 1}, 2: {"wood": 3, "food": 1}},
        levels={"shelter:1": 1, "roof:1": 2}, values={"round": 8}, scenario="signal_race",
    )  # fmt: skip
    all_rest(match, "snow_2")
    assert (number(match, "hearts:1"), number(match, "hearts:2")) == (13, 13 - 2 - 2 - 1)
    assert goods(match, "stock:1") == goods(match, "stock:2") == {}
    assert rolled(match).count("snow_2") == 1, "one roll for all"
    return match


CASES.forged("RC-B40", "RC-B41", "RC-B44")
CASES.forged("RC-31", by=lacking("the_weather_strikes_the_first_player_alone", "hearts:2", "stock:2"))


@CASES.breaks("RC-30")
def the_weather_is_rolled_a_second_time() -> None:
    """The dice of the round lie there already; a Storm-glass has them rolled no second time."""
    match = given(scenario="signal_race", starting={1: {"storm_glass": 2}}, values={"round": 8, "weather": "snow:2"})
    play_it(match, 1, RollWeatherNow(item="starting:storm_glass"))


@pytest.mark.parametrize("first", [1, 2, 3])
def test_the_first_player_alone_rolls_the_weather_dice(first: int) -> None:
    match = given(seats=3, values={"round": 8, "first": first, "turn": first}, scenario="signal_race")
    for _ in range(5):
        do(match, match.table.number("turn"), Rest())
    with pytest.raises(NeedsOutcome) as asked:
        do(match, match.table.number("turn"), Rest())
    assert (asked.value.question.what, asked.value.question.seat) == ("die:white", first)


@CASES.obeys("RC-B42", "RC-B31")
def the_red_die_brings_a_beast_to_each() -> Match:
    """Round 5 of the Idols: strength 3 against weapon 1 and 4; no weapon is worn. The open costs one heart."""
    match = given(levels={"weapon:1": 1, "weapon:2": 4}, values={"round": 5}, scenario="idols")
    all_rest(match, "beast")
    assert (number(match, "hearts:1"), number(match, "hearts:2")) == (13 - 2 - 1, 13 - 1)
    assert (number(match, "weapon:1"), number(match, "weapon:2")) == (1, 4)
    return match


CASES.forged("RC-B42", "RC-B31")


def test_the_red_die_may_cost_a_palisade_or_a_wound() -> None:
    match = given(levels={"palisade:1": 2, "shelter:1": 1}, values={"round": 5}, scenario="idols")
    all_rest(match, "palisade")
    assert (number(match, "palisade:1"), number(match, "hearts:1")) == (1, 13)
    assert number(match, "hearts:2") == 13 - 1 - 1


# --- night ------------------------------------------------------------------------------------


@CASES.obeys("RC-32", "RC-B50", "RC-76", "RC-33", "RC-34", "RC-5")
def hunger_and_the_open_come_before_the_move() -> Match:
    """T-24: a natural shelter beside the camp does not help in the night in which the camp moves there."""
    match = given(tiles={4: 2}, stock={1: {}, 2: {"food": 1}})
    all_rest(match)
    assert (match.table.get(AWAITS), match.to_act) == ("camp", (1,))
    assert (number(match, "hearts:1"), number(match, "hearts:2")) == (13 - 2 - 1, 13 - 1)
    play_it(match, 1, MoveCamp(space=4))
    assert goods(match, "space:4") == {"camp:1": 1, "tile:2": 1}
    return match


CASES.forged("RC-B50", "RC-76")
CASES.forged("RC-32", by=lacking("only_the_first_player_goes_hungry", "hearts:2", "stock:2"))


def test_where_tables_want_it_the_wound_of_the_open_comes_after_the_move() -> None:
    match = given(tiles={4: 2}, shelter_wound_after_move=True)
    all_rest(match)
    assert number(match, "hearts:1") == 13
    play_it(match, 1, MoveCamp(space=4))
    assert (number(match, "hearts:1"), number(match, "hearts:2")) == (13, 12)


@CASES.breaks("RC-33")
def the_second_moves_before_the_first() -> None:
    match = all_rest(given(tiles={4: 1, 5: 2}))
    assert awaited(match.table) == (1,)
    play_it(match, 2, MoveCamp(space=5))


def test_the_only_tile_beside_the_camp_is_occupied_and_the_reason_is_that() -> None:
    """Nobody is asked whether the camp moves there, and who says so is told why."""
    match = all_rest(given(camps={2: 4}))
    with pytest.raises(Illegal, match="RC-34: the camp of"):
        play_it(match, 1, MoveCamp(space=4))


@CASES.breaks("RC-34")
def onto_a_tile_with_another_camp() -> None:
    match = all_rest(given(tiles={4: 1, 5: 2, 7: 3}, camps={2: 4}))
    play_it(match, 1, MoveCamp(space=4))


@CASES.obeys("RC-77")
def a_tile_that_was_left_is_free_at_once() -> Match:
    """T-25: seat 1 leaves space 4; seat 2 may enter, then seat 3 may not."""
    match = given(seats=3, camps={1: 4, 2: 0, 3: 8}, tiles={4: 1, 7: 2})
    all_rest(match)
    play_it(match, 1, MoveCamp(space=7))
    assert awaited(match.table) == (2,)
    play_it(match, 2, MoveCamp(space=4))
    assert goods(match, "space:4") == {"camp:2": 1, "tile:1": 1}
    assert match.table.get(AWAITS) != "camp", "nothing is left beside seat 3 that is free"
    return match


CASES.forged("RC-77")


@CASES.obeys("RC-B52")
def a_built_shelter_saves_half_of_roof_and_palisade() -> Match:
    match = given(tiles={4: 1}, levels={"shelter:1": 1, "roof:1": 3, "palisade:1": 2})
    all_rest(match)
    play_it(match, 1, MoveCamp(space=4))
    assert (number(match, "roof:1"), number(match, "palisade:1")) == (2, 1)
    return match


@CASES.breaks("RC-B52")
def to_a_space_that_is_not_explored() -> None:
    match = all_rest(given(tiles={4: 1}))
    play_it(match, 1, MoveCamp(space=7))


def test_who_leaves_a_natural_shelter_loses_roof_and_palisade() -> None:
    match = given(camps={1: 4}, tiles={4: 2, 7: 11}, levels={"roof:1": 3, "palisade:1": 2})
    all_rest(match)
    play_it(match, 1, MoveCamp(space=7))
    assert (number(match, "roof:1"), number(match, "palisade:1")) == (0, 0)


@CASES.obeys("RC-B51")
def food_spoils_unless_it_keeps() -> Match:
    match = given(stock={1: {"food": 3, "preserved": 2, "wood": 1}}, tiles={4: 1})
    all_rest(match)
    when(match, (1, Stay()))
    assert goods(match, "stock:1") == {"food": 1, "preserved": 2, "wood": 2}, "round 2 has produced again"
    return match


CASES.forged("RC-B51")
CASES.forged("RC-5")


def test_a_camp_that_cannot_move_is_not_asked() -> None:
    match = all_rest(given())
    assert (match.table.get(AWAITS), number(match, "round")) == (None, 2)


def test_an_unused_window_closes_when_play_goes_on() -> None:
    match = all_rest(given(tiles={4: 1}))
    play_it(match, 2, Rest())
    assert number(match, "round") == 2
