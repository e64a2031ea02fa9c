"""The windows of Nine Men's Morris: the decision which man to remove."""

from __future__ import annotations

from tablescribe.domain.rules.window import Window
from tablescribe.domain.words.text import say

REMOVAL = Window("removal", "MO-7", say("which man to remove"))

WINDOWS: tuple[Window, ...] = (REMOVAL,)
