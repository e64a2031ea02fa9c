"""When a round starts by itself: its time by the plan or by officials, and what is due at a moment.

A time decides nothing: at it, the service opens the tables and starts the clock, and both are recorded as they happen.
A round starts by itself only if its pairing was published before its time, and the service was there within `LATE` of
it. Otherwise the start is missed: officials are asked, and start it or set another time.
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
"""How late a round may start by itself: a service that was down for so long at most goes on as if it had not been."""

SOONEST = timedelta(seconds=10)
"""How far ahead a time must be, so that everybody sees it coming."""

FARTHEST = timedelta(days=400)
"""How far ahead a time may be: more is a slip of the pen."""

Times = Mapping[int, datetime | None]
"""By round, the times that officials set; `None`: the round does not start by itself, whatever the plan says."""


class State(StrEnum):
    """How a start by itself stands."""

    AHEAD = "ahead"  # its time is to come
    DUE = "due"  # it is time
    LATE_PAIRING = "late_pairing"  # missed: it was published after its time, or is not yet
    MISSED = "missed"  # missed: nobody was there to start it


@dataclass(frozen=True, slots=True)
class RoundStart:
    """A round that starts by itself.

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
        """Whether officials have to decide."""
        return self.state in (State.LATE_PAIRING, State.MISSED)


def planned(tournament: Tournament) -> dict[int, datetime]:
    """Return the times of the plan, by round."""
    plan = tournament.plan
    return {
        plan.first_round(index) + at: datetime.fromisoformat(text)
        for index, stage in enumerate(plan.stages)
        for at, text in enumerate(stage.starts or ())
        if text
    }


def times(tournament: Tournament, told: Times) -> dict[int, datetime]:
    """Return all times, by round: those that officials set replace those of the plan."""
    merged = {**planned(tournament), **told}
    return {number: at for number, at in sorted(merged.items()) if at is not None and number <= tournament.plan.rounds}


def round_start(tournament: Tournament, number: int, told: Times, now: datetime) -> RoundStart | None:
    """Return how the start of a round stands; `None` if it has no time, or has begun."""
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
    """Return whether a round cannot start any more: its clock was started, all its tables reported, or it is over."""
    if tournament.finished is not None or number < tournament.round:
        return True
    if number > tournament.round:
        return False
    seating = tournament.seating(number)
    return read_clock(seating).state != WAITING or not seating.missing


def next_start(tournament: Tournament, told: Times, now: datetime) -> RoundStart | None:
    """Return the next round that starts by itself: the one that is published, or else the one to be paired next."""
    for number in (tournament.round, tournament.round + 1):
        found = round_start(tournament, number, told, now) if number else None
        if found is not None:
            return found
    return None


def must_be_settable(tournament: Tournament, number: int, at: datetime, told: Times, now: datetime) -> None:
    """Refuse a time at which a round cannot start.

    Raises:
        Refused: the round has begun or there is none, the time is past, too far ahead, or not between the other rounds.
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
    """Refuse a round that there is not, or that has begun.

    Raises:
        Refused: it has, or the plan has fewer rounds.
    """
    if not 1 <= number <= tournament.plan.rounds:
        raise Refused(plural(tournament.plan.rounds, "the plan has 1 round", "the plan has {n} rounds"))
    if has_begun(tournament, number):
        raise Refused(say("round {round} has begun: stop its clock instead", round=number))
