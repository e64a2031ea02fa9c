"""Candidate actions of the Duchy. The rules filter out illegal ones."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.games.root.actions.duchy import Back, Bank, Dig, Dismiss, Levy, Proclaim, Raise, Sway
from tablescribe.domain.games.root.board import BURROW, CLEARINGS, Board
from tablescribe.domain.games.root.cards import held
from tablescribe.domain.games.root.pieces import DUCHY
from tablescribe.domain.games.root.reign import ruled
from tablescribe.domain.games.root.rules.duchy import ASSEMBLY, FOLLOWERS, TUNNEL, WARRIOR, unswayed
from tablescribe.domain.games.root.rules.ministers import BANKING, PARLIAMENT, SWAYING, ministers_to_act
from tablescribe.domain.games.root.rules.price_of_failure import highest
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.window import awaited
from tablescribe.domain.table.names import AWAITS

LORDS = ("duchess-of-mud", "baron-of-dirt", "earl-of-stone")


def offers(board: Board, seat: int) -> Iterator[Action]:
    """Yield the Duchy's candidate actions, besides moving, battling and crafting."""
    if awaited(board.table):
        yield from _answers(board, seat)
    elif board.turn == seat:
        if board.stage == ASSEMBLY:
            yield Levy()
            yield from _builds(board, seat, "")
            yield from _digs(board, seat)
        if board.stage in (ASSEMBLY, PARLIAMENT):
            yield from _ministers(board, seat)
        if board.stage in (ASSEMBLY, PARLIAMENT, SWAYING):
            yield from (Sway.model_validate({"minister": name}) for name in unswayed(board))


def _answers(board: Board, seat: int) -> Iterator[Action]:
    match board.table.text(AWAITS):
        case "backing":
            yield from (Back(card=card) for card in held(board, seat))
        case "price_of_failure":
            yield from (Dismiss.model_validate({"minister": name}) for name in highest(board))
        case _:
            pass


def _builds(board: Board, seat: int, by: str) -> Iterator[Action]:
    for at in ruled(board, DUCHY):
        for card in held(board, seat, *(() if by else board.suits(at))):
            for building in ("citadel", "market"):
                yield Raise.model_validate({"building": building, "at": at, "card": card, "by": by})


def _digs(board: Board, seat: int) -> Iterator[Action]:
    most = min(FOLLOWERS, board.at(BURROW, WARRIOR))
    dug = board.where(TUNNEL)
    for at in CLEARINGS:
        if at in dug:
            continue
        for card in held(board, seat, *board.suits(at)):
            for instead in (None, *dug):
                for n in range(most + 1):
                    yield Dig.model_validate({"card": card, "at": at, "n": n, "instead": instead})


def _ministers(board: Board, seat: int) -> Iterator[Action]:
    able = ministers_to_act(board)
    for by in able:
        name = by.rpartition(":")[2]
        if name == "foremole":
            yield from _builds(board, seat, by)
        elif by in LORDS:
            yield Proclaim.model_validate({"minister": by})
    bankers = [by for by in able if by.rpartition(":")[2] == "banker"]
    if begun := board.table.text(f"this:{BANKING}"):
        bankers.append(begun)
    for by in dict.fromkeys(bankers):
        yield from (Bank.model_validate({"card": card, "by": by}) for card in held(board, seat))
