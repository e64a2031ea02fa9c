"""Windows: decisions of the human that interrupt an action."""

from __future__ import annotations

from tablescribe.domain.games.expeditions.zones import BENEFIT
from tablescribe.domain.rules.window import Window
from tablescribe.domain.words.text import say

WHAT_IS_DUE = Window(BENEFIT, "EX-24", say("which benefits to take"), unused="done", volunteered=True)
"""Asks the human which benefits to take. Going on gives up the rest (EX-24).

Without a pending benefit, each way of taking one is refused by its own rule ("no benefit lets you Solve now").
"""

WINDOWS: tuple[Window, ...] = (WHAT_IS_DUE,)
