"""Tomb Raider CCG."""

from __future__ import annotations

from tablescribe.domain.box.catalogue import catalogue_of
from tablescribe.domain.box.rulebook import rulebook_of
from tablescribe.domain.games.tomb_raider import (
    labels,
    offers,
    panels,
    progress,
    scoring,
    series,
    setup,
    sheet,
    telling,
)
from tablescribe.domain.games.tomb_raider.actions import ACTIONS, WINDOWS
from tablescribe.domain.games.tomb_raider.blanks import BLANKS
from tablescribe.domain.games.tomb_raider.board import FIRST_EDITION, SECOND_EDITION, THIRD_EDITION
from tablescribe.domain.games.tomb_raider.components import TombRaiderCatalogue
from tablescribe.domain.games.tomb_raider.options import TombRaiderOptions
from tablescribe.domain.games.tomb_raider.rules import action
from tablescribe.domain.rules.game import Game

GAME = Game(
    key="tomb_raider",
    title="Tomb Raider CCG",
    edition="4",
    earlier=(FIRST_EDITION, SECOND_EDITION, THIRD_EDITION),
    reworded=("71b37b3c38e75e4ab9e08be60c7d5cb153f72fb8d5e33104504a54237fdfb952",),
    seats=tuple(range(1, 10)),
    rulebook=rulebook_of("tablescribe.domain.games.tomb_raider"),
    options=TombRaiderOptions,
    catalogue=catalogue_of(TombRaiderCatalogue, "tablescribe.domain.games.tomb_raider"),
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
    progress=progress.progress,
    blanks=BLANKS,
    sheet=sheet.sheet,
)
