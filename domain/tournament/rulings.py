"""Commands for corrections, penalties, appeals and decisions. Each checks its preconditions and records an event."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from tablescribe.domain.match.event import Stamp
from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament.appeals import must_be_new
from tablescribe.domain.tournament.model.events import (
    Appealed,
    Corrected,
    CorrectedTogether,
    Decided,
    Penalised,
)
from tablescribe.domain.tournament.model.events import together as won_together
from tablescribe.domain.tournament.model.field import How, Ref
from tablescribe.domain.tournament.model.preconditions import (
    coalition_of,
    must_be_result,
    must_have_entered,
    must_have_reason,
)
from tablescribe.domain.tournament.model.roles import must_be_allowed
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.words.text import say


def correct(
    tournament: Tournament,
    round_number: int,
    table: int,
    how: How,
    places: Sequence[int],
    stamp: Stamp,
    *,
    by: str,
    clause: str,
    reason: str,
    points: Sequence[int | None] = (),
    absent: Iterable[int] = (),
    ruling: int | None = None,
    appeal: int | None = None,
    together: bool = False,
) -> Corrected:
    """Correct a report by a ruling; for `together` see `report` in `commands.py`.

    Raises:
        Refused: the table has not reported, nothing would change, or the reason or the clause is missing.
    """
    must_be_allowed(by, "correct")
    seating = tournament.seating(round_number)
    seating.must_have(table)
    if table not in seating.reports:
        raise Refused(say("table {table} of round {round} has not reported: there is nothing to correct",
                          table=table, round=round_number))  # fmt: skip
    found = seating.reports[table]
    if not clause:
        raise Refused(say("name the rule or clause it is based on"))
    must_have_reason(reason)
    missing = tuple(sorted(set(absent)))
    must_be_result(len(seating.pods[table - 1]), how, places, points, missing)
    was = tournament.said(found)
    coalition = coalition_of(places) if together else ()
    told = (str(how), tuple(places), tuple(points), missing, coalition)
    if (was.how, was.places, was.points, was.absent, won_together(was)) == told:
        raise Refused(say("table {table} of round {round} already has this result", table=table, round=round_number))
    if appeal is not None and not (appeal in tournament.decisions and tournament.decisions[appeal].upheld):
        raise Refused(say("appeal {appeal} was not upheld", appeal=appeal))
    kind, more = (CorrectedTogether, {"coalition": coalition}) if together else (Corrected, {})
    return tournament.record(
        kind, stamp, by=by, report=found.originator_version, how=str(how), places=tuple(places),
        points=tuple(points), absent=missing, ruling=ruling, appeal=appeal, clause=clause, reason=reason,
        **more,
    )  # fmt: skip


def penalise(
    tournament: Tournament, ref: Ref, points: str, stamp: Stamp, *, by: str, round_number: int, clause: str, reason: str
) -> Penalised:
    """Deduct points from an entrant.

    Raises:
        Refused: there is no such entrant, the points are not above 0, or the clause or the reason is missing.
    """
    must_be_allowed(by, "penalise")
    must_have_entered(tournament, ref)
    tournament.seating(round_number)
    if Fraction(points) <= 0:
        raise Refused(say("a penalty must be more than 0 points"))
    if not clause:
        raise Refused(say("name the rule or clause it is based on"))
    must_have_reason(reason)
    return tournament.record(
        Penalised, stamp, by=by, entrant=ref, round=round_number, points=str(Fraction(points)), clause=clause,
        reason=reason,
    )  # fmt: skip


def appeal(tournament: Tournament, ref: Ref, about: int, stamp: Stamp, *, by: str, reason: str) -> Appealed:
    """Appeal against a report or a penalty, by the version of its event.

    Raises:
        Refused: no report or penalty has that version, or this entrant has already appealed against it.
    """
    must_be_allowed(by, "appeal")
    must_have_entered(tournament, ref)
    must_have_reason(reason)
    if about not in tournament.reports and about not in tournament.penalties:
        unfit = say("event {version} is neither a report nor a penalty. To see their numbers: `tournament show --log`",
                    version=about)  # fmt: skip
        raise Refused(unfit)
    must_be_new(tournament, ref, about)
    return tournament.record(Appealed, stamp, by=by, entrant=ref, about=about, reason=reason)


def decide(
    tournament: Tournament, appeal: int, stamp: Stamp, *, by: str, upheld: bool, clause: str = "", reason: str
) -> Decided:
    """Decide an appeal.

    Raises:
        Refused: no appeal has that version, or it is already decided.
    """
    must_be_allowed(by, "decide")
    if appeal not in tournament.appeals:
        raise Refused(say("event {version} is not an appeal", version=appeal))
    if appeal in tournament.decisions:
        raise Refused(say("appeal {version} has already been decided", version=appeal))
    must_have_reason(reason)
    return tournament.record(Decided, stamp, by=by, appeal=appeal, upheld=upheld, clause=clause, reason=reason)
