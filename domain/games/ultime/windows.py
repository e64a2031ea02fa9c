"""The windows: what others than the seat in turn are asked, or it itself in the middle of an action."""

from __future__ import annotations

from tablescribe.domain.games.ultime.board import DEFENDING, DISCARDING, HAND_LIMIT
from tablescribe.domain.rules.window import Window
from tablescribe.domain.words.text import say

DEFENCE = Window(DEFENDING, "UP-41", say("whether to play Defence"), unused="decline", volunteered=True)
"""The victim is asked whether it plays Defence, after a card or attack is announced and before it takes effect."""

DISCARD = Window(
    DISCARDING,
    "UP-25",
    say("which cards to discard down to {limit}", limit=HAND_LIMIT),
    simultaneous=True,
    volunteered=True,
)
"""Whoever holds too many cards discards; several do so in any order."""

WINDOWS: tuple[Window, ...] = (DEFENCE, DISCARD)
