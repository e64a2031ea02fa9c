"""Optimistic concurrency: whether an action decided at an earlier version is still valid now."""

from __future__ import annotations

from tablescribe.domain.match.events import Played
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.window import awaited
from tablescribe.domain.table.names import AWAITS
from tablescribe.domain.table.table import Changed


def commutes(match: Match, since: int, seat: int, action: Action) -> bool:
    """Return whether an action decided at version `since` can be recorded now despite the events in between.

    It can if it answers a simultaneous window that still waits for this seat, and only other seats' answers, notes and
    clock events came in between. Answers to a simultaneous window do not depend on each other.
    """
    window = match.opening.game.window(match.table)
    if window is None or not window.simultaneous or action.answers != window.name or seat not in awaited(match.table):
        return False
    later = [move for move in match.moves if move.originator_version > since]
    besides = (*match.notes, *match.descriptions, *(match.clock.events if match.clock is not None else ()))
    notes = sum(note.originator_version > since for note in besides)
    return len(later) + notes == match.version - since and all(
        isinstance(move, Played) and move.seat != seat and _answers(move) for move in later
    )


def _answers(move: Played) -> bool:
    """Return whether a move answered the open window and left it open for others."""
    changed = {fact.key for fact in move.facts if isinstance(fact, Changed)}
    return AWAITS not in changed and f"{AWAITS}:{move.seat}" in changed
