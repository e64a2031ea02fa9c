"""Minimum checks of a tournament's events, made whenever events are folded, from whatever source.

Commands check more than this, and so does the audit. These checks ensure only what all later code relies on: entrants
and rounds exist, and a table's result has as many places as the table has seats.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol

from tablescribe.domain.match.contributions import HEX
from tablescribe.domain.tournament.model.events import (
    Adjusted,
    Announced,
    Appealed,
    ByeRequested,
    CheckedIn,
    Clocked,
    Corrected,
    Entered,
    Finished,
    LotDrawn,
    LotSealed,
    Paired,
    Penalised,
    Reported,
    Restated,
    Returned,
    Said,
    SlipTyped,
    TournamentEvent,
    Unsealed,
    Withdrawn,
    together,
)
from tablescribe.domain.tournament.model.field import Bye, How, Ref
from tablescribe.domain.tournament.model.plan import Plan
from tablescribe.domain.tournament.model.seating import Seating

POINTS = re.compile(r"[0-9]{1,9}(/[1-9][0-9]{0,8})?", re.ASCII)
"""The form of points in events. It excludes numbers such as 1e999999, which would take forever to compute."""

REQUESTS = ("half", "zero", "")
"""The byes that an entrant may request; the empty text cancels a request."""

MOST_SECONDS = 7 * 24 * 3600
"""Maximum length of one extension of a round, in seconds."""


class Known(Protocol):
    """The part of `Tournament` that these checks use."""

    plan: Plan
    entrants: dict[Ref, Entered]
    numbers: set[int]
    withdrawn: dict[Ref, Withdrawn]
    reports: dict[int, Reported]
    corrections: dict[int, list[Corrected]]
    penalties: dict[int, Penalised]
    finished: Finished | None

    @property
    def round(self) -> int:
        """The last round that was paired."""

    def seating(self, round_number: int) -> Seating:
        """Return the current seating of a round."""


def is_possible(tournament: Known, event: TournamentEvent) -> bool:
    """Return whether an event can follow the earlier ones. A missing report or appeal raises `KeyError` in `apply`."""
    if isinstance(event, Entered):
        return bool(POINTS.fullmatch(event.points)) and event.number not in tournament.numbers
    if isinstance(event, Paired):
        planned = event.round <= tournament.plan.rounds and event.stage == tournament.plan.stage_of(event.round)
        return planned and _seats_people(tournament, event)
    if isinstance(event, Adjusted):
        seating = tournament.seating(event.round)
        same = all(event.pods[table - 1 : table] == (seating.pods[table - 1],) for table in seating.reports)
        return same and _seats_people(tournament, event)
    if isinstance(event, Reported):
        seating = tournament.seating(event.round)
        return 1 <= event.table <= len(seating.pods) and _is_result(event, len(seating.pods[event.table - 1]))
    if isinstance(event, Corrected):
        report = tournament.reports[event.report]
        return _is_result(event, len(tournament.seating(report.round).pods[report.table - 1]))
    if isinstance(event, Restated):
        report = tournament.reports[event.report]
        late = report.round != tournament.round or event.report in tournament.corrections or tournament.finished
        slips = How.PLAYED not in (report.how, event.how)
        return slips and not late and _is_result(event, len(tournament.seating(report.round).pods[report.table - 1]))
    if isinstance(event, SlipTyped):
        seating = tournament.seating(event.round)
        here = 1 <= event.table <= len(seating.pods) and seating.matches[event.table - 1] == event.match
        return here and event.how != How.PLAYED and _is_result(event, len(seating.pods[event.table - 1]))
    return _is_possible_ruling(tournament, event)


def _is_possible_ruling(tournament: Known, event: TournamentEvent) -> bool:
    if isinstance(event, Withdrawn):
        return event.after >= 0
    if isinstance(event, Returned):
        left = tournament.withdrawn.get(event.entrant)
        return left is not None and not gone_on(tournament.plan, left.after, tournament.round)
    if isinstance(event, CheckedIn):
        return event.entrant in tournament.entrants
    if isinstance(event, ByeRequested):
        later = tournament.round < event.round <= tournament.plan.rounds
        return later and event.entrant in tournament.entrants and event.bye in REQUESTS
    if isinstance(event, Penalised):
        lost = POINTS.fullmatch(event.points) and event.points.partition("/")[0].strip("0")
        return event.entrant in tournament.entrants and 1 <= event.round <= tournament.round and bool(lost)
    if isinstance(event, Appealed):
        known = event.about in tournament.reports or event.about in tournament.penalties
        return event.entrant in tournament.entrants and known
    if isinstance(event, LotSealed):
        return 0 <= event.stage < len(tournament.plan.stages)
    if isinstance(event, LotDrawn):
        return {*event.order} <= tournament.entrants.keys() and len({*event.order}) == len(event.order)
    if isinstance(event, Clocked):
        return 0 <= event.seconds <= MOST_SECONDS
    if isinstance(event, Unsealed):
        return not event.seed or bool(HEX.fullmatch(event.seed))
    if isinstance(event, Finished):
        return {ref for _, ref, _ in event.table} <= tournament.entrants.keys()
    return not isinstance(event, Announced)


def gone_on(plan: Plan, after: int, paired: int) -> int:
    """Return the paired round that prevents a withdrawn entrant from returning; 0 if they may return.

    Entrants qualify for a later stage when its first round is paired. In an elimination, each round has only entrants
    from the round before.

    Args:
        plan: the plan.
        after: the round after which the entrant withdrew.
        paired: the number of rounds paired so far.
    """
    index = plan.stage_of(min(paired + 1, plan.rounds))
    first = plan.first_round(index)
    missed = max(after + 1, first)
    keeps_out = plan.stages[index].kind == "elimination" or (index > 0 and missed == first)
    return missed if keeps_out and missed <= paired else 0


def _seats_people(tournament: Known, event: Paired | Adjusted) -> bool:
    """Return whether a round seats only entrants, none twice at one table, and has a match for each table."""
    refs = {*(ref for pod in event.pods for ref in pod), *(ref for ref, _ in event.byes)}
    pods = all(pod and len({*pod}) == len(pod) for pod in event.pods) and len({*event.matches}) == len(event.matches)
    byes = {kind for _, kind in event.byes} <= {*map(str, Bye)}
    return refs <= tournament.entrants.keys() and pods and byes and len(event.pods) == len(event.matches)


def _is_result(event: Said | SlipTyped, seats: int) -> bool:
    """Return whether this can be the result of a table with so many seats."""
    won = together(event)
    places = len(event.places) == seats and all(1 <= place <= seats for place in event.places)
    known = event.how in [*map(str, How)] and len(event.points) in (0, seats)
    return places and known and _are_seats(event.absent, seats) and _are_seats(won, seats)


def _are_seats(numbers: Sequence[int], seats: int) -> bool:
    """Return whether numbers are seats of a table, in ascending order."""
    return list(numbers) == sorted({*numbers} & {*range(1, seats + 1)})
