"""Commands of the clock of a match: set, start, press, pause, resume, correct, and record fallen flags.

A fallen flag is recorded before any other event of the clock. It does not decide the game: see `flag_action`.
"""

from __future__ import annotations

from tablescribe.domain.clock.control import TABLE, TimeControl, check_control
from tablescribe.domain.clock.state import MOST_LAG
from tablescribe.domain.match.clock_events import ClockAdjusted, ClockPeriod, ClockPressed, FlagFell, TimeControlSet
from tablescribe.domain.match.clock_records import CORRECT, PAUSE, RESUME, START, ClockRecords, milliseconds
from tablescribe.domain.match.event import Stamp
from tablescribe.domain.match.events import Played
from tablescribe.domain.match.match import Match, Refused
from tablescribe.domain.match.refusals import check_seats
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.game import Game
from tablescribe.domain.words.text import say


class ClockRefused(Refused):
    """The command does not fit the current state of the clock."""

    code = "clock.refused"


def set_control(match: Match, control: TimeControl, stamp: Stamp, *, by: str) -> TimeControlSet:
    """Set the time control of a match.

    Raises:
        ClockRefused: the match has a clock already, or flags should lose but the game has no rule for that.
        BadTimeControl: the time control is not valid.
    """
    match.check_open(dealt=False)
    check_control(control)
    if match.clock is not None:
        raise ClockRefused(say("This match already has a clock. A judge can correct it."))
    check_flag_rule(match.opening.game, control)
    periods = tuple(ClockPeriod(one.turns, one.time, one.bonus) for one in control.periods)
    return match.record(TimeControlSet, stamp, mode=control.mode, periods=periods, loses=control.loses, by=by)


def check_flag_rule(game: Game, control: TimeControl) -> None:
    """Check that the game has a rule for a fallen flag, if the time control lets flags lose.

    Raises:
        ClockRefused: it has none.
    """
    if control.loses and flag_action(game) is None:
        raise ClockRefused(
            say("{game} has no rule for running out of time. Record it, and a judge decides.", game=game.title)
        )


def flag_action(game: Game) -> Action | None:
    """Return the action that declares that a seat's time has run out; `None` if the game has none."""
    return next((kind() for kind in game.kinds if kind.flags), None)


def start(match: Match, stamp: Stamp, *, by: str) -> ClockAdjusted:
    """Start the clocks of the seats to act.

    Raises:
        ClockRefused: the clock is running or paused.
    """
    clock = _clock(match)
    match.check_open()
    if clock.state.started:
        raise ClockRefused(say("The clock has already been started. Pause or resume it."))
    return _adjust(match, stamp, START, by, running=match.to_act)


def pause(match: Match, stamp: Stamp, *, by: str, reason: str = "") -> ClockAdjusted:
    """Pause the clock.

    Raises:
        ClockRefused: the clock is not running.
    """
    clock = _clock(match)
    match.check_open()
    if not clock.state.started or clock.state.paused:
        raise ClockRefused(say("The clock is not running, so it cannot be paused."))
    record_flags(match, stamp)
    return _adjust(match, stamp, PAUSE, by, reason=reason)


def resume(match: Match, stamp: Stamp, *, by: str) -> ClockAdjusted:
    """Resume the clock after a pause.

    Raises:
        ClockRefused: the clock is not paused.
    """
    clock = _clock(match)
    match.check_open()
    if not clock.state.paused:
        raise ClockRefused(say("The clock is not paused."))
    return _adjust(match, stamp, RESUME, by, running=clock.state.running)


def correct(match: Match, seat: int, shows: int, stamp: Stamp, *, by: str, reason: str) -> ClockAdjusted:
    """Correct the time on a seat's clock: the time left, or the time used where time is only measured.

    Args:
        match: the match.
        seat: the seat; 0 for a clock that the table shares.
        shows: the new time, in milliseconds.
        stamp: who does it, and when.
        by: the role.
        reason: why; required.

    Raises:
        ClockRefused: there is no such clock, or no reason.
    """
    clock = _clock(match)
    match.check_open()
    if (seat == 0) != (clock.control.mode == TABLE):
        raise ClockRefused(say("Choose whose clock it is: a seat, or none for a shared table clock."))
    check_seats(match.opening.seats, seat or None)
    if not reason.strip():
        raise ClockRefused(say("Enter a reason for correcting the clock."))
    record_flags(match, stamp)
    return _adjust(match, stamp, CORRECT, by, seat=seat, shows=shows, running=clock.state.running, reason=reason)


