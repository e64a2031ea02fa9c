"""Expeditions, solo: explore the north, vanquish corruption, boast of it before the Automa does."""

from __future__ import annotations

from tablescribe.domain.box.catalogue import catalogue_of
from tablescribe.domain.box.rulebook import rulebook_of
from tablescribe.domain.games.expeditions import offers, panels, remarks, scoring, setup, telling, words
from tablescribe.domain.games.expeditions.actions import ACTIONS, WHAT_IS_DUE
from tablescribe.domain.games.expeditions.blanks import BLANKS
from tablescribe.domain.games.expeditions.components import ExpeditionsCatalogue, ExpeditionsOptions
from tablescribe.domain.games.expeditions.rules import action
from tablescribe.domain.rules.game import Game
from tablescribe.domain.rules.sheet import by_rules

GAME = Game(
    key="expeditions",
    title="Expeditions (solo)",
    edition="2",
    earlier=("1",),
    reworded=("d5d1cffde5cea34e69b25e7e3642a4da8f330c138de4a9011ad87517b1c90fb6",),
    seats=(2,),
    rulebook=rulebook_of("tablescribe.domain.games.expeditions"),
    options=ExpeditionsOptions,
    catalogue=catalogue_of(ExpeditionsCatalogue, "tablescribe.domain.games.expeditions"),
    box=setup.box,
    set_up=setup.set_up,
    rules=action,
    actions=ACTIONS,
    offers=offers.offers,
    in_turn=offers.in_turn,
    windows=(WHAT_IS_DUE,),
    result=scoring.result,
    secrets=scoring.secrets,
    hidden_values=scoring.hidden_values,
    label=words.label,
    label_value=words.label_value,
    panels=panels.panels,
    face=panels.face,
    tell=telling.tell,
    remarks=remarks.remarks,
    automata=(2,),
    blanks=BLANKS,
    sheet=by_rules(wins=("EX-1", "EX-69", "EX-75"), scores=("EX-72", "EX-74", "EX-53")),
)
