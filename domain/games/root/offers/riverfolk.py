"""Candidate actions of the Riverfolk, and of players who buy from them. The rules filter out illegal ones."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.games.root.actions.riverfolk import (
    Buy,
    CommitFund,
    Enlist,
    Export,
    Fetch,
    KeepPrices,
    LoseFund,
    Moor,
    NoService,
    OpenPost,
    PayItem,
    SetPrice,
)
from tablescribe.domain.games.root.board import CARD, CLEARINGS, SETUP, SUITS, Board
from tablescribe.domain.games.root.pieces import RIVERFOLK
from tablescribe.domain.games.root.rules.crafting import candidates
from tablescribe.domain.games.root.rules.funds import SERVICES_SOLD, whose
from tablescribe.domain.games.root.rules.vagabond_items import ready_items
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.hand import could_hold
from tablescribe.domain.table.names import AWAITS, hand


def offers(board: Board, seat: int) -> Iterator[Action]:
    """Yield the Riverfolk's candidate actions, besides moving, battling and crafting."""
    match board.table.text(AWAITS):
        case "prices":
            yield KeepPrices()
            yield from (SetPrice(service=one, price=price) for one in SERVICES_SOLD for price in range(1, 5))
        case "fund_committed":
            yield from (CommitFund.model_validate({"fund": owner}) for owner in whose(board))
        case "funds_lost":
            yield from (LoseFund.model_validate({"fund": owner}) for owner in whose(board))
        case "" if board.stage == SETUP:
            yield from (Moor(at=at) for at in CLEARINGS)
        case "" if board.stage == "daylight":
            yield from _in_daylight(board, seat)
        case _:
            pass


def _in_daylight(board: Board, seat: int) -> Iterator[Action]:
    for owner in whose(board):
        yield Fetch.model_validate({"fund": owner})
        yield from (Enlist.model_validate({"at": at, "fund": owner}) for at in CLEARINGS)
    for at in CLEARINGS:
        yield OpenPost(at=at)
        if len(board.suits(at)) > 1:
            yield from (OpenPost.model_validate({"at": at, "suit": suit}) for suit in SUITS)
    yield from (Export(card=one.card, using=one.using) for one in candidates(board, seat))


def offers_to_all(board: Board, seat: int) -> Iterator[Action]:
    """Yield the services to buy, and the items with which a Vagabond could pay."""
    match board.table.text(AWAITS):
        case "services":
            yield NoService()
            yield from (Buy(service=one) for one in SERVICES_SOLD if one != "hand")
            seller = board.seat_of(RIVERFOLK)
            yield from (Buy(service="hand", card=card) for card in could_hold(board.table, hand(seller), CARD))
        case "items_paid":
            yield from (PayItem.model_validate({"item": name}) for name in ready_items(board, seat))
        case _:
            pass
