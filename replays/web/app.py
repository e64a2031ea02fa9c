"""The service as one ASGI application."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncIterator
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

from domain.faults import say_faults
from domain.text import Spoken, say
from ledger.ledger import Ledger, open_ledger
from ledger.log.errors import LedgerUnavailable
from ledger.proofs.keys import KeyStore
from replays.reader import Reader
from replays.web.access import ORGANISER, Access
from replays.web.api import PROBLEMS, InMatch, Who, api, problem_answer
from replays.web.boardlive import BoardLive
from replays.web.boards import Boards
from replays.web.boxes import box_routes
from replays.web.carrying import carrying
from replays.web.comparing import comparing
from replays.web.contributing import contributing
from replays.web.counter import Counter
from replays.web.declaring import declaring
from replays.web.desk import Desk, numbered
from replays.web.document import document
from replays.web.doors import doors
from replays.web.entrance import entrance
from replays.web.hall_deeds import hall_deeds
from replays.web.halls import halls
from replays.web.held import WhichPass, forget_ended, scope_of, tokens_of
from replays.web.i18n import language_of
from replays.web.keys import signing
from replays.web.limits import Guard, TooLarge, TooMany, TooSlow
from replays.web.listing import keep_up
from replays.web.live import Live
from replays.web.lobby import lobby
from replays.web.metrics import Metrics
from replays.web.officiating import officiating
from replays.web.packing import Packing
from replays.web.pages import page, pages
from replays.web.problem import problem
from replays.web.recording import recording
from replays.web.replaying import replaying
from replays.web.results import results
from replays.web.stepping import Stepping
from replays.web.timer import timer
from replays.web.tournaments import tournaments
from replays.web.walls import walls

log = logging.getLogger("tablescribe.web")

HEALTH_SECONDS = 2.0
"""Within which the ledger must answer to be called healthy."""

FIGURES_EVERY = 5.0
"""Seconds after which other processes of the service know how many follow here."""

ABOUT = (
    "Matches recorded, followed and judged. Every error is problem details (RFC 9457) with a stable `code`. What "
    "records carries a `command_id`, so that a retry is recorded once, and the `expected_version` it was decided on."
)


def make_app(
    target: str | Path | Ledger,
    *,
    keys: Path | None = None,
    delay: float = 0.0,
    public_url: str = "",
    reach: str = "",
) -> FastAPI:
    """Return the service over a ledger.

    Args:
        target: the ledger, or its path or URL; it is opened when the service starts and closed when it ends.
        keys: the folder of private keys, for bundles, checkpoints and signatures.
        delay: how many seconds spectators are behind.
        public_url: under which people reach it, where that is not the address it listens on.
        reach: what other devices call the address at which this machine asks itself; see `reach.py`.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        ledger = target if isinstance(target, Ledger) else await run_in_threadpool(open_ledger, target)
        access = Access(ledger)
        app.state.desk = Desk(ledger, access, delay=delay)
        app.state.stepping = Stepping(app.state.desk)
        app.state.counter = Counter(app.state.desk, KeyStore(keys) if keys is not None else None)
        app.state.live = Live(app.state.desk)
        app.state.numbered = Stepping(numbered(app.state.desk))
        app.state.boards = Boards(app.state.desk)
        app.state.boardlive = BoardLive(app.state.boards, app.state.live)
        app.state.counter.announce = app.state.live.announce
        app.state.live.asked_of = app.state.counter.asked
        app.state.live.start()
        app.state.between = access.between
        access.between.listen(app.state.live.hear)
        ends = threading.Event()
        keeper = threading.Thread(target=keep_up, args=(ledger.lists, ends), name="lists", daemon=True)
        keeper.start()
        telling = asyncio.create_task(_tell_followers(app))
        log.info("ready", extra={"facts": {"ledger": ledger.ledger_id, "delay": delay}})
        try:
            yield
        finally:
            telling.cancel()
            app.state.live.stop()
            await run_in_threadpool(access.between.close)
            ends.set()
            await run_in_threadpool(keeper.join)
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
    app.include_router(api)
    app.include_router(recording)
    app.include_router(declaring)
    app.include_router(contributing)
    app.include_router(comparing)
    app.include_router(carrying)
    app.include_router(signing)
    app.include_router(doors)
    app.include_router(pages)
    app.include_router(entrance)
    app.include_router(replaying)
    app.include_router(lobby)
    app.include_router(results)
    app.include_router(tournaments)
    app.include_router(officiating)
    app.include_router(halls)
    app.include_router(walls)
    app.include_router(timer)
    app.include_router(hall_deeds)
    app.include_router(box_routes)
    _add_operations(app)
    _add_errors(app)
    document(app)
    host = urlsplit(public_url).netloc
    app.add_middleware(Packing)
    app.add_middleware(
        Guard, metrics=app.state.metrics, hosts=frozenset({host} if host else ()),
        secure=public_url.startswith("https"), sorry=lambda scope, error: answer_to(Request(scope), error),
    )  # fmt: skip
    return app


