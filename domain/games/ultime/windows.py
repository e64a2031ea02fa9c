"""Windows: decisions that interrupt play, asked of other seats or of the active one."""

from __future__ import annotations

from tablescribe.domain.games.ultime.board import DEFENDING, DISCARDING, HAND_LIMIT
from tablescribe.domain.rules.window import Window
from tablescribe.domain.words.text import say

DEFENCE = Window(DEFENDING, "UP-41", say("whether to play Defence"), unused="decline", volunteered=True)
"""Asks the victim whether to play Defence, after a card or attack is announced and before it takes effect."""

DISCARD = Window(
    DISCARDING,
    "UP-25",
    say("which cards to discard down to {limit}", limit=HAND_LIMIT),
    simultaneous=True,
    volunteered=True,
)
"""Asks each seat above the hand limit to discard. Several seats may answer in any order."""

WINDOWS: tuple[Window, ...] = (DEFENCE, DISCARD)
