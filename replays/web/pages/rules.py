"""Search pages for rules by number or words: of a game, or of a match with the moves that cite each."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response

from tablescribe.domain.games import game as find_game
from tablescribe.replays.web.api.matches import AQueries, Who
from tablescribe.replays.web.api.requests import MatchId
from tablescribe.replays.web.http.i18n import language_of
from tablescribe.replays.web.pages.pages import page
from tablescribe.replays.web.table.rules import LONGEST, rules_found, with_moves

rule_pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

Words = Annotated[str, Query(max_length=LONGEST)]


@rule_pages.get("/rules/{game}")
def rules(request: Request, game: str, who: Who, q: Words = "") -> Response:
    """Show the numbered rules of a game, or those found by a search."""
    found = rules_found(game, q, language_of(request))
    return _page(request, who, game, found, q, match=None)


@rule_pages.get("/m/{match_id}/rules")
def match_rules(request: Request, match_id: MatchId, who: Who, queries: AQueries, q: Words = "") -> Response:
    """Show the rules of a match's game, or those found by a search with the moves that cite them."""
    match, language = queries.folded(who, match_id).match, language_of(request)
    found = rules_found(match.opening.game.key, q, language)
    if q.strip():
        found = with_moves(found, match, queries.viewer(who, match), queries.reader(match, language))
    return _page(request, who, match.opening.game.key, found, q, match=match.id)


def _page(request: Request, who: Any, game: str, found: list[dict[str, Any]], q: str, match: str | None) -> Response:
    book = find_game(game).rulebook
    about = {
        "title": book.title,
        "language": book.language(language_of(request)),
        "rules": [{"moves": [], **rule} for rule in found],
    }
    return page(request, "rules.html", who, game=about, query=q, match=match)
