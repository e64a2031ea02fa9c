"""Nine Men's Morris."""

from __future__ import annotations

from domain.catalogue import catalogue_of
from domain.game import Game
from domain.games.morris import labels, offers, panels, scoring, setup, telling
from domain.games.morris.actions import ACTIONS, REMOVAL
from domain.games.morris.components import MorrisCatalogue, MorrisOptions
from domain.games.morris.rules import action
from domain.rulebook import rulebook_of

GAME = Game(
    key="morris",
    title="Nine Men's Morris",
    edition="1",
    seats=(2,),
    rulebook=rulebook_of("domain.games.morris"),
    options=MorrisOptions,
    catalogue=catalogue_of(MorrisCatalogue, "domain.games.morris"),
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
)
