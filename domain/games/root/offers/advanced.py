"""Candidate actions of the advanced set-up. The rules filter out illegal ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from tablescribe.domain.games.root.actions.advanced import Choose, Hire, PutBack, RaiseLandmark, Scatter, Station
from tablescribe.domain.games.root.board import CLEARINGS, SETUP, Board
from tablescribe.domain.games.root.parts import FactionKey, HirelingKey, LandmarkKey
from tablescribe.domain.games.root.rules.hireling_setup import HIRING, all_places
from tablescribe.domain.games.root.rules.setup_turn import CHOOSING, HIRELINGS, LANDMARKS, STEP
from tablescribe.domain.rules.action import Action
from tablescribe.domain.table.names import AWAITS, hand


def offers(board: Board, seat: int) -> Iterator[Action]:
    """Yield the candidate actions of a seat."""
    match board.table.text(AWAITS):
        case "scatter":
            yield from (Scatter(at=at) for at in CLEARINGS)
        case "first_hand":
            yield from (PutBack(card=card) for card in board.table.pieces(hand(seat)) or [""])
        case "" if board.stage == SETUP and board.turn == seat:
            yield from _in_turn(board)
        case _:
            pass


def _in_turn(board: Board) -> Iterator[Action]:
    match board.table.text(STEP):
        case step if step == LANDMARKS:
            yield from (RaiseLandmark(landmark=key, at=at) for key in get_args(LandmarkKey) for at in CLEARINGS)
        case step if step == HIRELINGS:
            if board.table.get(HIRING):
                yield from (Station(place=place) for place in all_places(board))
            else:
                yield from (Hire(hireling=key) for key in get_args(HirelingKey))
        case step if step == CHOOSING:
            yield from (Choose(faction=key) for key in get_args(FactionKey))
        case _:
            pass
