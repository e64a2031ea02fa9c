"""Responses about the clock of a match, for the OpenAPI document; see `answers.py`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from tablescribe.replays.web.api.answers import Answer, Recorded, Seats

Milliseconds = Annotated[int, Field(description="Milliseconds.")]


class ClockSide(Answer):
    """The clock of a seat."""

    seat: int
    shows: Annotated[int, Field(description="Milliseconds left, negative beyond the limit; used, if only measured.")]
    words: Annotated[str, Field(description="As a clock shows it: `1:04:05`.")]
    used: Milliseconds
    turns: Annotated[int, Field(description="Turns that it has completed.")]
    free: Annotated[
        int, Field(description="Milliseconds of this turn that will not be counted: what is left of a delay.")
    ]
    fallen: Annotated[bool, Field(description="That its flag fell is recorded.")]
    runs: bool


class MatchClock(Answer):
    """The clock of a match at a point in time."""

    control: Annotated[str, Field(description="As people write it: `90+30`.")]
    mode: Literal["fischer", "bronstein", "delay", "table", "measured"]
    loses: Annotated[bool, Field(description="A fallen flag loses, by the game's rule.")]
    state: Literal["waiting", "running", "paused", "over"]
    running: Seats
    tapped: Annotated[bool, Field(description="It is pressed by hand: recorded moves leave it alone.")]
    now: Annotated[int, Field(description="The moment, in milliseconds since 1970, by the service's time.")]
    table: Annotated[int | None, Field(description="Milliseconds left for the table, where the time is one for all.")]
    seats: list[ClockSide]


class ClockPressed(Recorded):
    """The recorded change of the clock, and its state afterwards."""

    clock: MatchClock
