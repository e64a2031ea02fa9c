"""Placing pawns: whose turn, which locations, whose pawns, at what price (RC-19 to RC-23, RC-68 to RC-71, RC-6)."""

from __future__ import annotations

import pytest

from tablescribe.domain.games import opening
from tablescribe.domain.games.robinson.actions.placing import (
    Arrange,
    Attack,
    Build,
    Explore,
    Gather,
    Hunt,
    Invent,
    NoMorePawns,
    Rest,
)
from tablescribe.domain.match.events import Seat
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.chance import NeedsOutcome
from tablescribe.domain.rules.deciding import legal_actions, may
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.table.table import Impossible
from tests.domain.robinson.cases import CASES
from tests.domain.robinson.table import all_rest, given, go_on, goods, number, play_it, set_up_outcomes, when
from tests.support import STAMP, do

RICH = {1: {"wood": 4, "fur": 2, "food": 2}, 2: {"wood": 4, "fur": 2, "food": 2}}


# --- whose turn -------------------------------------------------------------------------------


@CASES.obeys("RC-19", "RC-21", "RC-22", "RC-70")
def pawns_are_placed_one_at_a_time_and_camps_are_places_for_all() -> Match:
    """T-1: both work on roofs of their own."""
    match = given(stock=RICH, levels={"shelter:1": 1, "shelter:2": 1})
    when(match, (1, Build(track="roof", pay="wood")))
    assert match.to_act == (2,)
    when(match, (2, Build(track="roof", pay="fur")))
    assert match.to_act == (1,)
    assert goods(match, "task:1:1:roof") == {"pawn:1": 1, "wood": 2}
    assert goods(match, "task:2:1:roof") == {"fur": 1, "pawn:2": 1}
    return match


def test_each_raises_the_own_roof_with_own_dice() -> None:
    match = pawns_are_placed_one_at_a_time_and_camps_are_places_for_all()
    when(match, (1, Rest()))
    play_it(match, 2, Rest(), "blank", "success", "blank", "blank", "determination", "blank")
    assert (number(match, "roof:1"), number(match, "roof:2")) == (1, 0)


@CASES.breaks("RC-19")
def the_second_places_first() -> None:
    when(given(), (2, Rest()))


def test_as_played_whoever_placed_has_had_the_turn() -> None:
    match = given()
    match.play(2, Rest(), match.chance(()), STAMP, as_played=True)
    assert (match.to_act, goods(match, "task:2:1:rest")) == ((1,), {"pawn:2": 1})


CASES.forged("RC-70")


# --- locations --------------------------------------------------------------------------------


@CASES.obeys("RC-20", "RC-68")
def own_pawns_are_not_in_the_way() -> Match:
    """T-2: a second pawn beside the own first one."""
    match = given(tiles={4: 1})
    when(match, (1, Invent(invention="invention:bricks")), (2, Rest()), (1, Invent(invention="invention:bricks")))
    assert goods(match, "task:1:1:invention:bricks") == {"pawn:1": 2}
    return match


@CASES.breaks("RC-20")
def a_card_with_a_pawn_of_another() -> None:
    """T-2: one pawn of two claims the card."""
    match = given(camps={1: 4}, tiles={4: 7})
    when(match, (1, Invent(invention="invention:bricks")), (2, Invent(invention="invention:bricks")))


@CASES.breaks("RC-21")
def a_space_that_is_explored_already_is_explored() -> None:
    when(given(tiles={4: 1}), (1, Explore(space=4)))


@CASES.breaks("RC-22")
def the_hunting_deck_has_a_pawn_of_another() -> None:
    """T-3: hunting is not a place of the camp."""
    when(given(hunting=2), (1, Hunt()), (2, Hunt()))


def test_t3_who_may_not_hunt_may_still_attack_the_hunters_camp() -> None:
    match = when(given(hunting=2, camps={2: 4}, tiles={4: 1}), (1, Hunt()))
    assert may(match.opening, match.table, 2, Attack(target=1))


