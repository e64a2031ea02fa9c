"""API routes under /api/v1 to read and open matches; documented by /api/v1/openapi.json."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import asdict
from datetime import datetime
from enum import Enum
from typing import Annotated, Any, Literal, cast

from fastapi import APIRouter, Depends, Header, Query, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, StreamingResponse
from starlette.concurrency import run_in_threadpool

from tablescribe.domain.games import GAMES, opening
from tablescribe.domain.rules.chance import NeedsOutcome, WrongOutcome
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.table.table import Impossible
from tablescribe.ledger.read_models.queries import MOST, PAGE, MatchFilter
from tablescribe.ledger.tournaments.publicity import shown
from tablescribe.replays.reading.discretion import EVERYTHING
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.web.access.access import NoPass
from tablescribe.replays.web.access.device_sessions import WhichPass, chosen, looked_up, names_pass, tokens_of
from tablescribe.replays.web.access.passes import Denied, Pass
from tablescribe.replays.web.api.problem_details import MEDIA_TYPE, problem
from tablescribe.replays.web.api.requests import MatchId, MoveNumber, NewMatch
from tablescribe.replays.web.http.documents import as_pdf, attached, file_name, with_own_style
from tablescribe.replays.web.http.i18n import language_of
from tablescribe.replays.web.http.stream_lines import line_of
from tablescribe.replays.web.table.choices import name_seats, question_data
from tablescribe.replays.web.table.commands import Commands
from tablescribe.replays.web.table.components import components
from tablescribe.replays.web.table.games import game_data
from tablescribe.replays.web.table.judging import audit_for
from tablescribe.replays.web.table.judging import report as judges_report
from tablescribe.replays.web.table.listing import by_period
from tablescribe.replays.web.table.live import LiveUpdates
from tablescribe.replays.web.table.opening import open_match
from tablescribe.replays.web.table.queries import Queries
from tablescribe.replays.web.table.replay_steps import ReplaySteps

PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"description": text}
    for status, text in (
        (401, "No pass was sent, or it has expired"),
        (403, "The pass does not allow this"),
        (404, "Not found"),
        (409, "Stale, closed or refused: load the current state and decide again"),
        (408, "The request body arrived too slowly"),
        (413, "Too large"),
        (422, "The action breaks a rule or needs an outcome, or the request is not valid"),
        (429, "Too many requests"),
        (500, "An error in the service"),
        (503, "The ledger cannot be reached: send the request again with the same `command_id`"),
    )
}


def operations(prefix: str = "", tags: list[str | Enum] | None = None) -> APIRouter:
    """Return a router that documents error responses, and whose operations are identified by their functions."""
    return APIRouter(
        prefix=prefix, tags=tags, responses=PROBLEMS, generate_unique_id_function=lambda route: route.name
    )  # fmt: skip


api = operations(prefix="/api/v1")


class MatchError(Exception):
    """An error in a match, with its explanation in the client's language."""

    def __init__(self, found: dict[str, Any]) -> None:
        super().__init__(found["detail"])
        self.problem = found


# --- what every route asks for -------------------------------------------------------------------


async def queries_of(request: Request) -> Queries:
    """Return the queries for a request; a tournament's public pass may get those without names."""
    found: ReplaySteps = await steps_of(request)
    return found.queries


async def queries_for(request: Request, who: Pass) -> Queries:
    """Return the same as `queries_of` for a known pass at a match."""
    steps = await _steps_for(request, who)
    return (steps.calling_people() if by_people(request) else steps).queries


async def steps_of(request: Request) -> ReplaySteps:
    """Return the replay steps for a request, with names or without; see `BY_PEOPLE`."""
    steps = await _steps(request)
    return steps.calling_people() if by_people(request) else steps


BY_PEOPLE = "Tablescribe-Names"
"""The header with which a client asks for people's names in sentences: `people`. Pages always have them."""


