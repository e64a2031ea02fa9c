"""Record results automatically while the service runs, if nobody objected within the plan's time limit."""

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
"""Seconds between looks for results that now count."""

LATEST = 20
"""Maximum number of tournaments to look at, the latest first; others settle when their next round is paired."""

log = logging.getLogger("tablescribe.web")


def keep_settling(queries: Queries, ends: threading.Event) -> None:
    """Record results automatically until the service ends."""
    while not ends.wait(EVERY):
        try:
            settle_all(queries)
        except (LedgerError, Spoken) as error:  # the database is unavailable, or a tournament cannot be read
            log.warning("results cannot be settled now", extra={"facts": {"because": str(error)}})


def settle_all(queries: Queries) -> None:
    """Record the results that now count, in all running tournaments."""
    for one in queries.ledger.asking.tournaments(limit=LATEST):
        if one.finished:
            continue
        now = queries.hall.now(one.tournament_id)
        if any(_is_over(queries, match) for match in _waiting(now)):
            organiser = TournamentCommands(Scribe(queries.ledger))
            if organiser.settle(now):
                organiser.collect(now.id)


def _waiting(now: Tournament) -> list[str]:
    """Return the matches of the last round whose results count after a time and are not recorded yet."""
    if not now.seatings or not now.plan.stages[now.seatings[-1].paired.stage].objection:
        return []
    return [now.seatings[-1].matches[table - 1] for table in now.seatings[-1].missing]


def _is_over(queries: Queries, match_id: str) -> bool:
    if not queries.hall.opened([match_id]):
        return False
    match = queries.cache.now(match_id).match
    return match.closed is None and match.is_over