def test_where_tables_share_the_hunt_both_hunt() -> None:
    match = when(given(hunting=2, shared_hunt=True), (1, Hunt()), (2, Hunt()))
    assert goods(match, "task:2:1:hunting") == {"pawn:2": 1}


@CASES.obeys("RC-23", "RC-B14", "RC-B13")
def gathering_on_the_tile_next_to_the_camp() -> Match:
    match = given(tiles={4: 6})
    when(match, (1, Gather(space=4, side="right")), (2, Rest()), (1, Rest()))
    play_it(match, 2, Rest(), "blank", "success", "blank")
    assert goods(match, "stock:1")["wood"] == 2, "one from the first round, one gathered"
    return match


@CASES.breaks("RC-23")
def gathering_where_an_enemy_camps() -> None:
    when(given(camps={2: 4}, tiles={4: 6}), (1, Gather(space=4, side="right")))


@CASES.breaks("RC-B14")
def gathering_at_home() -> None:
    when(given(), (1, Gather(space=3, side="left")))


@CASES.breaks("RC-B13")
def exploring_where_no_path_of_explored_tiles_leads() -> None:
    when(given(), (1, Explore(space=1)))


def test_a_path_leads_past_enemy_camps() -> None:
    match = when(given(camps={2: 4}, tiles={4: 6}), (1, Explore(space=5)))
    assert goods(match, "task:1:1:space:5") == {"pawn:1": 1}


# --- pawns ------------------------------------------------------------------------------------


@CASES.breaks("RC-68")
def a_hunt_with_the_last_pawn_is_not_begun() -> None:
    when(given(hunting=1), (1, Rest()), (2, Rest()), (1, Hunt()))


@CASES.obeys("RC-69")
def a_neutral_pawn_takes_a_turn_of_its_own_and_may_be_left_out() -> Match:
    """Seat 1 has a Map: its neutral pawn may join exploring, after both own pawns have been placed."""
    match = given(more=lambda play: play.move("helper:explore", 1, "supply", "pawns:1"))
    when(match, (1, Explore(space=4)), (2, Rest()), (1, Rest()), (2, Rest()))
    assert match.to_act == (1,), "the second has no pawn left and is passed over"
    when(match, (1, NoMorePawns()))
    assert goods(match, "supply")["helper:explore"] == 8, "the neutral pawn has gone back"
    return match


@CASES.breaks("RC-69")
def own_pawns_are_left_out() -> None:
    when(given(), (1, NoMorePawns()))


@CASES.breaks("RC-B17")
def a_neutral_pawn_alone() -> None:
    when(
        given(more=lambda play: play.move("helper:explore", 1, "supply", "pawns:1")),
        (1, Explore(space=4, pawn="explore")),
    )


def test_a_neutral_pawn_helps_with_its_own_work_only() -> None:
    match = given(tiles={4: 6}, more=lambda play: play.move("helper:explore", 1, "supply", "pawns:1"))
    when(match, (1, Gather(space=4, side="left")), (2, Rest()))
    with pytest.raises(Illegal, match="RC-B17"):
        when(match, (1, Gather(space=4, side="left", pawn="explore")))


def test_nobody_places_a_pawn_that_is_not_there() -> None:
    with pytest.raises(Impossible):
        when(given(), (1, Explore(space=4, pawn="explore")))


# --- attacks ----------------------------------------------------------------------------------


@CASES.obeys("RC-71")
def the_owner_rests_at_home_and_is_attacked() -> Match:
    """T-4: pawns on rest and roof are not in the way of an attack."""
    match = given(stock=RICH, camps={2: 4}, tiles={4: 1}, levels={"shelter:1": 1})
    when(match, (1, Rest()), (2, Rest()), (1, Build(track="roof", pay="wood")), (2, Attack(target=1)))
    return match


@CASES.breaks("RC-71")
def two_attack_the_same_camp() -> None:
    """T-5: the spot is claimed by the first attacker."""
    match = given(seats=3, camps={1: 4, 2: 5, 3: 8}, tiles={4: 1, 5: 2, 8: 3})
    when(match, (1, Rest()), (2, Attack(target=3)), (3, Rest()), (1, Attack(target=3)))


