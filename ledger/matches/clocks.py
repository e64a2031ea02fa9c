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
"""Role of the command line, as in the event `EnrolledBy`."""


class Clocks:
    """Commands on the clocks of a ledger's matches, recorded by a scribe in a role."""

    def __init__(self, scribe: Scribe, by: str = KEEPER) -> None:
        """Create the commands. `by` is the role recorded with each change of a clock, as in `EnrolledBy`."""
        self._scribe = scribe
        self._by = by

    def set(self, match_id: str, control: TimeControl, *, command_id: str | None = None) -> TimeControlSet:
        """Set the time control of a match.

        Raises:
            ClockRefused, BadTimeControl: see `clocking.set_control`.
        """

        def do(match: Match) -> TimeControlSet:
            return clocking.set_control(match, control, self._scribe.stamp(), by=self._by)

        content = ["clock", "set", control.notation(), control.loses]
        return self._scribe.record(match_id, do, content, command_id=command_id)

    def start(self, match_id: str, *, command_id: str | None = None) -> ClockAdjusted:
        """Start the clocks of the seats to act."""

        def do(match: Match) -> ClockAdjusted:
            return clocking.start(match, self._scribe.stamp(), by=self._by)

        return self._scribe.record(match_id, do, ["clock", "start"], command_id=command_id)

    def pause(self, match_id: str, *, reason: str = "", command_id: str | None = None) -> ClockAdjusted:
        """Pause the clock."""

        def do(match: Match) -> ClockAdjusted:
            return clocking.pause(match, self._scribe.stamp(), by=self._by, reason=reason)

        return self._scribe.record(match_id, do, ["clock", "pause"], words=[reason], command_id=command_id)

    def resume(self, match_id: str, *, command_id: str | None = None) -> ClockAdjusted:
        """Resume a paused clock."""

        def do(match: Match) -> ClockAdjusted:
            return clocking.resume(match, self._scribe.stamp(), by=self._by)

        return self._scribe.record(match_id, do, ["clock", "resume"], command_id=command_id)

    def correct(
        self, match_id: str, seat: int, shows: int, *, reason: str, command_id: str | None = None
    ) -> ClockAdjusted:
        """Set the time on the clock of a seat (0: of the table) to `shows` milliseconds."""

        def do(match: Match) -> ClockAdjusted:
            return clocking.correct(match, seat, shows, self._scribe.stamp(), by=self._by, reason=reason)

        content = ["clock", "correct", seat, shows]
        return self._scribe.record(match_id, do, content, words=[reason], command_id=command_id)

    def tap(
        self, match_id: str, seat: int, *, to: int | None = None, lag: int = 0, command_id: str | None = None
    ) -> AnyEvent:
        """Press the clock for a seat; the clock of seat `to`, by default the next seat, starts to run.

        A retry gets the first answer. No expected version is needed, as the running clock is checked. If the flag has
        fallen and the time control makes that a loss, return the losing move.
        """

        def do(match: Match) -> AnyEvent:
            stamp = self._scribe.stamp()
            if lost := lost_on_time(match, stamp, seat, lag):
                return lost[-1]
            return clocking.tap(match, seat, stamp, to=to, lag=lag)

        return self._scribe.record(match_id, do, ["clock", "tap", seat, to], command_id=command_id)

    def flag(self, match_id: str, *, command_id: str | None = None) -> AnyEvent:
        """Record the flags that have fallen by now, and the loss if the time control says so.

        Raises:
            ClockRefused: no flag has fallen that is not recorded yet.
        """

        def do(match: Match) -> AnyEvent:
            stamp, version = self._scribe.stamp(), match.version
            lost = lost_on_time(match, stamp)
            if match.clock is None or match.version == version:
                raise ClockRefused(say("No flag has fallen that is not recorded yet."))
            return lost[-1] if lost else match.clock.events[-1]

        return self._scribe.record(match_id, do, ["clock", "flag"], command_id=command_id)
