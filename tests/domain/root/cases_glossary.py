"""Cases of Root's rules: words of the glossary (16.6) that decide something, and the forests of the maps (16.2)."""

from __future__ import annotations

from tablescribe.domain.games.root.actions.vagabond import Slip
from tablescribe.domain.match.match import Match
from tests.domain.root.cases import CASES
from tests.domain.root.cases_advanced import the_eyrie_far_away
from tests.domain.root.cases_core import building_where_she_rules
from tests.domain.root.cases_corvids import two_plots_change_places
from tests.domain.root.cases_hireling_cards import (
    a_fallen_patrol_goes_onto_its_card,
    the_band_pulls_warriors,
    the_exile_wanders,
    the_flotilla_goes_down_the_river,
)
from tests.domain.root.cases_hireling_sides import the_brigand_plunders_a_ruin, the_first_hit_is_ignored
from tests.domain.root.cases_hirelings import a_controlled_patrol_counts_for_rule
from tests.domain.root.cases_landmarks import SUITS, along_the_river
from tests.domain.root.cases_lizards import a_bird_for_an_acolyte_and_back_to_the_hand
from tests.domain.root.table import given, when

# --- forests (16.2) --------------------------------------------------------------------------------


def in_a_forest(name: str, forest: str) -> Match:
    """Return a position on a map in which the Vagabond may slip out of a forest."""
    return given(
        "CV", map=name, outcomes=SUITS, zones={f"forest:{forest}": "vagabond:pawn"}, values={"character:2": "thief"},
        turn=2, stage="slipping",
    )  # fmt: skip


def slipped(name: str, forest: str, to: str) -> Match:
    """Return a match in which the Vagabond has slipped from one forest into another."""
    match = in_a_forest(name, forest)
    when(match, 2, Slip(to=f"forest:{to}"))
    assert match.table.count(f"forest:{to}", "vagabond:pawn") == 1
    return match


@CASES.obeys("RO-16.2.1-I")
def across_a_frozen_river() -> Match:
    return slipped("winter", "2_7_12", "3_7_12")


@CASES.obeys("RO-16.2.2-IV")
def along_the_shore() -> Match:
    return slipped("lake", "1_5_11", "1_9_12")


@CASES.obeys("RO-16.2.3-V")
def into_an_area_without_trees() -> Match:
    return slipped("mountain", "10_11_12", "3_7_11_12")  # across the closed path from 11 to 12


# --- words (16.6) ----------------------------------------------------------------------------------

CASES.obeys("RO-16.6.11")(the_exile_wanders)
CASES.obeys("RO-16.6.15")(the_eyrie_far_away)
CASES.obeys("RO-16.6.16")(the_band_pulls_warriors)
CASES.obeys("RO-16.6.17")(the_flotilla_goes_down_the_river)
CASES.obeys("RO-16.6.23")(a_bird_for_an_acolyte_and_back_to_the_hand)
CASES.obeys("RO-16.6.24")(along_the_river)
CASES.obeys("RO-16.6.25")(the_brigand_plunders_a_ruin)
CASES.obeys("RO-16.6.28")(building_where_she_rules)
CASES.obeys("RO-16.6.33")(a_controlled_patrol_counts_for_rule)
CASES.obeys("RO-16.6.31")(two_plots_change_places)
CASES.obeys("RO-1.1.3", "RO-AMB-13")(a_fallen_patrol_goes_onto_its_card)
CASES.obeys("RO-BAT-1")(the_first_hit_is_ignored)

CASES.forged(
    "RO-16.2.1-I", "RO-16.2.2-IV", "RO-16.2.3-V", "RO-16.6.11", "RO-16.6.15", "RO-16.6.16", "RO-16.6.17", "RO-16.6.23",
    "RO-16.6.24", "RO-16.6.25", "RO-16.6.28", "RO-16.6.31", "RO-16.6.33", "RO-1.1.3", "RO-AMB-13", "RO-BAT-1",
)  # fmt: skip
