"""The service as one ASGI application."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from anyio import CapacityLimiter, to_thread
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import PlainTextResponse, Response
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

from tablescribe.domain.tournament.model.roles import ORGANISER
from tablescribe.domain.words.text import Spoken, say
from tablescribe.domain.words.validation_messages import describe_errors
from tablescribe.ledger.log.errors import LedgerUnavailable
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.web.access.access import Access
from tablescribe.replays.web.access.device_sessions import (
    WhichPass,
    forget_ended,
    known_as,
    remembered_as,
    scope_of,
    tokens_of,
)
from tablescribe.replays.web.api.access import doors
from tablescribe.replays.web.api.clock import clocking
from tablescribe.replays.web.api.contributing import contributing
from tablescribe.replays.web.api.direct_answers import DirectAnswers
from tablescribe.replays.web.api.keys import signing
from tablescribe.replays.web.api.matches import PROBLEMS, MatchError, Who, api, problem_answer
from tablescribe.replays.web.api.openapi import document
from tablescribe.replays.web.api.photos import photos
from tablescribe.replays.web.api.problem_details import problem
from tablescribe.replays.web.api.recording import MOVES, answer_move, recording
from tablescribe.replays.web.api.requests import NewMove
from tablescribe.replays.web.api.rules import rule_search
from tablescribe.replays.web.api.typed_moves import typed_moves
from tablescribe.replays.web.api.typing import declaring
from tablescribe.replays.web.festivals.api import festival_api
from tablescribe.replays.web.festivals.pages import festival_pages
from tablescribe.replays.web.festivals.wall import festival_walls
from tablescribe.replays.web.http.compression import CompressionLayer
from tablescribe.replays.web.http.i18n import language_of
from tablescribe.replays.web.http.limits import Guard, Scope, TooLarge, TooMany, TooSlow
from tablescribe.replays.web.http.metrics import Metrics
from tablescribe.replays.web.http.outgoing import Outgoing
from tablescribe.replays.web.http.route_table import RouteTable
from tablescribe.replays.web.pages.boxes import box_routes
from tablescribe.replays.web.pages.clock import clock_page
from tablescribe.replays.web.pages.comparison import comparing
from tablescribe.replays.web.pages.design import designing
from tablescribe.replays.web.pages.lobby import lobby
from tablescribe.replays.web.pages.new_match import opening_pages
from tablescribe.replays.web.pages.pages import page, pages
from tablescribe.replays.web.pages.photos import photo_pages
from tablescribe.replays.web.pages.rematch import rematches
from tablescribe.replays.web.pages.replay import replaying
from tablescribe.replays.web.pages.result_tables import table_pages
from tablescribe.replays.web.pages.results import results
from tablescribe.replays.web.pages.rules import rule_pages
from tablescribe.replays.web.pages.sign_in import entrance
from tablescribe.replays.web.pages.static_files import static_files
from tablescribe.replays.web.pages.verifier import verifying
from tablescribe.replays.web.pages.written_words import word_pages
from tablescribe.replays.web.public.hook_delivery import HookDelivery
from tablescribe.replays.web.public.hook_messages import HookMessages
from tablescribe.replays.web.public.hooks import hook_api, hook_pages
from tablescribe.replays.web.public.live import PublicUpdates
from tablescribe.replays.web.public.page_cache import PageCache
from tablescribe.replays.web.public.pages import walls
from tablescribe.replays.web.public.prizes import winning
from tablescribe.replays.web.table.commands import Commands
from tablescribe.replays.web.table.listing import keep_up
from tablescribe.replays.web.table.live import LiveUpdates
from tablescribe.replays.web.table.match_cache import MOST_EVENTS
from tablescribe.replays.web.table.queries import Queries, hide_names
from tablescribe.replays.web.table.replay_steps import ReplaySteps
from tablescribe.replays.web.teams.api import team_api
from tablescribe.replays.web.teams.pages import team_pages
from tablescribe.replays.web.tournaments.api import officiating
from tablescribe.replays.web.tournaments.attendance_actions import attendance
from tablescribe.replays.web.tournaments.bundle_download import carrying
from tablescribe.replays.web.tournaments.draft_actions import drafts
from tablescribe.replays.web.tournaments.draft_preview import draft_preview
from tablescribe.replays.web.tournaments.form_actions import hall_deeds
from tablescribe.replays.web.tournaments.pages import halls
from tablescribe.replays.web.tournaments.preparing_api import preparing
from tablescribe.replays.web.tournaments.printed_papers import printed
from tablescribe.replays.web.tournaments.queries import tournaments
from tablescribe.replays.web.tournaments.round_starts import keep_starting
from tablescribe.replays.web.tournaments.ruling_actions import ruling_deeds
from tablescribe.replays.web.tournaments.settling import keep_settling
from tablescribe.replays.web.tournaments.slip_api import slip_api
from tablescribe.replays.web.tournaments.slip_pages import slip_pages
from tablescribe.replays.web.tournaments.start_actions import starts
from tablescribe.replays.web.tournaments.tags import tagging
from tablescribe.replays.web.tournaments.timer import timer
from tablescribe.replays.web.tournaments.words import hall_words

log = logging.getLogger("tablescribe.web")

HEALTH_SECONDS = 2.0
"""Seconds within which the ledger must answer the health check."""

FIGURES_EVERY = 5.0
"""Seconds between updates of the number of followers in the metrics that all processes share."""

ABOUT = (
    "Matches recorded, followed and judged. Every error is problem details (RFC 9457) with a stable `code`. What "
    "records carries a `command_id`, so that a retry is recorded once, and the `expected_version` it was decided on."
)


ROUTERS = (
    api, recording, declaring, typed_moves, contributing, comparing, carrying, signing, doors, pages, entrance,
    static_files, replaying, verifying, lobby, opening_pages, rematches, results, tournaments,
    officiating, preparing, halls, walls, winning, timer, hall_deeds, ruling_deeds, attendance, drafts, starts,
    tagging, box_routes, rule_search, rule_pages, designing, word_pages, hall_words, clocking,
    clock_page, festival_api, festival_pages, festival_walls, slip_api, draft_preview, slip_pages, photos, photo_pages,
    hook_api, hook_pages, printed,
    team_api, team_pages, table_pages,
)  # fmt: skip
"""All routes except `/healthz` and `/metrics`, in the order of matching."""


def make_app(
    target: str | Path | Ledger,
    *,
    keys: Path | None = None,
    delay: float = 0.0,
    public_url: str = "",
    reach: str = "",
    private_hooks: bool = False,
    most_events: int = MOST_EVENTS,
    clock: Callable[[], float] = time.monotonic,
) -> FastAPI:
    """Return the service for a ledger, as an ASGI application.

    Args:
        target: the ledger, or its path or URL; it is opened at startup and closed at shutdown.
        keys: the folder of private keys, for bundles, checkpoints and signatures.
        delay: the spectators' delay, in seconds.
        public_url: the address that people use, if it differs from the listening address.
        reach: the address for other devices, for requests that come from this machine itself.
        private_hooks: whether web hooks may use private networks, this machine, and plain http.
        most_events: the maximum number of cached events of matches in use.
        clock: returns the time for rate limits, in seconds.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        ledger = target if isinstance(target, Ledger) else await run_in_threadpool(open_ledger, target)
        access = Access(ledger)
        app.state.queries = Queries(ledger, access, delay=delay, most_events=most_events)
        app.state.replay_steps = ReplaySteps(app.state.queries)
        app.state.commands = Commands(app.state.queries, KeyStore(keys) if keys is not None else None)
        app.state.live = LiveUpdates(app.state.queries)
        app.state.numbered = ReplaySteps(hide_names(app.state.queries))
        app.state.boards = PageCache(app.state.queries)
        app.state.boardlive = PublicUpdates(app.state.boards, app.state.live)
        app.state.commands.announce = app.state.live.announce
        app.state.live.asked_of = app.state.commands.asked
        app.state.live.start()
        app.state.coordination = access.coordination
        access.coordination.listen(app.state.live.hear)
        ends = threading.Event()

        def forget() -> None:
            for queries in (app.state.queries, app.state.numbered.queries):
                queries.cache.forget_erased()
                queries.hall.forget_erased()

        keeper = threading.Thread(target=keep_up, args=(ledger.lists, ends, forget), name="lists", daemon=True)
        keeper.start()
        settler = threading.Thread(target=keep_settling, args=(app.state.queries, ends), name="results", daemon=True)
        settler.start()
        starter = threading.Thread(target=keep_starting, args=(app.state.queries, ends), name="starts", daemon=True)
        starter.start()
        app.state.outgoing = Outgoing(private=private_hooks)
        delivery = HookDelivery(
            HookMessages(app.state.queries, public_url.rstrip("/") or reach), app.state.outgoing,
            several=access.coordination.several,
        )  # fmt: skip
        teller = threading.Thread(target=delivery.keep, args=(ends,), name="hooks", daemon=True)
        teller.start()
        telling = asyncio.create_task(_tell_followers(app))
        log.info("ready", extra={"facts": {"ledger": ledger.ledger_id, "delay": delay}})
        try:
            yield
        finally:
            telling.cancel()
            app.state.live.stop()
            await run_in_threadpool(access.coordination.close)
            ends.set()
            app.state.outgoing.end()
            await run_in_threadpool(keeper.join)
            await run_in_threadpool(settler.join)
            await run_in_threadpool(starter.join)
            await run_in_threadpool(teller.join)
            if ledger is not target:
                await run_in_threadpool(ledger.close)
            log.info("stopped")

    app = FastAPI(
        title="Tablescribe", version="1", description=ABOUT, lifespan=lifespan,
        openapi_url="/api/v1/openapi.json", docs_url=None, redoc_url=None,
        generate_unique_id_function=lambda route: route.name,
    )  # fmt: skip
    app.state.public_url = public_url.rstrip("/")
    app.state.reach = reach
    app.state.metrics = Metrics()
    app.state.festival_walls = {}
    for router in ROUTERS:
        app.router.routes.extend(router.routes)  # included, each application would build all of them once more
    _add_operations(app)
    _add_errors(app)
    document(app)
    app.router.middleware_stack = RouteTable(app.router)
    host = urlsplit(public_url).netloc
    app.add_middleware(DirectAnswers, path=MOVES, model=NewMove, answer=answer_move)
    app.add_middleware(CompressionLayer)
    app.add_middleware(
        Guard, metrics=app.state.metrics, hosts=frozenset({host} if host else ()),
        secure=public_url.startswith("https"), clock=clock, known=_known_as, remembered=_remembered_as,
        sorry=lambda scope, error: answer_to(Request(scope), error),
    )  # fmt: skip
    return app


