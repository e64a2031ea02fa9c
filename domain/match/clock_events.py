"""Events of the clock of a match: its time control, presses, adjustments and fallen flags."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from tablescribe.domain.match.event import Event


class ClockPeriod(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A period of a time control, as in `domain/clock/control.py`; times are in milliseconds."""

    turns: int
    time: int
    bonus: int


class TimeControlSet(Event, frozen=True, array_like=True, gc=False, tag="TimeControlSet"):
    """The time control of the match: see `domain/clock/control.py`. It comes before any other event of the clock.

    `loses`: a fallen flag loses without a judge, where the game has a rule for it. `by` is a role as in `EnrolledBy`.
    """

    mode: str
    periods: tuple[ClockPeriod, ...]
    loses: bool
    by: str


class ClockPressed(Event, frozen=True, array_like=True, gc=False, tag="ClockPressed"):
    """Other clocks run from here on: `running` are their seats.

    `move` is the last move at that time. `seat` completed its turn number `turn` (0: no turn, as after a take-back).
    `lag` is the network delay that is made up for, in milliseconds. `tapped`: the clock was pressed by hand, not by
    recording the move.
    """

    move: int
    seat: int
    turn: int
    running: tuple[int, ...]
    lag: int
    tapped: bool


class ClockAdjusted(Event, frozen=True, array_like=True, gc=False, tag="ClockAdjusted"):
    """Somebody started, paused, resumed or corrected the clock (`does`), in the role `by`.

    `running`: the seats whose clocks run when it goes on. `seat`: whose clock was corrected (0: that of the table), and
    `shows`: the milliseconds that it shows from here on.
    """

    does: str
    seat: int
    shows: int
    running: tuple[int, ...]
    by: str
    reason: str


class FlagFell(Event, frozen=True, array_like=True, gc=False, tag="FlagFell"):
    """The time of a seat (0: of the table) had run out `over` milliseconds earlier. The event alone decides nothing."""

    seat: int
    over: int


Clocking: TypeAlias = TimeControlSet | ClockPressed | ClockAdjusted | FlagFell


CLOCKING: tuple[type[Event], ...] = (TimeControlSet, ClockPressed, ClockAdjusted, FlagFell)
"""Events of the clock: no bundle may withhold them."""
