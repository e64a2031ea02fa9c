"""Candidate actions that crafted cards allow."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.games.root.actions.cards import (
    BreakCodes,
    BurrowBank,
    Charm,
    FalseOrders,
    GiveBack,
    Inform,
    NoInform,
    NoShed,
    Propaganda,
    RoyalClaim,
    Sabotage,
    Shed,
    StandAndDeliver,
    SwapMeet,
    TaxCollector,
)
from tablescribe.domain.games.root.board import CARD, CLEARINGS, Board, crafted
from tablescribe.domain.games.root.cards import held, held_or_unseen, is_ambush
from tablescribe.domain.games.root.pieces import warrior
from tablescribe.domain.games.root.rules import cards, exiles
from tablescribe.domain.games.root.rules.moving import loads
from tablescribe.domain.games.root.rules.ruling import ways
from tablescribe.domain.rules.action import Action
from tablescribe.domain.table.names import AWAITS, discard


def offers(board: Board, seat: int) -> Iterator[Action]:
    """Yield the candidate actions of a seat with its crafted cards."""
    match board.table.text(AWAITS):
        case "swap":
            yield from (GiveBack(card=card) for card in held_or_unseen(board, seat))
        case "informants":
            yield NoInform()
            ambushes = (card for card in board.table.pieces(discard(CARD)) if is_ambush(board.setting, card))
            yield from (Inform(card=card) for card in ambushes)
        case "partisans":
            yield NoShed()
            yield from (Shed(card=card) for card in held(board, seat))
        case "" if board.turn == seat:
            for card in board.table.pieces(crafted(seat)):
                yield from _with(board, seat, card)
        case _:
            pass


def _with(board: Board, seat: int, card: str) -> Iterator[Action]:
    others = board.setting.opponents(seat)
    match card:
        case cards.ROYAL_CLAIM:
            yield RoyalClaim()
        case cards.STAND_AND_DELIVER:
            yield from (StandAndDeliver(victim=other) for other in others)
        case cards.BURROW_BANK:
            yield from (BurrowBank(partner=other) for other in others)
        case cards.TAX_COLLECTOR:
            yield from (TaxCollector(at=at) for at in CLEARINGS if board.at(at, warrior(board.faction(seat))))
        case cards.CODEBREAKERS:
            yield from (BreakCodes(victim=other) for other in others)
        case exiles.SABOTEURS:
            for other in others:
                yield from (Sabotage(victim=other, card=one) for one in board.table.pieces(crafted(other)))
        case exiles.CHARM:
            yield from (Charm(partner=other) for other in others)
        case exiles.SWAPPING:
            yield from (SwapMeet(victim=other) for other in others)
        case exiles.FALSE_ORDERS:
            yield from _orders(board)
        case exiles.PROPAGANDA:
            yield from _propaganda(board, seat)
        case _:
            pass


def _orders(board: Board) -> Iterator[Action]:
    for origin in CLEARINGS:
        for owner in board.owners(origin):
            half = (board.at(origin, warrior(owner)) + 1) // 2
            for load in loads(board, owner, origin, half) if half else ():
                for to in ways(board, owner, origin):
                    if to:
                        orders = {"enemy": owner, "origin": origin, "to": to, "load": load}
                        yield FalseOrders.model_validate(orders)


def _propaganda(board: Board, seat: int) -> Iterator[Action]:
    for at in CLEARINGS:
        for owner in board.owners(at):
            if board.at(at, warrior(owner)) and owner != board.faction(seat):
                for card in held(board, seat, *board.suits(at)):
                    yield Propaganda.model_validate({"enemy": owner, "at": at, "card": card})
