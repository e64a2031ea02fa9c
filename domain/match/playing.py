"""Play an action, and close unanswered windows before and after it."""

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
"""Records a seat's decided action. The last argument is `implied`: nobody declared it, it closed a window."""


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
    """Carry out an action and record each resulting move at once; see `Match.play`.

    An open window that the action does not answer closes first, if it may stay unanswered. An action that only lets
    play continue (`Action.goes_on`) does no more than that. A window that the action itself opens is closed as well, if
    outcomes were given for what comes after it.

    Raises:
        MatchIsClosed: closing a window ended the game.
        Illegal, Impossible, NeedsOutcome, WrongOutcome: see `decide`. Moves recorded before the error are left to the
            caller, who keeps or removes them.
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
