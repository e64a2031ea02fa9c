"""The level as a text for players: its name, and what wins it."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.games.tomb_raider.levels import level_of
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.rules.sheet import WINS, Section
from tablescribe.domain.words.text import plural, say

RULES = {"treasure": ("TR-84",), "recovery": ("TR-118",), "bounty": ("TR-119",)}
"""The rules on what wins, by the objective of the level."""


def sheet(setting: Setting) -> Iterator[Section]:
    """Yield the section on the level and what wins it."""
    level = level_of(setting)
    lines = [
        say("Power {power}, {width} wide and {depth} deep.", power=level.power, width=level.width, depth=level.depth)
    ]
    if level.most_turns is not None:
        lines.append(plural(level.most_turns, "The level ends after 1 turn.", "The level ends after {n} turns."))
    yield Section(say("Level: {title}", title=level.design.name), tuple(lines))
    yield Section(WINS, rules=RULES[level.objective])
