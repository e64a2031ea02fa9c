"""Robinson Crusoe (versus)."""

from __future__ import annotations

from tablescribe.domain.box.catalogue import catalogue_of
from tablescribe.domain.box.rulebook import rulebook_of
from tablescribe.domain.games.robinson import labels, offers, panels, progress, scoring, setup, sheet, telling
from tablescribe.domain.games.robinson.actions import ACTIONS, WINDOWS
from tablescribe.domain.games.robinson.blanks import BLANKS
from tablescribe.domain.games.robinson.board import FIRST_EDITION, SECOND_EDITION
from tablescribe.domain.games.robinson.components import RobinsonCatalogue, RobinsonOptions
from tablescribe.domain.games.robinson.rules import action
from tablescribe.domain.rules.game import Game

GAME = Game(
    key="robinson",
    title="Robinson Crusoe (versus)",
    edition="3",
    earlier=(FIRST_EDITION, SECOND_EDITION),
    reworded=("398497337470950750e6e1a4efd37d81924df5577c280e599443cf9af8d75a4b",),
    seats=(2, 3, 4),
    rulebook=rulebook_of("tablescribe.domain.games.robinson"),
    options=RobinsonOptions,
    catalogue=catalogue_of(RobinsonCatalogue, "tablescribe.domain.games.robinson"),
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
    windows=WINDOWS,
    tell=telling.tell,
    progress=progress.progress,
    panels=panels.panels,
    face=panels.face,
    blanks=BLANKS,
    sheet=sheet.sheet,
)
