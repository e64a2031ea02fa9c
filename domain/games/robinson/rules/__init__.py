"""The rules of Robinson Crusoe: one function for each action and each step, with the rule numbers."""

from tablescribe.domain.games.robinson.rules import (
    cards,
    deaths,
    declaring,
    effects,
    fights,
    hunting,
    looking,
    night,
    one_offs,
    placing,
    pyres,
    resolving,
    rewards,
    rounds,
    scenario,
    texts,
    using,
    weather,
    works,
)
from tablescribe.domain.games.robinson.rules.base import action

__all__ = [
    "action", "cards", "deaths", "declaring", "effects", "fights", "hunting", "looking", "night", "one_offs",
    "placing", "pyres", "resolving", "rewards", "rounds", "scenario", "texts", "using", "weather", "works",
]  # fmt: skip