def _known_as(scopes: Sequence[Scope]) -> list[str | None]:
    """Return the id of the valid pass of each request, or `None`."""
    return known_as([Request(scope) for scope in scopes], scopes[0]["app"].state.queries.access)


def _remembered_as(scope: Scope) -> str | None:
    """Return the id of a request's pass, if it is cached as valid."""
    return remembered_as(Request(scope), scope["app"].state.queries.access)


async def _tell_followers(app: FastAPI) -> None:
    """Update the number of followers in the metrics every few seconds."""
    while True:
        app.state.metrics.follow(app.state.live.followers + app.state.boardlive.followers)
        await asyncio.sleep(FIGURES_EVERY)


def _add_operations(app: FastAPI) -> None:
    threads = CapacityLimiter(2)  # separate ones, as all others may be waiting for the ledger

    @app.get("/healthz", tags=["operations"], responses={503: PROBLEMS[503]})
    async def healthz(request: Request) -> dict[str, Any]:
        """Check that the ledger can be read. Answers within seconds."""
        queries: Queries = request.app.state.queries
        look = queries.ledger.log.position_now
        try:
            async with asyncio.timeout(HEALTH_SECONDS):
                position = await to_thread.run_sync(look, limiter=threads, abandon_on_cancel=True)
        except TimeoutError:
            text = say("the ledger did not answer within {seconds} seconds. Try again", seconds=round(HEALTH_SECONDS))
            raise LedgerUnavailable(text) from None
        return {"status": "ok", "position": position, "at": datetime.now(UTC).isoformat(timespec="seconds")}

    @app.get("/metrics", tags=["operations"], response_class=PlainTextResponse, responses=PROBLEMS)
    def metrics(request: Request, who: Who) -> PlainTextResponse:
        """Return metrics for Prometheus. Needs an organiser's token."""
        who.require(who.organises, say("read the metrics"))
        queries: Queries = request.app.state.queries
        live: LiveUpdates = request.app.state.live
        found: Metrics = request.app.state.metrics
        position = queries.ledger.log.max_notification_id() or 0
        text = found.text(followers=live.followers + app.state.boardlive.followers, position=position)
        return PlainTextResponse(text, media_type="text/plain; version=0.0.4")


