"""API routes to search the rules of a game, or of a match with the moves that cite them."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Query

from tablescribe.replays.web.api.matches import AQueries, Language, Who, operations
from tablescribe.replays.web.api.requests import MatchId
from tablescribe.replays.web.table.rules import LONGEST, rules_found, with_moves

rule_search = operations(prefix="/api/v1")

Words = Annotated[
    str,
    Query(max_length=LONGEST, description="A number as the rule document writes it, or words. Empty: all rules."),
]


@rule_search.get("/games/{game}/rules", tags=["games"])
def game_rules(game: str, who: Who, language: Language, q: Words = "") -> list[dict[str, Any]]:
    """Search the rules of a game by number or by words, best match first."""
    return rules_found(game, q, language)


@rule_search.get("/matches/{match_id}/rules", tags=["matches"])
def match_rules(
    match_id: MatchId, who: Who, queries: AQueries, language: Language, q: Words = ""
) -> list[dict[str, Any]]:
    """Search the rules of a match's game, each with the moves that cite or break it."""
    match = queries.folded(who, match_id).match
    found = rules_found(match.opening.game.key, q, language)
    return with_moves(found, match, queries.viewer(who, match), queries.reader(match, language))
