"""What a table should know when it opens a match: where the document says otherwise, or could be read otherwise.

The rule document is a help text of a few hundred words. Where it is silent, practice (how the game is played online)
fills in. Here it is not silent, and a plain reader would play otherwise, or might.
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
DEFENDED = say(
    "the pawns of a defended attack are redistributed; the document says so only of events that are carried out"
)
SECOND_PAWN = say("both moves of a split card are made with the same pawn; the document speaks of two distinct moves")
SECOND_MOVE = say("the second move of a split card is compulsory; the document says that the card allows two moves")
REDISTRIBUTED = say("redistributed pawns complete no event, as in practice; the document makes no exception")
REDISTRIBUTED_PICKAXE = say(
    "redistributed pawns draw no power card at a pickaxe, as in practice; the document makes no exception"
)
SWAP_PICKAXE = say("Swap onto a pickaxe draws no power card, as in practice; the document makes no exception")

READINGS = (
    ("UP-16", "split_may_move_two_pawns", SECOND_PAWN), ("UP-16", "split_second_move_optional", SECOND_MOVE),
    ("UP-23", "pickaxe_owner_draws", PICKAXE), ("UP-25", "hand_limit_counts_power_cards", LIMIT),
    ("UP-37", "redistribution_can_trigger_event", REDISTRIBUTED),
    ("UP-37", "redistribution_draws_at_pickaxe", REDISTRIBUTED_PICKAXE),
    ("UP-42", "defended_attack_redistributes", DEFENDED), ("UP-45", "swap_can_trigger_event", SWAP),
    ("UP-45", "swap_draws_at_pickaxe", SWAP_PICKAXE),
)  # fmt: skip
"""Where the default is not the document's sentence, or not all of it: the rule, the option, and what is told."""


def remarks(setting: Setting) -> Iterator[Remark]:
    """Yield where this match is played by practice and not by the document's plain sentence."""
    options = cast(UltimeOptions, setting.options)
    for rule, name, told in READINGS:
        default = UltimeOptions.model_fields[name].default
        if getattr(options, name) == default:
            yield Remark(told, rule, f"{name}={str(not default).lower()}")
    if options.supporting_owner == "breaks_even":
        yield Remark(SUPPORT, "UP-30", "supporting_owner=keeps_support")
