"""The rules of Robinson Crusoe: one function per action and per step, with its rule numbers."""

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
