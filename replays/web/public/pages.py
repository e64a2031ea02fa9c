"""Public pages of a tournament for anyone with the address, without a pass and without commands.

Names and texts by users are shown to holders of a pass of the tournament, and to others if the organiser publishes them
(`tournament public`). Otherwise people are numbers, as in the public bundle.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Path, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.concurrency import run_in_threadpool

from tablescribe.domain.tournament.round_clock import read_clock
from tablescribe.domain.words.text import say
from tablescribe.ledger.log.errors import NoSuchMatch
from tablescribe.ledger.tournaments.publicity import OPEN, WALL, Publicity, shown
from tablescribe.replays.papers.certificate import certified
from tablescribe.replays.papers.certificate import html as certificate_html
from tablescribe.replays.pictures.cards import can_draw
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.reading.thinking_time import thinking, thought_data
from tablescribe.replays.tournaments.round_clock import clock_data
from tablescribe.replays.tournaments.round_games import notation_of
from tablescribe.replays.web.access.access import NoPass
from tablescribe.replays.web.access.device_sessions import WhichPass, chosen, tokens_of
from tablescribe.replays.web.access.passes import DOOR, SPECTATOR, Denied, Pass
from tablescribe.replays.web.api.matches import AQueries
from tablescribe.replays.web.api.requests import MatchId, MoveNumber
from tablescribe.replays.web.http.documents import attached, file_name, with_own_style
from tablescribe.replays.web.http.i18n import language_of
from tablescribe.replays.web.http.limits import sender_of
from tablescribe.replays.web.http.public_address import base_of
from tablescribe.replays.web.pages.pages import page
from tablescribe.replays.web.pages.replay import Place, shown_file, shown_page, shown_steps
from tablescribe.replays.web.public import calendar as calendars
from tablescribe.replays.web.public import cards as cards_drawn
from tablescribe.replays.web.public import feed as feeds
from tablescribe.replays.web.public import pictures as drawn
from tablescribe.replays.web.public import views
from tablescribe.replays.web.public.live import PublicUpdates
from tablescribe.replays.web.public.page_cache import CachedTournament, PageCache, View
from tablescribe.replays.web.table.replay_steps import ReplaySteps
from tablescribe.replays.web.tournaments.queries import TournamentId

walls = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

RoundNumber = Annotated[int, Path(ge=1, le=10_000)]
Table = Annotated[int, Path(ge=1, le=100_000)]
Which = Annotated[int | None, Query(ge=1, le=10_000)]
After = Annotated[int | None, Query(ge=0, le=10_000)]
StageNumber = Annotated[int | None, Query(ge=1, le=20)]
At = Annotated[str, Query(max_length=40)]


def boards_of(request: Request) -> PageCache:
    """Return the cache of tournament pages."""
    found: PageCache = request.app.state.boards
    return found


async def told(request: Request, tournament_id: TournamentId) -> Publicity | None:
    """Return what a pass of this tournament shows; `None` without one, for the public view."""
    if not tokens_of(request):
        return None
    queries = request.app.state.queries
    try:
        who: Pass = (await run_in_threadpool(chosen, request, queries.access, queries.hall.at)).who
        role = who.in_tournament(tournament_id)
    except (NoPass, WhichPass, Denied):  # the public view
        return None
    if role not in (DOOR, "public"):
        return OPEN
    return await _in_room(request, tournament_id) if who.label == WALL and role != DOOR else None


async def _in_room(request: Request, tournament_id: str) -> Publicity:
    found = await run_in_threadpool(shown, request.app.state.queries.ledger, tournament_id)
    return found.in_room


Told = Annotated[Publicity | None, Depends(told)]


async def on_the_wall(request: Request, tournament_id: TournamentId, told: Told) -> Publicity | None:
    """Return what the wall shows: with a pass, what the room may see; otherwise what everybody sees."""
    return None if told is None else await _in_room(request, tournament_id)


OnTheWall = Annotated[Publicity | None, Depends(on_the_wall)]


async def _board(request: Request, tournament_id: str, view: View, told: Publicity | None, **args: Any) -> Response:
    given = {key: value for key, value in args.items() if value not in (None, "", False)}
    if can_draw():
        given["cards"] = base_of(request)
    found = await boards_of(request).page(tournament_id, view, given, language_of(request), told)
    return found.answer(request)


# --- cached pages --------------------------------------------------------------------------------


@walls.get("/t/{tournament_id}/board")
async def board(request: Request, tournament_id: TournamentId, told: Told) -> Response:
    """Show a tournament: its plan, its rounds and its entrants."""
    return await _board(request, tournament_id, views.front, told)


@walls.get("/t/{tournament_id}/pairings")
async def pairings(
    request: Request, tournament_id: TournamentId, told: Told, number: Annotated[Which, Query(alias="round")] = None,
    find: Annotated[str, Query(max_length=80)] = "",
) -> Response:  # fmt: skip
    """Show who sits where in a round, by default the last one; `find` is a name or number."""
    return await _board(request, tournament_id, views.pairings, told, number=number, find=find.strip())


@walls.get("/t/{tournament_id}/rounds/{number}/games")
async def games(request: Request, tournament_id: TournamentId, told: Told, number: RoundNumber) -> Response:
    """Return the games of a round that is over as one file, such as PGN."""
    now = (await boards_of(request).now(tournament_id, told)).now
    found = await _board(request, tournament_id, views.games, told, number=number)
    notation = notation_of(now, now.seating(number))
    if notation is not None and found.status_code == HTTPStatus.OK:
        found.headers["Content-Type"] = f"{notation.media}; charset=utf-8"
        found.headers["Content-Disposition"] = f'attachment; filename="round-{number}.{notation.ending}"'
    return found


@walls.get("/t/{tournament_id}/standings")
async def standings(
    request: Request, tournament_id: TournamentId, told: Told, after: After = None, at: At = "",
    played: bool = False, stage: StageNumber = None,
) -> Response:  # fmt: skip
    """Show the standings now, after a round, or as of a time."""
    return await _board(request, tournament_id, views.standing, told, after=after, at=at, played=played, stage=stage)


@walls.get("/t/{tournament_id}/pictures")
async def pictures(request: Request, tournament_id: TournamentId, told: Told) -> Response:
    """Show points over the rounds, and results by seat and side."""
    return await _board(request, tournament_id, drawn.pictures, told)


@walls.get("/t/{tournament_id}/points.svg")
async def points_picture(request: Request, tournament_id: TournamentId, told: Told, narrow: bool = False) -> Response:
    """Return the picture of points over the rounds, for a wide screen or a narrow one."""
    return await _board(request, tournament_id, drawn.points_picture, told, narrow=narrow)


@walls.get("/t/{tournament_id}/why/{number}")
async def why(
    request: Request, tournament_id: TournamentId, told: Told, number: Annotated[int, Path(ge=1, le=1_000_000)],
    after: After = None, at: At = "", played: bool = False, stage: StageNumber = None,
) -> Response:  # fmt: skip
    """Show where each point of an entrant comes from."""
    args = {"number": number, "after": after, "at": at, "played": played, "stage": stage}
    return await _board(request, tournament_id, views.reasons, told, **args)


@walls.get("/t/{tournament_id}/ruled")
async def rulings(request: Request, tournament_id: TournamentId, told: Told) -> Response:
    """Show what officials ruled."""
    return await _board(request, tournament_id, views.rulings, told)


@walls.get("/t/{tournament_id}/ruled/{event}")
async def ruling(
    request: Request, tournament_id: TournamentId, told: Told, event: Annotated[int, Path(ge=1, le=10_000_000)]
) -> Response:
    """Show one ruling with its effects."""
    return await _board(request, tournament_id, views.ruling, told, event=event)


@walls.get("/t/{tournament_id}/feed")
async def feed(request: Request, tournament_id: TournamentId, told: Told) -> Response:
    """Return an Atom feed: rounds paired, results, rulings."""
    return await _board(request, tournament_id, feeds.feed, told, site=base_of(request))


@walls.get("/t/{tournament_id}/rounds.ics")
async def rounds_calendar(
    request: Request, tournament_id: TournamentId, told: Told, number: Which = None, table: Which = None
) -> Response:
    """Return the rounds that start at a time as iCalendar: all, or those of a person or of a table."""
    which: dict[str, Any] = {"number": number, "table": table, "site": base_of(request)}
    answer = await _board(request, tournament_id, calendars.rounds_calendar, told, **which)
    now = (await boards_of(request).now(tournament_id, told)).now
    answer.headers.update(attached(file_name(now.plan.title, now.announced.at, now.id, "ics")))
    return answer


@walls.get("/t/{tournament_id}/card.png")
async def card(request: Request, tournament_id: TournamentId) -> Response:
    """Return the preview picture of a link to a tournament, as everybody may see it."""
    found = await boards_of(request).page(tournament_id, cards_drawn.standings_card, {}, language_of(request), None)
    return found.answer(request)


@walls.get("/t/{tournament_id}/m/{match_id}/card.png")
async def match_card(request: Request, tournament_id: TournamentId, match_id: MatchId, queries: AQueries) -> Response:
    """Return the preview picture of a link to a match, as everybody may see it."""
    folded = await run_in_threadpool(queries.folded, _everybody(match_id), match_id)
    args = {"match": match_id, "version": folded.match.version}
    found = await boards_of(request).page(tournament_id, cards_drawn.match_card, args, language_of(request), None)
    return found.answer(request)


@walls.get("/t/{tournament_id}/wall")
async def wall(request: Request, tournament_id: TournamentId, told: OnTheWall) -> Response:
    """Show the wall display of the hall."""
    return await _board(request, tournament_id, views.wall, told)


@walls.get("/t/{tournament_id}/wall/part")
async def wall_part(request: Request, tournament_id: TournamentId, told: OnTheWall) -> Response:
    """Return the changing part of the wall display."""
    return await _board(request, tournament_id, views.wall_part, told)


# --- pages that are not cached -------------------------------------------------------------------


@walls.get("/t/{tournament_id}/clock", response_class=JSONResponse)
async def clock(request: Request, tournament_id: TournamentId) -> dict[str, Any]:
    """Return the clock of the round, and the service's time in milliseconds since 1970."""
    now = (await boards_of(request).now(tournament_id)).now
    at = datetime.now(UTC)
    told = clock_data(now, now.seatings[-1], at) if now.seatings else None
    return {"now": round(time.time() * 1000), "version": now.version, "clock": told}


