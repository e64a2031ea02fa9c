"""Fold a tournament from its events: as it is now, before an event, or as of a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.tournament.model.events import Announced, TournamentEvent
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.words.text import say


def revive(events: Iterable[TournamentEvent]) -> Tournament:
    """Return the tournament folded from these events.

    Raises:
        Impossible: the events are not those of one tournament, in order.
        BadPlan: this version of the program does not support the plan.
    """
    stream: Iterator[TournamentEvent] = iter(events)
    first = next(stream, None)
    if not isinstance(first, Announced):
        raise Impossible(say("a tournament must begin with its announcement"))
    found = Tournament(first)
    for event in stream:
        found.apply(event)
    return found


def as_of(tournament: Tournament, moment: datetime) -> Tournament:
    """Return what officials knew at a time: everything recorded before the first later event.

    Raises:
        Refused: it had not been announced by then.
    """
    known: list[TournamentEvent] = []
    for event in tournament.events:
        if event.at > moment:
            break
        known.append(event)
    if not known:
        raise Refused(say("the tournament had not been announced by then"))
    return revive(known)


def before(tournament: Tournament, version: int) -> Tournament:
    """Return a tournament as it was before an event, by the event's version."""
    return revive(tournament.events[: version - 1])
