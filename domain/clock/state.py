"""The state of a clock: whose clock runs, since when, and what each seat was granted and has used.

All times are whole milliseconds, and the current time is always passed in. Each method returns the next state. For
every seat, `left = granted − used`, and its clock ran for `used + free`, so every millisecond is accounted for.

**A take-back changes no time.** Used time stays used. What a seat earned by completing its n-th turn (increment,
Bronstein credit, the time of the next period) stays earned, and is not earned twice.
"""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from tablescribe.domain.clock.control import BRONSTEIN, DELAY, FISCHER, MEASURED, TABLE, TimeControl

MOST_LAG: Final = 500
"""Maximum network delay that is compensated per turn, in milliseconds."""


class Side(msgspec.Struct, frozen=True):
    """The clock of one seat.

    Attributes:
        granted: time granted so far: periods, increments, Bronstein credit, a judge's corrections.
        used: time counted against the seat.
        free: time during which its clock ran without being counted: delays and network delay.
        turn: duration of its current turn, counted or not.
        turns: number of turns completed on the current line.
        earned: number of turns whose bonus has been granted; never decreases.
        fallen: whether its flag is recorded as fallen.
    """

    granted: int = 0
    used: int = 0
    free: int = 0
    turn: int = 0
    turns: int = 0
    earned: int = 0
    fallen: bool = False

    @property
    def left(self) -> int:
        """The remaining time, negative beyond the limit."""
        return self.granted - self.used


