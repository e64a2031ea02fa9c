"""The rules of Tomb Raider CCG: one function for each action and each step, with the rule numbers."""

from tablescribe.domain.games.tomb_raider.rules import (
    attacking,
    dice,
    drawing,
    effects,
    facing,
    moments,
    movement,
    offering,
    playing,
    reading,
    rerolls,
    rounds,
    searching,
    start,
    texts,
    winning,
)
from tablescribe.domain.games.tomb_raider.rules.core import action

__all__ = [
    "action", "attacking", "dice", "drawing", "effects", "facing", "moments", "movement", "offering", "playing",
    "reading", "rerolls", "rounds", "searching", "start", "texts",
    "winning",
]  # fmt: skip
