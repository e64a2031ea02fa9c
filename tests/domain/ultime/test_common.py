"""What must hold of every game holds of Le ultime persone."""

from __future__ import annotations

from tests.domain.a_game import a_game
from tests.domain.ultime.test_random_play import CHOICES

TestUltime = a_game("ultime", options=CHOICES, endings=("twelve_points",), hides=True, rounds=3, looks=2)
