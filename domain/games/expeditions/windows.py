"""The decisions that the human is asked for in the middle of an action."""

from __future__ import annotations

from tablescribe.domain.games.expeditions.zones import BENEFIT
from tablescribe.domain.rules.window import Window
from tablescribe.domain.words.text import say

WHAT_IS_DUE = Window(BENEFIT, "EX-24", say("which benefits to take"), unused="done", volunteered=True)
"""The window in which the human takes benefits; going on leaves what is left (EX-24).

Where nothing is due, each way of taking is refused by its own rule: nothing lets one Solve now.
"""

WINDOWS: tuple[Window, ...] = (WHAT_IS_DUE,)
