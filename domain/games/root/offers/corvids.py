"""Candidate actions of the Corvids, and of players who expose their plots."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.games.root.actions.corvids import (
    Admit,
    Alight,
    Deny,
    Expose,
    Flip,
    Flock,
    NoRaid,
    Plot,
    SpringRaid,
    Trick,
)
from tablescribe.domain.games.root.board import BIRD, CARD, CLEARINGS, SETUP, SUITS, Board
from tablescribe.domain.games.root.cards import held, suit_of, unseen_matches
from tablescribe.domain.games.root.pieces import CORVIDS
from tablescribe.domain.games.root.rules.corvids import CRAFTING, DAYLIGHT, EXERTING, SCHEMING, WARRIOR, flips
from tablescribe.domain.games.root.rules.plots import FACE_DOWN, plot_at
from tablescribe.domain.games.root.standing import PLOTS
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.window import awaited
from tablescribe.domain.table.names import AWAITS, face_down, hand


def offers(board: Board, seat: int) -> Iterator[Action]:
    """Yield the Corvids' candidate actions, besides moving, battling and crafting."""
    if awaited(board.table):
        match board.table.text(AWAITS):
            case "exposure":
                yield from (Admit(), Deny())
            case "raid":
                yield from (SpringRaid(), NoRaid())
            case _:
                pass
    elif board.turn == seat:
        if board.stage == SETUP:
            yield from (Alight(at=at) for at in CLEARINGS)
        if board.stage in (CRAFTING, SCHEMING):
            yield from _schemes(board, seat)
        if board.stage in (DAYLIGHT, EXERTING):
            yield from _plots(board)


def _schemes(board: Board, seat: int) -> Iterator[Action]:
    for at in flips(board):
        yield from (Flip.model_validate({"at": at, "plot": kind}) for kind in PLOTS)
    for card in held(board, seat):
        suit = suit_of(board.setting, card)
        yield from (Flock.model_validate({"card": card, "suit": one}) for one in SUITS if suit in (one, BIRD))


def _plots(board: Board) -> Iterator[Action]:
    for at in CLEARINGS:
        if board.at(at, WARRIOR) and not plot_at(board, at):
            yield from (Plot.model_validate({"at": at, "plot": kind}) for kind in ("", *PLOTS))
    placed = [at for at in CLEARINGS if plot_at(board, at)]
    for one in placed:
        yield from (Trick(one=one, other=other) for other in placed if one != other)


def offers_to_all(board: Board, seat: int) -> Iterator[Action]:
    """Yield the exposures that a seat could try (RO-13.2.4)."""
    me = board.faction(seat)
    if board.turn != seat or me == CORVIDS or awaited(board.table) or CORVIDS not in board.factions:
        return
    for at in CLEARINGS:
        if board.at(at, FACE_DOWN) and board.count(me, at):
            suits = board.suits(at)
            hidden = board.table.count(hand(seat), face_down(CARD)) and unseen_matches(board, *suits)
            for card in (*held(board, seat, *suits), *([face_down(CARD)] if hidden else [])):
                yield from (Expose.model_validate({"at": at, "card": card, "plot": kind}) for kind in PLOTS)
