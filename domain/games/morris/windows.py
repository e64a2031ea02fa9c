"""The windows: what others than the seat in turn are asked, or it itself in the middle of an action."""

from __future__ import annotations

from tablescribe.domain.rules.window import Window
from tablescribe.domain.words.text import say

REMOVAL = Window("removal", "MO-7", say("which man to remove"))

WINDOWS: tuple[Window, ...] = (REMOVAL,)
