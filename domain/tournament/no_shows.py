"""Entrants who did not come to the last round. Officials decide on them before the next round is paired."""

from __future__ import annotations

from tablescribe.domain.tournament.model.field import Ref
from tablescribe.domain.tournament.model.tournament import Tournament


def no_shows(tournament: Tournament) -> list[Ref]:
    """Return the entrants absent in the last round, as ruled, who would be paired again, by starting number."""
    if not tournament.seatings or tournament.round >= tournament.plan.rounds or tournament.finished is not None:
        return []
    seating = tournament.seatings[-1]
    absent = [
        seating.pods[table - 1][seat - 1]
        for table, report in seating.reports.items()
        for seat in tournament.said(report).absent
    ]
    return sorted(
        (ref for ref in absent if ref not in tournament.withdrawn), key=lambda ref: tournament.entrants[ref].number
    )
