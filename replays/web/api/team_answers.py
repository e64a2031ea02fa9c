"""Responses about teams, for the OpenAPI document; see `answers.py`."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from tablescribe.replays.web.api.answers import Answer, Moment

Number = Annotated[int, Field(description="The starting number of the team.")]
Fraction = Annotated[str, Field(description="A fraction: `2`, `1/2`, `5/2`.")]


class TeamPlayer(Answer):
    """A player on a roster."""

    place: Annotated[int, Field(description="In board order, from 1.")]
    name: str
    reserve: bool
    away: bool


class TeamTold(Answer):
    """A team and its roster."""

    number: Number
    entrant: str
    name: str
    players: list[TeamPlayer]


class TeamsTold(Answer):
    """The teams of a tournament."""

    tournament: str
    boards: Annotated[int, Field(description="Of a match.")]
    teams: list[TeamTold]


class LineUpTime(Answer):
    """The deadline for the line-ups of a round."""

    round: int
    until: Moment | None


class LineUpPlayer(Answer):
    """A player, and their board in this round."""

    place: int
    name: str
    away: bool
    board: Annotated[int | None, Field(description="Null: not in this round.")]


class LineUpTold(Answer):
    """A team's line-up for the current round."""

    team: str
    number: Number
    round: int
    table: int | None
    until: Moment | None
    open: Annotated[bool, Field(description="Whether its captain may still change it.")]
    handed_in: Annotated[bool, Field(description="False: the first players who are here.")]
    players: list[LineUpPlayer]


class BoardTold(Answer):
    """A board of a match."""

    board: int
    players: Annotated[
        list[str | None], Field(description="Players of both teams; null if there is none, or not shown yet.")
    ]
    white: Annotated[int, Field(description="The team (1 or 2) with the first move.")]
    result: Annotated[str, Field(description="The first team's points first; empty: none yet.")]
    forfeit: bool
    by: Annotated[str, Field(description="Who entered it: an official's role, or `captains`.")]


class TeamMatchTold(Answer):
    """A match of two teams."""

    table: int
    teams: list[str]
    entrants: list[str]
    numbers: list[Number]
    boards: list[BoardTold]
    points: Annotated[list[Fraction], Field(description="Board points of both teams, so far.")]
    handed_in: list[bool]
    hidden: Annotated[bool, Field(description="Whether line-ups are not shown yet.")]
    begun: bool
    reported: bool
    agrees: Annotated[
        bool | None, Field(description="Whether the boards add up to the report in the log; null: none yet.")
    ]
    claims: Annotated[list[dict[str, str]], Field(description="What each captain entered, by board.")]


class TeamBye(Answer):
    """A team without a match."""

    name: str
    bye: str


class BoardsTold(Answer):
    """A round by boards."""

    tournament: str
    round: int
    until: Moment | None
    closed: bool
    tables: list[TeamMatchTold]
    byes: list[TeamBye]


class TeamLine(Answer):
    """A line of the standings of teams."""

    rank: int
    number: Number
    entrant: str
    name: str
    match_points: Fraction
    board_points: Fraction


class PlayerBoard(Answer):
    """A player's board in a round."""

    round: int
    board: int


class PlayerLine(Answer):
    """The results of a player on the boards."""

    name: str
    team: str
    points: Fraction
    games: int
    forfeits: int
    boards: list[PlayerBoard]
