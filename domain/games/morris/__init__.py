"""Nine Men's Morris."""

from __future__ import annotations

from tablescribe.domain.box.catalogue import catalogue_of
from tablescribe.domain.box.rulebook import rulebook_of
from tablescribe.domain.games.morris import labels, offers, panels, scoring, setup, telling
from tablescribe.domain.games.morris.actions import ACTIONS, REMOVAL
from tablescribe.domain.games.morris.components import MorrisCatalogue, MorrisOptions
from tablescribe.domain.games.morris.rules import action
from tablescribe.domain.rules.game import Game
from tablescribe.domain.rules.sheet import by_rules

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
    box=setup.box,
    set_up=setup.set_up,
    rules=action,
    actions=ACTIONS,
    offers=offers.offers,
    in_turn=offers.in_turn,
    result=scoring.result,
    secrets=scoring.secrets,
    hidden_values=scoring.hidden_values,
    label=labels.label,
    label_value=labels.label_value,
    panels=panels.panels,
    face=panels.face,
    windows=(REMOVAL,),
    tell=telling.tell,
    sheet=by_rules(wins=("MO-10", "MO-11", "MO-12", "MO-13")),
)
