"""Automatic round starts: their times by the plan or by officials, and which start is due.

At the start time, the service opens the tables and starts the clock, and records both as they happen. A round starts
automatically only if its pairing was published before the time, and the service was running within `LATE` of it.
Otherwise the start is missed, and officials start the round or set another time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.tournament.round_clock import WAITING, read_clock
from tablescribe.domain.words.text import plural, say

LATE = timedelta(minutes=10)
"""How late a round may start automatically, for example after a short outage of the service."""

SOONEST = timedelta(seconds=10)
"""How far ahead a start time must be at least, so that people can see it."""

FARTHEST = timedelta(days=400)
"""How far ahead a start time may be; a later one is probably a typing error."""

Times = Mapping[int, datetime | None]
"""Start times set by officials, by round. `None`: the round does not start automatically, whatever the plan says."""


class State(StrEnum):
    """The state of an automatic start."""

    AHEAD = "ahead"  # its time has not come yet
    DUE = "due"  # its time has come
    LATE_PAIRING = "late_pairing"  # missed: the pairing was published too late, or is not published yet
    MISSED = "missed"  # missed: the service was not running


@dataclass(frozen=True, slots=True)
class RoundStart:
    """The automatic start of a round.

    Attributes:
        at: its time.
        published: whether the round is paired, so that it can start.
    """

    round: int
    at: datetime
    state: State
    published: bool

    @property
    def is_missed(self) -> bool:
        """Whether the start was missed, so that officials must decide."""
        return self.state in (State.LATE_PAIRING, State.MISSED)


def planned(tournament: Tournament) -> dict[int, datetime]:
    """Return the start times of the plan, by round."""
    plan = tournament.plan
    return {
        plan.first_round(index) + at: datetime.fromisoformat(text)
        for index, stage in enumerate(plan.stages)
        for at, text in enumerate(stage.starts or ())
        if text
    }


def times(tournament: Tournament, told: Times) -> dict[int, datetime]:
    """Return all start times, by round. Times set by officials replace those of the plan."""
    merged = {**planned(tournament), **told}
    return {number: at for number, at in sorted(merged.items()) if at is not None and number <= tournament.plan.rounds}


def round_start(tournament: Tournament, number: int, told: Times, now: datetime) -> RoundStart | None:
    """Return the automatic start of a round; `None` if it has no start time, or has begun."""
    at = times(tournament, told).get(number)
    if at is None or has_begun(tournament, number):
        return None
    published = number == tournament.round
    if now < at:
        return RoundStart(number, at, State.AHEAD, published)
    if not published or tournament.seating(number).paired.at > at:
        return RoundStart(number, at, State.LATE_PAIRING, published)
    return RoundStart(number, at, State.DUE if now - at <= LATE else State.MISSED, published)


def has_begun(tournament: Tournament, number: int) -> bool:
    """Return whether a round has begun: its clock was started, all its tables have reported, or it is over."""
    if tournament.finished is not None or number < tournament.round:
        return True
    if number > tournament.round:
        return False
    seating = tournament.seating(number)
    return read_clock(seating).state != WAITING or not seating.missing


def next_start(tournament: Tournament, told: Times, now: datetime) -> RoundStart | None:
    """Return the next automatic start: of the published round, or else of the round to be paired next."""
    for number in (tournament.round, tournament.round + 1):
        found = round_start(tournament, number, told, now) if number else None
        if found is not None:
            return found
    return None


def must_be_settable(tournament: Tournament, number: int, at: datetime, told: Times, now: datetime) -> None:
    """Refuse a start time that is not possible for a round.

    Raises:
        Refused: the round has begun or does not exist, or the time is past, too far ahead, or not between the times of
            the other rounds.
    """
    must_be_ahead(tournament, number)
    if at < now + SOONEST:
        raise Refused(
            say("that time has passed or is only seconds away: start the round yourself, or set a later time")
        )
    if at > now + FARTHEST:
        raise Refused(
            plural(FARTHEST.days, "that time is more than 1 day ahead", "that time is more than {n} days ahead")
        )
    for other, when in times(tournament, told).items():
        wrong = (other < number and when >= at) or (other > number and when <= at)
        if wrong and not has_begun(tournament, other):
            raise Refused(
                say(
                    "the time of round {other} does not fit: each round must start later than the one before",
                    other=other,
                )
            )


def must_be_ahead(tournament: Tournament, number: int) -> None:
    """Refuse a round that does not exist or has begun.

    Raises:
        Refused: the round has begun, or the plan has fewer rounds.
    """
    if not 1 <= number <= tournament.plan.rounds:
        raise Refused(plural(tournament.plan.rounds, "the plan has 1 round", "the plan has {n} rounds"))
    if has_begun(tournament, number):
        raise Refused(say("round {round} has begun: stop its clock instead", round=number))
