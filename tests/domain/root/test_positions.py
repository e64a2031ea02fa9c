"""The 48 positions that Root's rules were checked with, each with its cases; and some that no rule's case covers."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from tablescribe.domain.games.root.actions.alliance import DropSupporter, NoSupporter
from tablescribe.domain.games.root.actions.core import Ambush, Battle, Craft, GoOn, NoAmbush, NoFoil, PutPiece
from tablescribe.domain.games.root.actions.hundreds import SellItem
from tablescribe.domain.games.root.actions.marquise import NoHeal
from tests.domain import root
from tests.domain.root.cases import CASES
from tests.domain.root.cases_hundreds import led
from tests.domain.root.table import at, given, when

POSITIONS: dict[int, tuple[str, ...]] = {
    1: ("cases_battle.a_battle_of_two_against_three",),
    2: ("test_positions_core.test_the_alliance_orders_base_and_outrage",),
    3: ("test_positions_core.test_an_ambushed_battle_carries_the_decree_out",),
    4: ("test_positions_core.test_a_foiled_ambush_is_not_followed_by_another",),
    5: ("test_positions_core.test_the_fallen_come_back_to_the_keep_and_battle_on",),
    6: ("test_positions_core.test_one_rabbit_card_saves_the_fallen_of_one_clearing",),
    7: ("cases_alliance.the_keep_and_its_guards_fall_together",),
    8: ("test_positions_core.test_a_tie_is_the_eyries_unless_a_garden_stands_there",),
    9: ("test_positions_core.test_an_uncontrolled_patrol_rules_and_a_controlled_one_for_its_controller",),
    10: ("test_positions_core.test_each_uncontrolled_hireling_counts_alone",),
    11: ("cases_eyrie.a_decree_that_cannot_be_carried_out",),
    12: ("cases_eyrie.the_fourth_leader_falls",),
    13: (
        "test_positions_core.test_a_bird_moves_before_a_fox_and_no_battle_before_both",
        "test_positions_core.test_the_fox_card_is_not_carried_out_from_a_rabbit_clearing",
    ),
    14: ("cases_eyrie.the_charismatic_recruits_two_or_none",),
    15: ("cases_eyrie.the_despot_scores_one_more",),
    16: ("test_positions_insurgents.test_a_revolt_against_cats_with_hospitals_and_a_vagabond",),
    17: ("test_positions_insurgents.test_a_controlled_hireling_counts_among_three_warriors",),
    18: ("cases_alliance.a_base_is_lost",),
    19: ("test_positions_insurgents.test_the_eyrie_has_no_mouse_for_the_outrage",),
    20: ("cases_alliance.outrage_out_of_turn",),
    21: ("cases_vagabond.the_first_warrior_makes_hostile_the_second_scores",),
    22: ("test_positions_insurgents.test_a_defence_and_a_strike_score_no_infamy",),
    23: (
        "test_positions_insurgents.test_boots_into_a_hostile_clearing",
        "test_positions_insurgents.test_one_boot_is_too_little_among_hostile_warriors",
        "test_positions_insurgents.test_he_slips_among_hostile_warriors_without_a_boot",
    ),
    24: (
        "test_positions_insurgents.test_five_hits_on_three_items",
        "cases_vagabond_turn.a_hammer_mends_an_item_on_the_side_it_shows",
    ),
    25: (
        "test_positions_insurgents.test_aid_takes_a_ready_item",
        "test_positions_insurgents.test_aid_of_the_last_turn_does_not_count",
    ),
    26: ("test_positions_insurgents.test_a_sword_of_the_hostile_marquise",),
    27: (
        "test_positions_insurgents.test_either_of_the_two_poorest_is_a_partner",
        "test_positions_insurgents.test_in_a_coalition_he_scores_no_more_and_does_not_battle_the_partner",
        "test_positions_insurgents.test_the_partners_victory_is_his",
        "test_positions_insurgents.test_three_players_form_no_coalition",
    ),
    28: (
        "test_riverfolk.test_what_can_be_paid_with_three_warriors",
        "test_positions_factions.test_pieces_at_two_posts_buy_three_services_and_no_fourth",
    ),
    29: ("cases_riverfolk.mercenaries_share_the_hits", "test_riverfolk.test_one_hit_falls_on_the_own_warrior"),
    30: ("cases_riverfolk.a_lost_post_takes_half_of_the_funds",),
    31: ("test_positions_factions.test_the_outcast_after_lost_souls",),
    32: ("test_positions_factions.test_rituals_of_the_three_fox_gardens",),
    33: ("test_positions_factions.test_two_buildings_cost_one_of_the_nobles",),
    34: ("cases_duchy.one_fox_clearing_for_two_foxes",),
    35: ("test_positions_factions.test_a_raid_is_exposed_by_the_second_guess",),
    36: ("test_positions_factions.test_a_bomb_beside_warlord_and_vagabond",),
    37: (
        "test_positions_factions.test_a_wrathful_warlord_with_boot_and_sword",
        "test_positions_factions.test_the_mood_changes_though_no_item_bars_it",
    ),
    38: (
        "test_positions_factions.test_a_coin_for_a_full_track",
        "test_positions_factions.test_a_coin_that_is_not_kept",
    ),
    39: ("cases_keepers.a_retainer_leaves_the_game",),
    40: (
        "test_positions_maps.test_no_ferry_takes_a_pawn_out_of_a_forest",
        "test_positions_maps.test_the_ferry_takes_him_to_any_shore_once",
    ),
    41: ("test_positions_maps.test_one_path_of_the_mountain_is_opened_in_a_turn",),
    42: (
        "test_positions_maps.test_two_markers_out_of_turn_are_two_hirelings",
        "test_positions_maps.test_gold_pips_for_who_leads_or_is_tied",
    ),
    43: ("test_positions_maps.test_the_flotilla_goes_and_the_new_card_keeps_its_roll",),
    44: (
        "test_positions_maps.test_a_workshop_in_the_lost_city_is_one_suit",
        "cases_landmarks.one_suit_of_the_lost_city",
        "test_positions_maps.test_the_treetop_holds_a_second_building_and_no_third",
        "test_positions_maps.test_the_building_in_the_treetop_is_worth_two",
    ),
    45: ("test_positions_maps.test_beside_the_lost_city",),
    46: ("test_positions.test_an_ambush_deals_two_hits_however_few_defend",),
    47: (
        "test_positions_maps.test_three_hits_on_a_warrior_with_a_relic",
        "test_positions_maps.test_of_two_hits_one_is_ignored",
    ),
    48: (
        "test_positions_maps.test_a_patrol_scores_nothing_and_answers_for_outrage",
        "test_positions_maps.test_a_vault_scores_for_who_removes_it",
    ),
}
"""The cases of each position, as their docstrings name it (`T-1`); `module.function` of this folder."""


@cache
def named_positions() -> dict[str, int]:
    """Return the functions of this folder whose docstring begins with a position, each with its number."""
    found = {}
    for one in pkgutil.iter_modules(root.__path__):
        module = importlib.import_module(f"{root.__name__}.{one.name}")
        for name, what in vars(module).items():
            number = re.match(r"T-(\d+):", getattr(what, "__doc__", None) or "")
            if number and getattr(what, "__module__", "") == module.__name__:
                found[f"{one.name}.{name}"] = int(number[1])
    return found


def is_run(case: str) -> bool:
    """Return whether pytest runs a case: a test in a file of tests, or the case of a rule."""
    module, _, name = case.partition(".")
    function = getattr(importlib.import_module(f"{root.__name__}.{module}"), name, None)
    ruled: list[list[Callable[[], Any]]] = [*CASES.written.values(), *CASES.refused.values()]
    return any(function in some for some in ruled) or (module.startswith("test_") and name.startswith("test_"))


def test_each_of_the_48_positions_has_cases() -> None:
    assert list(POSITIONS) == list(range(1, 49))
    assert all(POSITIONS.values())


def test_the_table_names_the_cases_that_name_a_position() -> None:
    listed = {case: number for number, cases in POSITIONS.items() for case in cases}
    assert listed == named_positions()


@pytest.mark.parametrize("case", [case for cases in POSITIONS.values() for case in cases])
def test_each_case_of_a_position_is_run(case: str) -> None:
    assert is_run(case)


# --- some more ------------------------------------------------------------------------------------


def test_too_little_wood_goes_where_she_says() -> None:
    match = given(
        "CE", clearings={8: "marquise:sawmill", 1: "marquise:sawmill", 5: "7 marquise:wood"}, turn=2, stage="turn_end"
    )
    when(match, 2, GoOn())
    when(match, 1, PutPiece(at=1))
    assert at(match, 1) == {"marquise:sawmill": 1, "marquise:wood": 1}


def test_hospitals_need_the_keep() -> None:
    match = given(
        "EC", clearings={8: "3 eyrie:warrior, 2 marquise:warrior"}, hands={2: ["anvil"]},
        zones={"decree:battle": "loyal-vizier"}, stage="decree",
    )  # fmt: skip
    when(match, 1, Battle(at=8, defender="marquise"))
    when(match, 2, NoAmbush(), 2, 0)
    assert match.table.get("awaits") is None


def test_the_fallen_go() -> None:
    match = given(
        "EC", clearings={8: "3 eyrie:warrior, 2 marquise:warrior", 1: "marquise:keep"}, hands={2: ["anvil"]},
        zones={"decree:battle": "loyal-vizier"}, stage="decree",
    )  # fmt: skip
    when(match, 1, Battle(at=8, defender="marquise"))
    when(match, 2, NoAmbush(), 2, 0)
    when(match, 2, NoHeal())
    assert match.table.count("supply:marquise", "marquise:warrior") == 25


def test_an_ambush_deals_two_hits_however_few_defend() -> None:
    """T-46: one defender's ambush removes two; then both are limited to one."""
    match = given("CE", clearings={9: "3 marquise:warrior, eyrie:warrior"}, hands={1: ["anvil"], 2: ["ambush-mouse"]})
    when(match, 1, Battle(at=9, defender="eyrie"))
    when(match, 2, Ambush(card="card:ambush-mouse"))
    when(match, 1, NoFoil(), 3, 2)
    assert at(match, 9) == {}


def test_nobody_is_asked_without_cards() -> None:
    match = given("CE", clearings={9: "3 marquise:warrior, eyrie:warrior"}, hands={2: ["anvil"]})
    when(match, 1, Battle(at=9, defender="eyrie"))
    assert match.to_act == (2,)
    when(match, 2, NoAmbush(), 0, 0)
    assert match.to_act == (1,)


def test_unknown_supporters_are_looked_through() -> None:
    match = given(
        "CA", clearings={8: "marquise:warrior, alliance:base.fox"}, zones={"supporters": "card:investments, 2 ?card"}
    )
    when(match, 1, Battle(at=8, defender="alliance"), 0, 0)
    when(match, 2, DropSupporter(card="card:sappers"))
    when(match, 2, NoSupporter())
    assert match.table.pieces("supporters") == {"?card": 1, "card:investments": 1}


def test_a_crafted_item_of_the_hundreds_is_sold() -> None:
    match = led(hands={1: ["anvil"]}, stage="craft")
    when(match, 1, Craft(card="card:anvil"))
    when(match, 1, SellItem())
    assert match.table.count("hoard") == 0
    assert match.table.get("score:1") == 2
