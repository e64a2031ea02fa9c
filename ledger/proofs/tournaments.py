"""Tournaments in a bundle: what stands where in their streams, and what of them is withheld from the public.

The public reads all of a tournament but what people wrote about each other: reasons and clauses. Names are never in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from domain.text import say
from domain.tournament.events import (
    TOURNAMENT_EVENTS,
    Adjusted,
    Announced,
    Appealed,
    Corrected,
    Decided,
    Entered,
    Paired,
    Penalised,
    Reported,
    TournamentEvent,
    Withdrawn,
)
from ledger.log.codec import Recorded
from ledger.log.errors import LedgerDamaged

FIRST = "Announced"
"""The type of the event by which the stream of a tournament is known."""

ENTRANTS, REPORTS = 5_000, 50_000
"""Entrants and reports of a tournament; more are refused."""

WITHHELD = "(withheld)"

WORDS: dict[type, tuple[str, ...]] = {
    Withdrawn: ("reason",),
    Adjusted: ("reason",),
    Corrected: ("clause", "reason"),
    Penalised: ("clause", "reason"),
    Appealed: ("reason",),
    Decided: ("clause", "reason"),
}
"""Where people write what they like."""


def as_public(events: Iterable[TournamentEvent], *, words: bool = False) -> Iterator[tuple[TournamentEvent, bool]]:
    """Yield each event as the public reads it, and whether it is withheld, as in `redaction.as_seen`."""
    for event in events:
        written = {field: WITHHELD for field in WORDS.get(type(event), ()) if getattr(event, field)}
        if words or not written:
            yield event, False
        else:
            yield msgspec.structs.replace(event, salt="", **written), True


def check_tournament(events: Sequence[Recorded]) -> None:
    """Look whether events may follow each other in a tournament; whether they were allowed, others ask.

    Raises:
        LedgerDamaged: they may not.
    """
    entrants: set[str] = set()
    rounds, reports = 0, set[int]()
    for number, event in enumerate(events, start=1):
        fits = isinstance(event, TOURNAMENT_EVENTS) and isinstance(event, Announced) == (number == 1)
        if isinstance(event, Entered):
            fits = fits and event.entrant not in entrants
            entrants.add(event.entrant)
        elif isinstance(event, Paired):
            fits = fits and event.round == rounds + 1 and len(event.pods) == len(event.matches)
            rounds += 1
        elif isinstance(event, Reported):
            fits = fits and 1 <= event.round <= rounds
            reports.add(number)
        elif isinstance(event, Corrected):
            fits = fits and event.report in reports
        if not fits or len(entrants) > ENTRANTS or len(reports) > REPORTS:
            raise LedgerDamaged(say("event {version} has no place there", version=number))
