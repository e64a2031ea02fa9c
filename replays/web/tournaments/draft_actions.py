"""Handlers of the forms for the draft of a round, for officials who may pair."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, Response

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.words.text import say
from tablescribe.replays.web.pages.forms import attempt
from tablescribe.replays.web.tournaments.commands import OfficialCommands
from tablescribe.replays.web.tournaments.form_actions import Command, Many, Reason, requested
from tablescribe.replays.web.tournaments.pages import hall_shown
from tablescribe.replays.web.tournaments.queries import ATournament, TournamentView

drafts = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

Revision = Annotated[int, Form(ge=1, le=1_000_000)]


def _attempt(request: Request, seen: TournamentView, do: Callable[[OfficialCommands], Any]) -> Response:
    again = lambda refused, status: hall_shown(  # noqa: E731
        request, TournamentView(seen.queries, seen.who, seen.now.id), refused, status
    )
    return attempt(request, lambda: do(OfficialCommands(seen)), f"/t/{seen.now.id}#draft", again)


@drafts.post("/t/{tournament_id}/draft")
def draft_here(request: Request, seen: ATournament, bye: Many = []) -> Response:  # noqa: B006
    """Make a draft of the next round; `bye` as for pairing."""
    return _attempt(request, seen, lambda officials: officials.draft(requested(bye)))


@drafts.post("/t/{tournament_id}/draft/swap")
def swap_here(request: Request, seen: ATournament, revision: Revision, person: Many = []) -> Response:  # noqa: B006
    """Swap the two ticked people in the draft."""

    def do(officials: OfficialCommands) -> None:
        chosen = [int(one) for one in person if one.isascii() and one.isdecimal()]
        if len(chosen) != 2:
            raise Refused(say("Tick two people to swap them."))
        officials.swap_in_draft(chosen[0], chosen[1], revision)

    return _attempt(request, seen, do)


@drafts.post("/t/{tournament_id}/draft/restore")
def restore_here(request: Request, seen: ATournament, revision: Revision) -> Response:
    """Restore the draft to the engine's pairing."""
    return _attempt(request, seen, lambda officials: officials.restore_draft(revision))


@drafts.post("/t/{tournament_id}/draft/discard")
def discard_here(request: Request, seen: ATournament) -> Response:
    """Discard the draft."""
    return _attempt(request, seen, lambda officials: officials.discard_draft())


@drafts.post("/t/{tournament_id}/draft/publish")
def publish_here(
    request: Request, seen: ATournament, command: Command, revision: Revision, reason: Reason = ""
) -> Response:
    """Publish the draft, with the reason for manual changes."""
    return _attempt(request, seen, lambda officials: officials.publish(revision, reason, command=command))
