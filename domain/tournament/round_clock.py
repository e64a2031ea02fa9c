"""The round clock, and the penalties that a plan proposes when time is up.

The clock affects no results by itself. It only proposes penalties, and an arbiter decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from math import ceil

from tablescribe.domain.match.event import Stamp
from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament.model.events import Clocked
from tablescribe.domain.tournament.model.field import Ref
from tablescribe.domain.tournament.model.plan import Overtime
from tablescribe.domain.tournament.model.possible import MOST_SECONDS
from tablescribe.domain.tournament.model.preconditions import must_be_open, must_have_reason
from tablescribe.domain.tournament.model.roles import HALL, must_be_allowed
from tablescribe.domain.tournament.model.seating import Seating
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.words.text import Text, say

LONGEST = MOST_SECONDS
"""Maximum length of one extension, in seconds."""

WAITING, RUNNING, PAUSED = "waiting", "running", "paused"
STATES: Mapping[str, Text] = {
    WAITING: say("not started"),
    RUNNING: say("running"),
    PAUSED: say("stopped"),
}
FROM: Mapping[str, tuple[str, ...]] = {
    "start": (WAITING,),
    "pause": (RUNNING,),
    "resume": (PAUSED,),
    "extend": (WAITING, RUNNING, PAUSED),
}
"""The operations of a clock, each with the states in which it is allowed."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a round.

    Attributes:
        round: the number of the round.
        started: when it was first started.
        since: since when it has been running; `None` while it is stopped.
        ran: how long it had run before that.
        extended: the total of all extensions.
        pauses: start and end of each pause; the end of a current pause is `None`.
    """

    round: int
    started: datetime | None = None
    since: datetime | None = None
    ran: timedelta = timedelta()
    extended: timedelta = timedelta()
    pauses: tuple[tuple[datetime, datetime | None], ...] = ()

    @property
    def state(self) -> str:
        """The state of the clock: one of `STATES`."""
        return WAITING if self.started is None else PAUSED if self.since is None else RUNNING

    def elapsed(self, now: datetime) -> timedelta:
        """Return how long it has run by `now`."""
        return self.ran + (max(now - self.since, timedelta()) if self.since is not None else timedelta())

    def left(self, now: datetime, limit: int) -> timedelta | None:
        """Return the time left of a limit in minutes, negative beyond it; `None` without a limit."""
        return timedelta(minutes=limit) + self.extended - self.elapsed(now) if limit else None


def read_clock(seating: Seating) -> Clock:
    """Fold the clock of a round from its events. Impossible events are skipped, as a log may be forged."""
    clock = Clock(seating.number)
    for event in seating.clocked:
        if clock.state not in FROM.get(event.does, ()):
            continue
        started, since, ran, pauses = clock.started, clock.since, clock.ran, clock.pauses
        extended = clock.extended
        if event.does == "start":
            started = since = event.at
        elif event.does == "pause":
            ran, since, pauses = clock.elapsed(event.at), None, (*pauses, (event.at, None))
        elif event.does == "resume":
            since, pauses = event.at, (*pauses[:-1], (pauses[-1][0], event.at))
        else:
            extended += timedelta(seconds=event.seconds)
        clock = Clock(clock.round, started, since, ran, extended, pauses)
    return clock


def set_clock(
    tournament: Tournament, does: str, stamp: Stamp, *, by: str, round_number: int, seconds: int = 0, reason: str = ""
) -> Clocked:
    """Start, pause, resume or extend the clock of a round. The service itself may start it automatically.

    Raises:
        Refused: it is not the last round, the clock's state does not allow it, or a reason is missing.
    """
    if (by, does) != (HALL, "start"):
        must_be_allowed(by, "clock")
    must_be_open(tournament)
    state = read_clock(tournament.seating(round_number)).state
    if round_number != tournament.round:
        raise Refused(say("round {round} is over: only the last round has a clock", round=round_number))
    if does not in FROM:
        raise Refused(say("a clock can do one of these: {what}", what=", ".join(FROM)))
    if state not in FROM[does]:
        raise Refused(say("the clock of round {round} is {state}: it cannot {what} now", round=round_number,
                          state=STATES[state], what=does))  # fmt: skip
    if does in ("pause", "extend"):
        must_have_reason(reason)
    if (does == "extend") != (seconds > 0) or seconds > LONGEST:
        raise Refused(say("enter extra minutes only to extend the round"))
    return tournament.record(Clocked, stamp, by=by, round=round_number, does=does, seconds=seconds, reason=reason)


@dataclass(frozen=True, slots=True)
class Proposal:
    """A penalty that the plan proposes to an arbiter, who decides.

    Attributes:
        round, table: the round and the table.
        refs: the entrants who would lose points.
        points: the points that each would lose; 0: the arbiter decides the table's result.
        clause, plan: the rule to cite, and its path in the plan.
        over: the time beyond the limit.
        seat: the seat that exceeded its thinking time; 0: the table has not finished.
    """

    round: int
    table: int
    refs: tuple[Ref, ...]
    points: Fraction
    clause: str
    plan: str
    over: timedelta
    seat: int = 0


def proposals(
    tournament: Tournament, now: datetime, thought: Mapping[int, Mapping[int, timedelta]] | None = None
) -> list[Proposal]:
    """Return the penalties that the plan proposes for the last round now, without those already given.

    Args:
        tournament: the tournament.
        now: the current time.
        thought: the thinking time of seats in their matches, by table and seat, if known.
    """
    if not tournament.seatings:
        return []
    seating = tournament.seatings[-1]
    index = seating.paired.stage
    stage = tournament.plan.stages[index]
    rule = stage.overtime or Overtime()
    found = [*_late(seating, rule, index, read_clock(seating).left(now, stage.time_limit))]
    if rule.seat:
        found += _slow(seating, rule, index, thought or {})
    done = {(one.entrant, one.clause) for one in tournament.penalties.values() if one.round == seating.number}
    return [one for one in found if not one.points or any((ref, one.clause) not in done for ref in one.refs)]


def _late(seating: Seating, rule: Overtime, index: int, left: timedelta | None) -> Iterator[Proposal]:
    if left is None or left >= timedelta() or not seating.clocked:
        return
    points = _points(rule, -left)
    for table in seating.missing:
        yield Proposal(seating.number, table, seating.pods[table - 1], points, rule.clause,
                       f"stages.{index + 1}.overtime", -left)  # fmt: skip


def _slow(
    seating: Seating, rule: Overtime, index: int, thought: Mapping[int, Mapping[int, timedelta]]
) -> Iterator[Proposal]:
    most = timedelta(minutes=rule.seat)
    for table, seats in sorted(thought.items()):
        pod = seating.pods[table - 1]
        for seat, long in sorted(seats.items()):
            if long > most and 1 <= seat <= len(pod):
                yield Proposal(seating.number, table, (pod[seat - 1],), _points(rule, long - most), rule.clause,
                               f"stages.{index + 1}.overtime.seat", long - most, seat)  # fmt: skip


def _points(rule: Overtime, over: timedelta) -> Fraction:
    times = max(1, ceil(over / timedelta(minutes=rule.every))) if rule.every else 1
    return Fraction(rule.points) * times
