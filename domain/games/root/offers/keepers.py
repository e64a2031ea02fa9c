"""Candidate actions of the Keepers, and of players who place removed relics."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from tablescribe.domain.games.root.actions.keepers import (
    Decamp,
    Delve,
    Encamp,
    Enlist,
    Join,
    LayRelic,
    March,
    NoDelve,
    Recover,
    Shift,
    Venture,
)
from tablescribe.domain.games.root.board import CLEARINGS, Board, clearing
from tablescribe.domain.games.root.cards import held
from tablescribe.domain.games.root.paths import land
from tablescribe.domain.games.root.pieces import KEEPERS
from tablescribe.domain.games.root.rules.keepers import (
    CRAFTING,
    DECAMPING,
    ENCAMPING,
    GATHERING,
    RECRUITING,
    WARRIOR,
    camps_to_pitch,
)
from tablescribe.domain.games.root.rules.relics import relics_in
from tablescribe.domain.games.root.rules.retinue import (
    COLUMNS,
    MOVING,
    RECOVERING,
    VENTURING,
    delves,
    enemies_at,
    recovers_on,
    retinue,
    unused,
)
from tablescribe.domain.games.root.rules.ruling import ways
from tablescribe.domain.games.root.rules.turn import awaiting
from tablescribe.domain.games.root.standing import TYPES, waystations_at
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.window import awaited
from tablescribe.domain.table.names import AWAITS


def offers(board: Board, seat: int) -> Iterator[Action]:
    """Yield the Keepers' candidate actions, besides crafting."""
    if awaited(board.table):
        if board.table.text(AWAITS) == "delve":
            yield NoDelve()
            at = int(awaiting(board.table, "delved").get("at", 0))
            yield from (Delve(forest=name, relic=relic) for name, relic in delves(board, at))
    elif board.turn == seat:
        yield from _birdsong(board, seat)
        if board.stage in (CRAFTING, MOVING, RECOVERING):
            yield from _marches(board)
        if board.stage in (CRAFTING, MOVING, VENTURING):
            yield from _ventures(board)
        if board.stage in (CRAFTING, MOVING, VENTURING, RECOVERING):
            yield from _recoveries(board)
        if board.stage == GATHERING:
            yield from _retinue(board, seat)


def _birdsong(board: Board, seat: int) -> Iterator[Action]:
    if board.stage == ENCAMPING:
        for at in camps_to_pitch(board):
            for shows in TYPES:
                for back in TYPES:
                    if shows != back:
                        yield Encamp.model_validate({"at": at, "shows": shows, "back": back})
    if board.stage in (ENCAMPING, DECAMPING):
        yield from (Decamp(at=at, waystation=one) for at in CLEARINGS for one in waystations_at(board, at))
    if board.stage in (ENCAMPING, DECAMPING, RECRUITING):
        for at in CLEARINGS:
            if waystations_at(board, at):
                yield from (Enlist(card=card, at=at) for card in held(board, seat, *board.suits(at)))


def _marches(board: Board) -> Iterator[Action]:
    cards = unused(board, 3 if board.stage == RECOVERING else 1)
    for origin in CLEARINGS if cards else ():
        most = board.at(origin, WARRIOR)
        lies = [
            one for one, n in board.table.pieces(clearing(origin)).items() if one.startswith(TYPES) for _ in range(n)
        ]
        loads = sorted({",".join(sorted(some)) for k in range(len(lies) + 1) for some in combinations(lies, k)})
        for to in ways(board, KEEPERS, origin) if most else ():
            for card in cards:
                for n in range(1, most + 1) if to else ():
                    for load in loads:
                        yield March(card=card, origin=origin, to=to, n=n, load=load)


def _ventures(board: Board) -> Iterator[Action]:
    for at in CLEARINGS:
        if board.at(at, WARRIOR):
            for card in unused(board, 2):
                yield Venture(card=card, at=at)
                for owner in enemies_at(board, at):
                    yield Venture.model_validate({"card": card, "at": at, "defender": owner})


def _recoveries(board: Board) -> Iterator[Action]:
    cards = dict.fromkeys([*unused(board, 3), *([recovers_on(board)] if recovers_on(board) else [])])
    for at in CLEARINGS:
        if waystations_at(board, at):
            yield from (
                Recover(card=card, at=at, relic=one) for one in relics_in(board, clearing(at)) for card in cards
            )


def _retinue(board: Board, seat: int) -> Iterator[Action]:
    for card in held(board, seat):
        yield from (Join.model_validate({"card": card, "column": column}) for column in COLUMNS)
    for column in COLUMNS:
        for card in board.table.pieces(retinue(column)):
            for to in COLUMNS:
                if to != column:
                    yield Shift.model_validate({"card": card, "column": column, "to": to})


def offers_to_all(board: Board, seat: int) -> Iterator[Action]:
    """Yield the forests in which a seat may place a relic it removed (RO-15.2.5)."""
    if board.table.text(AWAITS) == "loose_relic":
        yield from (LayRelic(forest=name) for name in land(board.setting).forests)
