"""Candidate actions of the Marquise. The rules filter out illegal ones."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.games.root.actions.marquise import (
    Build,
    Building,
    Hasten,
    Heal,
    NoHeal,
    Overwork,
    Recruit,
    TakeWood,
)
from tablescribe.domain.games.root.board import BIRD, CLEARINGS, SETUP, Board
from tablescribe.domain.games.root.cards import held
from tablescribe.domain.rules.action import Action
from tablescribe.domain.table.names import AWAITS

BUILDINGS: tuple[Building, ...] = ("sawmill", "workshop", "recruiter")


def offers(board: Board, seat: int) -> Iterator[Action]:
    """Yield her candidate actions, besides moving, battling and crafting."""
    match board.table.text(AWAITS):
        case "hospitals":
            yield NoHeal()
            yield from (Heal(card=card) for card in held(board, seat))
        case "wood_spent":
            yield from (TakeWood(at=at) for at in CLEARINGS)
        case "":
            yield from (Build(building=kind, at=at) for kind in BUILDINGS for at in CLEARINGS)
            if board.stage != SETUP:
                yield Recruit()
                yield from (Hasten(card=card) for card in held(board, seat, BIRD))
                for at in board.where("marquise:sawmill"):
                    yield from (Overwork(at=at, card=card) for card in held(board, seat, *board.suits(at)))
        case _:
            pass