def by_people(request: Request) -> bool:
    """Return whether sentences name the people in the seats: on pages, and if an API request asks for it."""
    return not request.scope["path"].startswith("/api/") or request.headers.get(BY_PEOPLE) == "people"


async def _steps(request: Request) -> ReplaySteps:
    told: ReplaySteps = request.app.state.replay_steps
    if "match_id" not in request.path_params or not tokens_of(request):
        return told
    try:
        who = await pass_of(request)
    except (NoPass, WhichPass, Denied):  # the route checks the pass
        return told
    return await _steps_for(request, who)


async def _steps_for(request: Request, who: Pass) -> ReplaySteps:
    told: ReplaySteps = request.app.state.replay_steps
    numbered: ReplaySteps = request.app.state.numbered
    if not who.public or who.tournament is None:
        return told
    show = await run_in_threadpool(shown, told.queries.ledger, who.tournament)
    return told if show.names else numbered


async def commands_of(request: Request) -> Commands:
    """Return the service's commands."""
    found: Commands = request.app.state.commands
    return found


async def pass_of(request: Request) -> Pass:
    """Return the pass of a request.

    Raises:
        NoPass: there is none, or it is not valid.
        WhichPass: a device holds several passes that fit.
    """
    queries: Queries = request.app.state.queries
    tokens = tokens_of(request)
    known = queries.access.known(tokens[0]) or looked_up(request, tokens[0]) if len(tokens) == 1 else None
    if known is not None and known.tournament is None and names_pass(request) in ("", known.id):
        request.state.token = tokens[0]
        return known
    if (asked := getattr(request.state, "who", None)) is not None:
        return cast(Pass, asked)
    found = await run_in_threadpool(chosen, request, queries.access, queries.hall.at)
    request.state.token, request.state.who = found.token, found.who
    return found.who


Who = Annotated[Pass, Depends(pass_of)]


async def language_wanted(request: Request) -> str:
    """Return the language of the response."""
    return language_of(request)


AQueries = Annotated[Queries, Depends(queries_of)]
AStepping = Annotated[ReplaySteps, Depends(steps_of)]
ACommands = Annotated[Commands, Depends(commands_of)]
Language = Annotated[str, Depends(language_wanted)]


# --- reading -------------------------------------------------------------------------------------


@api.get("/me", tags=["access"])
def me(who: Who) -> dict[str, Any]:
    """Return this pass: its role, and what it is for."""
    return asdict(who)


@api.get("/games", tags=["games"])
def games(who: Who) -> list[dict[str, str]]:
    """List the games."""
    return [{"game": key, "title": title} for key, title in GAMES.items()]


@api.get("/games/{game}", tags=["games"])
def one_game(game: str, who: Who, queries: AQueries, language: Language) -> dict[str, Any]:
    """Return a game: seats, options, schemas of actions, numbered rules in the requested language if translated."""
    return game_data(game, language)


@api.get("/matches", tags=["matches"])
def matches(
    request: Request,
    response: Response,
    who: Who,
    queries: AQueries,
    state: Annotated[str, Query(pattern="^(|open|finished)$")] = "",
    game: Annotated[str, Query(max_length=40)] = "",
    text: Annotated[str, Query(max_length=80)] = "",
    person: Annotated[str, Query(max_length=80)] = "",
    event: Annotated[str, Query(max_length=120)] = "",
    tag: Annotated[str, Query(max_length=120)] = "",
    since: Annotated[datetime | None, Query(description="Played then or later.")] = None,
    until: Annotated[datetime | None, Query(description="Played before then.")] = None,
    before: Annotated[int | None, Query(ge=1, le=2**53, description="The `position` of the last line known.")] = None,
    limit: Annotated[int, Query(ge=1, le=MOST)] = PAGE,
) -> list[dict[str, Any]]:
    """List the matches this pass may enter, newest first. The header `Link` has the address of the next page."""
    wanted = MatchFilter(text, state, game, person, event, tag, since, until)
    found, more = queries.lobby(who, wanted, before=before, limit=limit)
    if more is not None:
        response.headers["Link"] = f'<{request.url.include_query_params(before=more)}>; rel="next"'
    return found