class _Form(Spoken):
    code = "request.form"


class _Unknown(Spoken):
    code = "request.unknown"


class _Method(Spoken):
    code = "request.method"


def _add_errors(app: FastAPI) -> None:
    @app.exception_handler(RequestValidationError)
    async def wrong_form(request: Request, error: RequestValidationError) -> Response:
        return await run_in_threadpool(answer_to, request, _Form(describe_errors(error.errors())))

    @app.exception_handler(HTTPException)
    async def of_framework(request: Request, error: HTTPException) -> Response:
        cause: Exception = _Form(str(error.detail))
        if error.status_code == 404:
            cause = _Unknown(say("this page does not exist, or you may not see it"))
        elif error.status_code == 405:
            cause = _Method(say("{method} is not supported here: see the header `Allow`", method=request.method))
        elif isinstance(error.__cause__, TooLarge | TooSlow):  # raised while the framework read the body
            cause = error.__cause__
        answer = answer_to(request, cause)
        answer.headers.update(error.headers or {})
        return answer

    @app.exception_handler(MatchError)
    async def in_match(request: Request, error: MatchError) -> Response:
        return problem_answer(error.problem)

    for kind in _coded():
        app.add_exception_handler(kind, answer_to)


def answer_to(request: Request, error: Exception) -> Response:
    """Return the response for an error; only faults of the service are logged with a traceback."""
    found = problem(error, Reader(language=language_of(request)))
    if found["status"] == 500:
        log.error("fault", exc_info=error)
    if request.url.path.startswith("/api/") or "text/html" not in request.headers.get("accept", ""):
        answer: Response = problem_answer(found)
    elif isinstance(error, WhichPass):
        scope = scope_of(request)
        several = [one for one in request.state.held if one.match in (None, scope)]
        to = f"/{'m' if 'match_id' in request.path_params else 't'}/{scope}"
        answer = page(request, "which.html", None, found["status"], passes=several, to=to, new=None, held=[])
    else:
        answer = _sorry(request, found)
    if found["status"] == 401:
        answer.headers["WWW-Authenticate"] = "Bearer"
    if found["status"] == 429:
        answer.headers["Retry-After"] = "2"
    return answer