def test_where_tables_share_attacks_both_attack() -> None:
    match = given(seats=3, camps={1: 4, 2: 5, 3: 8}, tiles={4: 1, 5: 2, 8: 3}, shared_attacks=True)
    when(match, (1, Attack(target=3)), (2, Attack(target=3)))
    assert goods(match, "task:2:1:camp:3") == {"pawn:2": 1}


@CASES.obeys("RC-42", "RC-43", "RC-88", "RC-B17")
def an_attack_over_two_spaces_takes_two_pawns() -> Match:
    """Seat 1 at 3, seat 2 at 5: two spaces apart; a Shield's pawn may be the second one."""
    match = given(camps={2: 5}, tiles={5: 1}, more=lambda play: play.move("helper:hunt", 1, "supply", "pawns:1"))
    when(match, (1, Attack(target=2)), (2, Rest()), (1, Attack(target=2, pawn="hunt")), (2, Rest()))
    assert goods(match, "task:1:1:camp:2") == {"helper:hunt": 1, "pawn:1": 1}
    return all_rest(match)


@CASES.breaks("RC-42")
def an_attack_on_the_own_camp() -> None:
    when(given(), (1, Attack(target=1)))


@CASES.obeys("RC-43")
def a_camp_is_attacked_twice_with_two_pawns() -> Match:
    """Own pawns are not in the way: each attack is a fight, and each costs seat 2 the difference in hearts."""
    match = given(camps={1: 3, 2: 4}, levels={"weapon:1": 2})
    when(match, (1, Attack(target=2)), (2, Arrange()), (1, Attack(target=2, n=2)), (2, Arrange()))
    go_on(match)
    assert number(match, "hearts:2") == 13 - 2 - 2 - 1, "the night in the open costs one more"
    return match


@CASES.breaks("RC-43")
def a_second_attack_where_a_table_wants_one() -> None:
    match = given(camps={1: 3, 2: 4}, repeated_attacks=False)
    when(match, (1, Attack(target=2)), (2, Arrange()), (1, Attack(target=2, n=2)))


@CASES.breaks("RC-43")
def a_third_attack_before_the_second() -> None:
    match = given(camps={1: 3, 2: 4})
    when(match, (1, Attack(target=2)), (2, Arrange()), (1, Attack(target=2, n=3)))


def test_a_match_of_the_first_edition_knows_one_attack_a_round() -> None:
    match = first_edition()
    when(match, (1, Attack(target=2)), (2, Arrange()))
    assert Attack(target=2, n=2) not in set(legal_actions(match.opening, match.table, 1))
    with pytest.raises(Illegal, match="RC-43"):
        play_it(match, 1, Attack(target=2, n=2))


def first_edition() -> Match:
    """Return a match that was opened by the first edition, the camps side by side."""
    fixed = opening("robinson", 2, {"scenario": "idols"}, edition="1")
    people = [Seat(f"p{n}", "c") for n in (1, 2)]
    begun = Match.open("m", fixed, people, STAMP, outcomes=set_up_outcomes(fixed))
    assert begun.opened.edition == "1"
    return given(camps={1: 3, 2: 4}, begun=begun)


@CASES.breaks("RC-43")
def one_pawn_is_not_enough_over_two_spaces() -> None:
    """T-7: one pawn left, no helper."""
    match = given(camps={2: 5}, tiles={5: 1})
    when(match, (1, Rest()), (2, Rest()), (1, Attack(target=2)))


def test_a_camp_three_spaces_away_is_too_far() -> None:
    with pytest.raises(Illegal, match="RC-43"):
        when(given(), (1, Attack(target=2)))


def test_where_tables_allow_it_a_far_camp_takes_a_pawn_for_each_space() -> None:
    match = given(far_attacks=True)
    with pytest.raises(Illegal, match="RC-43"):
        when(match, (1, Attack(target=2)))
    match = given(far_attacks=True, more=lambda play: play.move("helper:hunt", 1, "supply", "pawns:1"))
    when(match, (1, Attack(target=2)), (2, Rest()), (1, Attack(target=2)), (2, Rest()))
    when(match, (1, Attack(target=2, pawn="hunt")))
    assert number(match, "round") == 2


