"""The page on which officials set the tags of entrants, for the plan's prize categories."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, Response

from tablescribe.domain.tournament.prizes import known_tags
from tablescribe.domain.words.text import say
from tablescribe.ledger.tournaments.tags import tags_of
from tablescribe.replays.web.access.passes import OFFICIALS
from tablescribe.replays.web.pages.forms import attempt
from tablescribe.replays.web.tournaments.form_actions import Many
from tablescribe.replays.web.tournaments.page import hall_page
from tablescribe.replays.web.tournaments.preparing import Preparing
from tablescribe.replays.web.tournaments.queries import ATournament, TournamentView

tagging = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


@tagging.get("/t/{tournament_id}/tags")
def tags_page(request: Request, seen: ATournament) -> Response:
    """Show the tags of entrants, for the plan's prize categories."""
    seen.require(OFFICIALS, say("see tags"))
    return _shown(request, seen)


def _shown(
    request: Request, seen: TournamentView, refused: dict[str, Any] | None = None, status: int = 200
) -> Response:
    known = tags_of(seen.queries.ledger, seen.now.id)
    used = sorted({tag for tags in known.values() for tag in tags})
    tags = list(dict.fromkeys([*known_tags(seen.now.plan.prizes), *used]))
    return hall_page(
        request, "hall_tags.html", seen, status, refused=refused, tags=tags, known=known, field=seen.now.field(),
    )  # fmt: skip


@tagging.post("/t/{tournament_id}/tags")
def set_tags_here(
    request: Request,
    seen: ATournament,
    tag: Annotated[str, Form(max_length=100)],
    person: Many = [],  # noqa: B006
) -> Response:
    """Set exactly which entrants have a tag: the ticked ones."""

    def do() -> None:
        Preparing(seen).set_tagged(tag, [int(one) for one in person if one.isascii() and one.isdecimal()])
        request.app.state.boards.outdated(seen.now.id)

    again = lambda refused, status: _shown(request, seen, refused, status)  # noqa: E731
    return attempt(request, do, f"/t/{seen.now.id}/tags", again)
