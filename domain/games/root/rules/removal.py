"""Removing pieces (RO-16.6.22): where they go, who scores (RO-3.2.1), and what follows.

Removals that belong together (a battle's hits on one side, "remove all enemy pieces") are one event. All its pieces are
removed before anything that follows from their removal (RO-1.5.4).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from tablescribe.domain.games.root.abilities import Loss, in_play
from tablescribe.domain.games.root.board import Board, clearing, is_by_fifth_edition, supply
from tablescribe.domain.games.root.pieces import HIRELINGS, RUIN, kind_of, owner_of, scores
from tablescribe.domain.games.root.rules.citing import cite_if, cite_now
from tablescribe.domain.games.root.rules.points import gain
from tablescribe.domain.games.root.rules.turn import action
from tablescribe.domain.rules.play import Play

OF_KIND = {"building": "RO-16.6.3", "token": "RO-16.6.32", "warrior": "RO-16.6.34"}
"""The glossary rule of each kind of piece."""


def remove(play: Play, loss: Loss) -> None:
    """Remove pieces, score for their remover, and queue what follows at once (Outrage, a lost base)."""
    take_away(play, loss)
    let_follow(play, loss)


def remove_alone(play: Play, loss: Loss) -> None:
    """Remove pieces as an event of their own, which Field Hospitals and the like follow (RO-6.2.3, RO-12.2.3).

    In the first four editions, only what follows at once did.
    """
    if is_by_fifth_edition(play.opening):
        remove_together(play, [loss])
    else:
        remove(play, loss)


def take_away(play: Play, loss: Loss) -> None:
    """Move removed pieces to where they go; their remover scores for buildings and tokens (RO-3.2.1)."""
    board = Board(play.opening, play.table)
    rest, remover = resting_place(board, loss), scorer(board, loss)
    cite_if(play, rest != supply(owner_of(loss.piece)), "RO-16.6.22")
    cite_if(play, False, "RO-1.5.2")
    cite_if(play, remover and scores(loss.piece), OF_KIND.get(str(kind_of(loss.piece)), "RO-16.6.10"))
    play.move(loss.piece, loss.n, clearing(loss.at), rest)
    if remover and scores(loss.piece):
        gain(play, remover, loss.n, "RO-3.2.1")
    if remover and (more := sum(one.worth(board, loss) for one in in_play(board, "worth"))):
        gain(play, remover, more)


def scorer(board: Board, loss: Loss) -> int:
    """Return the seat that scores for a removal: an enemy's, never a hireling's controller (RO-16.4.3-VI)."""
    if not loss.by or loss.by in HIRELINGS or not board.are_enemies(loss.by, owner_of(loss.piece)):
        return 0
    return board.seat_of(loss.by)


def resting_place(board: Board, loss: Loss) -> str:
    """Return the zone where a removed piece goes: by default its owner's supply (RO-16.6.22)."""
    for one in in_play(board, "resting_place"):
        if place := one.resting_place(board, loss):
            return place
    return supply(owner_of(loss.piece))


def let_follow(play: Play, loss: Loss) -> None:
    """Queue what follows a removal at once."""
    for one in reversed(in_play(Board(play.opening, play.table), "removed")):
        one.removed(play, loss)


# --- events ---------------------------------------------------------------------------------------


def remove_together(play: Play, losses: Iterable[Loss]) -> None:
    """Remove all pieces first; then queue what follows each removal and the whole event (RO-1.5.4)."""
    gone = [loss for loss in losses if loss.n]
    cite_if(play, len(gone) > 1, "RO-1.5.4")
    for loss in gone:
        take_away(play, loss)
    event_over(play, gone)
    for loss in reversed(gone):
        let_follow(play, loss)


def event_over(play: Play, losses: Iterable[Loss]) -> None:
    """Queue what follows an event with these losses (Field Hospitals, Price of Failure)."""
    if gone := [plain(loss) for loss in losses]:
        play.then("event_over", losses=gone)


@action.step("event_over")
def let_the_event_be_over(play: Play, *, losses: list[dict[str, Any]]) -> None:
    """Call everybody's reaction to the end of the event."""
    gone = tuple(read(loss) for loss in losses)
    for one in reversed(in_play(Board(play.opening, play.table), "lost")):
        one.lost(play, gone)


def plain(loss: Loss) -> dict[str, Any]:
    """Return a loss as the arguments of a step."""
    return msgspec.structs.asdict(loss)


def read(data: dict[str, Any]) -> Loss:
    """Return a loss from the arguments of a step."""
    return Loss(**data)


def wipe(play: Play, at: Iterable[int], by: str, cause: str) -> None:
    """Remove all of a faction's enemy pieces from clearings, unless they cannot be removed (RO-14.2.2, RO-9.2.2)."""
    board = Board(play.opening, play.table)
    losses, visited = [], list(at)
    for rule in ("RO-16.6.9", "RO-16.6.10"):
        play.cite(rule)
    for number in visited:
        for piece, n in board.table.pieces(clearing(number)).items():
            owner = owner_of(piece)
            if kind_of(piece) == "pawn":
                cite_now(play, "RO-16.6.34")
            if piece == "hundreds:warlord":
                play.cite("RO-14.2.2")
                play.cite("RO-AMB-28")
            if owner and board.are_enemies(by, owner) and may_remove(board, piece, by, cause, number):
                losses.append(Loss(piece, n, number, by, cause))
    remove_together(play, losses)
    for number in visited:
        for one in reversed(in_play(board, "suffers")):
            one.suffers(play, number, by)


def may_remove_one(board: Board, piece: str, by: str, at: int) -> bool:
    """Return whether a faction or hireling can remove a certain piece in a clearing by an effect.

    In the first four editions, only removals of all or any enemy pieces took notice of a shelter (RO-H-STOIC-A).
    """
    return may_remove(board, piece, by, "effect", at if is_by_fifth_edition(board.setting) else 0)


def may_remove(board: Board, piece: str, by: str, cause: str, at: int = 0) -> bool:
    """Return whether a faction or hireling can remove a piece in a clearing for a cause (RO-1.1.2)."""
    if at and is_sheltered(board, piece, by, at):
        return False
    stands = any(one.keeps_standing(board, piece, by, cause) for one in in_play(board, "keeps_standing"))
    return piece != RUIN and not stands


def is_sheltered(board: Board, piece: str, by: str, at: int) -> bool:
    """Return whether a piece in a clearing is safe from a faction or hireling (RO-H-STOIC-A)."""
    return any(one.shelters(board, piece, at, by) for one in in_play(board, "shelters"))
