"""API routes for the clock of a match."""

from __future__ import annotations

from typing import Any

from tablescribe.replays.web.api.matches import AQueries, Who, operations
from tablescribe.replays.web.api.recording import ABook
from tablescribe.replays.web.api.requests import MatchId, NewMatchClock
from tablescribe.replays.web.table.clock_commands import ClockCommands, clock_now

clocking = operations(prefix="/api/v1/matches/{match_id}")


@clocking.get("/clock", tags=["matches"])
def match_clock(match_id: MatchId, who: Who, queries: AQueries) -> dict[str, Any] | None:
    """Return the current clock of a match, or null if it has none.

    Times are in milliseconds. Half of this request's duration is the error of a device that sets its clock by the
    answer.
    """
    return clock_now(queries.folded(who, match_id).match)


@clocking.post("/clock", status_code=201, tags=["recording"])
def press_clock(body: NewMatchClock, book: ABook) -> dict[str, Any]:
    """Set, start, tap, pause, resume or correct the clock, or record that time has run out.

    The service's clock counts. No expected version is needed: the action is checked against the clock that runs.
    """
    told = book.record(ClockCommands(book.commands).do, **body.model_dump())
    return {**told, "clock": clock_now(book.queries.cache.now(book.match_id).match)}
