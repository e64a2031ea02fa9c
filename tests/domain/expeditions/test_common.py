"""The common tests of every game, for Expeditions."""

from __future__ import annotations

from tests.domain.a_game import a_game
from tests.domain.expeditions import (
    cases_box,
    test_rules_automa,
    test_rules_box,
    test_rules_cards,
    test_rules_end,
    test_rules_objectives,
    test_rules_setup,
    test_rules_turn,
)
from tests.domain.expeditions.cases import CASES
from tests.domain.expeditions.symmetries import SYMMETRIES
from tests.domain.expeditions.test_random_play import CHOICES
from tests.domain.expeditions.ways import WAYS

THEMES = (
    cases_box, test_rules_automa, test_rules_box, test_rules_cards, test_rules_end, test_rules_objectives,
    test_rules_setup, test_rules_turn,
)  # fmt: skip
"""The modules in which cases are written: importing them fills `CASES`."""

TestExpeditions = a_game(
    "expeditions",
    cases=CASES,
    options=CHOICES,
    endings=("eighth_glory", "fourth_glory"),
    rounds=3,
    looks=2,
    longest=3000,
    turned_by={"benefit": "EX-23"},
    ways=WAYS,
    symmetries=SYMMETRIES,
)
