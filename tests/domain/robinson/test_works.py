"""Carrying out actions: order, dice, success, special events, what is required (RC-24 to RC-29, RC-35 to RC-41)."""

from __future__ import annotations

import pytest

from tablescribe.domain.games.robinson.actions.night import CookInTheNight
from tablescribe.domain.games.robinson.actions.placing import Build, Explore, Gather, Hunt, Invent, Rest
from tablescribe.domain.games.robinson.actions.resolving import CarryOut, MeetEvent, NoEvent
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.deciding import may
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.table.names import AWAITS
from tests.domain.robinson.cases import CASES
from tests.domain.robinson.forging import instead, lacking
from tests.domain.robinson.table import all_rest, given, go_on, goods, number, play_it, rolled, when
from tests.support import STAMP

RICH = {1: {"wood": 4, "fur": 2, "food": 2}, 2: {"wood": 4, "fur": 2, "food": 2}}
SURE = ("blank", "success", "blank")


# --- order ------------------------------------------------------------------------------------


@CASES.obeys("RC-24", "RC-25", "RC-B10", "RC-B11", "RC-B12", "RC-B19", "RC-72")
def kind_by_kind_the_first_player_first() -> Match:
    """Building comes before gathering; of two who gather the first player is first. Dice: wound, success, adventure."""
    match = given(stock=RICH, tiles={4: 6, 5: 10}, levels={"determination:2": 0})
    when(match, (1, Gather(space=4, side="right")), (2, Build(track="weapon")))
    when(match, (1, Rest()), (2, Gather(space=5, side="left")))
    assert rolled(match) == ["blank", "success", "blank"] * 3
    assert number(match, "weapon:2") == 1
    assert goods(match, "stock:1")["wood"] == goods(match, "stock:2")["wood"] + 1 == 5
    return match


CASES.forged("RC-24", "RC-25", "RC-B10", "RC-B11", "RC-B12", "RC-B19", "RC-72")


@CASES.obeys("RC-4")
def levels_are_each_players_own() -> Match:
    match = given(stock=RICH, levels={"weapon:1": 1, "weapon:2": 1})
    when(match, (1, Build(track="weapon")), (2, Build(track="weapon")), (1, Rest()))
    play_it(match, 2, Rest(), *SURE, "blank", "determination", "blank")
    assert (number(match, "weapon:1"), number(match, "weapon:2")) == (2, 1)
    return match


CASES.forged("RC-4")


def test_who_has_several_actions_of_a_kind_chooses_their_order() -> None:
    match = given(stock=RICH)
    when(match, (1, Build(track="weapon")), (2, Rest()), (1, Invent(invention="invention:bricks")), (2, Rest()))
    assert (match.table.get(AWAITS), match.to_act) == ("order", (1,))
    play_it(match, 1, CarryOut(where="weapon"), "wound", "determination", "blank", *SURE)
    assert match.table.get(AWAITS) == "reroll", "with 3 determination the Carpenter could roll again"
    go_on(match)
    assert (number(match, "hearts:1"), number(match, "weapon:1")) == (13 - 1 - 1, 0), "and one heart in the open"
    assert goods(match, "items:1") == {"invention:bricks": 1}


# --- success and failure ----------------------------------------------------------------------


@CASES.obeys("RC-26", "RC-27", "RC-B23", "RC-39", "RC-82")
def the_builder_takes_the_card() -> Match:
    match = given()
    when(match, (1, Invent(invention="invention:bricks")), (2, Rest()), (1, Rest()))
    play_it(match, 2, Rest(), *SURE)
    assert goods(match, "items:1") == {"invention:bricks": 1}
    assert "invention:bricks" not in goods(match, "inventions")
    return match


CASES.forged("RC-26", by=lacking("the_card_stays_on_the_board", "items:1"))
CASES.forged("RC-82")


@CASES.breaks("RC-27")
def what_another_has_built() -> None:
    when(given(items={2: ["bricks"]}), (1, Invent(invention="invention:bricks")))


