"""Remarks shown when a match is opened: where the rule document differs from the defaults, or is ambiguous.

The rule document is a help text of a few hundred words. Where it is silent, the rules follow practice: how the game is
played online. The remarks list the places where it is not silent, and a plain reader would or might play differently.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from tablescribe.domain.games.ultime.components import UltimeOptions
from tablescribe.domain.rules.setting import Remark, Setting
from tablescribe.domain.words.text import say

PICKAXE = say(
    "at a pickaxe the pawn's owner draws a power card, as commonly played; by the rule document only the active "
    "player does, with their own pawn"
)
LIMIT = say(
    "power cards do not count towards the hand limit of seven, as commonly played; the rule document says cards in hand"
)
SWAP = say(
    "Swap triggers no event, as commonly played; the rule document makes no exception for it, so both pairs could score"
)
SUPPORT = say(
    "an owner without points who supports a sneaky attack gets nothing, as commonly played; by the rule document "
    "they have no point to lose and gain one"
)
DEFENDED = say(
    "pawns are redistributed even after a defended attack; the rule document says so only of events that take effect"
)
SECOND_PAWN = say(
    "both moves of a split card are made with the same pawn; the rule document speaks of two distinct moves"
)
SECOND_MOVE = say(
    "the second move of a split card is compulsory; the rule document says that the card allows two moves"
)
REDISTRIBUTED = say(
    "redistributed pawns trigger no event, as commonly played; the rule document makes no exception for them"
)
REDISTRIBUTED_PICKAXE = say(
    "redistributed pawns draw no power card at a pickaxe, as commonly played; the rule document makes no exception "
    "for them"
)
SWAP_PICKAXE = say(
    "Swap onto a pickaxe draws no power card, as commonly played; the rule document makes no exception for it"
)

READINGS = (
    ("UP-16", "split_may_move_two_pawns", SECOND_PAWN), ("UP-16", "split_second_move_optional", SECOND_MOVE),
    ("UP-23", "pickaxe_owner_draws", PICKAXE), ("UP-25", "hand_limit_counts_power_cards", LIMIT),
    ("UP-37", "redistribution_can_trigger_event", REDISTRIBUTED),
    ("UP-37", "redistribution_draws_at_pickaxe", REDISTRIBUTED_PICKAXE),
    ("UP-42", "defended_attack_redistributes", DEFENDED), ("UP-45", "swap_can_trigger_event", SWAP),
    ("UP-45", "swap_draws_at_pickaxe", SWAP_PICKAXE),
)  # fmt: skip
"""Where the default departs from the document's sentence: the rule, the option, and the text of the remark."""


def remarks(setting: Setting) -> Iterator[Remark]:
    """Yield a remark for each rule in which this match follows practice instead of the document."""
    options = cast(UltimeOptions, setting.options)
    for rule, name, told in READINGS:
        default = UltimeOptions.model_fields[name].default
        if getattr(options, name) == default:
            yield Remark(told, rule, f"{name}={str(not default).lower()}")
    if options.supporting_owner == "breaks_even":
        yield Remark(SUPPORT, "UP-30", "supporting_owner=keeps_support")
