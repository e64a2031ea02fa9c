"""Results that nobody objected to within the time of the plan come in by themselves while the service runs."""

from __future__ import annotations

import logging
import threading

from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.words.text import Spoken
from tablescribe.ledger.log.errors import LedgerError
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.tournaments.commands import TournamentCommands
from tablescribe.replays.web.table.queries import Queries

EVERY = 10.0
"""Seconds after which the service looks for results that count by now."""

LATEST = 20
"""How many tournaments it looks at, those announced last; others settle when their next round is paired."""

log = logging.getLogger("tablescribe.web")


def keep_settling(queries: Queries, ends: threading.Event) -> None:
    """Let results come in by themselves until the service ends."""
    while not ends.wait(EVERY):
        try:
            settle_all(queries)
        except (LedgerError, Spoken) as error:  # the database is away, or a tournament cannot be read
            log.warning("results cannot be settled now", extra={"facts": {"because": str(error)}})


def settle_all(queries: Queries) -> None:
    """Let the results of all tournaments that are held now come in, where they count."""
    for one in queries.ledger.asking.tournaments(limit=LATEST):
        if one.finished:
            continue
        now = queries.hall.now(one.tournament_id)
        if any(_is_over(queries, match) for match in _waiting(now)):
            organiser = TournamentCommands(Scribe(queries.ledger))
            if organiser.settle(now):
                organiser.collect(now.id)


def _waiting(now: Tournament) -> list[str]:
    """Return the matches of the last round whose results count after a time, and have not come in."""
    if not now.seatings or not now.plan.stages[now.seatings[-1].paired.stage].objection:
        return []
    return [now.seatings[-1].matches[table - 1] for table in now.seatings[-1].missing]


def _is_over(queries: Queries, match_id: str) -> bool:
    if not queries.hall.opened([match_id]):
        return False
    match = queries.cache.now(match_id).match
    return match.closed is None and match.is_over
