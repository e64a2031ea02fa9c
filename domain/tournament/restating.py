"""Change a wrongly entered result slip without a ruling, until the next round is paired."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tablescribe.domain.match.event import Stamp
from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament.model.events import Reported, Restated, together
from tablescribe.domain.tournament.model.field import How
from tablescribe.domain.tournament.model.preconditions import coalition_of, must_be_open, must_be_result
from tablescribe.domain.tournament.model.roles import ARBITER, MAY, ORGANISER, must_be_allowed
from tablescribe.domain.tournament.model.seating import Seating
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.words.text import say


def restate(
    tournament: Tournament,
    round_number: int,
    table: int,
    how: How,
    places: Sequence[int],
    stamp: Stamp,
    *,
    by: str,
    points: Sequence[int | None] = (),
    absent: Iterable[int] = (),
    together_won: bool = False,
) -> Restated:
    """Change a result slip. The official who entered it may do this, and any organiser or arbiter.

    The first entry stays in the log.

    Raises:
        Refused: the result is not a slip, the next round is paired, an arbiter has ruled on it, another official
            entered it, or nothing would change.
    """
    must_be_allowed(by, "report")
    must_be_open(tournament)
    seating = tournament.seating(round_number)
    seating.must_have(table)
    if table not in seating.reports:
        raise Refused(say("table {table} of round {round} has no result yet: enter one", table=table,
                          round=round_number))  # fmt: skip
    report = seating.reports[table]
    _must_be_changeable(tournament, seating, report, by, stamp.recorder)
    missing = tuple(sorted(set(absent)))
    must_be_result(len(seating.pods[table - 1]), how, places, points, missing)
    coalition = coalition_of(places) if together_won else ()
    was, told = tournament.said(report), (str(how), tuple(places), tuple(points), missing, coalition)
    if (was.how, was.places, was.points, was.absent, together(was)) == told:
        raise Refused(say("table {table} of round {round} already has this result", table=table, round=round_number))
    return tournament.record(
        Restated, stamp, by=by, report=report.originator_version, how=str(how), places=tuple(places),
        points=tuple(points), absent=missing, coalition=coalition,
    )  # fmt: skip


def may_restate(tournament: Tournament, seating: Seating, table: int, by: str, recorder: str) -> bool:
    """Return whether a recorder with this role may change the result slip of a table."""
    report = seating.reports.get(table)
    if report is None or tournament.finished is not None or "report" not in MAY.get(by, ()):
        return False
    try:
        _must_be_changeable(tournament, seating, report, by, recorder)
    except Refused:
        return False
    return True


def _must_be_changeable(
    tournament: Tournament, seating: Seating, report: Reported, by: str, recorder: str
) -> None:  # fmt: skip
    table = report.table
    if report.how == How.PLAYED:
        raise Refused(say("the result of table {table} comes from its match: an arbiter corrects it", table=table))
    if seating.number != tournament.round:
        raise Refused(say("round {next} was paired on the results of round {round}: an arbiter corrects them now",
                          next=seating.number + 1, round=seating.number))  # fmt: skip
    if tournament.corrections.get(report.originator_version):
        raise Refused(
            say("an arbiter ruled on the result of table {table}: only another ruling changes it", table=table)
        )
    restated = tournament.restated.get(report.originator_version, [])
    if by not in (ORGANISER, ARBITER) and recorder != (restated[-1] if restated else report).recorder:
        raise Refused(
            say("somebody else entered the result of table {table}: ask them, or an organiser, to change it",
                table=table)
        )  # fmt: skip
