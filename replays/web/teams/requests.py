"""Request bodies of the API of teams: strict, bounded, no unknown fields."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from pydantic import Field

from tablescribe.domain.tournament.team_boards import MOST_BOARDS, MOST_PLAYERS
from tablescribe.replays.web.api.requests import Body
from tablescribe.replays.web.tournaments.requests import As, Name, Number, RoundNumber, TableNumber

Place = Annotated[int, Field(ge=1, le=MOST_PLAYERS, description="The place on the roster.")]
Result = Annotated[str, Field(max_length=10, description="1-0, ½-½, 0-1, or +--, --+, --- for a forfeit.")]


class NewTeams(Body):
    """The number of boards on which teams meet."""

    boards: Annotated[int, Field(ge=1, le=MOST_BOARDS)]
    role: As = None


class NewRoster(Body):
    """The roster of a team, in board order; `#2` is the player who has that place now."""

    number: Number
    names: Annotated[list[Name], Field(max_length=MOST_PLAYERS)]
    role: As = None


class NewAbsence(Body):
    """A player who is absent, or is back."""

    number: Number
    place: Place
    away: bool = True
    role: As = None


class NewLineUpTime(Body):
    """The deadline for the line-ups of a round; null: until its first result."""

    round: RoundNumber
    until: Annotated[datetime | None, Field(strict=False, description="ISO 8601 with a zone.")]
    role: As = None


class NewLineUp(Body):
    """The line-up of a team for this round, board 1 first. A captain's link needs no number."""

    number: Number | None = None
    places: Annotated[list[Place], Field(max_length=MOST_BOARDS)]
    role: As = None


class NewBoards(Body):
    """Results of a table's boards, by board, with the first team's points first."""

    round: RoundNumber | None = None
    table: TableNumber
    results: Annotated[dict[Annotated[str, Field(pattern=r"^[0-9]{1,2}$")], Result], Field(max_length=MOST_BOARDS)] = {}  # noqa: RUF012 pydantic copies what is mutable
    role: As = None
