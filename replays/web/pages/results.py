"""Record matches that have already been played by their results: the form, and the API route."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse, Response

from tablescribe.domain.games import GAMES
from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.words.text import say
from tablescribe.ledger.matches.results import PlayedMatch, check_past, id_from, record_result
from tablescribe.replays.web.access.passes import Pass
from tablescribe.replays.web.api.matches import ACommands, AQueries, Language, Who, operations
from tablescribe.replays.web.api.requests import NewResult
from tablescribe.replays.web.pages.pages import Like, page
from tablescribe.replays.web.table.commands import Commands

results = operations()

SEATS = 10
"""Number of people in the form."""


@results.post("/api/v1/results", status_code=201, tags=["matches"])
def new_result(body: NewResult, who: Who, queries: AQueries, commands: ACommands, language: Language) -> dict[str, Any]:
    """Record a match that has already been played: players, points and winners."""
    return queries.state(who, recorded(commands, who, body), language=language)


@results.get("/result", include_in_schema=False, response_class=HTMLResponse)
def form(request: Request, who: Who, queries: AQueries, language: Language, like: Like = "") -> Response:
    """Show the form for a match already played; `like` fills in the game and people of another match."""
    who.require(who.organises, say("open matches"))
    former: dict[str, Any] = {"title": "", "seats": []}
    former = queries.state(who, like, language=language) if like else former
    asking = queries.ledger.asking
    titles = sorted({one.name.partition(":")[2] for one in asking.games()} - {""} | set(GAMES.values()))
    return page(request, "result.html", who, known=sorted(asking.names()), titles=titles, seats=SEATS,
                title=former["title"], names=[one["name"] for one in former["seats"]])  # fmt: skip


def recorded(commands: Commands, who: Pass, body: NewResult) -> str:
    """Record a result, and return the id of its match, derived from the command id so that a retry records it once.

    Raises:
        WrongOptions, Refused, Impossible: the result is not possible.
        InTheFuture: the day is in the future.
        CommandReused: that command recorded another match.
    """
    who.require(who.organises, say("open matches"))
    if not body.future:
        check_past(body.played, datetime.now(UTC))
    points = [one.points for one in body.players if one.points is not None]
    if points and len(points) < len(body.players):
        raise Refused(say("enter points for every player, or for none"))
    data = body.data.model_dump(exclude_none=True, exclude={"title"}) if body.data is not None else {}
    told = PlayedMatch(
        body.title, [one.name for one in body.players], points,
        [seat for seat, one in enumerate(body.players, start=1) if one.won],
        body.played, body.minutes, data, body.note,
    )  # fmt: skip
    match_id = id_from(f"{who.id} {body.command_id}")
    with commands.queries.access.coordination.alone(
        "open", match_id
    ):  # a retry may come while the first is still at work
        return record_result(commands.scribe(who), told, match_id=match_id)[0].id
