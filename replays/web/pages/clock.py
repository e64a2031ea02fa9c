"""The clock of a match as a page, for a phone in the middle of the table."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from tablescribe.domain.table.names import seat as seat_name
from tablescribe.replays.reading.clock import say_control
from tablescribe.replays.web.access.passes import SEAT
from tablescribe.replays.web.api.matches import AQueries, Who
from tablescribe.replays.web.api.requests import MatchId
from tablescribe.replays.web.http.i18n import language_of
from tablescribe.replays.web.pages.pages import page
from tablescribe.replays.web.table.clock_commands import allowed, clock_since

clock_page = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


@clock_page.get("/m/{match_id}/clock")
def clock(request: Request, match_id: MatchId, who: Who, queries: AQueries) -> Response:
    """Show the clock with a part for each seat, turned towards its player; a tap ends the turn."""
    folded, language = queries.folded(who, match_id), language_of(request)
    match, reader = folded.match, queries.reader(folded.match, language)
    drawn = queries.panels(who, match_id, language=language) if not match.waits else ()
    ink = {panel.name: panel.ink for panel in drawn}
    seats = [
        {"seat": seat, "name": reader.name(seat_name(seat)), "ink": ink.get(seat_name(seat), "")}
        for seat in match.opening.all_seats
    ]
    if who.role == SEAT:  # a player's own part is the nearest one
        seats.sort(key=lambda one: one["seat"] == who.seat)
    return page(
        request, "clock.html", who, match=queries.heading(folded, language), seats=seats, clock=clock_since(match),
        may=allowed(who), last=folded.positions[-1], closed=match.closed is not None,
        control=reader.sentence(say_control(match.clock.control)) if match.clock is not None else "",
    )  # fmt: skip