@CASES.breaks("RC-B23")
def a_bow_without_rope() -> None:
    when(given(stock=RICH, items={1: ["knife"]}), (1, Invent(invention="invention:bow")))


@CASES.obeys("RC-74")
def the_own_personal_invention_gives_two_determination() -> Match:
    """The Carpenter's Snare needs Rope; morale gives 1 more in round 2."""
    match = given(items={1: ["rope"]})
    when(match, (1, Invent(invention="invention:snare")), (2, Rest()), (1, Rest()))
    play_it(match, 2, Rest(), *SURE)
    assert goods(match, "items:1") == {"invention:rope": 1, "invention:snare": 1}
    assert number(match, "determination:1") == 1 + 2 + 1
    return match


@CASES.breaks("RC-74")
def the_invention_of_another_character() -> None:
    when(given(items={1: ["fire"]}), (1, Invent(invention="invention:fireplace")))


def test_without_success_there_are_two_determination_and_the_wood_comes_back() -> None:
    match = given(stock={1: {"wood": 1, "food": 1}})
    when(match, (1, Build(track="weapon")), (2, Rest()), (1, Rest()))
    play_it(match, 2, Rest(), "blank", "determination", "blank")
    assert (number(match, "weapon:1"), number(match, "determination:1")) == (0, 1 + 2 + 1)
    assert goods(match, "stock:1") == {"food": 1, "wood": 2}


@CASES.breaks("RC-B12")
def a_third_pawn_to_build() -> None:
    match = given(stock=RICH, more=lambda play: play.move("helper:build", 2, "supply", "pawns:1"))
    when(match, (1, Build(track="weapon")), (2, Rest()), (1, Build(track="weapon", pawn="build")), (2, Rest()))
    when(match, (1, Build(track="weapon", pawn="build")))


@CASES.obeys("RC-B18")
def what_is_gathered_comes_at_the_end_of_the_phase() -> Match:
    """With wood from the source the weapon could be paid, if it were there already: it is not."""
    match = given(stock={1: {"food": 1}}, tiles={4: 6})
    when(match, (1, Gather(space=4, side="right")), (2, Rest()))
    assert not may(match.opening, match.table, 1, Build(track="weapon"))
    when(match, (1, Gather(space=4, side="right")))
    play_it(match, 2, Rest())
    assert match.table.get(AWAITS) == "special_event"
    assert goods(match, "future:1") == {"wood": 1}
    when(match, (1, NoEvent()))
    assert goods(match, "stock:1") == {"wood": 1}
    return match


CASES.forged("RC-B18")


def test_a_space_that_somebody_explored_meanwhile_is_no_more_to_be_explored() -> None:
    """As played, two pawns of different players lie on one space; the second action does not happen."""
    match = given(camps={2: 5}, tiles={5: 6})
    when(match, (1, Explore(space=4)))
    match.play(2, Explore(space=4), match.chance(()), STAMP, as_played=True)
    when(match, (1, Rest()))
    play_it(match, 2, Rest(), *SURE, "tile:8")
    assert goods(match, "home:2") | goods(match, "pawns:2") == {"pawn:2": 2}
    assert number(match, "explored:1") == 1
    assert number(match, "explored:2") == 0


# --- exploring --------------------------------------------------------------------------------


@CASES.obeys("RC-28", "RC-29", "RC-B25")
def tile_beast_totem_and_tokens() -> Match:
    """Tile 7: a totem, a beast, two discovery tokens; all but the beast are the discoverer's."""
    match = given(scenario="idols", hunting=1)
    when(match, (1, Explore(space=4)), (2, Rest()), (1, Rest()))
    play_it(match, 2, Rest(), *SURE, "tile:7", "discovery:candles", "discovery:old_machete")
    assert goods(match, "space:4") == {"tile:7": 1}
    assert goods(match, "tokens:1") == {"discovery:candles": 1, "discovery:old_machete": 1}
    assert match.table.count("hunting") >= 2, "the tile's beast, and what the totem brings"
    assert not goods(match, "tokens:2")
    return match


