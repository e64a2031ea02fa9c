"""Candidate actions with cards, tokens and abilities, and answers to effects and scenarios."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from tablescribe.domain.games.robinson.actions.declaring import LeaveBlank
from tablescribe.domain.games.robinson.actions.effects import (
    ChooseSide,
    Exhaust,
    KeepToken,
    LayIdea,
    LayShortcut,
    PutBack,
    PutBeast,
    TakeFrom,
    Tell,
)
from tablescribe.domain.games.robinson.actions.scenario import FeedPyre, LeavePyre, RollWeatherNow, WaitForWeather
from tablescribe.domain.games.robinson.actions.using import (
    GatherMore,
    NoMoreGathered,
    SoftenWeather,
    UseAbility,
    UseItem,
    UseToken,
)
from tablescribe.domain.games.robinson.board import DISCOVERY, INVENTION, SIDES, WOOD, starting, tokens
from tablescribe.domain.games.robinson.island import Island
from tablescribe.domain.games.robinson.marks import look
from tablescribe.domain.games.robinson.rules import cards, effects, pyres, texts
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.hand import could_hold
from tablescribe.domain.table.table import HIDDEN


def using(board: Island, seat: int) -> Iterator[Action]:
    """Yield what a seat may use when it decides."""
    if not board.is_alive(seat):
        return
    yield from (UseAbility(ability=one.id) for one in board.character(seat).abilities)
    known = (item for item in board.table.pieces(starting(seat)) if not item.startswith(HIDDEN))
    yield from (UseItem(item=item) for item in known)
    yield from (UseToken(token=token) for token in board.table.pieces(tokens(seat)) if not token.startswith(HIDDEN))


def answers(board: Island, seat: int, window: str) -> Iterator[Action]:
    """Yield the candidate answers to a window of cards, effects and scenarios."""
    match window:
        case "soften":
            yield from (SoftenWeather(by=by, how=how) for by, how in cards.softeners(board, seat))
        case "more":
            yield from (GatherMore(invention=piece) for piece in cards.baskets(board, seat))
            yield NoMoreGathered()
        case "feed":
            yield from (FeedPyre(wood=n) for n in range(1, min(pyres.room(board, seat), board.has(seat, WOOD)) + 1))
            yield LeavePyre()
        case "forecast":
            yield from (RollWeatherNow(item=item) for item in board.table.pieces(starting(seat)))
            yield WaitForWeather()
        case _:
            yield from _of_effects(board, seat, window)


def _of_effects(board: Island, seat: int, window: str) -> Iterator[Action]:
    match window:
        case "side":
            yield from (ChooseSide(side=side) for side in effects.sides_of(board, seat))
        case "richer":
            yield from (TakeFrom(target=other) for other in board.rivals(seat))
        case "declaration":
            yield LeaveBlank()
        case "judge":
            yield Tell(benefit=texts.asked_of(board.table))
        case "put_back":
            yield from (PutBack(tile=piece) for piece in board.table.pieces(look(seat)))
        case "keep_token":
            yield from (KeepToken(token=one) for one in could_hold(board.table, look(seat), DISCOVERY))
        case "idea":
            yield from (LayIdea(invention=one) for one in could_hold(board.table, look(seat), INVENTION))
        case "tracked":
            yield from (PutBeast(where="top"), PutBeast(where="bottom"))
        case "corral":
            yield from (Exhaust(space=number, side=side) for number, side in product(board.layout.spaces, SIDES))
        case "shortcut":
            yield from (LayShortcut(space=number) for number in board.layout.spaces)
