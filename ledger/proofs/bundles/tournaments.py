"""Tournaments in a bundle: the allowed order of their events, and the redaction for the public.

The public sees all of a tournament except free text about people: reasons and clauses. Events contain no names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from tablescribe.domain.match.limits import ENTRANTS, REPORTS
from tablescribe.domain.tournament.model.events import (
    FORMAT,
    TOURNAMENT_EVENTS,
    Announced,
    Clocked,
    Corrected,
    Entered,
    Explained,
    Paired,
    PairedAlike,
    Penalised,
    Reported,
    Restated,
    TournamentEvent,
    Unsealed,
)
from tablescribe.domain.tournament.model.possible import POINTS
from tablescribe.domain.tournament.model.words import APART, WORDS, words_of
from tablescribe.domain.words.text import say
from tablescribe.ledger.log.codec import Recorded
from tablescribe.ledger.log.errors import BadFile, LedgerDamaged
from tablescribe.ledger.log.text_marks import tells_nothing

FIRST = "Announced"
"""The type of a tournament's first event, which identifies its stream."""


WITHHELD = "(withheld)"


def as_public(events: Iterable[TournamentEvent], *, words: bool = False) -> Iterator[tuple[TournamentEvent, bool]]:
    """Yield each event as the public sees it, and whether it is withheld, as `redaction.as_seen` does.

    An event that only has commitments to its words is included; the words themselves are left out (`bundle.py`).
    """
    for event in events:
        written = {name: WITHHELD for name, text in words_of(event).items() if not tells_nothing(text)}
        if isinstance(event, Unsealed):  # hidden information of its round follows from it
            yield msgspec.structs.replace(event, salt="", seed=""), True
        elif words or not written:
            yield event, False
        else:
            yield msgspec.structs.replace(event, salt="", **written), True


def may_withhold(event: Recorded, form: int) -> bool:
    """Return whether a tournament event may be withheld and shown like this: because of its words or its seed."""
    if isinstance(event, Unsealed):
        return not event.seed
    return WITHHELD in words_of(event).values() and isinstance(event, Explained) == (form >= APART)


def check_tournament(events: Sequence[Recorded]) -> None:
    """Check the order of events in a tournament, but not whether its rules allowed them.

    Raises:
        LedgerDamaged: an event is out of place, or there are too many entrants or reports.
        BadFile: the events have a newer format.
    """
    if isinstance(events[0], Announced) and events[0].format not in range(1, FORMAT + 1):
        raise BadFile(say("its events have format {n}. A newer Tablescribe may read it", n=events[0].format))
    entrants: set[str] = set()
    rounds, reports, alike = 0, set[int](), set[int]()
    announced, explained = events[0], False
    apart = isinstance(announced, Announced) and announced.format >= APART
    for number, event in enumerate(events, start=1):
        fits = isinstance(event, TOURNAMENT_EVENTS) and isinstance(event, Announced) == (number == 1)
        if isinstance(event, Explained):
            fits = fits and apart and not explained
        else:
            fits = fits and (not explained or type(event) in WORDS) and not (apart and words_of(event))
        explained = isinstance(event, Explained)
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
        elif isinstance(event, Corrected | Restated):
            fits = fits and event.report in reports
        elif isinstance(event, Penalised):
            fits = fits and bool(POINTS.fullmatch(event.points))
        if not fits or len(entrants) > ENTRANTS or len(reports) > REPORTS:
            raise LedgerDamaged(say("event {version} is not allowed there", version=number))