def test_where_tables_ask_for_a_path_unexplored_spaces_stop_an_attack() -> None:
    plain, asked = given(camps={2: 5}, tiles={5: 1}), given(camps={2: 5}, tiles={5: 1}, attack_needs_path=True)
    assert may(plain.opening, plain.table, 1, Attack(target=2))
    assert not may(asked.opening, asked.table, 1, Attack(target=2))


@CASES.breaks("RC-88")
def a_helper_joins_where_tables_do_not_want_it() -> None:
    match = given(
        camps={2: 5}, tiles={5: 1}, helper_joins_attack=False,
        more=lambda play: play.move("helper:hunt", 1, "supply", "pawns:1"),
    )  # fmt: skip
    when(match, (1, Attack(target=2)), (2, Rest()), (1, Attack(target=2, pawn="hunt")))


# --- prices -----------------------------------------------------------------------------------


@CASES.obeys("RC-6", "RC-B20", "RC-B22")
def a_shelter_costs_two_wood_at_a_table_of_four() -> Match:
    """T-6: the two-player row holds."""
    match = given(seats=4, stock={3: {"wood": 2}})
    when(match, (1, Rest()), (2, Rest()), (3, Build(track="shelter", pay="wood")))
    assert goods(match, "task:3:1:shelter") == {"pawn:3": 1, "wood": 2}
    return match


CASES.forged("RC-6")


@CASES.breaks("RC-B20")
def wood_or_fur_is_not_said() -> None:
    when(given(stock=RICH), (1, Build(track="shelter")))


@CASES.breaks("RC-B22")
def one_wood_is_not_enough() -> None:
    when(given(), (1, Build(track="shelter", pay="wood")))


def test_a_refused_price_says_what_it_costs_and_what_is_left() -> None:
    with pytest.raises(Illegal, match="it costs 2 wood; you have only 1 wood left"):
        one_wood_is_not_enough()
    with pytest.raises(Illegal, match="it costs 1 fur; you have only 0 fur left"):
        when(given(), (1, Build(track="shelter", pay="fur")))


def test_a_price_that_was_not_paid_is_recorded_in_the_words_that_logs_have() -> None:
    """An audit compares them: matches that were recorded before stay as they are."""
    match = given()
    (move,) = do(match, 1, Build(track="shelter", pay="wood"), as_played=True)
    assert [str(one.why) for one in move.irregularities] == ["it costs 2 wood and 0 fur; you have less"]


def test_dice_for_the_weapon_level_say_so() -> None:
    match = given(stock=RICH)
    when(match, (1, Build(track="weapon")), (2, Rest()), (1, Rest()))
    with pytest.raises(NeedsOutcome, match="for raising the weapon level"):
        do(match, 2, Rest())


@CASES.obeys("RC-B21")
def two_palisades_in_one_round() -> Match:
    match = given(stock=RICH, levels={"shelter:1": 1})
    when(match, (1, Build(track="palisade", pay="wood")), (2, Rest()))
    when(match, (1, Build(track="palisade", pay="fur", n=2)))
    play_it(match, 2, Rest(), "blank", "success", "blank", "blank", "success", "blank")
    assert number(match, "palisade:1") == 2
    return match


@CASES.breaks("RC-B21")
def a_roof_without_a_shelter() -> None:
    when(given(stock=RICH), (1, Build(track="roof", pay="wood")))


def test_a_natural_shelter_bears_a_roof() -> None:
    match = given(stock=RICH, camps={1: 4}, tiles={4: 11})
    assert may(match.opening, match.table, 1, Build(track="roof", pay="wood"))


def test_arranging_and_rest_are_always_open() -> None:
    match = when(given(), (1, Arrange()), (2, Arrange()), (1, Rest()))
    assert goods(match, "task:1:1:arrange") == goods(match, "task:1:1:rest") == {"pawn:1": 1}
