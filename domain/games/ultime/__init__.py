"""Le ultime persone: a wheel of villages and pickaxes, two pawns for each player, first to twelve points wins."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.box.catalogue import catalogue_of
from tablescribe.domain.box.lazy_rulebook import rulebook_of
from tablescribe.domain.games.ultime import board, labels, landings, panels, remarks, scoring
from tablescribe.domain.games.ultime.components import UltimeCatalogue, UltimeOptions
from tablescribe.domain.games.ultime.windows import WINDOWS
from tablescribe.domain.rules.game import Acting, Game, loaded_for_acting
from tablescribe.domain.rules.sheet import by_rules


def acting() -> Acting:
    """Return the parts that decide and describe actions. They are imported only when somebody acts."""
    from tablescribe.domain.games.ultime import offers, setup, telling
    from tablescribe.domain.games.ultime.rules import action

    return Acting(action, offers.offers, setup.box, setup.set_up, telling.tell)


def union() -> Any:
    """Return the union type of the game's actions."""
    from tablescribe.domain.games.ultime.actions import ACTIONS

    return ACTIONS


ACTION_NAMES = ("play_power", "play_movement", "skip", "defend", "decline", "discard")
"""The names of its actions, in the order of `union`: known before any action is loaded."""

GAME = Game(
    key="ultime",
    title="Le ultime persone",
    edition="3",
    earlier=("1", "2"),
    seats=(3, 4, 5),
    rulebook=rulebook_of("tablescribe.domain.games.ultime"),
    options=UltimeOptions,
    catalogue=catalogue_of(UltimeCatalogue, "tablescribe.domain.games.ultime"),
    in_turn=board.in_turn,
    result=scoring.result,
    secrets=scoring.secrets,
    hidden_values=scoring.hidden_values,
    label=labels.label,
    label_value=labels.label_value,
    panels=panels.panels,
    face=panels.face,
    remarks=remarks.remarks,
    leads_to=landings.leads_to,
    sheet=by_rules(wins=("UP-51", "UP-52"), scores=("UP-27", "UP-28", "UP-29")),
    windows=WINDOWS,
    **loaded_for_acting(acting, union, ACTION_NAMES),
)
