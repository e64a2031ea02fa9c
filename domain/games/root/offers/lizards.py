"""Candidate actions of the Lizard Cult. The rules filter out illegal ones."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.games.root.actions.lizards import (
    ChooseOutcast,
    Convert,
    Gather,
    PlantGarden,
    Sacrifice,
    Sanctify,
    ScoreGardens,
)
from tablescribe.domain.games.root.board import BIRD, CLEARINGS, SUITS, Board, clearing
from tablescribe.domain.games.root.cards import held, suit_of
from tablescribe.domain.games.root.pieces import kind_of
from tablescribe.domain.games.root.rules.conspiracies import CONSPIRING, outcast_clearings
from tablescribe.domain.rules.action import Action
from tablescribe.domain.table.names import AWAITS


def offers(board: Board, seat: int) -> Iterator[Action]:
    """Yield the Cult's candidate actions, besides moving, battling and crafting."""
    match board.table.text(AWAITS):
        case "outcast":
            yield from (ChooseOutcast.model_validate({"suit": suit}) for suit in SUITS)
        case "" if board.stage == CONSPIRING:
            yield from _conspiracies(board)
        case "" if board.stage == "daylight":
            yield from _rituals(board, seat)
        case _:
            pass


def _conspiracies(board: Board) -> Iterator[Action]:
    for at in outcast_clearings(board):
        for piece in board.table.pieces(clearing(at)):
            if kind_of(piece) == "warrior":
                yield Convert(at=at, piece=piece)
            elif kind_of(piece) == "building":
                yield Sanctify(at=at, piece=piece)


def _rituals(board: Board, seat: int) -> Iterator[Action]:
    for card in held(board, seat):
        if suit_of(board.setting, card) == BIRD:
            yield Sacrifice(card=card)
            continue
        yield ScoreGardens(card=card)
        for at in CLEARINGS:
            yield PlantGarden(card=card, at=at)
            yield Gather(card=card, at=at)