def tap(match: Match, seat: int, stamp: Stamp, *, to: int | None = None, lag: int = 0) -> ClockPressed:
    """Press the clock by hand: the turn of `seat` is over, and the clock of the next seat, or of `to`, runs.

    From then on, recorded moves no longer press the clock. The first tap starts a clock that has not started.

    Raises:
        ClockRefused: the clock of that seat is not running, or is paused.
    """
    clock = _clock(match)
    match.check_open()
    check_seats(match.opening.seats, seat, to)
    state = clock.state
    if state.paused:
        raise ClockRefused(say("The clock is paused. Resume it first."))
    if state.started and seat not in state.running:
        raise ClockRefused(say("The clock of seat {seat} is not running.", seat=seat))
    record_flags(match, stamp, seat, lag)
    others = tuple(one for one in state.running if one != seat)
    running = (to,) if to is not None else others or (match.opening.next_seat(seat),)
    return _press(match, stamp, seat, clock.next_turn(seat), running, lag, tapped=True)


def follow(match: Match, stamp: Stamp, played: Played | None = None, *, lag: int = 0) -> ClockPressed | None:
    """Press the clock after a recorded event, so that it runs for the seats to act now.

    Args:
        match: the match, with the new events applied.
        stamp: the stamp of the new events.
        played: the move, if a seat made one.
        lag: network delay of the message in milliseconds; at most `MOST_LAG` is compensated.

    Returns:
        The event, if other clocks run now; otherwise `None`.
    """
    clock = match.clock
    if clock is None or clock.tapped or match.closed is not None or (played is None and not clock.state.started):
        return None
    running, before = tuple(match.to_act), clock.state.running
    ran = played is not None and (played.seat in before or not clock.state.started)
    seat = played.seat if played is not None and ran and played.seat not in running else 0
    if running == before and clock.state.started and not seat:
        return None
    turn = clock.next_turn(seat) if seat and played is not None and _is_clocked(match, played) else 0
    return _press(match, stamp, seat, turn, running, lag)


def record_flags(match: Match, stamp: Stamp, seat: int = 0, lag: int = 0) -> list[FlagFell]:
    """Record every flag that has fallen and is not recorded yet; `seat` gets `lag` milliseconds of grace."""
    clock, fallen = match.clock, list[FlagFell]()
    if clock is None or match.closed is not None:
        return fallen
    now = milliseconds(stamp.at)
    for one in clock.state.due(now, seat, lag):
        over = max(-clock.state.shows(one, now), 0)
        fallen.append(match.record(FlagFell, stamp, seat=one, over=over))
    return fallen


def _press(
    match: Match, stamp: Stamp, seat: int, turn: int, running: tuple[int, ...], lag: int, *, tapped: bool = False
) -> ClockPressed:
    bounded = max(0, min(lag, MOST_LAG)) if seat else 0
    return match.record(
        ClockPressed, stamp, move=match.head, seat=seat, turn=turn, running=running, lag=bounded, tapped=tapped
    )  # fmt: skip


def _adjust(
    match: Match, stamp: Stamp, does: str, by: str, *, seat: int = 0, shows: int = 0, running: tuple[int, ...] = (),
    reason: str = "",
) -> ClockAdjusted:  # fmt: skip
    return match.record(
        ClockAdjusted, stamp, does=does, seat=seat, shows=shows, running=running, by=by, reason=reason
    )  # fmt: skip


def _is_clocked(match: Match, played: Played) -> bool:
    """Return whether a move completes a turn on the clock."""
    do = played.action.get("do")
    return all(kind.clocked for kind in match.opening.game.kinds if kind.model_fields["do"].default == do)


def _clock(match: Match) -> ClockRecords:
    if match.clock is None:
        raise ClockRefused(say("This match has no clock. Set one: `tablescribe clock {match} set 90+30`.",
                               match=match.id))  # fmt: skip
    return match.clock
