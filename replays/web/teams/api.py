"""API routes for teams, the same commands and queries as on their pages."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Query

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.words.text import say
from tablescribe.replays.web.api.matches import operations
from tablescribe.replays.web.teams.commands import TeamVisit
from tablescribe.replays.web.teams.requests import (
    NewAbsence,
    NewBoards,
    NewLineUp,
    NewLineUpTime,
    NewRoster,
    NewTeams,
)
from tablescribe.replays.web.tournaments.queries import ATournament

team_api = operations(prefix="/api/v1/tournaments", tags=["teams"])

HIGHEST = 1_000_000


def visit_of(seen: ATournament) -> TeamVisit:
    """Return the tournament of a route as a tournament of teams."""
    return TeamVisit(seen)


Visit = Annotated[TeamVisit, Depends(visit_of)]


@team_api.get("/{tournament_id}/teams")
def read_teams(visit: Visit) -> dict[str, Any]:
    """Return the teams with their rosters in board order."""
    return visit.teams()


@team_api.post("/{tournament_id}/teams", status_code=201)
def hold_teams(body: NewTeams, visit: Visit) -> dict[str, Any]:
    """Make the entrants teams that meet on a number of boards. You can change it until round 1 is paired."""
    visit.set_boards(body.boards, body.role)
    return visit.teams()


@team_api.post("/{tournament_id}/rosters", status_code=201)
def set_roster(body: NewRoster, visit: Visit) -> dict[str, Any]:
    """Set who plays for a team, in board order. Once round 1 is paired, reserves can be added at the end."""
    visit.set_roster(body.number, body.names, body.role)
    return visit.teams()


@team_api.post("/{tournament_id}/absences", status_code=201)
def set_absence(body: NewAbsence, visit: Visit) -> dict[str, Any]:
    """Record that a player is absent, or is back. Absent players are left out of automatic line-ups."""
    visit.set_away(body.number, body.place, body.away, body.role)
    return visit.teams()


@team_api.post("/{tournament_id}/line-up-times", status_code=201)
def set_line_up_time(body: NewLineUpTime, visit: Visit) -> dict[str, Any]:
    """Set the deadline for the line-ups of a round. Until then, each captain sees only their own."""
    if body.until is not None and body.until.tzinfo is None:
        raise Refused(say("the time needs a time zone. Example: 2026-12-05T14:00+01:00"))
    visit.set_until(body.round, body.until, body.role)
    return {"round": body.round, "until": body.until.isoformat() if body.until else None}


@team_api.get("/{tournament_id}/line-up")
def read_line_up(visit: Visit, number: Annotated[int | None, Query(ge=1, le=HIGHEST)] = None) -> dict[str, Any]:
    """Return a team's roster and who plays this round: for its captain, and for officials by team number."""
    return visit.line_up(number)


@team_api.post("/{tournament_id}/line-ups", status_code=201)
def submit_line_up(body: NewLineUp, visit: Visit) -> dict[str, Any]:
    """Submit the line-up of a team for this round, by places on the roster, which keep their order."""
    visit.set_line_up(body.number, body.places, body.role)
    return visit.line_up(body.number)


@team_api.get("/{tournament_id}/boards")
def read_boards(
    visit: Visit, number: Annotated[int | None, Query(alias="round", ge=1, le=10_000)] = None
) -> dict[str, Any]:
    """Return the boards of a round. Until the deadline for line-ups, those of others are hidden."""
    return visit.boards(number)


@team_api.post("/{tournament_id}/boards", status_code=201)
def enter_boards(body: NewBoards, visit: Visit) -> dict[str, Any]:
    """Enter the results of boards at a table.

    When all boards have one, the table reports. A captain's results count if the other captain enters the same.
    """
    results = {int(board): result for board, result in body.results.items()}
    visit.set_results(body.table, results, body.round, body.role)
    return visit.boards(body.round)


@team_api.get("/{tournament_id}/team-standings")
def read_team_standings(visit: Visit) -> list[dict[str, Any]]:
    """Return the standings of teams, with match points and board points."""
    visit.held  # noqa: B018 refused where entrants are people
    return visit.standings()


@team_api.get("/{tournament_id}/players")
def read_players(visit: Visit) -> list[dict[str, Any]]:
    """Return players by their points on the boards."""
    return visit.individual()
