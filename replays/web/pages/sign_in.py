"""Sign in with a browser by link or PIN, switch between the device's passes, and sign out."""

from __future__ import annotations

import re
from typing import Annotated

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament.model.roles import PUBLIC
from tablescribe.domain.words.text import say
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.web.access.access import NoPass
from tablescribe.replays.web.access.device_sessions import DeviceSession, all_held, choose, forget, keep, tokens_of
from tablescribe.replays.web.access.passes import JUDGE, RECORDER, SPECTATOR, Pass
from tablescribe.replays.web.api.access import take_chair
from tablescribe.replays.web.api.matches import AQueries
from tablescribe.replays.web.api.problem_details import problem
from tablescribe.replays.web.api.requests import MatchId
from tablescribe.replays.web.http.i18n import language_of
from tablescribe.replays.web.pages.pages import page
from tablescribe.replays.web.table.queries import Queries

entrance = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


@entrance.get("/enter/{token}")
def enter(request: Request, token: str, queries: AQueries) -> Response:
    """Sign in by a link: store its token on the device and go to its page.

    The page continues by itself instead of redirecting, because only then do browsers send the strict cookie after a
    link in a mail. If the device already has another pass at that match, the user chooses the role.
    """
    who = queries.access.who(token)
    if request.headers.get("sec-fetch-site") == "cross-site":  # from another site's page: continue only after a tap
        return page(request, "go.html", None, to=request.url.path, at_once=False)
    return come_in(request, queries, who, token)


def come_in(request: Request, queries: Queries, who: Pass, token: str) -> Response:
    """Store a pass on the device and go to its page; ask for the role if another pass fits there, too."""
    others = _held_already(request, queries)
    fitting = [one.who for one in others if who.match is not None and one.fits(who.match) and one.who.id != who.id]
    if who.tournament is not None:  # a mere viewer takes the link's role without being asked
        fitting = [one for one in fitting if one.role not in (PUBLIC, SPECTATOR)]
    to = home(who, queries)
    if fitting:
        answer = page(request, "which.html", None, passes=[*fitting, who], to=to, new=who)
    else:
        answer = page(request, "go.html", who, to=to, at_once=True)
        if who.tournament is not None:
            choose(request, answer, who.tournament, who)
    keep(request, answer, [DeviceSession(who, token, good=True), *others])
    return answer


def home(who: Pass, queries: Queries) -> str:
    """Return the start page of a pass: a player of a tournament has a page of their own."""
    if who.match is None:
        return "/"
    if who.tournament is not None:
        return queries.hall.home(who)
    return f"/m/{who.match}" + {SPECTATOR: "/watch", JUDGE: "/judge"}.get(who.role, "")


def _held_already(request: Request, queries: Queries) -> list[DeviceSession]:
    return [one for one in all_held(queries.access, tokens_of(request)) if one.good]


@entrance.post("/as")
def go_on_as(
    request: Request,
    queries: AQueries,
    held: Annotated[str, Form(max_length=80)],
    to: Annotated[str, Form(max_length=200)] = "/",
) -> Response:
    """Switch to another pass of this device; at a match, the choice is remembered."""
    found = re.match(r"/([mt])/([0-9A-Za-z_-]{1,64})(?:/|$)", to)
    scope = found[2] if found else None
    wanted = [one.who for one in _held_already(request, queries) if one.who.id == held]
    if not wanted:
        raise NoPass(say("this device no longer has that link. Open the link again"))
    who = next((one for one in wanted if found and one.match == scope), wanted[0])
    if found and found[1] == "m" and who.tournament is not None:
        who = queries.hall.at(who, found[2])
    match = scope if scope is not None and who.match in (None, scope) else who.match
    if match is None:
        return RedirectResponse("/", 303)
    if who.tournament == match or (found and found[1] == "t" and who.match is None):
        path = to if found and scope == match else home(who, queries)
    else:
        path = f"/m/{match}" + {SPECTATOR: "/watch", JUDGE: "/judge"}.get(who.role, "")
    answer = RedirectResponse(path, 303)
    choose(request, answer, match, who)
    return answer


@entrance.post("/leave")
def leave() -> Response:
    """Remove all tokens from this device."""
    answer = RedirectResponse("/", 303)
    forget(answer)
    return answer


@entrance.get("/m/{match_id}/chair")
def chair_page(
    request: Request, match_id: MatchId, queries: AQueries, seat: Annotated[str, Query(max_length=8)] = ""
) -> Response:
    """Show the form to take a seat by PIN; a link may name the seat."""
    heading = queries.heading(queries.cache.now(match_id), language_of(request))
    return page(request, "chair.html", None, match=heading, wrong="", chosen=seat if seat.isdecimal() else "")


@entrance.post("/m/{match_id}/chair")
def take(
    request: Request,
    match_id: MatchId,
    queries: AQueries,
    pin: Annotated[str, Form(max_length=12)],
    seat: Annotated[str, Form(max_length=8)] = "",
) -> Response:
    """Take a seat by its PIN; there is no default seat, least of all the one that sees most."""
    try:
        if seat != RECORDER and not (seat.isascii() and seat.isdecimal()):
            raise Refused(say("choose a seat, or the recorder’s seat"))
        who, token = take_chair(request, queries, match_id, pin.strip(), None if seat == RECORDER else int(seat))
    except Exception as error:
        if not hasattr(error, "code"):
            raise
        folded, spoken = queries.cache.now(match_id), language_of(request)
        wrong = problem(error, Reader(folded.match.opening, spoken))["detail"]
        return page(request, "chair.html", None, 403, match=queries.heading(folded, spoken), wrong=wrong, chosen=seat)
    answer = page(request, "go.html", who, to=home(who, queries), at_once=True)
    keep(request, answer, [DeviceSession(who, token, good=True), *_held_already(request, queries)])
    choose(request, answer, match_id, who)
    return answer
