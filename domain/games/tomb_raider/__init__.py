"""Tomb Raider CCG: raiders explore a level of hidden locations in search of its treasure."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.box.catalogue import catalogue_of
from tablescribe.domain.box.rulebook import rulebook_of
from tablescribe.domain.games.tomb_raider import (
    board,
    labels,
    panels,
    progress,
    scoring,
    series,
    sheet,
)
from tablescribe.domain.games.tomb_raider.blanks import BLANKS
from tablescribe.domain.games.tomb_raider.board import FIRST_EDITION, SECOND_EDITION, THIRD_EDITION
from tablescribe.domain.games.tomb_raider.components import TombRaiderCatalogue
from tablescribe.domain.games.tomb_raider.options import TombRaiderOptions
from tablescribe.domain.games.tomb_raider.windows import WINDOWS
from tablescribe.domain.rules.game import Acting, Game, loaded_for_acting


def acting() -> Acting:
    """Return the parts that decide and describe actions. They are imported only when somebody acts."""
    from tablescribe.domain.games.tomb_raider import offers, setup, telling
    from tablescribe.domain.games.tomb_raider.rules import action

    return Acting(action, offers.offers, setup.box, setup.set_up, telling.tell)


def union() -> Any:
    """Return the union type of the game's actions."""
    from tablescribe.domain.games.tomb_raider.actions import ACTIONS

    return ACTIONS


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
    in_turn=board.in_turn,
    result=scoring.result,
    secrets=scoring.secrets,
    hidden_values=scoring.hidden_values,
    label=labels.label,
    label_value=labels.label_value,
    panels=panels.panels,
    face=panels.face,
    sequel=series.sequel,
    standing=series.standing,
    progress=progress.progress,
    blanks=BLANKS,
    sheet=sheet.sheet,
    windows=WINDOWS,
    **loaded_for_acting(acting, union),
)
