"""The common tests of every game, for Robinson Crusoe."""

from __future__ import annotations

from tests.domain.a_game import a_game
from tests.domain.kit import dead_seats
from tests.domain.robinson import (
    test_cards,
    test_cards_and_tokens,
    test_death,
    test_declaring,
    test_fights,
    test_phases,
    test_placing,
    test_refused,
    test_scenario,
    test_setup,
    test_texts,
    test_works,
)
from tests.domain.robinson.cases import CASES
from tests.domain.robinson.symmetries import SYMMETRIES
from tests.domain.robinson.ways import WAYS

THEMES = (
    test_setup, test_phases, test_placing, test_works, test_cards, test_cards_and_tokens,
    test_fights, test_death, test_declaring, test_scenario, test_texts, test_refused,
)  # fmt: skip
"""The modules in which cases are written: importing them fills `CASES`."""

CHOICES = {
    "scenario": ["signal_race", "idols"],
    "layout": ["core_10", "wide_15"],
    "start_mode": ["scenario", "beach"],
    "shared_hunt": [False, True],
    "shared_attacks": [False, True],
    "attack_needs_path": [False, True],
    "far_attacks": [False, True],
    "repeated_attacks": [True, False],
    "shared_camp_tile_counts": [False, True],
    "shelter_wound_after_move": [False, True],
    "raid_takes_reserved": [False, True],
    "helper_joins_attack": [True, False],
    "stolen_item_usable_at_once": [True, False],
    "revert_on_theft": [True, False],
    "personal_cards_of_the_dead": [True, False],
    "claim_replaces_reward": [False, True],
    "event_in_round_1": [False, True],
}

REWARDS = ("raid", "scatter", "take_item", "trophy", "seize_relic")

TestRobinson = a_game(
    "robinson",
    cases=CASES,
    options=CHOICES,
    endings=("objective", "last_one_standing", "last_round", "all_dead"),
    rounds=6,
    looks=3,
    words=REWARDS,
    gone=dead_seats,
    ways=WAYS,
    symmetries=SYMMETRIES,
)
