"""The part of the API that shows and presses the clock of a match."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Literal

from pydantic import Field

from tablescribe.replays.web.api.matches import AQueries, Who, operations
from tablescribe.replays.web.api.recording import ABook
from tablescribe.replays.web.api.requests import Body, CommandId, Lag, Line, MatchId, SeatNumber
from tablescribe.replays.web.table.clock_commands import ClockCommands, clock_now

clocking = operations(prefix="/api/v1/matches/{match_id}")


class NewClock(Body):
    """Something to do with the clock."""

    command_id: CommandId
    does: Literal["set", "start", "tap", "pause", "resume", "correct", "flag"]
    control: Annotated[str, Field(max_length=100, description="With `set`: 90+30, 25 d10, table 75, measured.")] = ""
    loses: Annotated[bool, Field(description="With `set`: a fallen flag loses, if the game has a rule for it.")] = False
    seat: SeatNumber | None = None
    to: Annotated[SeatNumber | None, Field(description="With `tap`: whose clock runs then.")] = None
    shows: Annotated[str, Field(max_length=20, description="With `correct`: 4:05, 1:04:05 or 4m5s.")] = ""
    reason: Line = ""
    lag: Lag = 0


@clocking.get("/clock", tags=["matches"])
def clock(match_id: MatchId, who: Who, queries: AQueries) -> dict[str, Any] | None:
    """Return the clock of a match as it stands now; nothing if it has none. Times are in milliseconds.

    Half of the time that this request took tells a device by how much its own clock is off.
    """
    return clock_now(queries.folded(who, match_id).match)


@clocking.post("/clock", status_code=201, tags=["recording"])
def press(body: NewClock, book: ABook) -> dict[str, Any]:
    """Set, start, tap, pause, resume or correct the clock, or record that time has run out.

    The service's clock counts. No version is needed: whose clock runs is looked at.
    """
    told = book.record(partial(ClockCommands(book.commands).do), **body.model_dump())
    return {**told, "clock": clock_now(book.queries.cache.now(book.match_id).match)}
