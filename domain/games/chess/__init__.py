"""Chess by the Laws of the international federation (FIDE)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tablescribe.domain.box.catalogue import catalogue_of
from tablescribe.domain.box.lazy_rulebook import rulebook_of
from tablescribe.domain.games.chess import board, labels, panels, scoring
from tablescribe.domain.games.chess.components import ChessCatalogue, ChessOptions
from tablescribe.domain.rules.game import Acting, Game, loaded_for_acting
from tablescribe.domain.rules.sheet import by_rules

if TYPE_CHECKING:
    from tablescribe.domain.rules.notation import Notation
    from tablescribe.domain.rules.shorthand import Shorthand


def notations() -> tuple[Notation, ...]:
    """Return the notations of this game; they are loaded on first use."""
    from tablescribe.domain.games.chess.pgn.notation import PGN

    return (PGN,)


def acting() -> Acting:
    """Return the parts of the game needed to act; they are loaded on first use."""
    from tablescribe.domain.games.chess import offers, setup, telling
    from tablescribe.domain.games.chess.rules import action

    return Acting(action, offers.offers, setup.box, setup.set_up, telling.tell)


def union() -> Any:
    """Return the union of its actions."""
    from tablescribe.domain.games.chess.actions import ACTIONS

    return ACTIONS


def few_words() -> Shorthand:
    """Return the shorthand of this game; it is loaded on first use."""
    from tablescribe.domain.games.chess.shorthand import SHORTHAND

    return SHORTHAND


ACTION_NAMES = (
    "move", "offer_draw", "accept_draw", "refuse_draw", "claim_draw", "resign", "flag_fell", "illegal_move",
)  # fmt: skip
"""The names of its actions, in the order of `union`: known before any action is loaded."""

GAME = Game(
    key="chess",
    title="Chess",
    edition="1",
    reworded=("f96f862ead624b4af4ad1f57c8083a3bfd9947f86dec2b766ec2779db1094b83",),
    seats=(2,),
    has_chance=False,
    rulebook=rulebook_of("tablescribe.domain.games.chess"),
    options=ChessOptions,
    catalogue=catalogue_of(ChessCatalogue, "tablescribe.domain.games.chess"),
    in_turn=board.in_turn,
    result=scoring.result,
    secrets=scoring.secrets,
    hidden_values=scoring.hidden_values,
    label=labels.label,
    label_value=labels.label_value,
    panels=panels.panels,
    face=panels.face,
    notations=notations,
    sheet=by_rules(wins=("CH-1.4", "CH-5.1.1", "CH-5.1.2", "CH-6.9", "CH-5.2.1", "CH-5.2.2", "CH-9.2.1", "CH-9.3")),
    **loaded_for_acting(acting, union, ACTION_NAMES, few_words),
)