class ClockState(msgspec.Struct, frozen=True):
    """The clock of a match at a point in time.

    Attributes:
        control: the time control.
        sides: the clock of each seat.
        running: the seats whose clocks run, or will run after a pause.
        since: the time up to which `sides` is counted, while the clock runs; `None` while it is stopped.
        started: whether it was ever started.
        ran: how long it has run.
        shared: the time granted to the table, if all seats share one time.
        shared_fallen: whether the flag of the whole table has fallen.
    """

    control: TimeControl
    sides: tuple[Side, ...]
    running: tuple[int, ...] = ()
    since: int | None = None
    started: bool = False
    ran: int = 0
    shared: int = 0
    shared_fallen: bool = False

    # --- reading --------------------------------------------------------------------------

    @property
    def paused(self) -> bool:
        """Whether it was started and is stopped now."""
        return self.started and self.since is None

    def side(self, seat: int) -> Side:
        """Return the clock of a seat."""
        return self.sides[seat - 1]

    def shows(self, seat: int, now: int) -> int:
        """Return the time on a seat's clock: the time left, or the time used if time is only measured."""
        state = self.at(now)
        if self.control.mode == TABLE:
            return state.shared - state.ran
        return state.side(seat).left if self.control.limited else state.side(seat).used

    def due(self, now: int, seat: int = 0, lag: int = 0) -> tuple[int, ...]:
        """Return the seats whose flag has fallen but is not recorded; 0 is the flag of the whole table.

        `lag` is the network delay that `seat` is compensated for.
        """
        if not self.control.limited:
            return ()
        state = self.at(now)
        if self.control.mode == TABLE:
            return (0,) if state.shared <= state.ran and self.started and not self.shared_fallen else ()
        lefts = [side.left + (self._given(lag, seat, now) if one == seat else 0)
                 for one, side in enumerate(state.sides, start=1)]  # fmt: skip
        return tuple(
            one for one, left in enumerate(lefts, start=1) if left <= 0 and self.started and not self.side(one).fallen
        )

    # --- what happens ---------------------------------------------------------------------

    def at(self, now: int) -> ClockState:
        """Return the clock with the time up to `now` counted."""
        if self.since is None or now <= self.since:
            return self
        long = now - self.since
        ran = long if self.running else 0
        sides = tuple(
            self._ran(side, long) if seat in self.running else side for seat, side in enumerate(self.sides, start=1)
        )
        return replace(self, sides=sides, since=now, ran=self.ran + ran)

    def press(self, now: int, seat: int, turn: int, running: tuple[int, ...], lag: int = 0) -> ClockState:
        """Run the clocks of `running`; `seat` (0: none) has completed its turn number `turn` (0: no turn)."""
        state = self.at(now)
        sides = list(state.sides)
        if seat:
            side, given = sides[seat - 1], self._given(lag, seat, now)
            side = replace(side, used=side.used - given, free=side.free + given)
            sides[seat - 1] = self._completed(side, turn) if turn else side
        since = now if not self.paused else None
        return replace(state, sides=tuple(sides), running=running, since=since, started=True)

    def pause(self, now: int) -> ClockState:
        """Stop the clock."""
        return replace(self.at(now), since=None, started=True)

    def resume(self, now: int, running: tuple[int, ...]) -> ClockState:
        """Run the clock, for the first time or after a pause."""
        return replace(self.at(now), running=running, since=now, started=True)

    def correct(self, now: int, seat: int, shows: int) -> ClockState:
        """Set the time on a seat's clock. A flag recorded as fallen can fall again once the new time is used up."""
        state = self.at(now)
        if self.control.mode == TABLE:
            return replace(state, shared=state.ran + shows, shared_fallen=False)
        side = state.side(seat)
        if self.control.mode == MEASURED:
            changed = replace(side, used=shows, free=side.free + side.used - shows)
        else:
            changed = replace(side, granted=side.used + shows, fallen=False)
        return replace(state, sides=_with(state.sides, seat, changed))

    def fell(self, now: int, seat: int) -> ClockState:
        """Record that the flag of a seat has fallen, or that of the table (0)."""
        state = self.at(now)
        if not seat:
            return replace(state, shared_fallen=True)
        return replace(state, sides=_with(state.sides, seat, replace(state.side(seat), fallen=True)))

    def rewound(self, turns: tuple[int, ...]) -> ClockState:
        """Return the clock with new numbers of completed turns, after a take-back. No time changes."""
        return replace(self, sides=tuple(replace(side, turns=n) for side, n in zip(self.sides, turns, strict=True)))

    # --- helpers --------------------------------------------------------------------------

    def _delay(self, side: Side) -> int:
        """Return how much of the delay of a running turn is left."""
        return max(self.control.bonus(side.turns + 1) - side.turn, 0) if self.control.mode == DELAY else 0

    def _ran(self, side: Side, long: int) -> Side:
        free = min(long, self._delay(side))
        return replace(side, used=side.used + long - free, free=side.free + free, turn=side.turn + long)

    def _given(self, lag: int, seat: int, now: int) -> int:
        """Return the network delay a seat is compensated for, bounded by `MOST_LAG` and by the time just counted."""
        if self.since is None or seat not in self.running:
            return 0
        before, after = self.side(seat), self._ran(self.side(seat), max(now - self.since, 0))
        return max(0, min(lag, MOST_LAG, after.used - before.used))

    def _completed(self, side: Side, turn: int) -> Side:
        """Return a seat's clock after a completed turn, with the bonus that the turn earns the first time."""
        granted = side.granted
        if turn > side.earned:
            granted += self.control.begun(turn)
            if self.control.mode == FISCHER:
                granted += self.control.bonus(turn)
            elif self.control.mode == BRONSTEIN:
                granted += min(side.turn, self.control.bonus(turn))
        return replace(side, granted=granted, turn=0, turns=turn, earned=max(side.earned, turn))


def _with(sides: tuple[Side, ...], seat: int, changed: Side) -> tuple[Side, ...]:
    return (*sides[: seat - 1], changed, *sides[seat:])


def new_clock(control: TimeControl, seats: int) -> ClockState:
    """Return a clock that has not started."""
    first = control.periods[0].time if control.periods else 0
    sides = (Side(granted=0 if control.mode == TABLE else first),) * seats
    return ClockState(control, sides, shared=first if control.mode == TABLE else 0)