@walls.get("/t/{tournament_id}/events", response_class=StreamingResponse)
async def events(
    request: Request,
    tournament_id: TournamentId,
    last_event_id: Annotated[str, Header(max_length=20)] = "",
) -> StreamingResponse:
    """Follow a tournament by server-sent events with its version and the service's time."""
    live: PublicUpdates = request.app.state.boardlive
    sender = sender_of(request.scope)
    live.check_room(sender)
    await boards_of(request).now(tournament_id)  # refuse before the stream starts
    after = int(last_event_id) if last_event_id.isascii() and last_event_id.isdecimal() else 0
    stream: AsyncIterator[bytes] = live.follow(tournament_id, after, sender)
    return StreamingResponse(stream, media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})


@walls.get("/t/{tournament_id}/rounds/{number}/tables/{table}")
async def table(
    request: Request, tournament_id: TournamentId, told: Told, queries: AQueries, number: RoundNumber, table: Table
) -> Response:
    """Show one table: who sat there, its result, how long each seat thought, and its match."""
    known = await boards_of(request).now(tournament_id, told)
    return await run_in_threadpool(_table, request, queries, known, number, table)


def _table(request: Request, queries: Any, known: CachedTournament, number: int, table: int) -> Response:
    language = language_of(request)
    reader = Reader(None, language)
    template, context = views.table(queries, known, reader, {"number": number, "table": table})
    times: list[dict[str, Any]] = []
    opened, apart = False, False
    try:
        folded = queries.folded(_everybody(context["match"]), context["match"])
        opened = not folded.match.waits
        pauses = read_clock(context["seating"]).pauses
        found = thinking(folded.match, folded.events, queries.moment(), pauses)
        times = thought_data(found, len(context["one"]["people"]))
    except NoSuchMatch:
        pass
    except Denied:
        apart = True
    return page(
        request, template, None, apart=apart, known=known, now=known.now, plan=known.now.plan, names=known.names,
        base=known.base, tell=reader.sentence, args={}, mark=known.mark, times=times, opened=opened, **context,
    )  # fmt: skip


