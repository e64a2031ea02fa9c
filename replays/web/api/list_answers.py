"""Responses with lists and statistics, for the OpenAPI document; see `answers.py`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from tablescribe.replays.web.api.answers import Answer, Moment, Seats


class LobbyLine(Answer):
    """A match in the list."""

    id: str
    game: str
    title: str
    opened: Moment
    last: Annotated[str, Field(description="When something was recorded last.")]
    seats: Annotated[list[str], Field(description="Who plays, in the order of seats.")]
    moves: Annotated[int, Field(description="Moves that stand, without those that were taken back.")]
    state: Literal["open", "finished"]
    ending: str
    winners: list[str]
    position: Annotated[int, Field(description="In the ledger, of its first event: `before` takes it.")]
    events: int
    winning_seats: Seats
    scores: list[int]
    closed: Annotated[str | None, Field(description="When, ISO 8601, UTC; null while it is open.")]
    seconds: Annotated[int | None, Field(description="Duration; null if unknown, or if the match is open.")]
    time: Annotated[
        Literal["", "told", "measured"],
        Field(description="Whether a person entered the duration; otherwise it was measured."),
    ]
    event: str
    place: str
    round: str
    table: str
    tags: list[str]
    entered: Annotated[str, Field(description="When it was played, as people entered it; empty if nobody did.")]
    void: Annotated[bool, Field(description="It was voided and does not count.")]
    corrected: Annotated[bool, Field(description="Its result was corrected.")]


class Shared(Answer):
    """A share with its 95 % confidence interval (Wilson); null if there is nothing to count."""

    share: Annotated[float | None, Field(description="Of wins among decided matches; or of being ahead.")]
    least: float | None
    most: float | None


class Counted(Shared):
    """Numbers of matches and wins."""

    matches: int
    finished: int
    decided: Annotated[int, Field(description="Finished, and not abandoned.")]
    won: int
    moves: int
    seconds: Annotated[int, Field(description="How long the timed matches took together.")]
    timed: Annotated[int, Field(description="Finished, and it is known how long they took.")]
    told: Annotated[
        int,
        Field(description="Timed matches whose duration a person entered; others were measured from opening to close."),
    ]


class SeatPlayed(Counted):
    """The results of a seat of a game."""

    seat: int


class Against(Shared):
    """The results of a person against another: wins, or else points."""

    person: str
    matches: int
    decided: int
    ahead: int
    behind: int


class GamePlayed(Counted):
    """The matches of a game."""

    game: Annotated[str, Field(description="Its key.")]
    title: str


class PersonPlayed(Counted):
    """The matches and wins of a person."""

    person: str


class PersonInPeriod(PersonPlayed):
    """The matches and wins of a person in a period."""

    average: Annotated[float | None, Field(description="Average points of the scored matches.")]
    highest: int | None
    streak: Annotated[int, Field(description="Wins in a row at the end of the period.")]
    best_streak: Annotated[int, Field(description="The longest run of wins in the period.")]


class PeriodPlayed(Answer):
    """The matches of a period: a month (`2026-11`), a year, or everything requested (empty)."""

    period: str
    matches: int
    most_wins: Annotated[list[str], Field(description="Who won most; several if they are level.")]
    people: list[PersonInPeriod]
    games: list[GamePlayed]


class Statistics(Answer):
    """Statistics of matches and wins."""

    games: list[GamePlayed]
    people: list[PersonPlayed]
    behind: Annotated[int, Field(description="Events of the log that are not counted yet.")]
    seats: Annotated[list[SeatPlayed] | None, Field(description="Of the `game` that was asked for.")] = None
    against: Annotated[list[Against] | None, Field(description="Of the `person` that was asked for.")] = None
