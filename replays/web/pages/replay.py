"""The replay of a match: the page, its public link, and the stand-alone file."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from tablescribe.domain.words.text import say
from tablescribe.replays.pictures.steps import PAGE
from tablescribe.replays.web.access.access import NoPass
from tablescribe.replays.web.access.passes import SPECTATOR, Pass
from tablescribe.replays.web.api.matches import AQueries, AStepping, Who
from tablescribe.replays.web.api.requests import MatchId, MoveNumber
from tablescribe.replays.web.http.documents import attached, file_name
from tablescribe.replays.web.http.i18n import language_of, translator
from tablescribe.replays.web.http.public_address import base_of
from tablescribe.replays.web.pages.pages import page
from tablescribe.replays.web.pages.replay_file import player
from tablescribe.replays.web.table.corrections import can_correct
from tablescribe.replays.web.table.queries import Queries
from tablescribe.replays.web.table.replay_steps import ReplaySteps

replaying = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

Place = Annotated[int | None, Query(ge=0, le=1_000_000)]
THUMBNAIL = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}


def _stepping(request: Request) -> ReplaySteps:
    found: ReplaySteps = request.app.state.replay_steps
    return found.calling_people()


# --- with a pass ---------------------------------------------------------------------------------


@replaying.get("/m/{match_id}/replay")
def replay(request: Request, match_id: MatchId, who: Who, replay_steps: AStepping, move: MoveNumber = None) -> Response:
    """Show a match move by move; every move has a link of its own."""
    return shown_page(request, replay_steps, who, match_id, move, who)


@replaying.get("/m/{match_id}/steps")
def steps(
    request: Request, match_id: MatchId, who: Who, replay_steps: AStepping, at: Place = None, move: Place = None,
    left: Place = None,
) -> Response:  # fmt: skip
    """Return a page of steps: that of a move, or of a position on the current or an abandoned line."""
    return shown_steps(request, replay_steps, who, match_id, at, move, left)


@replaying.get("/m/{match_id}/file")
def file(request: Request, match_id: MatchId, who: Who, queries: AQueries) -> Response:
    """Return the replay as one file, with public information only."""
    return shown_file(request, queries, who, match_id)


@replaying.get("/m/{match_id}/thumbnail")
def thumbnail(match_id: MatchId, who: Who, replay_steps: AStepping) -> Response:
    """Return the public board as a small picture."""
    return Response(replay_steps.thumbnail(who, match_id), media_type="image/svg+xml", headers=THUMBNAIL)


@replaying.get("/m/{match_id}/public")
def public(request: Request, match_id: MatchId, who: Who, queries: AQueries) -> Response:
    """Show the public link, or the button that creates it."""
    who.require(who.records or who.judges, say("share a match"))
    heading = queries.heading(queries.folded(who, match_id), language_of(request))
    given = queries.access.public(match_id)
    link = f"{base_of(request)}/see/{given[1]}/replay" if given is not None else ""
    return page(request, "public.html", who, match=heading, link=link)


@replaying.post("/m/{match_id}/public")
def publish(match_id: MatchId, who: Who, queries: AQueries, back: Annotated[str, Form(max_length=3)] = "") -> Response:
    """Create the public replay link, or revoke it."""
    queries.folded(who, match_id)
    if not back:
        who.require(who.records or who.judges, say("share a match"))
        queries.access.public(match_id, make=True)
    else:
        who.require(who.organises, say("revoke links"))
        if (given := queries.access.public(match_id)) is not None:
            queries.access.revoke(given[0].id)
    return RedirectResponse(f"/m/{match_id}/public", 303)


# --- with the link for everybody -----------------------------------------------------------------


def anybody(queries: Queries, token: str) -> tuple[Pass, str]:
    """Return the pass of a public link, and its match; cookies are neither read nor set.

    Raises:
        NoPass: it is not a public link, or it was revoked.
    """
    who = queries.access.who(token)
    if who.role != SPECTATOR or who.match is None:
        raise NoPass(say("this link is not valid: ask the organiser for a new one"))
    return who, who.match


@replaying.get("/see/{token}/replay")
def see(request: Request, token: str, queries: AQueries, move: MoveNumber = None) -> Response:
    """Show a match to anyone with its public link."""
    who, match_id = anybody(queries, token)
    return shown_page(request, _stepping(request), who, match_id, move, None)


@replaying.get("/see/{token}/steps")
def see_steps(
    request: Request, token: str, queries: AQueries, at: Place = None, move: Place = None, left: Place = None
) -> Response:
    """Return a page of steps to anyone with the public link."""
    who, match_id = anybody(queries, token)
    return shown_steps(request, _stepping(request), who, match_id, at, move, left)


@replaying.get("/see/{token}/file")
def see_file(request: Request, token: str, queries: AQueries) -> Response:
    """Return the replay as one file to anyone with the public link."""
    who, match_id = anybody(queries, token)
    return shown_file(request, queries, who, match_id)


# --- what both show ------------------------------------------------------------------------------


def shown_page(
    request: Request, steps: ReplaySteps, who: Pass, match_id: str, move: int | None, shown: Pass | None,
    card: str = "",
) -> Response:  # fmt: skip
    """Return the replay page. It never contains its own address, which is secret if it is a public link.

    Args:
        card: the address of the preview card for links to it.
    """
    found, queries = steps.first(who, match_id, move, language_of(request)), request.app.state.queries
    match = queries.folded(who, match_id).match
    corrects = shown is not None and shown.organises and can_correct(queries, shown, match)
    return page(
        request, "replay.html", shown, base=".", size=PAGE, still=False, corrects=corrects, card=card,
        corrected=match.corrections.amended is not None, **found,
    )  # fmt: skip


def shown_steps(
    request: Request, steps: ReplaySteps, who: Pass, match_id: str, at: int | None, move: int | None, left: int | None
) -> Response:
    """Return a page of steps."""
    body = steps.page(who, match_id, at=at, move=move, left=left, language=language_of(request))
    return Response(body, media_type="application/json", headers={"Vary": "Cookie, Accept-Language"})


def shown_file(request: Request, queries: Queries, who: Pass, match_id: str) -> Response:
    """Return the replay as one file."""
    folded, language = queries.folded(who, match_id), language_of(request)
    html = player(
        folded.match, folded.events, queries.reader(folded.match, language), queries.cache.names(folded.match),
        translator(language),
    )  # fmt: skip
    name = file_name(folded.match.opening.title, folded.match.opened.at, match_id, "html")
    return HTMLResponse(html, headers={**attached(name), "Vary": "Cookie, Accept-Language"})
