"""Tomb Raider CCG."""

from __future__ import annotations

from domain.catalogue import catalogue_of
from domain.game import Game
from domain.games.tomb_raider import labels, offers, panels, scoring, series, setup, telling
from domain.games.tomb_raider.actions import ACTIONS, WINDOWS
from domain.games.tomb_raider.blanks import BLANKS
from domain.games.tomb_raider.board import FIRST_EDITION
from domain.games.tomb_raider.components import TombRaiderCatalogue
from domain.games.tomb_raider.options import TombRaiderOptions
from domain.games.tomb_raider.rules import action
from domain.rulebook import rulebook_of

GAME = Game(
    key="tomb_raider",
    title="Tomb Raider CCG",
    edition="2",
    earlier=(FIRST_EDITION,),
    seats=(1, 2, 3, 4),
    rulebook=rulebook_of("domain.games.tomb_raider"),
    options=TombRaiderOptions,
    catalogue=catalogue_of(TombRaiderCatalogue, "domain.games.tomb_raider"),
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
    windows=WINDOWS,
    sequel=series.sequel,
    standing=series.standing,
    tell=telling.tell,
    blanks=BLANKS,
)
