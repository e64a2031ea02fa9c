"""Fallen flags: recorded in the match, and a loss on time if the time control says so."""

from __future__ import annotations

from tablescribe.domain.match import clocking
from tablescribe.domain.match.event import Stamp
from tablescribe.domain.match.events import Played
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.chance import NoChance


def lost_on_time(match: Match, stamp: Stamp, seat: int = 0, lag: int = 0) -> list[Played]:
    """Record the flags fallen by now; return the moves of a loss on time, or an empty list if nobody loses.

    Args:
        match: the match.
        stamp: recorder and time.
        seat: the seat that sent the message; its clock is credited with `lag`.
        lag: transmission time of the message, in milliseconds.
    """
    fallen = [one.seat for one in clocking.record_flags(match, stamp, seat, lag) if one.seat]
    clock, action = match.clock, clocking.flag_action(match.opening.game)
    if not fallen or clock is None or not clock.control.loses or action is None or match.is_over:
        return []
    played = match.play(fallen[0], action, NoChance(), stamp)
    clocking.follow(match, stamp, played[-1])
    return played
