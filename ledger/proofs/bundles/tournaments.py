"""Tournaments in a bundle: what their streams contain, and what is withheld from the public.

The public sees all of a tournament except free text about people: reasons and clauses. Events contain no names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from tablescribe.domain.match.limits import ENTRANTS, REPORTS
from tablescribe.domain.tournament.model.events import (
    TOURNAMENT_EVENTS,
    Adjusted,
    Announced,
    Appealed,
    Clocked,
    Corrected,
    CorrectedTogether,
    Decided,
    Entered,
    LotDrawn,
    Paired,
    PairedAlike,
    Penalised,
    Reported,
    TournamentEvent,
    Unsealed,
    Withdrawn,
)
from tablescribe.domain.words.text import say
from tablescribe.ledger.log.codec import Recorded
from tablescribe.ledger.log.errors import LedgerDamaged

FIRST = "Announced"
"""The type of a tournament's first event, which identifies its stream."""

POINTS = re.compile(r"[0-9]{1,9}(/[1-9][0-9]{0,8})?", re.ASCII)
"""Points in events; the pattern excludes numbers such as 1e999999, which would take forever to compute."""

WITHHELD = "(withheld)"

WORDS: dict[type, tuple[str, ...]] = {
    Withdrawn: ("reason",),
    Adjusted: ("reason",),
    Corrected: ("clause", "reason"),
    Penalised: ("clause", "reason"),
    Appealed: ("reason",),
    Decided: ("clause", "reason"),
    Clocked: ("reason",),
    CorrectedTogether: ("clause", "reason"),
    LotDrawn: ("how",),
}
"""Free-text fields."""


def as_public(events: Iterable[TournamentEvent], *, words: bool = False) -> Iterator[tuple[TournamentEvent, bool]]:
    """Yield each event as the public sees it, and whether it is withheld, as `redaction.as_seen` does."""
    for event in events:
        written = {field: WITHHELD for field in WORDS.get(type(event), ()) if getattr(event, field)}
        if isinstance(event, Unsealed):  # hidden information of its round follows from it
            yield msgspec.structs.replace(event, salt="", seed=""), True
        elif words or not written:
            yield event, False
        else:
            yield msgspec.structs.replace(event, salt="", **written), True


def check_tournament(events: Sequence[Recorded]) -> None:
    """Check the order of events in a tournament, but not whether its rules allowed them.

    Raises:
        LedgerDamaged: an event is out of place, or there are too many entrants or reports.
    """
    entrants: set[str] = set()
    rounds, reports, alike = 0, set[int](), set[int]()
    for number, event in enumerate(events, start=1):
        fits = isinstance(event, TOURNAMENT_EVENTS) and isinstance(event, Announced) == (number == 1)
        if isinstance(event, Entered):
            fits = fits and event.entrant not in entrants and bool(POINTS.fullmatch(event.points))
            entrants.add(event.entrant)
        elif isinstance(event, Paired):
            fits = fits and event.round == rounds + 1 and len(event.pods) == len(event.matches)
            rounds += 1
            alike |= {rounds} if isinstance(event, PairedAlike) else set()
        elif isinstance(event, Unsealed):
            fits = fits and event.round in alike
            alike.discard(event.round)
        elif isinstance(event, Reported):
            fits = fits and 1 <= event.round <= rounds
            reports.add(number)
        elif isinstance(event, Clocked):
            fits = fits and 1 <= event.round <= rounds
        elif isinstance(event, Corrected):
            fits = fits and event.report in reports
        elif isinstance(event, Penalised):
            fits = fits and bool(POINTS.fullmatch(event.points))
        if not fits or len(entrants) > ENTRANTS or len(reports) > REPORTS:
            raise LedgerDamaged(say("event {version} has no place there", version=number))