CASES.forged("RC-28", by=instead("the_tokens_go_to_another", "tokens:1", "tokens:2"))
CASES.forged("RC-29", by=instead("another_resolves_the_totem", "goods:1", "goods:2"))


@CASES.breaks("RC-B25")
def no_tile_is_left() -> None:
    when(given(more=lambda play: play.move_all("deck:tile", "box")), (1, Explore(space=4)))


# --- special events ---------------------------------------------------------------------------


@CASES.obeys("RC-35", "RC-78", "RC-79", "RC-80")
def an_adventure_icon_brings_the_special_event_of_the_scenario() -> Match:
    """T-21: two pawns at distance 2 roll. Gathering in the Signal Race: 1 food, and a wound without a weapon."""
    match = given(tiles={4: 1, 5: 10}, scenario="signal_race")
    when(match, (1, Gather(space=5, side="left")), (2, Rest()), (1, Gather(space=5, side="left")))
    play_it(match, 2, Rest(), "blank", "determination", "adventure")
    assert number(match, "determination:1") == 1 + 2
    assert number(match, "hearts:1") == 13 - 1 - 1, "the wound of the event, and of sleeping in the open"
    return match


CASES.forged("RC-35", by=lacking("no_special_event_is_resolved", "hearts:1"))
CASES.forged("RC-78", "RC-79", "RC-80")


@CASES.obeys("RC-36")
def a_token_is_met_even_without_dice_and_goes() -> Match:
    """T-22: seat 1 must meet the event and has no choice any more; seat 2 may choose."""
    match = given(
        stock=RICH, tokens=["gather"], tiles={4: 6, 5: 10}, levels={"weapon:1": 1, "weapon:2": 1},
        scenario="signal_race",
    )  # fmt: skip
    when(match, (1, Gather(space=4, side="right")), (2, Gather(space=5, side="left")))
    when(match, (1, Gather(space=4, side="right")), (2, Gather(space=5, side="left")))
    assert goods(match, "field:gather") == {}
    assert goods(match, "future:1") == {"food": 1, "wood": 1}
    assert (match.table.get(AWAITS), match.to_act) == ("special_event", (2,))
    return match


CASES.forged("RC-36", by=lacking("the_token_stays", "field:gather"))


@CASES.obeys("RC-37", "RC-38")
def who_does_not_roll_may_meet_it() -> Match:
    match = a_token_is_met_even_without_dice_and_goes()
    when(match, (2, MeetEvent()))
    other = a_token_is_met_even_without_dice_and_goes()
    when(other, (2, NoEvent()))
    assert goods(match, "stock:2")["wood"] == goods(other, "stock:2")["wood"] == 5
    return other


@CASES.breaks("RC-37")
def another_decides_about_the_event() -> None:
    match = a_token_is_met_even_without_dice_and_goes()
    play_it(match, 1, MeetEvent())


CASES.forged("RC-38")


@CASES.breaks("RC-37")
def who_rolls_chooses_to_meet_the_event() -> None:
    """Two pawns at distance 2 roll, so there is no choice (RC-79)."""
    match = given(tiles={4: 1, 5: 10})
    when(match, (1, Gather(space=5, side="left")), (2, Rest()), (1, Gather(space=5, side="left")))
    play_it(match, 2, Rest(), *SURE)
    play_it(match, 1, MeetEvent())


def test_with_two_pawns_at_distance_two_there_is_no_choice() -> None:
    match = given(tiles={4: 1, 5: 10})
    when(match, (1, Gather(space=5, side="left")), (2, Rest()), (1, Gather(space=5, side="left")))
    play_it(match, 2, Rest(), *SURE)
    assert match.table.get(AWAITS) != "special_event"


# --- what inventions require ------------------------------------------------------------------


