"""Playing an action, with the windows that close before and after it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from tablescribe.domain.match.line import Line
from tablescribe.domain.match.refusals import MatchIsClosed
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.chance import Chance
from tablescribe.domain.rules.deciding import (
    Decision,
    answers_window,
    decide,
    refuse_to_close_for_others,
    refuse_unasked,
    refuse_unused,
    unused,
)
from tablescribe.domain.rules.opening import Opening
from tablescribe.domain.rules.play import Play
from tablescribe.domain.rules.window import awaited
from tablescribe.domain.words.text import say

Record: TypeAlias = Callable[[int, Action, Decision, bool], object]
"""Records that a seat's action was decided, and whether nobody said it: it closed a window (`implied`)."""


def play_on(
    opening: Opening,
    line: Line,
    seat: int,
    action: Action,
    chance: Chance,
    record: Record,
    *,
    as_played: bool,
    keeper: bool,
) -> None:
    """Carry out an action, recording each move that it becomes at once; see `Match.play`.

    A window that the action does not answer, and that may stay unused, closes first. An action that only lets play go
    on (`Action.goes_on`) is spent by that: the next part of the turn is left to whoever has it. Where outcomes are told
    of what comes after a window that the action opens, that one closes, too.

    Raises:
        MatchIsClosed: closing a window ended the game.
        Illegal, Impossible, NeedsOutcome, WrongOutcome: see `decide`. What was recorded by then is the caller's to keep
            or to forget.
    """
    if not keeper:
        refuse_to_close_for_others(opening, line.table, seat, action)
    asked, closed = len(awaited(line.table)), 0
    while not answers_window(line.table, action) and (closing := unused(opening, line.table)) is not None:
        record(*closing, decide(opening, line.table, *closing, chance, as_played=as_played), True)
        closed += 1
        if action.goes_on and closed == asked:
            refuse_unused(chance)
            return
    if closed and opening.game.result(opening, line.table) is not None:
        raise MatchIsClosed(say("the decision that is due ends the game: record that it was declined"))
    if closed and not as_played:
        refuse_unasked(Play(opening, line.table, chance), opening, seat, action)
    record(seat, action, decide(opening, line.table, seat, action, chance, as_played=as_played), False)
    while keeper and chance.unused() and (closing := unused(opening, line.table)) is not None:
        record(*closing, decide(opening, line.table, *closing, chance, as_played=as_played), True)
    refuse_unused(chance)
