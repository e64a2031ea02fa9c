"""Freeform: any zones, pieces, tracks, dice and cards, for games without rules in this program."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tablescribe.domain.box.catalogue import catalogue_of
from tablescribe.domain.box.lazy_rulebook import rulebook_of
from tablescribe.domain.games.freeform import board, panels, scoring
from tablescribe.domain.games.freeform.components import FreeformCatalogue, FreeformOptions
from tablescribe.domain.rules.game import Acting, Game, loaded_for_acting

if TYPE_CHECKING:
    from tablescribe.domain.rules.notation import Notation
    from tablescribe.domain.rules.shorthand import Shorthand


def notations() -> tuple[Notation, ...]:
    """Return the notations of this game; they are loaded on first use."""
    from tablescribe.domain.games.freeform.sgf.notation import SGF

    return (SGF,)


def acting() -> Acting:
    """Return the parts of the game needed to act; they are loaded on first use."""
    from tablescribe.domain.games.freeform import offers, setup
    from tablescribe.domain.games.freeform.rules import action

    return Acting(action, offers.offers, setup.box, setup.set_up, board.tell)


def union() -> Any:
    """Return the union of its actions."""
    from tablescribe.domain.games.freeform.actions import AnyAction

    return AnyAction


def few_words() -> Shorthand:
    """Return the shorthand of this game; it is loaded on first use."""
    from tablescribe.domain.games.freeform.examples import SHORTHAND

    return SHORTHAND


ACTION_NAMES = (
    "bring", "move", "turn", "set", "score", "count", "use", "roll", "draw", "reveal", "shuffle", "pass",
    "finish", "result", "together",
)  # fmt: skip
"""The names of its actions, in the order of `union`: known before any action is loaded."""

GAME = Game(
    key="freeform",
    title="Freeform",
    edition="1",
    reworded=("d943a6754cbb62f73b4258dd314762e6e452152d7cbf1928c7a6827755a8d54a",),
    seats=tuple(range(1, 11)),
    rulebook=rulebook_of("tablescribe.domain.games.freeform"),
    options=FreeformOptions,
    catalogue=catalogue_of(FreeformCatalogue, "tablescribe.domain.games.freeform"),
    in_turn=board.in_turn,
    result=scoring.result,
    secrets=scoring.secrets,
    hidden_values=scoring.hidden_values,
    label=board.label,
    label_value=board.label_value,
    panels=panels.panels,
    face=panels.face,
    seats_by_name=True,
    templates=tuple(map(str, board.TEMPLATES)),
    notations=notations,
    **loaded_for_acting(acting, union, ACTION_NAMES, few_words),
)