@CASES.obeys("RC-40", "RC-81")
def a_second_tile_of_the_terrain_frees_what_an_enemy_blocks() -> Match:
    """T-20: rivers at 5 and 7, seat 2 camps at 5; seat 1 camps on a river too, beside an enemy."""
    match = given(seats=3, camps={1: 7, 2: 5, 3: 7}, tiles={5: 10, 7: 3})
    with pytest.raises(Illegal, match="RC-81"):
        when(match, (1, Invent(invention="invention:map")))
    free = given(seats=3, camps={1: 7, 2: 5, 3: 8}, tiles={5: 10, 7: 3})
    when(free, (1, Invent(invention="invention:map")))
    return free


@CASES.breaks("RC-40")
def the_only_river_has_an_enemy_camp() -> None:
    """T-20: seat 2 may build the Map there, seat 1 may not."""
    match = given(camps={2: 4}, tiles={4: 10})
    assert not may(match.opening, match.table, 2, Invent(invention="invention:map")), "it is not its turn"
    when(match, (1, Invent(invention="invention:map")))


def test_t20_the_camper_itself_may_build_there() -> None:
    match = when(given(camps={2: 4}, tiles={4: 10}), (1, Rest()), (2, Invent(invention="invention:map")))
    assert goods(match, "task:2:1:invention:map") == {"pawn:2": 1}


@CASES.breaks("RC-81")
def a_shared_start_tile_serves_neither() -> None:
    when(given(start_mode="beach"), (1, Invent(invention="invention:shovel")))


def test_where_tables_let_it_count_a_shared_tile_serves_its_campers() -> None:
    match = given(start_mode="beach", shared_camp_tile_counts=True)
    assert may(match.opening, match.table, 1, Invent(invention="invention:shovel"))


@CASES.breaks("RC-39")
def a_terrain_that_nobody_has_revealed() -> None:
    when(given(), (1, Invent(invention="invention:map")))


@CASES.obeys("RC-41")
def an_own_item_is_required() -> Match:
    match = given(stock=RICH, items={1: ["rope", "knife"]})
    when(match, (1, Invent(invention="invention:bow")))
    assert goods(match, "task:1:1:invention:bow") == {"pawn:1": 1, "wood": 1}
    return match


@CASES.breaks("RC-41")
def an_item_of_another_is_used() -> None:
    """Seat 1 cooks with its own Pot; that of seat 2 does not serve it."""
    match = all_rest(given(items={1: ["pot"], 2: ["fireplace"]}, stock={1: {"food": 2}, 2: {}}))
    play_it(match, 1, CookInTheNight(invention="invention:fireplace"))


@CASES.breaks("RC-41")
def the_item_of_another_is_required() -> None:
    when(given(stock=RICH, items={1: ["rope"], 2: ["knife"]}), (1, Invent(invention="invention:bow")))


# --- hunting ----------------------------------------------------------------------------------


@CASES.obeys("RC-B15", "RC-B30", "RC-B32")
def a_hunt_wounds_wears_the_weapon_and_feeds() -> Match:
    """A Wild Dog: strength 3 against weapon 1: 2 wounds; 2 food, 1 fur. The night takes 1 food and 1 heart."""
    match = given(hunting=2, levels={"weapon:1": 1}, stock={1: {}}, items={1: ["cure"]})
    when(match, (1, Hunt()), (2, Rest()), (1, Hunt()))
    play_it(match, 2, Rest(), "beast:wild_dog")
    assert (number(match, "weapon:1"), number(match, "hearts:1")) == (1, 13 - 2 - 1), "the Cure prevents its bite"
    assert goods(match, "stock:1") == {"food": 1, "fur": 1, "wood": 1}
    assert goods(match, "discard:beast") == {"beast:wild_dog": 1}
    return match


CASES.forged("RC-B30", "RC-B32")


@CASES.breaks("RC-B15")
def a_hunt_without_a_beast() -> None:
    when(given(), (1, Hunt()))


@CASES.obeys("RC-B24")
def a_palisade_without_a_shelter_is_lost() -> Match:
    """Bricks give 1 palisade level at the end of the phase, where there is a shelter."""
    match = the_builder_takes_the_card()
    assert number(match, "palisade:1") == 0
    return match


CASES.forged("RC-B24")