async def _tell_followers(app: FastAPI) -> None:
    """Let the figures say every few seconds how many follow here."""
    while True:
        app.state.metrics.follow(app.state.live.followers + app.state.boardlive.followers)
        await asyncio.sleep(FIGURES_EVERY)


def _add_operations(app: FastAPI) -> None:
    threads = CapacityLimiter(2)  # of its own: those of all others may be waiting for the ledger

    @app.get("/healthz", tags=["operations"], responses={503: PROBLEMS[503]})
    async def healthz(request: Request) -> dict[str, Any]:
        """Say within seconds whether the ledger can be read."""
        desk: Desk = request.app.state.desk
        look = desk.ledger.log.position_now
        try:
            async with asyncio.timeout(HEALTH_SECONDS):
                position = await to_thread.run_sync(look, limiter=threads, abandon_on_cancel=True)
        except TimeoutError:
            text = say("the ledger does not answer within {seconds} seconds", seconds=round(HEALTH_SECONDS))
            raise LedgerUnavailable(text) from None
        return {"status": "ok", "position": position, "at": datetime.now(UTC).isoformat(timespec="seconds")}

    @app.get("/metrics", tags=["operations"], response_class=PlainTextResponse, responses=PROBLEMS)
    def metrics(request: Request, who: Who) -> PlainTextResponse:
        """Return figures for Prometheus; an organiser's token is needed."""
        who.require(who.organises, say("read the metrics"))
        desk: Desk = request.app.state.desk
        live: Live = request.app.state.live
        found: Metrics = request.app.state.metrics
        position = desk.ledger.log.max_notification_id() or 0
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
        return await run_in_threadpool(answer_to, request, _Form(say_faults(error.errors())))

    @app.exception_handler(HTTPException)
    async def of_framework(request: Request, error: HTTPException) -> Response:
        cause: Exception = _Form(str(error.detail))
        if error.status_code == 404:
            cause = _Unknown(say("there is nothing here"))
        elif error.status_code == 405:
            cause = _Method(say("{method} is not for this: see `Allow`", method=request.method))
        elif isinstance(error.__cause__, TooLarge | TooSlow):  # while the framework read the body
            cause = error.__cause__
        answer = answer_to(request, cause)
        answer.headers.update(error.headers or {})
        return answer

    @app.exception_handler(InMatch)
    async def in_match(request: Request, error: InMatch) -> Response:
        return problem_answer(error.problem)

    for kind in _coded():
        app.add_exception_handler(kind, answer_to)


def answer_to(request: Request, error: Exception) -> Response:
    """Return an error by its cause; only our own faults leave a trace in the log."""
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
    """Return the page about an error; where a pass does not do, those that the device holds besides are offered."""
    left = request.state.held if found["code"] == "access.denied" and hasattr(request.state, "held") else []
    if found["status"] == 401 and hasattr(request.app.state, "desk") and len(tokens_of(request)) > 1:
        scratch = Response()
        left = forget_ended(request, scratch, request.app.state.desk.access)
        answer = page(request, "sorry.html", None, found["status"], found=found, held=left)
        answer.raw_headers.extend(one for one in scratch.raw_headers if one[0] == b"set-cookie")
        return answer
    return page(request, "sorry.html", None, found["status"], found=found, held=left)


def _coded() -> list[type[Exception]]:
    """Return our errors, which all have a stable code."""
    from domain.chance import NeedsOutcome, WrongOutcome
    from domain.declaring import BadDeclaration
    from domain.games import UnknownGame, WrongOptions
    from domain.line import NoSuchMove
    from domain.play import Illegal
    from domain.refusals import MatchIsClosed, Refused
    from domain.table import Impossible
    from domain.tournament.plan import BadPlan
    from domain.tournament.roles import RoleRefused
    from ledger.boxes import BadBox
    from ledger.facts import BadFact
    from ledger.log.errors import LedgerError
    from ledger.reading_actions import BadAction
    from replays.pdf import PdfMissing
    from replays.web.access import ChairTaken, Denied, NoPass, WrongPin
    from replays.web.consent import OtherRequest, Pending

    return [
        NeedsOutcome, WrongOutcome, UnknownGame, WrongOptions, NoSuchMove, Illegal, MatchIsClosed, Refused, Impossible,
        LedgerError, BadAction, ChairTaken, Denied, NoPass, WhichPass, WrongPin, BadFact, Pending,
        OtherRequest, TooMany, PdfMissing, BadPlan, RoleRefused, BadBox, BadDeclaration,
    ]  # fmt: skip


def first_link(ledger: Ledger, base: str, *, again: bool = False) -> str:
    """Return a new organiser's link if there is no organiser yet, or another is wanted; else the empty text."""
    access = Access(ledger)
    if access.has_organiser() and not again:
        return ""
    _, token = access.grant(ORGANISER, label="first start" if not again else "another link")
    return f"{base}/enter/{token}"
