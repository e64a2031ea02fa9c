from domain.games.root.board import ENDINGS
from tests.domain.a_game import a_game
from tests.domain.root import test_rules
from tests.domain.root.cases import CASES

TestAdv = a_game(
    "root",
    cases=CASES,
    options={
        "factions": ["CEA", "ECV", "DLC"],
        "setup": ["advanced"],
        "landmarks": [0, 2],
        "hirelings": [True],
        "draft": [False, True],
        "map": ["autumn", "winter", "lake", "mountain"],
        "deck": ["standard", "exiles"],
    },
    endings=ENDINGS,
    hides=True,
    rounds=6,
    longest=400,
    looks=2,
)
