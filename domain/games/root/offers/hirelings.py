"""Candidate actions with hirelings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from tablescribe.domain.games.root.actions.core import Battle
from tablescribe.domain.games.root.actions.hirelings import (
    Employ,
    HandOn,
    HirePass,
    NoTreat,
    Outfit,
    Plunder,
    Rob,
    TakeHireling,
    Treat,
)
from tablescribe.domain.games.root.board import CLEARINGS, DAYLIGHT, SETUP, Board, items
from tablescribe.domain.games.root.cards import held
from tablescribe.domain.games.root.offers.core import sources
from tablescribe.domain.games.root.parts import HirelingKey
from tablescribe.domain.games.root.reign import side
from tablescribe.domain.games.root.rules.control import controlled, has_demoted, is_promoted
from tablescribe.domain.games.root.rules.employ import WAYS
from tablescribe.domain.games.root.rules.tasks import candidates
from tablescribe.domain.rules.action import Action
from tablescribe.domain.table.names import AWAITS


def offers(board: Board, seat: int) -> Iterator[Action]:
    """Yield the candidate actions of a seat with hirelings."""
    match board.table.text(AWAITS):
        case "new_hireling":
            yield from (TakeHireling(hireling=key) for key in get_args(HirelingKey))
        case "hand_on":
            yield from (HandOn(to=one) for one in board.setting.all_seats)
        case "hireling":
            yield HirePass()
            yield from candidates(board)
        case "physicians":
            yield NoTreat()
            yield from (Treat(card=card, to=at) for card in held(board, seat) for at in CLEARINGS)
        case "" if board.turn == seat and board.stage != SETUP:
            yield from _in_turn(board, seat)
        case _:
            return


def _in_turn(board: Board, seat: int) -> Iterator[Action]:
    if is_promoted(board, "exile"):
        yield from (Outfit(item=piece) for piece in board.table.pieces(items(seat)))
    if board.phase != DAYLIGHT:
        return
    for key in controlled(board, seat):
        ways = WAYS.get((key, str(board.table.get(side(key)))), {})
        yield from (Employ.model_validate({"hireling": key, "how": how}) for how in ways)
    if has_demoted(board, seat, "exile"):
        yield from (Plunder(at=at) for at in CLEARINGS)
        for piece in board.table.pieces(items(seat)):
            yield from (Rob(item=piece, victim=other) for other in board.setting.opponents(seat))
    for at in board.where("uprising:warrior"):
        for card in held(board, seat, *board.suits(at)):
            yield from (Battle(at=at, defender="uprising", by=by, how=card) for by in sources(board, seat, "battle"))
