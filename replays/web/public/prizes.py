"""The prizes of a tournament for everybody: a page, and a list to print."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from starlette.concurrency import run_in_threadpool

from tablescribe.ledger.tournaments.tags import tags_of
from tablescribe.replays.papers import prizes as paper
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.tournaments.prizes import prize_lines, prizes_data, remainder_lines
from tablescribe.replays.web.api.matches import AQueries
from tablescribe.replays.web.http.documents import with_own_style
from tablescribe.replays.web.http.i18n import language_of
from tablescribe.replays.web.public.page_cache import CachedTournament
from tablescribe.replays.web.public.pages import Told, boards_of
from tablescribe.replays.web.table.queries import Queries
from tablescribe.replays.web.tournaments.queries import TournamentId

winning = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


@winning.get("/t/{tournament_id}/prizes")
async def prizes(request: Request, tournament_id: TournamentId, told: Told) -> Response:
    """Show who wins which prize, how ties are shared, and remainders."""
    found = await boards_of(request).page(tournament_id, shown, {}, language_of(request), told)
    return found.answer(request)


def shown(
    queries: Queries, known: CachedTournament, reader: Reader, args: Mapping[str, Any]
) -> tuple[str, dict[str, Any]]:
    """Return the page of prizes by the current standings; before round 1, the prizes to win."""
    plan = known.now.plan.prizes
    if plan is None:
        return "board_prizes.html", {"data": None, "categories": [], "rest": [], "offered": []}
    data = prizes_data(known.now, tags_of(queries.ledger, known.now.id), known.names)
    played = bool(known.now.round)
    return "board_prizes.html", {
        "data": data, "categories": paper.shown(data, plan, reader) if played else [],
        "rest": list(remainder_lines(data, plan)) if played else [],
        "offered": list(prize_lines(plan)) if not played else [],
    }  # fmt: skip


@winning.get("/t/{tournament_id}/prizes/sheet")
async def prizes_sheet(request: Request, tournament_id: TournamentId, told: Told, queries: AQueries) -> Response:
    """Return the list of prizes to print; it is provisional until the finish."""
    known = await boards_of(request).now(tournament_id, told)

    def made() -> Response:
        data = prizes_data(known.now, tags_of(queries.ledger, tournament_id), known.names)
        assert known.now.plan.prizes is not None
        return with_own_style(paper.html(data, known.now.plan.prizes, language_of(request)))

    return await run_in_threadpool(made)