def _sorry(request: Request, found: dict[str, Any]) -> Response:
    """Return the error page; if the pass is not sufficient, it offers the other passes of the device."""
    left = request.state.held if found["code"] == "access.denied" and hasattr(request.state, "held") else []
    if found["status"] == 401 and hasattr(request.app.state, "queries") and len(tokens_of(request)) > 1:
        scratch = Response()
        left = forget_ended(request, scratch, request.app.state.queries.access)
        answer = page(request, "sorry.html", None, found["status"], found=found, held=left, new=False)
        answer.raw_headers.extend(one for one in scratch.raw_headers if one[0] == b"set-cookie")
        return answer
    new = found["status"] == 401 and not tokens_of(request) and not request.url.path.startswith(("/enter/", "/see/"))
    return page(request, "sorry.html", None, found["status"], found=found, held=left, new=new)


def _coded() -> list[type[Exception]]:
    """Return the exception classes with a stable error code."""
    from tablescribe.domain.games import UnknownGame, WrongOptions
    from tablescribe.domain.match.line import NoSuchMove
    from tablescribe.domain.match.refusals import MatchIsClosed, Refused
    from tablescribe.domain.rules.chance import NeedsOutcome, WrongOutcome
    from tablescribe.domain.rules.declarations import BadDeclaration
    from tablescribe.domain.rules.play import Illegal
    from tablescribe.domain.table.table import Impossible
    from tablescribe.domain.tournament.model.plan_parsing import BadPlan
    from tablescribe.domain.tournament.model.roles import RoleRefused
    from tablescribe.ledger.log.errors import LedgerError
    from tablescribe.ledger.matches.boxes import BadBox
    from tablescribe.ledger.matches.client_actions import BadAction
    from tablescribe.ledger.matches.fact_checks import BadFact
    from tablescribe.ledger.matches.hook_addresses import BadHook
    from tablescribe.replays.papers.pdf import PdfMissing
    from tablescribe.replays.web.access.access import ChairTaken, NoPass
    from tablescribe.replays.web.access.passes import Denied
    from tablescribe.replays.web.access.seat_pins import WrongPin
    from tablescribe.replays.web.table.consent import OtherRequest, Pending

    return [
        NeedsOutcome, WrongOutcome, UnknownGame, WrongOptions, NoSuchMove, Illegal, MatchIsClosed, Refused, Impossible,
        LedgerError, BadAction, ChairTaken, Denied, NoPass, WhichPass, WrongPin, BadFact, Pending,
        OtherRequest, TooMany, PdfMissing, BadPlan, RoleRefused, BadBox, BadDeclaration,
        BadHook,
    ]  # fmt: skip


def first_link(ledger: Ledger, base: str, *, again: bool = False) -> str:
    """Return a new organiser's link if there is no organiser yet, or if `again` is set; else an empty string."""
    access = Access(ledger)
    if access.has_organiser() and not again:
        return ""
    _, token = access.grant(ORGANISER, label="first start" if not again else "another link")
    return f"{base}/enter/{token}"
