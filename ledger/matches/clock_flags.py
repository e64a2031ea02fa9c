"""What a fallen flag makes of a match: it is recorded, and loses only where the time control says so."""

from __future__ import annotations

from tablescribe.domain.match import clocking
from tablescribe.domain.match.event import Stamp
from tablescribe.domain.match.events import Played
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.chance import NoChance


def lost_on_time(match: Match, stamp: Stamp, seat: int = 0, lag: int = 0) -> list[Played]:
    """Record the flags that have fallen by now; return the moves by which one loses, if the clock decides.

    Args:
        match: the match.
        stamp: who records, and when.
        seat: the seat whose message it is, which is given `lag` milliseconds.
        lag: how long the message was on its way.
    """
    fallen = [one.seat for one in clocking.record_flags(match, stamp, seat, lag) if one.seat]
    clock, action = match.clock, clocking.flag_action(match.opening.game)
    if not fallen or clock is None or not clock.control.loses or action is None or match.is_over:
        return []
    played = match.play(fallen[0], action, NoChance(), stamp)
    clocking.follow(match, stamp, played[-1])
    return played
