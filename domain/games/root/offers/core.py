"""Candidate actions of every seat: go on, move, battle, craft, and the answers inside a battle."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.games.root.abilities import in_play
from tablescribe.domain.games.root.actions.core import (
    Ambush,
    Battle,
    Discard,
    Dominate,
    Foil,
    GoOn,
    Move,
    NoAmbush,
    NoEffect,
    NoFoil,
    PutPiece,
    Remove,
    Settle,
    TakeDominance,
    UseEffect,
)
from tablescribe.domain.games.root.board import CLEARINGS, DOMINANCES, SETUP, Board
from tablescribe.domain.games.root.cards import held, is_ambush, is_dominance
from tablescribe.domain.games.root.pieces import warrior
from tablescribe.domain.games.root.rules.battle import usable
from tablescribe.domain.games.root.rules.crafting import candidates
from tablescribe.domain.games.root.rules.fights import key, read_fight, targets
from tablescribe.domain.games.root.rules.moving import loads, ways_to
from tablescribe.domain.games.root.rules.ruling import ways
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.window import awaited
from tablescribe.domain.table.names import AWAITS


def offers(board: Board, seat: int) -> Iterator[Action]:
    """Yield the candidate actions of a seat."""
    if awaited(board.table):
        yield from _answers(board, seat)
    elif board.turn == seat:
        if board.stage == SETUP:
            yield from (Settle(at=at) for at in CLEARINGS)
        else:
            yield GoOn()
            yield from _moves(board, seat)
            yield from _battles(board, seat)
            yield from candidates(board, seat)
            yield from _dominance(board, seat)


def sources(board: Board, seat: int, deed: str) -> list[str]:
    """Return the sources that allow a seat to move or battle now."""
    return list(dict.fromkeys(by for one in in_play(board, "sources") for by in one.sources(board, seat, deed)))


def _moves(board: Board, seat: int) -> Iterator[Move]:
    owner = board.faction(seat)
    for by in sources(board, seat, "move"):
        for origin in range(13):
            most = board.at(origin, warrior(owner))
            for to, first in ways(board, owner, origin).items() if most else ():
                for way in sorted(ways_to(board, owner, origin, to)):
                    how = "" if way == first else way
                    for n in range(1, most + 1):
                        for load in loads(board, owner, origin, n):
                            yield Move(origin=origin, to=to, n=n, by=by, how=how, load=load)


def _battles(board: Board, seat: int) -> Iterator[Battle]:
    owner = board.faction(seat)
    for by in sources(board, seat, "battle"):
        for at in range(13):
            for other in board.owners(at):
                if other != owner:
                    yield Battle.model_validate({"at": at, "defender": other, "by": by})


def _dominance(board: Board, seat: int) -> Iterator[Action]:
    cards = held(board, seat)
    yield from (Dominate(card=card) for card in cards if is_dominance(board.setting, card))
    for dominance in board.table.pieces(DOMINANCES):
        yield from (TakeDominance(dominance=dominance, card=card) for card in cards)


def _answers(board: Board, seat: int) -> Iterator[Action]:
    cards = held(board, seat)
    match board.table.text(AWAITS):
        case "ambush":
            yield NoAmbush()
            yield from (Ambush(card=card) for card in cards if is_ambush(board.setting, card))
        case "foil":
            yield NoFoil()
            yield from (Foil(card=card) for card in cards if is_ambush(board.setting, card))
        case "effects":
            yield NoEffect()
            fight = read_fight(board.table)
            for effect in usable(board, fight, seat, board.table.text(key("when"))):
                yield UseEffect(effect=effect)
                yield from (UseEffect(effect=effect, card=card) for card in cards)
        case "casualty":
            fight = read_fight(board.table)
            for owner in (fight.attacker, fight.defender):
                yield from (Remove(piece=piece) for tier in targets(board, fight, owner) for piece in tier)
        case "hand_limit":
            yield from (Discard(card=card) for card in cards)
        case "short_supply":
            yield from (PutPiece(at=at) for at in CLEARINGS)
        case _:
            pass
