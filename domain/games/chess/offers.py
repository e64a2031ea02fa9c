"""Candidate actions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, cast

from tablescribe.domain.games.chess.actions import (
    AcceptDraw,
    ClaimDraw,
    FlagFell,
    IllegalMove,
    Move,
    OfferDraw,
    RefuseDraw,
    Resign,
)
from tablescribe.domain.games.chess.board import FIFTY_MOVES, KINDS, THREE, TURN, position_of
from tablescribe.domain.games.chess.components import Promoted, Square
from tablescribe.domain.games.chess.position import NAMES, Position
from tablescribe.domain.games.chess.position import Move as Moved
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.table import Table


def offers(setting: Setting, table: Table, seat: int) -> Iterator[Action]:
    """Yield the candidate actions of a seat: moves, then claims and offers, then resignation and the like."""
    if seat == table.number(TURN):
        position = position_of(table)
        legal = list(position.legal())
        yield from (as_action(one) for one in legal)
        yield from claims(position, legal)
    yield AcceptDraw()
    yield RefuseDraw()
    yield OfferDraw()
    yield Resign()
    yield FlagFell()
    yield IllegalMove()


def as_action(one: Moved) -> Move:
    """Return a move of a position as an action."""
    promote = cast(Promoted, KINDS[one.promote]) if one.promote else None
    return Move(man=cast(Square, NAMES[one.man]), to=cast(Square, NAMES[one.to]), promote=promote)


def claims(position: Position, legal: list[Moved]) -> Iterator[ClaimDraw]:
    """Yield the draws that may be claimed in the current position, or with an intended move."""
    if position.quiet + 1 >= 2 * (THREE - 1):
        yield from claimed("repetition", legal)
    if position.quiet + 1 >= FIFTY_MOVES:
        yield from claimed("fifty_moves", legal)


def claimed(by: Literal["repetition", "fifty_moves"], legal: list[Moved]) -> Iterator[ClaimDraw]:
    """Yield a claim in the current position, and one with each intended move that is not a promotion."""
    yield ClaimDraw(by=by)
    for one in legal:
        if not one.promote:
            yield ClaimDraw(by=by, man=cast(Square, NAMES[one.man]), to=cast(Square, NAMES[one.to]))
