"""Forms for check-in before round 1, and for byes that players request."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, Response

from tablescribe.replays.web.pages.forms import attempt
from tablescribe.replays.web.tournaments.commands import OfficialCommands
from tablescribe.replays.web.tournaments.form_actions import Command, Number, Yes
from tablescribe.replays.web.tournaments.pages import mine_shown, people_shown
from tablescribe.replays.web.tournaments.queries import ATournament, TournamentView

attendance = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


@attendance.post("/t/{tournament_id}/here")
def check_in_here(request: Request, seen: ATournament, command: Command, number: Number, here: Yes = "") -> Response:
    """Check an entrant in before round 1, or undo it."""
    return attempt(
        request,
        lambda: OfficialCommands(seen).check_in(number, bool(here), command=command),
        f"/t/{seen.now.id}/people#entrant-{number}",
        lambda refused, status: people_shown(request, _again(seen), refused, status),
    )


@attendance.post("/t/{tournament_id}/request")
def request_here(
    request: Request, seen: ATournament, command: Command, round_number: Annotated[int, Form(alias="round", ge=1)],
    kind: Annotated[str, Form(pattern="^(half|zero|none)$")], number: Annotated[int | None, Form(ge=1)] = None,
) -> Response:  # fmt: skip
    """Request a bye in a later round, or withdraw the request: an official for anybody, players for themselves."""
    player = seen.me is not None
    shown = mine_shown if player else people_shown
    return attempt(
        request,
        lambda: OfficialCommands(seen).request_bye(number, round_number, kind, command=command),
        f"/t/{seen.now.id}/{'me' if player else 'people'}",
        lambda refused, status: shown(request, _again(seen), refused, status),
    )


def _again(seen: TournamentView) -> TournamentView:
    """Return the current tournament."""
    return TournamentView(seen.queries, seen.who, seen.now.id)
