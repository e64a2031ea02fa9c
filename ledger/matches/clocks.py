"""Commands on the clock of a match: set, start, tap, pause, resume, correct, record a fallen flag."""

from __future__ import annotations

from tablescribe.domain.clock.control import TimeControl
from tablescribe.domain.match import clocking
from tablescribe.domain.match.clock_events import ClockAdjusted, TimeControlSet
from tablescribe.domain.match.clocking import ClockRefused
from tablescribe.domain.match.events import AnyEvent
from tablescribe.domain.match.match import Match
from tablescribe.domain.words.text import say
from tablescribe.ledger.matches.clock_flags import lost_on_time
from tablescribe.ledger.matches.scribe import Scribe

KEEPER = "keeper"
"""Role of a command line, as in `EnrolledBy`."""


class Clocks:
    """Commands on the clocks of a ledger's matches, recorded by a scribe in a role."""

    def __init__(self, scribe: Scribe, by: str = KEEPER) -> None:
        """Create them. `by` is the role in which things are done to a clock, as in `EnrolledBy`."""
        self._scribe = scribe
        self._by = by

    def set(self, match_id: str, control: TimeControl, *, command_id: str | None = None) -> TimeControlSet:
        """Give a match its time.

        Raises:
            ClockRefused, BadTimeControl: see `clocking.set_control`.
        """

        def do(match: Match) -> TimeControlSet:
            return clocking.set_control(match, control, self._scribe.stamp(), by=self._by)

        content = ["clock", "set", control.notation(), control.loses]
        return self._scribe.record(match_id, do, content, command_id=command_id)

    def start(self, match_id: str, *, command_id: str | None = None) -> ClockAdjusted:
        """Start the clock of those who are to act."""

        def do(match: Match) -> ClockAdjusted:
            return clocking.start(match, self._scribe.stamp(), by=self._by)

        return self._scribe.record(match_id, do, ["clock", "start"], command_id=command_id)

    def pause(self, match_id: str, *, reason: str = "", command_id: str | None = None) -> ClockAdjusted:
        """Stop the clock for a while."""

        def do(match: Match) -> ClockAdjusted:
            return clocking.pause(match, self._scribe.stamp(), by=self._by, reason=reason)

        return self._scribe.record(match_id, do, ["clock", "pause"], words=[reason], command_id=command_id)

    def resume(self, match_id: str, *, command_id: str | None = None) -> ClockAdjusted:
        """Let the clock go on."""

        def do(match: Match) -> ClockAdjusted:
            return clocking.resume(match, self._scribe.stamp(), by=self._by)

        return self._scribe.record(match_id, do, ["clock", "resume"], command_id=command_id)

    def correct(
        self, match_id: str, seat: int, shows: int, *, reason: str, command_id: str | None = None
    ) -> ClockAdjusted:
        """Let the clock of a seat (0: of the table) show another time, in milliseconds."""

        def do(match: Match) -> ClockAdjusted:
            return clocking.correct(match, seat, shows, self._scribe.stamp(), by=self._by, reason=reason)

        content = ["clock", "correct", seat, shows]
        return self._scribe.record(match_id, do, content, words=[reason], command_id=command_id)

    def tap(
        self, match_id: str, seat: int, *, to: int | None = None, lag: int = 0, command_id: str | None = None
    ) -> AnyEvent:
        """Press the clock by hand for a seat; the next seat's clock runs, or that of `to`.

        A retry gets the first answer. Whose clock runs is looked at, so no version is needed. If the flag had fallen
        and the clock decides, the move by which it loses is returned.
        """

        def do(match: Match) -> AnyEvent:
            stamp = self._scribe.stamp()
            if lost := lost_on_time(match, stamp, seat, lag):
                return lost[-1]
            return clocking.tap(match, seat, stamp, to=to, lag=lag)

        return self._scribe.record(match_id, do, ["clock", "tap", seat, to], command_id=command_id)

    def flag(self, match_id: str, *, command_id: str | None = None) -> AnyEvent:
        """Record the flags that have fallen by now; where the time control says so, they lose.

        Raises:
            ClockRefused: none has.
        """

        def do(match: Match) -> AnyEvent:
            stamp, version = self._scribe.stamp(), match.version
            lost = lost_on_time(match, stamp)
            if match.clock is None or match.version == version:
                raise ClockRefused(say("No flag has fallen that is not recorded yet."))
            return lost[-1] if lost else match.clock.events[-1]

        return self._scribe.record(match_id, do, ["clock", "flag"], command_id=command_id)
