"""Robinson Crusoe, by the Versus Rules: castaways compete on one island."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.box.catalogue import catalogue_of
from tablescribe.domain.box.rulebook import rulebook_of
from tablescribe.domain.games.robinson import board, labels, panels, progress, scoring, sheet
from tablescribe.domain.games.robinson.blanks import BLANKS
from tablescribe.domain.games.robinson.board import FIRST_EDITION, SECOND_EDITION
from tablescribe.domain.games.robinson.components import RobinsonCatalogue, RobinsonOptions
from tablescribe.domain.games.robinson.windows import WINDOWS
from tablescribe.domain.rules.game import Acting, Game, loaded_for_acting


def acting() -> Acting:
    """Return the parts that decide and describe actions. They are imported only when somebody acts."""
    from tablescribe.domain.games.robinson import offers, setup, telling
    from tablescribe.domain.games.robinson.rules import action

    return Acting(action, offers.offers, setup.box, setup.set_up, telling.tell)


def union() -> Any:
    """Return the union type of the game's actions."""
    from tablescribe.domain.games.robinson.actions import ACTIONS

    return ACTIONS


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
    in_turn=board.in_turn,
    result=scoring.result,
    secrets=scoring.secrets,
    hidden_values=scoring.hidden_values,
    label=labels.label,
    label_value=labels.label_value,
    progress=progress.progress,
    panels=panels.panels,
    face=panels.face,
    blanks=BLANKS,
    sheet=sheet.sheet,
    windows=WINDOWS,
    **loaded_for_acting(acting, union),
)
