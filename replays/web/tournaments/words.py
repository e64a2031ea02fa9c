"""Pages on which organisers see and erase the texts by users in a tournament."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from tablescribe.domain.tournament.model.roles import ORGANISER
from tablescribe.domain.words.text import say
from tablescribe.replays.web.api.matches import ACommands
from tablescribe.replays.web.pages.forms import attempt
from tablescribe.replays.web.pages.written_words import NOTHING, EventNumber, context_of, erasing_of
from tablescribe.replays.web.tournaments.page import hall_page
from tablescribe.replays.web.tournaments.queries import ATournament, TournamentView

hall_words = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


@hall_words.get("/t/{tournament_id}/words")
def words_page(request: Request, seen: ATournament) -> Response:
    """Show the texts by users in a tournament."""
    seen.require((ORGANISER,), say("erase words"))
    return _shown(request, seen)


def _shown(
    request: Request, seen: TournamentView, refused: dict[str, Any] | None = None, status: int = 200
) -> Response:
    context = context_of(seen.queries, seen.now.id, f"/t/{seen.now.id}")
    return hall_page(request, "words.html", seen, status, refused=refused, match=None, **context)


@hall_words.post("/t/{tournament_id}/words/finish")
def finish(request: Request, seen: ATournament, commands: ACommands) -> Response:
    """Finish an erasure: remove erased texts from the ledger's files, which another program was reading before."""
    return erase(request, seen, NOTHING, commands)


@hall_words.get("/t/{tournament_id}/words/{event}")
def erase_page(request: Request, seen: ATournament, event: EventNumber) -> Response:
    """Ask for confirmation before the texts of an event are erased."""
    seen.require((ORGANISER,), say("erase words"))
    erasing = erasing_of(seen.queries, seen.now.id, f"/t/{seen.now.id}", event)
    return hall_page(request, "words_erase.html", seen, match=None, **erasing)


@hall_words.post("/t/{tournament_id}/words/{event}")
def erase(request: Request, seen: ATournament, event: EventNumber, commands: ACommands) -> Response:
    """Erase the texts of an event."""
    seen.require((ORGANISER,), say("erase words"))

    def do() -> None:
        try:
            commands.ledger.erase_words(seen.now.id, event)
        finally:
            request.app.state.boards.outdated(seen.now.id)

    return attempt(
        request, do, f"/t/{seen.now.id}/words", lambda refused, status: _shown(request, seen, refused, status)
    )
