"""What must hold of every game holds of Expeditions."""

from __future__ import annotations

from tests.domain.a_game import a_game
from tests.domain.expeditions.test_random_play import CHOICES

TestExpeditions = a_game(
    "expeditions", options=CHOICES, endings=("eighth_glory", "fourth_glory"), rounds=3, looks=2, longest=3000
)
