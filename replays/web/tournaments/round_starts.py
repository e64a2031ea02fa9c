"""Automatic starts of rounds while the service runs, and how pages show them. Forms are in `start_actions.py`."""

from __future__ import annotations

import logging
import threading
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.tournament.round_starts import State, has_begun, next_start, times
from tablescribe.domain.words.text import Spoken, say
from tablescribe.ledger.log.errors import LedgerError
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.tournaments.commands import TournamentCommands
from tablescribe.ledger.tournaments.round_starts import times_told
from tablescribe.replays.tournaments.round_starts import start_data, start_text, waiting_text
from tablescribe.replays.web.table.queries import Queries
from tablescribe.replays.web.tournaments.queries import TournamentView

EVERY = 5.0
"""Seconds between looks for new times; rounds themselves start to the second."""

LATEST = 20
"""Maximum number of tournaments to look at, the latest announced first."""

NEAR = timedelta(hours=12)
"""Times within this period are shown without their day."""

log = logging.getLogger("tablescribe.web")


# --- while the service runs ----------------------------------------------------------------------


def keep_starting(queries: Queries, ends: threading.Event) -> None:
    """Start rounds at their times until the service ends."""
    wait = 0.0
    while not ends.wait(wait):
        try:
            wait = start_all(queries)
        except (LedgerError, Spoken) as error:  # the database is unavailable, or a tournament cannot be read
            log.warning("rounds cannot be started now", extra={"facts": {"because": str(error)}})
            wait = EVERY


def start_all(queries: Queries) -> float:
    """Start all rounds that are due; return the seconds until the next look."""
    wait = EVERY
    for one in queries.ledger.asking.tournaments(limit=LATEST):
        if one.finished:
            continue
        now, at = queries.hall.now(one.tournament_id), datetime.now(UTC)
        found = next_start(now, times_told(queries.ledger, now.id), at)
        if found is None or not found.published:
            continue
        if found.state is State.DUE:
            try:
                TournamentCommands(Scribe(queries.ledger)).start_on_time(now.id)
            except (LedgerError, Spoken) as error:  # the others still start
                log.warning("a round did not start", extra={"facts": {"tournament": now.id, "because": str(error)}})
        elif found.state is State.AHEAD:
            wait = min(wait, max((found.at - at).total_seconds(), 0.02))
    return wait


# --- what pages show -----------------------------------------------------------------------------


TIME = "@@"
"""The placeholder for a start's time in its words; each reader sees the time on their own clock."""


def start_shown(queries: Queries, now: Tournament, *, official: bool) -> dict[str, Any] | None:
    """Return the next start for a page: its words, with `TIME` in them, and the seconds left; `None` if there is none.

    Only officials are asked about a missed start; all others are told to wait.
    """
    at = datetime.now(UTC)
    found = next_start(now, times_told(queries.ledger, now.id), at)
    if found is None:
        return None
    words = start_text(found, TIME) if official or not found.is_missed else waiting_text(found, TIME)
    return {**start_data(found, at), "words": words, "missed": found.is_missed, "time": found.at.astimezone(UTC),
            "near": abs(found.at - at) < NEAR}  # fmt: skip


def start_on_wall(queries: Queries, now: Tournament) -> dict[str, Any] | None:
    """Return the next start for the wall, which is cached: its time. The wall itself knows whether that has passed.

    `counts`: whether to count down, because no round is running; otherwise the clock of that round is shown.
    """
    found = next_start(now, times_told(queries.ledger, now.id), datetime.min.replace(tzinfo=UTC))
    if found is None:
        return None
    counts = found.published or not now.seatings or not now.seatings[-1].missing
    return {"round": found.round, "at": found.at.astimezone(UTC), "ms": round(found.at.timestamp() * 1000),
            "counts": counts}  # fmt: skip


def times_ahead(queries: Queries, now: Tournament) -> list[dict[str, Any]]:
    """Return the rounds that have a time and have not started, for a cached page."""
    return [
        {"round": number, "at": at.astimezone(UTC)}
        for number, at in times(now, times_told(queries.ledger, now.id)).items()
        if not has_begun(now, number)
    ]


def starts_shown(seen: TournamentView) -> list[dict[str, Any]]:
    """Return the rounds whose times can be set, the next one first: the published round and later ones."""
    now, at = seen.now, datetime.now(UTC)
    told = times_told(seen.queries.ledger, now.id)
    found = times(now, told)
    ahead = next_start(now, told, at)
    first = ahead.round if ahead is not None else max(now.round, 1)
    return [
        {"round": number, "at": found.get(number), "stopped": number in told and told[number] is None}
        for number in range(first, now.plan.rounds + 1)
        if not has_begun(now, number)
    ]  # fmt: skip


def read_time(text: str, offset: str) -> datetime:
    """Return the time in a form: local, `offset` minutes east of UTC; without an offset, on this machine's clock.

    Raises:
        Refused: it is not a time.
    """
    try:
        found = datetime.fromisoformat(text)
        if found.tzinfo is not None:
            return found
        zone = timezone(timedelta(minutes=int(offset))) if offset else None
        return found.replace(tzinfo=zone) if zone is not None else found.astimezone()
    except (ValueError, OverflowError):
        raise Refused(say("{text} is not a valid time. Example: 2026-12-05T14:00", text=repr(text))) from None
