"""Tomb Raider CCG: what must hold of every game."""

from __future__ import annotations

from dataclasses import replace

from domain.games import game
from tests.domain.a_game import a_game

TestIntroductory = a_game(
    replace(game("tomb_raider"), seats=(1, 2)),
    options={"most_turns": [3, 6]},
    endings=("treasure", "turns"),
    rounds=6,
    hides=True,
)
