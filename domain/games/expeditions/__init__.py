"""Expeditions, solo: explore the north, vanquish corruption, and boast of it before the Automa does."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.box.catalogue import catalogue_of
from tablescribe.domain.box.lazy_rulebook import rulebook_of
from tablescribe.domain.games.expeditions import board, panels, remarks, scoring, words
from tablescribe.domain.games.expeditions.blanks import BLANKS
from tablescribe.domain.games.expeditions.components import ExpeditionsCatalogue, ExpeditionsOptions
from tablescribe.domain.games.expeditions.windows import WINDOWS
from tablescribe.domain.rules.game import Acting, Game, loaded_for_acting
from tablescribe.domain.rules.sheet import by_rules


def acting() -> Acting:
    """Return the parts that decide and describe actions. They are imported only when somebody acts."""
    from tablescribe.domain.games.expeditions import offers, setup, telling
    from tablescribe.domain.games.expeditions.rules import action

    return Acting(action, offers.offers, setup.box, setup.set_up, telling.tell)


def union() -> Any:
    """Return the union type of the game's actions."""
    from tablescribe.domain.games.expeditions.actions import ACTIONS

    return ACTIONS


ACTION_NAMES = (
    "shift", "move", "play", "gather", "automa", "declare", "declare_tile", "declare_mech", "travel", "play_more",
    "gather_at", "vanquish", "cleanse", "solve", "upgrade", "meld", "boast", "gain_card", "gain_worker",
    "return_card", "return_worker", "sweep", "trash", "rescue", "use_ability", "gather_one", "take", "tell",
    "done",
)  # fmt: skip
"""The names of its actions, in the order of `union`: known before any action is loaded."""

GAME = Game(
    key="expeditions",
    title="Expeditions (solo)",
    edition="3",
    earlier=("1", "2"),
    seats=(2,),
    rulebook=rulebook_of("tablescribe.domain.games.expeditions"),
    options=ExpeditionsOptions,
    catalogue=catalogue_of(ExpeditionsCatalogue, "tablescribe.domain.games.expeditions"),
    in_turn=board.in_turn,
    result=scoring.result,
    secrets=scoring.secrets,
    hidden_values=scoring.hidden_values,
    label=words.label,
    label_value=words.label_value,
    panels=panels.panels,
    face=panels.face,
    remarks=remarks.remarks,
    automata=(2,),
    blanks=BLANKS,
    sheet=by_rules(wins=("EX-1", "EX-69", "EX-75"), scores=("EX-72", "EX-74", "EX-53")),
    windows=WINDOWS,
    **loaded_for_acting(acting, union, ACTION_NAMES),
)