@api.get("/statistics", tags=["matches"])
def statistics(
    who: Who,
    queries: AQueries,
    game: Annotated[str, Query(max_length=40)] = "",
    person: Annotated[str, Query(max_length=80)] = "",
    against: Annotated[str, Query(max_length=80)] = "",
    after: Annotated[int, Query(ge=0, le=1_000_000, description="How many people to pass over.")] = 0,
    limit: Annotated[int, Query(ge=1, le=MOST, description="Of how many people.")] = PAGE,
) -> dict[str, Any]:
    """Return statistics of matches and wins by game and person, by seat of a `game`, and head to head of `person`."""
    return queries.statistics(who, game=game, person=person, against=against, after=after, limit=limit)


@api.get("/statistics/periods", tags=["matches"])
def periods(
    who: Who,
    queries: AQueries,
    game: Annotated[str, Query(max_length=40)] = "",
    person: Annotated[str, Query(max_length=80)] = "",
    event: Annotated[str, Query(max_length=120)] = "",
    tag: Annotated[str, Query(max_length=120)] = "",
    since: Annotated[datetime | None, Query(description="Played then or later.")] = None,
    until: Annotated[datetime | None, Query(description="Played before then.")] = None,
    by: Annotated[Literal["", "month", "year"], Query(description="Empty: all in one period.")] = "",
) -> list[dict[str, Any]]:
    """Return statistics of matches and wins for a period, an event or a tag, optionally by month or year."""
    return by_period(queries, who, MatchFilter("", "", game, person, event, tag, since, until), by)


@api.get("/matches/{match_id}", tags=["matches"])
def one_match(
    match_id: MatchId, who: Who, queries: AQueries, language: Language, move: MoveNumber = None
) -> dict[str, Any]:
    """Return a match and its table, now or after any move, limited to what this pass may see."""
    return queries.state(who, match_id, move, language)


@api.get("/matches/{match_id}/legal", tags=["matches"])
def legal(match_id: MatchId, who: Who, queries: AQueries, language: Language) -> dict[str, Any]:
    """Return the legal actions of this pass now, grouped, and those if no one responds to the open window."""
    now, ahead = queries.legal(who, match_id, language)
    return {"now": [asdict(group) for group in now], "if_nobody_answers": [asdict(group) for group in ahead]}


@api.get("/matches/{match_id}/log", tags=["matches"])
def log(
    match_id: MatchId,
    who: Who,
    queries: AQueries,
    language: Language,
    after: Annotated[int, Query(ge=0, le=2**53)] = 0,
) -> list[dict[str, Any]]:
    """Return everything recorded in a match, in words, limited to what this pass may read."""
    return queries.lines(who, match_id, after, language=language)


@api.get("/matches/{match_id}/board.svg", tags=["matches"], response_class=Response)
def board(match_id: MatchId, who: Who, queries: AQueries, language: Language, move: MoveNumber = None) -> Response:
    """Return the board as a picture that marks the changes of the move."""
    return Response(queries.board(who, match_id, move, language), media_type="image/svg+xml")


@api.get("/matches/{match_id}/events", tags=["matches"], response_class=StreamingResponse)
async def events(
    request: Request,
    match_id: MatchId,
    who: Who,
    queries: AQueries,
    language: Language,
    after: Annotated[int, Query(ge=0, le=2**53)] = 0,
    last_event_id: Annotated[str, Header(max_length=20)] = "",
) -> StreamingResponse:
    """Follow a match: server-sent events, resumed after `Last-Event-ID` or `after` (positions of the ledger)."""
    live: LiveUpdates = request.app.state.live
    live.check_room(who)
    folded = await run_in_threadpool(queries.folded, who, match_id)  # refuse before the stream starts
    await run_in_threadpool(queries.viewer, who, folded.match)
    start = int(last_event_id) if last_event_id.isascii() and last_event_id.isdecimal() else after
    stream: AsyncIterator[bytes] = live.follow(
        who, request.state.token, match_id, start, language, queries=queries, line=line_of(request.scope)
    )
    return StreamingResponse(stream, media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})


