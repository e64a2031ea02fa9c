"""Amounts of what can be gained and lost, in words: one, and several."""

from __future__ import annotations

from collections.abc import Callable

from domain.text import Text, say

_ONE: dict[str, Text] = {
    "food": say("1 food"),
    "preserved": say("1 food that keeps"),
    "wood": say("1 wood"),
    "fur": say("1 fur"),
    "determination": say("1 determination"),
    "palisade": say("1 palisade level"),
    "roof": say("1 roof level"),
    "weapon": say("1 weapon level"),
    "heal": say("1 heart healed"),
    "wounds": say("1 wound"),
    "relics": say("1 relic"),
    "pyre": say("1 wood on the pyre"),
    "shelter": say("the shelter"),
}

_SEVERAL: dict[str, Callable[[int], Text]] = {
    "food": lambda n: say("{n} food", n=n),
    "preserved": lambda n: say("{n} food that keeps", n=n),
    "wood": lambda n: say("{n} wood", n=n),
    "fur": lambda n: say("{n} fur", n=n),
    "determination": lambda n: say("{n} determination", n=n),
    "palisade": lambda n: say("{n} palisade levels", n=n),
    "roof": lambda n: say("{n} roof levels", n=n),
    "weapon": lambda n: say("{n} weapon levels", n=n),
    "heal": lambda n: say("{n} hearts healed", n=n),
    "wounds": lambda n: say("{n} wounds", n=n),
    "relics": lambda n: say("{n} relics", n=n),
    "pyre": lambda n: say("{n} wood on the pyre", n=n),
}

PAWNS: dict[str, Text] = {
    "hunt": say("a neutral pawn for hunting"),
    "build": say("a neutral pawn for building"),
    "gather": say("a neutral pawn for gathering"),
    "explore": say("a neutral pawn for exploring"),
}


def amount(what: str, n: int) -> Text:
    """Say so many of something, by its name in the vocabulary of effects."""
    return _SEVERAL[what](n) if n != 1 and what in _SEVERAL else _ONE[what]
