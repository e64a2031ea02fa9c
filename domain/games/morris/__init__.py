"""Nine Men's Morris."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.box.catalogue import catalogue_of
from tablescribe.domain.box.lazy_rulebook import rulebook_of
from tablescribe.domain.games.morris import board, labels, panels, scoring
from tablescribe.domain.games.morris.components import MorrisCatalogue, MorrisOptions
from tablescribe.domain.games.morris.windows import WINDOWS
from tablescribe.domain.rules.game import Acting, Game, loaded_for_acting
from tablescribe.domain.rules.sheet import by_rules


def acting() -> Acting:
    """Return the parts of the game needed to act; they are loaded on first use."""
    from tablescribe.domain.games.morris import offers, setup, telling
    from tablescribe.domain.games.morris.rules import action

    return Acting(action, offers.offers, setup.box, setup.set_up, telling.tell)


def union() -> Any:
    """Return the union of its actions."""
    from tablescribe.domain.games.morris.actions import ACTIONS

    return ACTIONS


ACTION_NAMES = ("place", "move", "remove")
"""The names of its actions, in the order of `union`: known before any action is loaded."""

GAME = Game(
    key="morris",
    title="Nine Men's Morris",
    edition="1",
    reworded=("0c95da77fcca1cf34163835d80209d09699dfbaa0206802c666de6f6b9b68597",),
    seats=(2,),
    has_chance=False,
    rulebook=rulebook_of("tablescribe.domain.games.morris"),
    options=MorrisOptions,
    catalogue=catalogue_of(MorrisCatalogue, "tablescribe.domain.games.morris"),
    in_turn=board.in_turn,
    result=scoring.result,
    secrets=scoring.secrets,
    hidden_values=scoring.hidden_values,
    label=labels.label,
    label_value=labels.label_value,
    panels=panels.panels,
    face=panels.face,
    sheet=by_rules(wins=("MO-10", "MO-11", "MO-12", "MO-13")),
    windows=WINDOWS,
    **loaded_for_acting(acting, union, ACTION_NAMES),
)
