"""What a table should know when it opens a match: where practice is followed and the document says otherwise.

The rule document is a help text of a few hundred words. Where it is silent, practice (how the game is played online)
fills in. Here it is not silent, and a plain reader would play otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from tablescribe.domain.games.ultime.components import UltimeOptions
from tablescribe.domain.rules.setting import Remark, Setting
from tablescribe.domain.words.text import say

PICKAXE = say(
    "whoever owns the pawn draws a power card at the pickaxe, as in practice; by the document's sentence only the "
    "player in turn does, with an own pawn"
)
LIMIT = say("power cards do not count for the limit of seven, as in practice; the document says cards in hand")
SWAP = say("Swap completes no event, as in practice; the document makes no exception, so both pairs could score")
SUPPORT = say(
    "an owner without points who supports a sneaky attack gets nothing, as in practice; by the document there is no "
    "point to lose, and one to gain"
)


def remarks(setting: Setting) -> Iterator[Remark]:
    """Yield where this match is played by practice and not by the document's plain sentence."""
    options = cast(UltimeOptions, setting.options)
    if options.pickaxe_owner_draws:
        yield Remark(PICKAXE, "UP-23", "pickaxe_owner_draws=false")
    if not options.hand_limit_counts_power_cards:
        yield Remark(LIMIT, "UP-25", "hand_limit_counts_power_cards=true")
    if not options.swap_can_trigger_event:
        yield Remark(SWAP, "UP-45", "swap_can_trigger_event=true")
    if options.supporting_owner == "breaks_even":
        yield Remark(SUPPORT, "UP-30", "supporting_owner=keeps_support")
