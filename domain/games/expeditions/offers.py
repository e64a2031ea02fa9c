"""Candidate actions for buttons, bots and fuzzing. The rules filter out illegal ones."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.games.expeditions.actions import AutomaTurn, Gather, Move, PlayCard, Shift
from tablescribe.domain.games.expeditions.board import Board
from tablescribe.domain.games.expeditions.choices import choices, is_plain, plays
from tablescribe.domain.games.expeditions.effects import slug
from tablescribe.domain.games.expeditions.paths import distances
from tablescribe.domain.games.expeditions.taking import Done, Take
from tablescribe.domain.games.expeditions.zones import AUTOMA, REFRESH
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.table import Table


def offers(setting: Setting, table: Table, seat: int) -> Iterator[Action]:
    """Yield every action a seat might take now."""
    board = Board(setting, table)
    if board.is_over:
        return
    if seat == AUTOMA:
        yield AutomaTurn()
    elif board.asks:
        yield from _benefits(board)
    else:
        yield from _turn(board)


def _benefits(board: Board) -> Iterator[Action]:
    offered: list[Action] = []
    for _, effect in board.dues:
        offered += [Take(benefit=slug(effect))] if is_plain(effect) else list(choices(board, effect))
    yield from dict.fromkeys(offered)
    yield Done()


def _turn(board: Board) -> Iterator[Action]:
    if not board.shifted and board.token != REFRESH:
        yield from (Shift(to=to) for to in ("move", "play", "gather", "refresh"))
        return
    yield from (Move(to=place) for place in distances(board, board.reach))
    yield from (PlayCard(card=piece, worker=colour) for piece, colour in plays(board))
    yield Gather()