# --- opening -------------------------------------------------------------------------------------


@api.post("/matches", status_code=201, tags=["matches"])
def new_match(
    request: Request, body: NewMatch, who: Who, queries: AQueries, commands: ACommands, language: Language
) -> dict[str, Any]:
    """Open a match. If the setup needs a die roll or a card, the answer is the question (`chance.needed`)."""
    if body.like:
        queries.folded(who, body.like)  # there is one
    try:
        match = open_match(commands, who, **body.model_dump(exclude={"like"}))
    except (NeedsOutcome, WrongOutcome, Illegal, Impossible) as error:  # explained in the words of the game
        catalogue = components(commands.ledger, body.game, body.catalogue, body.catalogue_file, body.template, body.box)
        people = body.names if by_people(request) else []
        reader = Reader(opening(body.game, len(body.names), body.options, catalogue), language, people)
        asked = question_data(error.question, EVERYTHING, reader) if isinstance(error, NeedsOutcome) else None
        if isinstance(error, NeedsOutcome) and asked and people:
            name_seats(asked, error.question, people)
        raise MatchError(problem(error, reader, question=asked)) from error
    if body.like:
        commands.lead_to_rematch(body.like, match.id)
    return queries.state(who, match.id, language=language)


# --- judging -------------------------------------------------------------------------------------


@api.get("/matches/{match_id}/audit", tags=["judging"])
def audit(match_id: MatchId, who: Who, queries: AQueries, language: Language) -> dict[str, Any]:
    """Check every move against the rules and return the findings."""
    found = audit_for(queries, who, match_id)
    return found.data(Reader(queries.folded(who, match_id).match.opening, language))


@api.get(
    "/matches/{match_id}/report",
    tags=["judging"],
    response_class=HTMLResponse,
    responses={
        501: {"description": "PDF is not installed here"},
    },
)
def report(
    match_id: MatchId,
    who: Who,
    queries: AQueries,
    language: Language,
    form: Annotated[Literal["html", "pdf"], Query(alias="format")] = "html",
) -> Response:
    """Return the audit report as one HTML page, or as PDF where that is installed."""
    document = judges_report(queries, who, match_id, language)
    return with_own_style(document) if form == "html" else as_pdf(document, _named(queries, who, match_id, "pdf"))


@api.get("/matches/{match_id}/bundle", tags=["judging"], response_class=Response)
def bundle(match_id: MatchId, who: Who, queries: AQueries, commands: ACommands, redacted: bool = False) -> Response:
    """Return the match as one file that proves itself. With `redacted`, hidden information is withheld."""
    body = commands.bundle(who, match_id, redacted=redacted)
    name = _named(queries, who, match_id, "bundle")
    return Response(body, media_type="application/octet-stream", headers=attached(name))


def _named(queries: Queries, who: Pass, match_id: str, ending: str) -> str:
    """Return the name of a match's file."""
    match = queries.folded(who, match_id).match
    return file_name(match.opening.title, match.opened.at, match.id, ending)


@api.get("/checkpoint", tags=["judging"])
def checkpoint(who: Who, commands: ACommands) -> dict[str, str]:
    """Return a signed checkpoint of the whole ledger. If you keep it, you can detect a rewritten log."""
    return {"checkpoint": commands.checkpoint(who)}


def problem_answer(found: dict[str, Any]) -> JSONResponse:
    """Return problem details as a response."""
    return JSONResponse(found, found["status"], media_type=MEDIA_TYPE)
