"""Candidate actions of the Lord of the Hundreds. The rules filter out illegal ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from tablescribe.domain.games.root.actions.core import Battle
from tablescribe.domain.games.root.actions.hundreds import (
    Anoint,
    ChooseMood,
    DropItem,
    Fortify,
    Incite,
    KeepItem,
    Lead,
    NoRevel,
    PlaceMob,
    RazeItem,
    Revel,
    SellItem,
    Squander,
    TakeLoot,
)
from tablescribe.domain.games.root.board import CLEARINGS, Board
from tablescribe.domain.games.root.cards import held
from tablescribe.domain.games.root.offers.core import sources
from tablescribe.domain.games.root.parts import Item, Mood
from tablescribe.domain.games.root.pieces import HUNDREDS, warrior
from tablescribe.domain.games.root.rules.ruling import ways
from tablescribe.domain.games.root.standing import warlord_at
from tablescribe.domain.rules.action import Action
from tablescribe.domain.table.names import AWAITS

ITEMS: tuple[Item, ...] = get_args(Item)
MOODS: tuple[Mood, ...] = get_args(Mood)


def offers(board: Board, seat: int) -> Iterator[Action]:
    """Yield the Hundreds' candidate actions, besides moving, battling and crafting."""
    match board.table.text(AWAITS):
        case "razed_item":
            yield from (RazeItem(item=name) for name in ITEMS)
        case "mob":
            yield from (PlaceMob(at=at) for at in CLEARINGS)
        case "anointing":
            yield from (Anoint(at=at) for at in CLEARINGS)
        case "mood":
            yield from (ChooseMood(mood=mood) for mood in MOODS)
        case "jubilation":
            yield from (Revel(), NoRevel())
        case "spoils":
            yield from (KeepItem(), SellItem())
        case "full_track":
            yield from (DropItem(item=name) for name in ITEMS)
        case "loot":
            yield from (TakeLoot(item=name) for name in ITEMS)
        case "":
            yield from _in_turn(board, seat)
        case _:
            pass


def _in_turn(board: Board, seat: int) -> Iterator[Action]:
    match board.stage:
        case "lavish":
            yield from (Squander(item=name) for name in ITEMS)
        case "craft" | "command" | "advance":
            yield from _leading(board)
            yield from _looting(board, seat)
            for at in CLEARINGS:
                yield from (Fortify(at=at, card=card) for card in held(board, seat, *board.suits(at)))
        case "incite":
            for at in CLEARINGS:
                if board.warriors(HUNDREDS, at):
                    yield from (Incite(at=at, card=card) for card in held(board, seat, *board.suits(at)))
        case _:
            pass


def _leading(board: Board) -> Iterator[Action]:
    origin = warlord_at(board)
    if origin:
        most = board.at(origin, warrior(HUNDREDS))
        yield from (Lead(to=to, n=n) for to in ways(board, HUNDREDS, origin) if to for n in range(most + 1))


def _looting(board: Board, seat: int) -> Iterator[Action]:
    for by in sources(board, seat, "battle"):
        for at in CLEARINGS:
            for other in board.owners(at):
                if other in board.factions and other != HUNDREDS:
                    yield Battle.model_validate({"at": at, "defender": other, "by": by, "how": "loot"})
