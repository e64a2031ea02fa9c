"""Tournaments in a bundle: what their streams contain, and what is withheld from the public.

The public reads all of a tournament but what people wrote about each other: reasons and clauses. Names are never in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

import msgspec

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
"""The type of the event by which the stream of a tournament is known."""

ENTRANTS, REPORTS = 5_000, 50_000
"""Entrants and reports of a tournament; more are refused."""

POINTS = re.compile(r"[0-9]{1,9}(/[1-9][0-9]{0,8})?", re.ASCII)
"""Points as events tell them; a number such as 1e999999 would never be done."""

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
"""Where people write what they like."""


def as_public(events: Iterable[TournamentEvent], *, words: bool = False) -> Iterator[tuple[TournamentEvent, bool]]:
    """Yield each event as the public reads it, and whether it is withheld, as in `redaction.as_seen`."""
    for event in events:
        written = {field: WITHHELD for field in WORDS.get(type(event), ()) if getattr(event, field)}
        if isinstance(event, Unsealed):  # what was hidden at the tables of its round follows from it
            yield msgspec.structs.replace(event, salt="", seed=""), True
        elif words or not written:
            yield event, False
        else:
            yield msgspec.structs.replace(event, salt="", **written), True


def check_tournament(events: Sequence[Recorded]) -> None:
    """Look whether events may follow each other in a tournament; whether they were allowed, others ask.

    Raises:
        LedgerDamaged: they may not.
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
