"""Candidate actions of the Eyrie. The rules filter out illegal ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from tablescribe.domain.games.root.actions.eyrie import Crown, Decree, NewRoost
from tablescribe.domain.games.root.board import CLEARINGS, Board
from tablescribe.domain.games.root.cards import held
from tablescribe.domain.games.root.decree import remaining
from tablescribe.domain.games.root.parts import Leader
from tablescribe.domain.games.root.rules.decree import COLUMNS, candidates, column_now
from tablescribe.domain.rules.action import Action
from tablescribe.domain.table.names import AWAITS

LEADERS: tuple[Leader, ...] = get_args(Leader)


def offers(board: Board, seat: int) -> Iterator[Action]:
    """Yield the Eyrie's candidate actions, besides moving, battling and crafting."""
    match board.table.text(AWAITS):
        case "leader":
            yield from (Crown(leader=leader) for leader in LEADERS)
        case "new_roost":
            yield from (NewRoost(at=at) for at in CLEARINGS)
        case "" if board.stage == "birdsong":
            yield from (Decree(card=card, column=column) for card in held(board, seat) for column in COLUMNS)
        case "" if (column := column_now(board)) in ("recruit", "build"):
            yield from (act for suit in remaining(board, column) for act in candidates(board, column, suit))
        case _:
            pass
