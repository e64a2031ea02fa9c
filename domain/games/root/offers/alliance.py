"""Candidate actions of the Alliance, and other players' answers to Outrage."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.games.root.actions.alliance import (
    DropSupporter,
    Mobilize,
    NoSupporter,
    Organize,
    PaySupporter,
    Rally,
    Revolt,
    ShowHand,
    Spread,
    Train,
    Yield,
)
from tablescribe.domain.games.root.board import CARD, CLEARINGS, SUITS, Board
from tablescribe.domain.games.root.cards import held, held_or_unseen
from tablescribe.domain.games.root.rules.outrage import SUPPORTERS
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.hand import could_hold
from tablescribe.domain.table.names import AWAITS


def offers(board: Board, seat: int) -> Iterator[Action]:
    """Yield the Alliance's candidate actions, besides moving, battling and crafting."""
    match board.table.text(AWAITS):
        case "supporters_spent":
            yield from (PaySupporter(card=card) for card in could_hold(board.table, SUPPORTERS, CARD))
        case "supporters_lost":
            yield NoSupporter()
            yield from (DropSupporter(card=card) for card in could_hold(board.table, SUPPORTERS, CARD))
        case "":
            yield from _in_turn(board, seat)
        case _:
            pass


def _in_turn(board: Board, seat: int) -> Iterator[Action]:
    match board.stage:
        case "birdsong":
            for at in CLEARINGS:
                yield Revolt(at=at)
                if len(board.suits(at)) > 1:
                    yield from (Revolt(at=at, suit=suit) for suit in ("fox", "rabbit", "mouse"))
                yield Spread(at=at)
        case "daylight":
            yield from (Mobilize(card=card) for card in held_or_unseen(board, seat))
            yield from (Train(card=card) for card in held(board, seat, *SUITS))
        case "operations":
            yield from (Rally(at=at) for at in CLEARINGS)
            yield from (Organize(at=at) for at in CLEARINGS)
        case _:
            pass


def offers_to_all(board: Board, seat: int) -> Iterator[Action]:
    """Yield the candidate answers to Outrage."""
    if board.table.text(AWAITS) == "outrage":
        yield ShowHand()
        yield from (Yield(card=card) for card in held(board, seat))
