"""Phrases for amounts gained and lost, in the singular and plural."""

from __future__ import annotations

import re
from collections.abc import Callable

from tablescribe.domain.words.text import Text, listed, say

_ONE: dict[str, Text] = {
    "food": say("1 food"), "preserved": say("1 food that keeps"), "wood": say("1 wood"), "fur": say("1 fur"),
    "determination": say("1 determination"), "palisade": say("1 palisade level"), "roof": say("1 roof level"),
    "weapon": say("1 weapon level"), "heal": say("1 heart healed"), "wounds": say("1 wound"),
    "relics": say("1 relic"), "pyre": say("1 wood on the pyre"), "shelter": say("the shelter"),
}  # fmt: skip

_SEVERAL: dict[str, Callable[[int], Text]] = {
    "food": lambda n: say("{n} food", n=n), "preserved": lambda n: say("{n} food that keeps", n=n),
    "wood": lambda n: say("{n} wood", n=n), "fur": lambda n: say("{n} fur", n=n),
    "determination": lambda n: say("{n} determination", n=n), "palisade": lambda n: say("{n} palisade levels", n=n),
    "roof": lambda n: say("{n} roof levels", n=n), "weapon": lambda n: say("{n} weapon levels", n=n),
    "heal": lambda n: say("{n} hearts healed", n=n), "wounds": lambda n: say("{n} wounds", n=n),
    "relics": lambda n: say("{n} relics", n=n), "pyre": lambda n: say("{n} wood on the pyre", n=n),
}  # fmt: skip

NAMES: dict[str, str] = {
    str(text).partition(" ")[2]: what
    for what in _SEVERAL for text in (_ONE[what], _SEVERAL[what](2))
}  # fmt: skip
"""The keys of amounts by the English words that show them: "weapon level" is `weapon`."""

PAWNS: dict[str, Text] = {
    "hunt": say("a neutral pawn for hunting"),
    "build": say("a neutral pawn for building"),
    "gather": say("a neutral pawn for gathering"),
    "explore": say("a neutral pawn for exploring"),
}


def amount(what: str, n: int) -> Text:
    """Return the phrase for an amount of something, by its key in the effects."""
    return _SEVERAL[what](n) if n != 1 and what in _SEVERAL else _ONE[what]


_PART = re.compile(r"([a-z_]+)([+-][0-9]{1,2})")


def changes(code: str) -> Text:
    """Return the words for a short code: `wounds-1 wood+1` is 1 wound lost, 1 wood gained. Other codes are numbers."""
    found = [_PART.fullmatch(part) for part in code.split()]
    if not found or not all(part is not None and part[1] in _ONE for part in found):
        return say("choice {n}", n=code)
    words = [(part[1], int(part[2])) for part in found if part is not None]
    return listed(_change(what, n) for what, n in words)


def _change(what: str, n: int) -> Text:
    if what == "wounds":
        return amount(what, abs(n))
    return amount(what, n) if n > 0 else say("lose {what}", what=amount(what, -n))
