"""The state of a clock: who runs, since when, and what each seat was granted and has used.

Whole milliseconds; the moment is always passed in. Each method returns the next state. For every seat,
`left = granted − used`, and the time during which its clock ran is `used + free`: nothing is lost or made.

**Taking moves back gives no time back and takes none away.** What was used stays used. What a seat earned by completing
its n-th turn (increment, Bronstein credit, the time of the next period) stays earned, and is not earned twice.
"""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from tablescribe.domain.clock.control import BRONSTEIN, DELAY, FISCHER, MEASURED, TABLE, TimeControl

MOST_LAG: Final = 500
"""Milliseconds of a message's way that are made up for at most, for each turn."""


class Side(msgspec.Struct, frozen=True):
    """The clock of one seat.

    Attributes:
        granted: what it was given so far: periods, increments, Bronstein credit, a judge's corrections.
        used: what was counted against it.
        free: how long its clock ran without being counted: delays, and messages on their way.
        turn: how long the turn that it is in has run, counted or not.
        turns: turns that it has completed on the line that counts.
        earned: turns for which it has got what a completed turn earns; never falls.
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
        """What is left, negative beyond the limit."""
        return self.granted - self.used


class ClockState(msgspec.Struct, frozen=True):
    """A clock at a moment.

    Attributes:
        control: the time control.
        sides: the clock of each seat.
        running: seats whose clocks run, or will after a pause.
        since: the moment up to which `sides` counts while it runs; `None` while it stands.
        started: whether it was ever started.
        ran: how long it has run.
        shared: what the table was granted, where the time is one for all seats.
        shared_fallen: whether the flag of the whole table fell.
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
        """Whether it stands although it was started."""
        return self.started and self.since is None

    def side(self, seat: int) -> Side:
        """Return the clock of a seat."""
        return self.sides[seat - 1]

    def shows(self, seat: int, now: int) -> int:
        """Return what the clock of a seat shows: what is left, or what was used where time is only measured."""
        state = self.at(now)
        if self.control.mode == TABLE:
            return state.shared - state.ran
        return state.side(seat).left if self.control.limited else state.side(seat).used

    def due(self, now: int, seat: int = 0, lag: int = 0) -> tuple[int, ...]:
        """Return the seats whose flag has fallen by now and is not recorded; 0 stands for the whole table.

        `lag` is what `seat` is given for its message's way.
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
        """Return the clock with the time up to a moment counted."""
        if self.since is None or now <= self.since:
            return self
        long = now - self.since
        ran = long if self.running else 0
        sides = tuple(
            self._ran(side, long) if seat in self.running else side for seat, side in enumerate(self.sides, start=1)
        )
        return replace(self, sides=sides, since=now, ran=self.ran + ran)

    def press(self, now: int, seat: int, turn: int, running: tuple[int, ...], lag: int = 0) -> ClockState:
        """Let other clocks run; `seat` (0: nobody) has completed its turn number `turn` (0: it has completed none)."""
        state = self.at(now)
        sides = list(state.sides)
        if seat:
            side, given = sides[seat - 1], self._given(lag, seat, now)
            side = replace(side, used=side.used - given, free=side.free + given)
            sides[seat - 1] = self._completed(side, turn) if turn else side
        since = now if not self.paused else None
        return replace(state, sides=tuple(sides), running=running, since=since, started=True)

    def pause(self, now: int) -> ClockState:
        """Let it stand."""
        return replace(self.at(now), since=None, started=True)

    def resume(self, now: int, running: tuple[int, ...]) -> ClockState:
        """Let it run, for the first time or after a pause."""
        return replace(self.at(now), running=running, since=now, started=True)

    def correct(self, now: int, seat: int, shows: int) -> ClockState:
        """Let the clock of a seat show another time. A flag that was recorded falls anew if that is used up, too."""
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
        """Return the clock where another number of each seat's turns counts, after a take-back; no time changes."""
        return replace(self, sides=tuple(replace(side, turns=n) for side, n in zip(self.sides, turns, strict=True)))

    # --- helpers --------------------------------------------------------------------------

    def _delay(self, side: Side) -> int:
        """Return how much of a running turn is still not counted."""
        return max(self.control.bonus(side.turns + 1) - side.turn, 0) if self.control.mode == DELAY else 0

    def _ran(self, side: Side, long: int) -> Side:
        free = min(long, self._delay(side))
        return replace(side, used=side.used + long - free, free=side.free + free, turn=side.turn + long)

    def _given(self, lag: int, seat: int, now: int) -> int:
        """Return what a seat is given for its message's way: of the time that was just counted, and bounded."""
        if self.since is None or seat not in self.running:
            return 0
        before, after = self.side(seat), self._ran(self.side(seat), max(now - self.since, 0))
        return max(0, min(lag, MOST_LAG, after.used - before.used))

    def _completed(self, side: Side, turn: int) -> Side:
        """Return the clock of a seat that has completed a turn, with what that earns the first time."""
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
