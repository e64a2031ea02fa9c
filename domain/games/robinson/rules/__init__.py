"""The rules of Robinson Crusoe: one function per action and per step, with its rule numbers."""

from domain.games.robinson.rules import (
    deaths,
    fights,
    hunting,
    night,
    placing,
    resolving,
    rewards,
    rounds,
    weather,
    works,
)
from domain.games.robinson.rules.base import action

__all__ = [
    "action", "deaths", "fights", "hunting", "night", "placing", "resolving", "rewards", "rounds", "weather", "works"
]  # fmt: skip
