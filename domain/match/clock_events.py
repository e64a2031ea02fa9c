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
    """The time control of the match (see `domain/clock/control.py`), before any other event of the clock.

    `loses`: a fallen flag loses without a judge, if the game has a rule for it. `by` is a role, as in `EnrolledBy`.
    """

    mode: str
    periods: tuple[ClockPeriod, ...]
    loses: bool
    by: str


class ClockPressed(Event, frozen=True, array_like=True, gc=False, tag="ClockPressed"):
    """The clocks of the seats `running` run from here on.

    `move` is the last move at that time. `seat` completed its turn number `turn` (0: no turn, as after a take-back).
    `lag` is the network delay compensated for, in milliseconds. `tapped`: the clock was pressed by hand, not by
    recording a move.
    """

    move: int
    seat: int
    turn: int
    running: tuple[int, ...]
    lag: int
    tapped: bool


class ClockAdjusted(Event, frozen=True, array_like=True, gc=False, tag="ClockAdjusted"):
    """The clock was started, paused, resumed or corrected (`does`) by the role `by`.

    `running` are the seats whose clocks run once it resumes. `seat` is the seat whose clock was corrected (0: the
    table's clock), and `shows` the milliseconds that it shows from here on.
    """

    does: str
    seat: int
    shows: int
    running: tuple[int, ...]
    by: str
    reason: str


class FlagFell(Event, frozen=True, array_like=True, gc=False, tag="FlagFell"):
    """The time of a seat (0: the table) ran out `over` milliseconds before this event. It does not decide the game."""

    seat: int
    over: int


Clocking: TypeAlias = TimeControlSet | ClockPressed | ClockAdjusted | FlagFell


CLOCKING: tuple[type[Event], ...] = (TimeControlSet, ClockPressed, ClockAdjusted, FlagFell)
"""Events of the clock. No bundle may withhold them."""
