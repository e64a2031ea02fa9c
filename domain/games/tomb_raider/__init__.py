"""Tomb Raider CCG: raiders explore a level of hidden locations in search of its treasure."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.box.catalogue import catalogue_of
from tablescribe.domain.box.lazy_rulebook import rulebook_of
from tablescribe.domain.games.tomb_raider import (
    board,
    labels,
    panels,
    progress,
    scoring,
    series,
    sheet,
)
from tablescribe.domain.games.tomb_raider.blanks import BLANKS
from tablescribe.domain.games.tomb_raider.board import FIRST_EDITION, FOURTH_EDITION, SECOND_EDITION, THIRD_EDITION
from tablescribe.domain.games.tomb_raider.components import TombRaiderCatalogue
from tablescribe.domain.games.tomb_raider.options import TombRaiderOptions
from tablescribe.domain.games.tomb_raider.windows import WINDOWS
from tablescribe.domain.rules.game import Acting, Game, loaded_for_acting


def acting() -> Acting:
    """Return the parts that decide and describe actions. They are imported only when somebody acts."""
    from tablescribe.domain.games.tomb_raider import offers, setup, telling
    from tablescribe.domain.games.tomb_raider.rules import action

    return Acting(action, offers.offers, setup.box, setup.set_up, telling.tell)


def union() -> Any:
    """Return the union type of the game's actions."""
    from tablescribe.domain.games.tomb_raider.actions import ACTIONS

    return ACTIONS


ACTION_NAMES = (
    "roll_order", "move_first", "let_begin", "step", "stay", "offer", "no_offer", "attack", "no_attack", "face",
    "roll_now", "accept", "take_hit", "search", "no_search", "discover", "end_search", "discard", "draw",
    "redraw", "keep_hand", "reset", "play_on", "play_card", "use_card", "no_use", "no_cancel", "ask_reroll",
    "allow_reroll", "refuse_reroll", "judged", "tell", "declare", "take_treasure", "no_treasure", "save",
    "no_save", "choose", "throw", "put_on_top", "sink", "leave_order", "enter", "keep_card", "take_hand",
)  # fmt: skip
"""The names of its actions, in the order of `union`: known before any action is loaded."""

GAME = Game(
    key="tomb_raider",
    title="Tomb Raider CCG",
    edition="5",
    earlier=(FIRST_EDITION, SECOND_EDITION, THIRD_EDITION, FOURTH_EDITION),
    seats=tuple(range(1, 10)),
    rulebook=rulebook_of("tablescribe.domain.games.tomb_raider"),
    options=TombRaiderOptions,
    catalogue=catalogue_of(TombRaiderCatalogue, "tablescribe.domain.games.tomb_raider"),
    in_turn=board.in_turn,
    result=scoring.result,
    secrets=scoring.secrets,
    hidden_values=scoring.hidden_values,
    label=labels.label,
    label_value=labels.label_value,
    panels=panels.panels,
    face=panels.face,
    sequel=series.sequel,
    standing=series.standing,
    progress=progress.progress,
    blanks=BLANKS,
    sheet=sheet.sheet,
    windows=WINDOWS,
    **loaded_for_acting(acting, union, ACTION_NAMES),
)
