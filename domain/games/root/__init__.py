"""Root: war and crafting in the woodland, each faction by rules of its own."""

from __future__ import annotations

from domain.catalogue import catalogue_of
from domain.game import Game
from domain.games.root import factions, labels, offers, panels, scoring, setup, telling
from domain.games.root.actions import ACTIONS, WINDOWS
from domain.games.root.components import RootCatalogue, RootOptions
from domain.games.root.rootlog.notation import ROOTLOG
from domain.games.root.rules import action
from domain.rulebook import rulebook_of

GAME = Game(
    key="root",
    title="Root",
    edition="1",
    seats=(2, 3, 4, 5, 6),
    rulebook=rulebook_of("domain.games.root"),
    options=RootOptions,
    catalogue=catalogue_of(RootCatalogue, "domain.games.root"),
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
    tell=telling.tell,
    face=panels.face,
    windows=WINDOWS,
    notations=(ROOTLOG,),
)

__all__ = ["GAME", "factions"]
