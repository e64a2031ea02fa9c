"""The common tests of every game, for the sketches."""

from __future__ import annotations

from tests.domain.a_game import a_game
from tests.domain.sketches.auction import AUCTION
from tests.domain.sketches.expeditions import EXPEDITIONS
from tests.domain.sketches.robinson import ROBINSON
from tests.domain.sketches.root import ROOT
from tests.domain.sketches.tomb_raider import TOMB_RAIDER
from tests.support import TOY

TestAuction = a_game(AUCTION, endings=("all_lots",), hides=True)
TestToy = a_game(TOY, endings=("ten_fields",), options={"start": [0, 3]}, hides=True)
TestRobinson = a_game(ROBINSON, longest=30)
TestTombRaider = a_game(TOMB_RAIDER, longest=30, hides=True)
TestRoot = a_game(ROOT, longest=60, hides=True)
TestExpeditions = a_game(EXPEDITIONS, longest=30)
