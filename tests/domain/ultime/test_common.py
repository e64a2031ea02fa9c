"""The common tests of every game, for Le ultime persone."""

from __future__ import annotations

from tests.domain.a_game import a_game
from tests.domain.ultime import cases_movement, test_rules_events, test_rules_powers, test_rules_turn
from tests.domain.ultime.cases import CASES
from tests.domain.ultime.symmetries import SYMMETRIES
from tests.domain.ultime.test_random_play import CHOICES

THEMES = (cases_movement, test_rules_events, test_rules_powers, test_rules_turn)
"""The modules in which cases are written: importing them fills `CASES`."""

TestUltime = a_game(
    "ultime",
    cases=CASES,
    options=CHOICES,
    endings=("twelve_points",),
    hides=True,
    rounds=3,
    looks=2,
    turned_by={"defence": "UP-46"},
    symmetries=SYMMETRIES,
)
