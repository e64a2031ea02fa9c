"""Redact secret actions for other viewers.

A hidden field (`domain/rules/action.py`) becomes visible once everything that the move sealed has been opened. What
leaves the table unseen, such as a face-down plot that is removed in battle, has not been opened. An
answer to a secret window becomes visible once that window has closed. Before, others learn only that the seat has
answered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, TypeGuard

from tablescribe.domain.match.events import Move, Played
from tablescribe.domain.rules.action import Action, hidden_fields
from tablescribe.domain.rules.game import Game
from tablescribe.domain.table.names import AWAITS, SEALED
from tablescribe.domain.table.table import HIDDEN, Changed, Fact, Turned


def told_action(game: Game, moves: Sequence[Move], move: Played, viewer: int | None) -> Action | None:
    """Return the action of a move as a viewer may see it now; `None` if only the fact of the answer is visible.

    Args:
        game: the game.
        moves: all numbered moves of the match that the viewer has seen, including this one.
        move: the move.
        viewer: a seat, or `None` for a spectator.

    Raises:
        pydantic.ValidationError: the game no longer has this action.
    """
    action = game.read_action(move.action)
    if viewer == move.seat or not game.may_hide(type(action)):
        return action
    if _in_secret(game, action) and not _has_closed(str(action.answers), moves[move.number :]):
        return None
    return action if _is_opened(move, moves[move.number :]) else action.withheld()


def told_data(game: Game, moves: Sequence[Move], move: Played, viewer: int | None) -> dict[str, Any]:
    """Return the action of a move as plain data, without fields that the viewer may not see; see `told_action`."""
    if move.action.get("do") not in game.hiding:
        return move.action
    action = told_action(game, moves, move, viewer)
    if action is None:
        return {}
    if action == game.read_action(move.action):  # compared as actions: as data, a withheld field would appear
        return move.action
    return {key: value for key, value in move.action.items() if key not in hidden_fields(type(action))}


def _in_secret(game: Game, action: Action) -> bool:
    return any(window.secret and window.name == action.answers for window in game.windows)


def _has_closed(window: str, moves: Sequence[Move]) -> bool:
    return any(
        isinstance(fact, Changed) and fact.key == AWAITS and fact.was == window for move in moves for fact in move.facts
    )


def _is_opened(move: Played, moves: Sequence[Move]) -> bool:
    """Return whether everything that a move sealed has been opened. A move that sealed nothing is never opened."""
    sealed = {fact.key for fact in move.facts if _is_seal(fact) and fact.now is not None}
    return bool(sealed) and sealed <= {key for later in moves for key in _opened_by(later)}


def _opened_by(move: Move) -> Iterator[str]:
    """Yield the sealed keys that a move opens: it copies each sealed value to the plain key.

    A copy that the next fact deletes was never shown, unless the move turned up the piece that the value names.
    """
    facts = move.facts
    deleted = [
        (one.key, one.now)
        for one, following in pairwise(facts)
        if isinstance(one, Changed) and following == Changed(one.key, one.now, None)
    ]
    turned_up = {one.to.rpartition(":")[2] for one in facts if isinstance(one, Turned) and _is_hidden(one)}
    shown = [(one.key, one.now) for one in facts if isinstance(one, Changed)]
    for fact in facts:
        if not _is_seal(fact) or fact.now is not None:
            continue
        copied = (fact.key.split(":", 2)[2], fact.was)
        if copied in shown and (copied not in deleted or fact.was in turned_up):
            yield fact.key


def _is_hidden(fact: Turned) -> bool:
    return fact.face.startswith(HIDDEN)


def _is_seal(fact: Fact) -> TypeGuard[Changed]:
    return isinstance(fact, Changed) and fact.key.startswith(SEALED)
