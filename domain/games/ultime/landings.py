"""Where a movement card leads, for people who tap that terrain card."""

from __future__ import annotations

from tablescribe.domain.games.ultime.board import Board, terrain
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.table import Table


def leads_to(setting: Setting, table: Table, action: Action) -> tuple[str, ...]:
    """Return the terrain cards on which a movement card lets a pawn land.

    Without those where a pawn of that seat stands: there a tap means this pawn.
    """
    from tablescribe.domain.games.ultime.actions import PlayMovement

    if not isinstance(action, PlayMovement):
        return ()
    board = Board(setting, table)
    card = board.catalogue.movement(action.card)
    if card is None:  # a card that nobody has seen
        return ()
    stands = board.places(action.pawn)
    legs = board.route(card, action.at, action.use, action.second_at)
    return tuple(terrain(leg.to) for leg in legs if leg.to not in stands)
