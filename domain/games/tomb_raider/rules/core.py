"""Helpers for all rules: asking, closing questions, markers, phrases."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablescribe.domain.games.tomb_raider.board import figure, is_earlier_edition, is_in_play, raider, where
from tablescribe.domain.rules.agenda import DueStep
from tablescribe.domain.rules.play import Play
from tablescribe.domain.rules.rules import Rules
from tablescribe.domain.rules.window import Window, awaited
from tablescribe.domain.table.names import AWAITS
from tablescribe.domain.table.table import BOX

action = Rules()


@action.gone
def is_gone(play: Play, seat: int) -> bool:
    """Return whether a raider is dead or has finished the level, so that its pending decisions are dropped (TR-92)."""
    return not is_in_play(play.table, seat) and not is_earlier_edition(play.opening)


def ask_by(play: Play, step: str, window: Window, *seats: int, **arguments: Any) -> None:
    """Put a step back on the agenda and ask its question, so that it is asked again after an interrupting card."""
    play.then(step, **arguments)
    play.ask(window, *seats)


def close(play: Play) -> None:
    """Close the open window, if there is one."""
    for seat in awaited(play.table):
        play.set(f"{AWAITS}:{seat}", None)
    play.set(AWAITS, None)


def latest(play: Play, name: str) -> DueStep | None:
    """Return the next step if it has this name."""
    steps = play.dues
    return steps[-1] if steps and steps[-1].do == name else None


def settled(play: Play, name: str, seat: int) -> Mapping[str, Any]:
    """Close the window, remove the step that asked, and return its arguments.

    As played, another seat may have answered. Then the step stays and asks again, and the result is empty.
    """
    close(play)
    step = latest(play, name)
    if step is None or step.arguments.get("seat") != seat:
        return {}
    play.drop(step)
    return step.arguments


def stays(play: Play, name: str, seat: int, **changes: Any) -> bool:
    """Close the window and continue the step that asked with changed arguments; return whether the seat was asked."""
    close(play)
    step = latest(play, name)
    if step is None or step.arguments.get("seat") != seat:
        return False
    play.go_on_with(step, **{**step.arguments, **changes})
    return True


def answered(play: Play, name: str, seat: int) -> None:
    """Record that one of several seats has answered, so that it is not asked again."""
    step = latest(play, name)
    if step is not None:
        waiting = [one for one in step.arguments["waiting"] if one != seat]
        play.go_on_with(step, **{**step.arguments, "waiting": waiting})
    play.answered(seat)


# --- markers ----------------------------------------------------------------------------------


def mark(play: Play, marker: str, zone: str, n: int = 1) -> None:
    """Put markers from the box in a zone, as many as there are."""
    play.move(marker, min(n, play.table.count(BOX, marker)), BOX, zone)


def unmark(play: Play, marker: str, zone: str, n: int | None = None) -> None:
    """Remove markers, all of them unless a number is given."""
    there = play.table.count(zone, marker)
    play.move(marker, there if n is None else min(n, there), zone, BOX)


def put_figure(play: Play, seat: int, zone: str) -> None:
    """Move a raider's figure to a space, or off the map to its card."""
    play.move(figure(seat), 1, where(play.table, seat) or raider(seat), zone)
