"""Placing pieces (RO-16.6.19): as many as there are, unless forbidden; if too few, the owner says where (RO-1.5.4)."""

from __future__ import annotations

from tablescribe.domain.games.root.actions.core import PutPiece
from tablescribe.domain.games.root.board import Board, clearing, supply
from tablescribe.domain.games.root.pieces import owner_of
from tablescribe.domain.games.root.rules.citing import cite_if, cite_now
from tablescribe.domain.games.root.rules.ruling import can_place
from tablescribe.domain.games.root.rules.turn import action, awaiting, carry_on
from tablescribe.domain.games.root.windows import SHORT_SUPPLY
from tablescribe.domain.rules.play import Play
from tablescribe.domain.words.text import say

COFFIN = "coffin"  # warriors on Coffin Makers


def place_at_each(play: Play, seat: int, piece: str, at_each: list[int]) -> None:
    """Place a piece in each of these clearings where allowed; a clearing named twice gets two.

    If too few pieces are left, the seat chooses where they go (RO-1.5.4).
    """
    board = Board(play.opening, play.table)
    owner = owner_of(piece)
    open_to = [at for at in at_each if can_place(board, owner, at)]
    left = board.left(owner, piece)
    if left >= len(open_to):
        for at in sorted(set(open_to)):
            place(play, piece, open_to.count(at), at)
    elif left:
        play.cite("RO-1.5.1")
        play.cite("RO-1.5.4")
        cite_now(play, "RO-16.6.19", "RO-16.6.30")
        play.then("short_supply", seat=seat, piece=piece, at=open_to)


@action.step("short_supply")
def ask_where(play: Play, *, seat: int, piece: str, at: list[int]) -> None:
    """Ask where the next of too few pieces goes; without a choice, place it."""
    left = Board(play.opening, play.table).left(owner_of(piece), piece)
    if left and len(set(at)) > 1:
        play.then("short_supply", seat=seat, piece=piece, at=at)
        play.ask(SHORT_SUPPLY, seat)
    elif left and at:
        place(play, piece, min(left, len(at)), at[0])


@action(PutPiece)
def put_piece(play: Play, seat: int, act: PutPiece) -> None:
    """Place the next of too few pieces in a clearing (RO-1.5.4)."""
    waiting = awaiting(play.table, "short_supply")
    places = list(waiting.get("at", ()))
    play.require("RO-1.5.4", act.at in places, say("none can be placed there"))
    play.checked()
    if waiting:
        place(play, str(waiting["piece"]), 1, act.at)
        if act.at in places:
            places.remove(act.at)
        carry_on(play, "short_supply", at=places)
    play.answered(seat)


def place(play: Play, piece: str, n: int, at: int) -> None:
    """Place pieces from their owner's supply, as many as possible (RO-1.5.4, RO-16.6.19)."""
    owner = owner_of(piece)
    left = play.table.count(supply(owner), piece)
    cite_if(play, left < n, "RO-16.6.19", "RO-16.6.30")
    if left < n:
        play.cite("RO-1.5.1")
    play.move(piece, min(n, left), supply(owner), clearing(at))


def bring_back(play: Play, piece: str, n: int, at: int) -> None:
    """Return warriors just removed to a clearing: first those on Coffin Makers, then from the supply."""
    coffined = min(n, play.table.count(COFFIN, piece))
    play.move(piece, coffined, COFFIN, clearing(at))
    place(play, piece, n - coffined, at)
