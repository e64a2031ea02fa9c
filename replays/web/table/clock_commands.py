"""Commands on the clock of a match, by role. Independent of HTTP.

Seats tap their own clock and record fallen flags; recorders do everything but correct it; judges do that, too.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from tablescribe.domain.clock.control import clock_text, read_control, read_length
from tablescribe.domain.match.clock_events import ClockPressed
from tablescribe.domain.match.clock_records import CORRECT, PAUSE, RESUME, START
from tablescribe.domain.match.events import AnyEvent
from tablescribe.domain.match.match import Match
from tablescribe.domain.words.text import say
from tablescribe.ledger.matches.clocks import Clocks
from tablescribe.replays.reading.clock import clock_data, move_clocks
from tablescribe.replays.web.access.passes import JUDGE, SEAT, SPECTATOR, Pass
from tablescribe.replays.web.table.commands import Commands

SET, TAP, FLAG = "set", "tap", "flag"
DOES = (SET, START, TAP, PAUSE, RESUME, CORRECT, FLAG)
"""Commands on a clock."""


def role_of(who: Pass) -> str:
    """Return the role in which a pass acts on a clock, as in `EnrolledBy`."""
    return f"seat:{who.seat}" if who.role == SEAT else who.role


def allowed(who: Pass) -> tuple[str, ...]:
    """Return the clock commands that a pass allows."""
    if who.role == SPECTATOR:
        return ()
    if who.records:
        return DOES if who.judges else tuple(one for one in DOES if one != CORRECT)
    if who.role == JUDGE:
        return (SET, START, PAUSE, RESUME, CORRECT, FLAG)
    return (START, TAP, FLAG) if who.role == SEAT else ()


def clock_now(match: Match) -> dict[str, Any] | None:
    """Return the clock of a match now; `None` if it has none."""
    return clock_data(match, datetime.now(UTC))


def clock_since(match: Match) -> dict[str, Any] | None:
    """Return the clock at its last change, for pages that count on by themselves; `None` if there is no clock."""
    clock = match.clock
    if clock is None:
        return None
    since = clock.state.since
    return clock_data(match, datetime.fromtimestamp(since / 1000, UTC) if since is not None else match.opened.at)


def with_clocks(match: Match, lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the lines of a match's log with the clock's readings at each move, in place of lines for each press."""
    if match.clock is None:
        return lines
    shown = move_clocks(match)
    return [
        {**line, "clock": clock_text(shown[line["move"]])} if line["move"] in shown else line
        for line in lines
        if line["type"] != ClockPressed.__name__
    ]


class ClockCommands:
    """The clock commands of a pass on one match."""

    def __init__(self, commands: Commands) -> None:
        self._commands = commands

    def do(
        self,
        who: Pass,
        match_id: str,
        *,
        does: str,
        command_id: str,
        control: str = "",
        loses: bool = False,
        seat: int | None = None,
        to: int | None = None,
        shows: str = "",
        reason: str = "",
        lag: int = 0,
    ) -> AnyEvent:
        """Execute a command on the clock; see `Clocks`.

        Raises:
            Denied: this pass does not allow it.
            ClockRefused, BadTimeControl, NoSuchSeat: it is not possible now.
        """
        who.enter(match_id)
        who.require(does in allowed(who), say("control the clock this way"))
        clocks = Clocks(self._commands.scribe(who), role_of(who))
        if does == SET:
            return clocks.set(match_id, read_control(control, loses=loses), command_id=command_id)
        if does == TAP:
            whose = seat if seat is not None else who.seat or 0
            who.require(who.records or whose == who.seat, say("press the clock of another seat"))
            return clocks.tap(match_id, whose, to=to, lag=lag, command_id=command_id)
        if does == CORRECT:
            return clocks.correct(match_id, seat or 0, read_length(shows), reason=reason, command_id=command_id)
        if does == PAUSE:
            return clocks.pause(match_id, reason=reason, command_id=command_id)
        simply = {START: clocks.start, RESUME: clocks.resume, FLAG: clocks.flag}[does]
        return simply(match_id, command_id=command_id)
