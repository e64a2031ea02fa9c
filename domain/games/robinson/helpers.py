"""Neutral pawns: the actions they help with, and who can still place one (RC-B17, RC-69, RC-88)."""

from __future__ import annotations

from tablescribe.domain.games.robinson.board import declined, helper, pawn, pawns
from tablescribe.domain.games.robinson.island import Island
from tablescribe.domain.games.robinson.requirements import pawns_wanted
from tablescribe.domain.games.robinson.tasks import HUNT, kind_of

WORK_OF = {
    "hunt": ("hunt",), "build": ("build",), "gather": ("gather",), "explore": ("explore",),
    "gather_explore": ("gather", "explore"),
}  # fmt: skip
"""The kinds of action that each neutral pawn can help with."""


def piece_of(seat: int, name: str) -> str:
    """Return the piece of a pawn from its name in an action."""
    return pawn(seat) if name == "own" else helper(name)


def helps(board: Island, name: str, where: str) -> bool:
    """Return whether a neutral pawn helps at a location; it must match the kind of action (RC-B17)."""
    return kind_of(where) in WORK_OF.get(name, ())


def pawns_for(board: Island, seat: int, where: str) -> int:
    """Return how many of a seat's remaining pawns could join an action that a character's pawn begins."""
    own = board.table.count(pawns(seat), pawn(seat))
    if board.table.get(declined(seat)) or (where.startswith("camp:") and not board.options.helper_joins_attack):
        return own
    return own + sum(board.table.count(pawns(seat), helper(name)) for name in WORK_OF if helps(board, name, where))


def can_place_a_helper(board: Island, seat: int) -> bool:
    """Return whether a seat has a neutral pawn that can still join one of its actions (RC-69)."""
    if board.table.get(declined(seat)):
        return False
    left = [name for name in WORK_OF if board.table.count(pawns(seat), helper(name))]
    return any(
        helps(board, name, task.where) and board.own_pawns_on(task) > 0
        and board.pawns_on(task) < pawns_wanted(board, seat, task.where)
        and (task.where == HUNT or not task.where.startswith("camp:") or board.options.helper_joins_attack)
        for name in left for task in board.tasks_of(seat)
    )  # fmt: skip
