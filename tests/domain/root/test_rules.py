"""Root: its rules obeyed and broken, and the common tests of every game."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.games import game
from tablescribe.domain.games.root.board import ENDINGS
from tests.domain.a_game import a_game
from tests.domain.root import (
    cases_advanced,
    cases_alliance,
    cases_battle,
    cases_begun,
    cases_cards,
    cases_characters,
    cases_core,
    cases_corvids,
    cases_duchy,
    cases_eyrie,
    cases_glossary,
    cases_hireling_cards,
    cases_hireling_setup,
    cases_hireling_sides,
    cases_hirelings,
    cases_homelands,
    cases_hundreds,
    cases_keepers,
    cases_landmarks,
    cases_lizards,
    cases_marquise,
    cases_once,
    cases_riverfolk,
    cases_rootlog,
    cases_supplies,
    cases_vagabond,
    cases_vagabond_turn,
)
from tests.domain.root.cases import CASES
from tests.domain.root.symmetries import SYMMETRIES
from tests.domain.root.ways import WAYS

MODULES = (
    cases_advanced, cases_alliance, cases_battle, cases_begun, cases_cards, cases_characters, cases_core, cases_corvids,
    cases_duchy, cases_eyrie, cases_glossary, cases_hireling_cards, cases_hireling_setup, cases_hireling_sides,
    cases_hirelings, cases_homelands, cases_hundreds, cases_keepers, cases_landmarks, cases_lizards, cases_marquise,
    cases_once, cases_riverfolk, cases_rootlog, cases_supplies, cases_vagabond, cases_vagabond_turn,
)  # fmt: skip
"""Where the cases stand."""

OPTIONS: dict[str, list[Any]] = {
    "factions": ["CEAVLO", "DPHKVG", "KHOLEC", "APVDHL", "OVGKED"],
    "map": ["autumn", "winter", "lake", "mountain"],
    "deck": ["standard", "exiles"],
    "setup": ["standard", "advanced"],
    "landmarks": [0, 1, 2],
    "hirelings": [False, True],
    "texts": ["printed", "updated"],
    "partisan_birds": ["discard", "keep"],
    "item_tracks": ["free", "forced"],
    "hireling_decay": ["all", "earlier"],
    "ferry_draw": ["mover", "factions"],
}

TestRoot = a_game(
    "root", cases=CASES, options=OPTIONS, endings=ENDINGS, hides=True, rounds=8, longest=6000, looks=1,
    turned_by={window.name: "RO-1.4.1" for window in game("root").windows}, symmetries=SYMMETRIES,
    ways=WAYS,
)  # fmt: skip
