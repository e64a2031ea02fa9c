"""The way from a closed match to its rematch: each phone comes to the seat of the same person there."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from tablescribe.ledger.matches.rematches import rematch_of, same_person
from tablescribe.replays.web.access.device_sessions import DeviceSession, all_held, choose, keep, tokens_of
from tablescribe.replays.web.access.passes import SEAT, Pass
from tablescribe.replays.web.api.matches import AQueries, Who
from tablescribe.replays.web.api.requests import MatchId
from tablescribe.replays.web.pages.pages import page
from tablescribe.replays.web.pages.sign_in import home
from tablescribe.replays.web.table.queries import Queries

rematches = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


@rematches.get("/m/{match_id}/rematch")
def rematch(request: Request, match_id: MatchId, who: Who, queries: AQueries) -> Response:
    """Lead to the rematch: a seat to its person's seat there, others at the table to its PINs."""
    former = queries.folded(who, match_id).match
    led = rematch_of(queries.ledger, match_id) if who.joins else ""
    if not led:
        return RedirectResponse(f"/m/{match_id}", 303)
    held = [one for one in all_held(queries.access, tokens_of(request)) if one.good]
    there = [one for one in held if one.fits(led)]
    new = queries.cache.now(led).match
    seat = same_person(queries.ledger, former, who.seat, new) if who.role == SEAT and who.seat else None
    if seat is None:
        return RedirectResponse(f"/m/{led}" if there else f"/m/{led}/chair", 303)
    mine = next(((one.who, one.token) for one in held if (one.who.match, one.who.seat) == (led, seat)), None)
    mine = mine or _seat_there(queries, led, seat)
    if mine is None:  # an organiser's link is not meant by someone who plays: it shows every hand
        comes = any(one.who.match == led for one in there)
        return RedirectResponse(f"/m/{led}" if comes else f"/m/{led}/chair?seat={seat}", 303)
    answer = page(request, "go.html", mine[0], to=home(mine[0], queries), at_once=True)
    keep(request, answer, [DeviceSession(*mine, good=True), *held])
    choose(request, answer, led, mine[0])
    return answer


def _seat_there(queries: Queries, match_id: str, seat: int) -> tuple[Pass, str] | None:
    """Return the pass of a seat that is led here, the same each time; nothing if somebody took the seat by its PIN."""
    access = queries.access
    with access.coordination.alone("chairs"):  # as `take_chair` does: a seat goes to one person
        given = access.lasting(SEAT, match_id, [seat], make=False)
        if not given and any(one.seat == seat for one in access.passes(match_id)):
            return None
        return access.lasting(SEAT, match_id, [seat], label="rematch")[seat]