@walls.get("/t/{tournament_id}/certificate")
async def certificate(request: Request, tournament_id: TournamentId, told: Told, queries: AQueries) -> Response:
    """Return the certificate of the standings, which is provisional until the tournament ends."""
    known = await boards_of(request).now(tournament_id, told)

    def made() -> Response:
        head = queries.ledger.verify(tournament_id)[tournament_id]
        data = certified(known.now, known.names, head.hex(), queries.ledger)
        return with_own_style(certificate_html(data, language_of(request)))

    return await run_in_threadpool(made)


# --- replays of matches, as everybody may see them -----------------------------------------------


def _everybody(match_id: str) -> Pass:
    return Pass("everybody", SPECTATOR, match_id)


def _stepping(request: Request, known: CachedTournament, match_id: str) -> ReplaySteps:
    """Return the replay of a match of a tournament, with names or with numbers.

    Raises:
        NoSuchMatch: the match is not part of the tournament.
    """
    if match_id not in known.now.match_ids():
        raise NoSuchMatch(say("there is no match {match}", match=match_id))
    found: ReplaySteps = request.app.state.replay_steps if known.shown.names else request.app.state.numbered
    return found.calling_people()


async def _match(request: Request, tournament_id: TournamentId, match_id: MatchId, told: Told) -> ReplaySteps:
    known = await boards_of(request).now(tournament_id, told)
    return await run_in_threadpool(_stepping, request, known, match_id)


AMatch = Annotated[ReplaySteps, Depends(_match)]


@walls.get("/t/{tournament_id}/m/{match_id}/replay")
def replay(
    request: Request, tournament_id: TournamentId, match_id: MatchId, steps: AMatch, move: MoveNumber = None
) -> Response:
    """Show a match of a tournament to everybody, as spectators see it, with their delay."""
    card = f"{base_of(request)}/t/{tournament_id}/m/{match_id}/card.png" if can_draw() else ""
    return shown_page(request, steps, _everybody(match_id), match_id, move, None, card=card)


@walls.get("/t/{tournament_id}/m/{match_id}/steps")
def replay_steps(
    request: Request, match_id: MatchId, steps: AMatch, at: Place = None, move: Place = None, left: Place = None
) -> Response:
    """Return a page of steps of a match to everybody."""
    return shown_steps(request, steps, _everybody(match_id), match_id, at, move, left)


@walls.get("/t/{tournament_id}/m/{match_id}/file")
def replay_file(request: Request, match_id: MatchId, steps: AMatch) -> Response:
    """Return the replay of a match as one file to everybody."""
    return shown_file(request, steps.queries, _everybody(match_id), match_id)
