"""The clock of a match, folded from its events, with what it showed after each of them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from tablescribe.domain.clock.control import BadTimeControl, Period, TimeControl, check_control
from tablescribe.domain.clock.state import ClockState, new_clock
from tablescribe.domain.match.clock_events import Clocking, ClockPressed, FlagFell, TimeControlSet
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import say

START, PAUSE, RESUME, CORRECT = "start", "pause", "resume", "correct"
DOES = (START, PAUSE, RESUME, CORRECT)
"""Values of `ClockAdjusted.does`."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def milliseconds(at: datetime) -> int:
    """Return a time as whole milliseconds since 1970 (UTC)."""
    return (at - _EPOCH) // timedelta(milliseconds=1)


class ClockRecords:
    """The clock of a match.

    Attributes:
        control: the time control.
        state: the clock as of the last event.
        events: its events; `past`: the state after each of them.
        tapped: whether it is pressed by hand, so that recorded moves do not press it.
    """

    def __init__(self, control: TimeControl, seats: int) -> None:
        """Create a clock that has not started."""
        self.control = control
        self.state: ClockState = new_clock(control, seats)
        self.events: list[Clocking] = []
        self.past: list[ClockState] = []
        self.tapped = False
        self._seats = seats
        self._turns: list[tuple[int, int]] = []

    @classmethod
    def set(cls, event: Clocking, seats: int) -> ClockRecords:
        """Create the clock of a match from its first clock event.

        Raises:
            Impossible: the event does not set a valid time control.
        """
        if not isinstance(event, TimeControlSet):
            raise Impossible(say("event {event} refers to a clock that was never set", event=event.originator_version))
        periods = tuple(Period(one.turns, one.time, one.bonus) for one in event.periods)
        control = TimeControl(event.mode, periods, event.loses)
        try:
            check_control(control)
        except BadTimeControl as error:
            raise Impossible(error.text) from error
        clock = cls(control, seats)
        clock.events.append(event)
        clock.past.append(clock.state)
        return clock

    def copy(self) -> ClockRecords:
        """Return an independent copy."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.events, other.past, other._turns = list(self.events), list(self.past), list(self._turns)
        return other

    def apply(self, event: Clocking) -> None:
        """Apply a recorded event of the clock.

        Raises:
            Impossible: it sets the time control again, or names an unknown seat or operation.
        """
        now, state = milliseconds(event.at), self.state
        if isinstance(event, TimeControlSet):
            raise Impossible(say("event {event} sets a clock that is already set", event=event.originator_version))
        seats = (event.seat, *(() if isinstance(event, FlagFell) else event.running))
        if not all(0 <= seat <= self._seats for seat in seats) or 0 in seats[1:]:
            raise Impossible(say("event {event} refers to a clock that does not exist", event=event.originator_version))
        if isinstance(event, ClockPressed):
            self.state = state.press(now, event.seat, event.turn, event.running, event.lag)
            self.tapped = self.tapped or event.tapped
            if event.turn:
                self._turns.append((event.move, event.seat))
        elif isinstance(event, FlagFell):
            self.state = state.fell(now, event.seat)
        elif event.does == PAUSE:
            self.state = state.pause(now)
        elif event.does in (START, RESUME):
            self.state = state.resume(now, event.running)
        elif event.does == CORRECT and (event.seat > 0 or self.control.mode == "table"):
            self.state = state.correct(now, event.seat, event.shows)
        else:
            raise Impossible(say("event {event} refers to a clock that does not exist", event=event.originator_version))
        self.events.append(event)
        self.past.append(self.state)

    def rewind(self, counts: Callable[[int], bool]) -> None:
        """Recount completed turns after a take-back or restoration, from the moves that count. Times are unchanged."""
        turns = [0] * self._seats
        for move, seat in self._turns:
            if counts(move):
                turns[seat - 1] += 1
        self.state = self.state.rewound(tuple(turns))

    def end(self, at: datetime) -> None:
        """Stop the clock for good, as the match is closed."""
        if self.state.started:
            self.state = self.state.pause(milliseconds(at))

    def next_turn(self, seat: int) -> int:
        """Return the number of the turn that a seat completes next."""
        return self.state.side(seat).turns + 1
