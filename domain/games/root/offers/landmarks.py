"""Candidate actions with landmarks and closed paths."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.games.root.actions.landmarks import OpenPath, Trade
from tablescribe.domain.games.root.board import DAYLIGHT, SETUP, Board, market
from tablescribe.domain.games.root.cards import held
from tablescribe.domain.games.root.paths import closed_paths, land
from tablescribe.domain.games.root.rules.landmark_setup import UNSEEN
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.window import awaited
from tablescribe.domain.table.names import hand


def offers(board: Board, seat: int) -> Iterator[Action]:
    """Yield the candidate actions of a seat with landmarks and paths."""
    if board.turn != seat or awaited(board.table) or board.stage == SETUP:
        return
    if board.phase == DAYLIGHT:
        for one, other in closed_paths(land(board.setting), board.table):
            yield from (OpenPath(one=one, other=other, card=card) for card in held(board, seat))
    for position in range(1, UNSEEN + 1):
        if board.table.pieces(market(position)):
            yield from (Trade(card=card, position=position) for card in board.table.pieces(hand(seat)))
