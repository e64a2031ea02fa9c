"""The pages of a tournament of teams and their forms: teams with standings, boards of a round, a captain's line-up."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Annotated, Any

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import HTMLResponse, Response

from tablescribe.domain.tournament.model.roles import PLAYER
from tablescribe.domain.tournament.team_boards import MOST_BOARDS, WORTH
from tablescribe.ledger.tournaments.teams import teams_of
from tablescribe.replays.web.pages.forms import attempt
from tablescribe.replays.web.teams.commands import TeamVisit
from tablescribe.replays.web.tournaments.form_actions import Many, Number, Yes
from tablescribe.replays.web.tournaments.page import hall_page
from tablescribe.replays.web.tournaments.queries import ATournament, TournamentView

team_pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

Problem = dict[str, Any] | None
RoundWanted = Annotated[int | None, Query(alias="round", ge=1, le=10_000)]
Again = Callable[[dict[str, Any], int], Response]


@team_pages.get("/t/{tournament_id}/teams")
def teams_page(request: Request, seen: ATournament) -> Response:
    """Show standings of teams, players' results and rosters, with forms for officials."""
    return _teams_shown(request, seen)


def _teams_shown(request: Request, seen: TournamentView, refused: Problem = None, status: int = 200) -> Response:
    visit, has_teams = TeamVisit(seen), teams_of(seen.queries.ledger, seen.now.id) is not None
    return hall_page(
        request, "hall_teams.html", seen, status, refused=refused, most=MOST_BOARDS,
        rosters=visit.teams() if has_teams else None, standings=visit.standings() if has_teams else [],
        players=visit.individual() if has_teams and seen.now.round else [],
    )  # fmt: skip


@team_pages.get("/t/{tournament_id}/boards")
def boards_page(request: Request, seen: ATournament, number: RoundWanted = None) -> Response:
    """Show a round by boards, with forms for officials and captains to enter results."""
    return _boards_shown(request, seen, number)


def _boards_shown(
    request: Request, seen: TournamentView, number: int | None = None, refused: Problem = None, status: int = 200
) -> Response:
    visit = TeamVisit(seen)
    visit.held  # noqa: B018 refused where entrants are people
    found = visit.boards(number) if seen.now.round else None
    return hall_page(
        request, "hall_boards.html", seen, status, refused=refused, round=found, results=list(WORTH), me=seen.me,
    )  # fmt: skip


@team_pages.get("/t/{tournament_id}/line-up")
def line_up_page(
    request: Request, seen: ATournament, team: Annotated[int | None, Query(ge=1, le=1_000_000)] = None
) -> Response:
    """Show the line-up of this round with the form to change it: a captain's own, or any for an official."""
    return _line_up_shown(request, seen, team)


def _line_up_shown(
    request: Request, seen: TournamentView, team: int | None, refused: Problem = None, status: int = 200
) -> Response:
    visit = TeamVisit(seen)
    found = visit.line_up(team)
    return hall_page(
        request, "hall_line_up.html", seen, status, refused=refused, told=found, boards=visit.held.boards,
        captain=seen.role == PLAYER,
    )  # fmt: skip


# --- what forms do -------------------------------------------------------------------------------


@team_pages.post("/t/{tournament_id}/teams")
def hold_teams_here(request: Request, seen: ATournament, boards: Annotated[int, Form(ge=1, le=100)]) -> Response:
    """Make the entrants teams that meet on a number of boards."""
    return _do(request, seen, lambda visit: visit.set_boards(boards), "teams", _again_teams(request, seen))


@team_pages.post("/t/{tournament_id}/roster")
def roster_here(
    request: Request, seen: ATournament, number: Number, names: Annotated[str, Form(max_length=10_000)] = ""
) -> Response:
    """Set the roster of a team: one name per line, in board order."""
    wanted = [line for line in names.splitlines() if line.strip()]
    do = lambda visit: visit.set_roster(number, wanted)  # noqa: E731
    return _do(request, seen, do, f"teams#team-{number}", _again_teams(request, seen))


@team_pages.post("/t/{tournament_id}/away")
def away_here(
    request: Request, seen: ATournament, number: Number, place: Annotated[int, Form(ge=1, le=1000)], away: Yes = ""
) -> Response:
    """Record that a player is absent, or is back."""
    do = lambda visit: visit.set_away(number, place, bool(away))  # noqa: E731
    return _do(request, seen, do, f"teams#team-{number}", _again_teams(request, seen))


@team_pages.post("/t/{tournament_id}/line-up-time")
def line_up_time_here(
    request: Request, seen: ATournament, round_number: Annotated[int, Form(alias="round", ge=1)],
    minutes: Annotated[int | None, Form(ge=1, le=10_000)] = None,
) -> Response:  # fmt: skip
    """Set the minutes until line-ups are due; without minutes, there is no deadline."""

    def do(visit: TeamVisit) -> None:
        now = visit.moment().replace(second=0, microsecond=0)
        visit.set_until(round_number, now + timedelta(minutes=minutes) if minutes else None)

    return _do(request, seen, do, "boards", _again_boards(request, seen, None))


@team_pages.post("/t/{tournament_id}/line-up")
def submit_line_up_here(
    request: Request, seen: ATournament, team: Annotated[int | None, Form(ge=1, le=1_000_000)] = None,
    place: Many = [],  # noqa: B006
) -> Response:  # fmt: skip
    """Submit the line-up of a team: the ticked players, in the order of the roster."""
    places = sorted(int(one) for one in place if one.isascii() and one.isdecimal())
    back = "line-up" if seen.role == PLAYER else "boards"
    again = lambda refused, status: _line_up_shown(request, _fresh(seen), team, refused, status)  # noqa: E731
    return _do(request, seen, lambda visit: visit.set_line_up(team, places), back, again)


@team_pages.post("/t/{tournament_id}/boards")
def boards_here(
    request: Request, seen: ATournament, table: Annotated[int, Form(ge=1)],
    round_number: Annotated[int, Form(alias="round", ge=1)], result: Many = [],  # noqa: B006
) -> Response:  # fmt: skip
    """Enter the results of a table's boards, board 1 first; empty ones stay unchanged."""
    told = {board: text for board, text in enumerate(result[:MOST_BOARDS], start=1) if text}
    do = lambda visit: visit.set_results(table, told, round_number)  # noqa: E731
    back = f"boards?round={round_number}#table-{table}"
    return _do(request, seen, do, back, _again_boards(request, seen, round_number))


def _do(request: Request, seen: TournamentView, do: Callable[[TeamVisit], None], back: str, again: Again) -> Response:
    return attempt(request, lambda: do(TeamVisit(seen)), f"/t/{seen.now.id}/{back}", again)


def _again_teams(request: Request, seen: TournamentView) -> Again:
    return lambda refused, status: _teams_shown(request, _fresh(seen), refused, status)


def _again_boards(request: Request, seen: TournamentView, number: int | None) -> Again:
    return lambda refused, status: _boards_shown(request, _fresh(seen), number, refused, status)


def _fresh(seen: TournamentView) -> TournamentView:
    """Return the current tournament."""
    return TournamentView(seen.queries, seen.who, seen.now.id)
