"""The way from a closed match to its rematch: each phone comes to the seat of the same person there."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from tablescribe.ledger.matches.rematches import rematch_of, same_person
from tablescribe.replays.web.access.device_sessions import all_held, tokens_of
from tablescribe.replays.web.access.passes import SEAT, Pass
from tablescribe.replays.web.api.matches import AQueries, Who
from tablescribe.replays.web.api.requests import MatchId
from tablescribe.replays.web.pages.sign_in import come_in
from tablescribe.replays.web.table.queries import Queries

rematches = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


@rematches.get("/m/{match_id}/rematch")
def rematch(request: Request, match_id: MatchId, who: Who, queries: AQueries) -> Response:
    """Lead to the rematch: a seat to its person's seat there, others at the table to its PINs."""
    former = queries.folded(who, match_id).match
    led = rematch_of(queries.ledger, match_id) if who.joins else ""
    if not led:
        return RedirectResponse(f"/m/{match_id}", 303)
    if any(one.good and one.fits(led) for one in all_held(queries.access, tokens_of(request))):
        return RedirectResponse(f"/m/{led}", 303)
    new = queries.cache.now(led).match
    seat = same_person(queries.ledger, former, who.seat, new) if who.role == SEAT and who.seat else None
    mine = _seat_there(queries, led, seat) if seat is not None else None
    if mine is None:
        return RedirectResponse(f"/m/{led}/chair" + (f"?seat={seat}" if seat else ""), 303)
    return come_in(request, queries, *mine)


def _seat_there(queries: Queries, match_id: str, seat: int) -> tuple[Pass, str] | None:
    """Return the pass of a seat that is led here, the same each time; nothing if somebody took the seat by its PIN."""
    access = queries.access
    with access.coordination.alone("chairs"):  # as `take_chair` does: a seat goes to one person
        given = access.lasting(SEAT, match_id, [seat], make=False)
        if not given and any(one.seat == seat for one in access.passes(match_id)):
            return None
        return access.lasting(SEAT, match_id, [seat], label="rematch")[seat]
