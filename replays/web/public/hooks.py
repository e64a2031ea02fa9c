"""Web hooks for organisers: the page and the API routes."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, Response

from tablescribe.domain.words.text import say
from tablescribe.ledger.matches.hooks import TEMPLATES, Hook, Progress, add_hook, hook, remove_hook
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.web.access.passes import Pass
from tablescribe.replays.web.api.matches import AQueries, Who, operations
from tablescribe.replays.web.api.requests import HookId, NewHook
from tablescribe.replays.web.http.i18n import LANGUAGES, language_of
from tablescribe.replays.web.http.outgoing import Outgoing
from tablescribe.replays.web.pages.forms import attempt
from tablescribe.replays.web.pages.pages import page
from tablescribe.replays.web.public.hook_commands import hook_data, listed_hooks, state_text, try_hook, why
from tablescribe.replays.web.table.listing import bring_up
from tablescribe.replays.web.table.queries import Queries

hook_api = operations(prefix="/api/v1", tags=["hooks"])
hook_pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

NOTHING: dict[str, Any] = {"address": "", "tournament": "", "template": "json", "names": False}


def _sender(request: Request) -> Outgoing:
    found: Outgoing = request.app.state.outgoing
    return found


def _require(who: Pass) -> None:
    who.require(who.organises, say("set up web hooks"))


def _added(request: Request, queries: Queries, body: NewHook) -> Hook:
    return add_hook(
        queries.ledger, body.address, tournament=body.tournament, template=body.template, names=body.names,
        language=body.language, private=_sender(request).private,
    )  # fmt: skip


# --- the API -------------------------------------------------------------------------------------


@hook_api.get("/hooks")
def web_hooks(who: Who, queries: AQueries) -> list[dict[str, Any]]:
    """List the web hooks: what each receives, its last delivery and its last failure."""
    _require(who)
    return listed_hooks(queries.ledger)


@hook_api.post("/hooks", status_code=201)
def new_web_hook(request: Request, body: NewHook, who: Who, queries: AQueries) -> dict[str, Any]:
    """Add a web hook. Its secret is shown only once."""
    _require(who)
    new = _added(request, queries, body)
    return {**hook_data(new, Progress(new.after)), "secret": new.secret}


@hook_api.delete("/hooks/{hook_id}")
def remove_web_hook(hook_id: HookId, who: Who, queries: AQueries) -> dict[str, bool]:
    """Remove a web hook: nothing more is sent to it."""
    _require(who)
    remove_hook(queries.ledger, hook_id)
    return {"removed": True}


@hook_api.post("/hooks/{hook_id}/tests", status_code=201)
def test_web_hook(request: Request, hook_id: HookId, who: Who, queries: AQueries) -> dict[str, Any]:
    """Send a test message. If it is accepted, a hook that was given up resumes where it stopped."""
    _require(who)
    failure = try_hook(queries.ledger, _sender(request), hook(queries.ledger, hook_id))
    return {"accepted": not failure, "failure": failure}


# --- the page ------------------------------------------------------------------------------------


@hook_pages.get("/hooks")
def hooks_page(request: Request, who: Who, queries: AQueries, tournament: str = "") -> Response:
    """Show the web hooks, with a form for a new one."""
    _require(who)
    return _shown(request, who, queries, said={**NOTHING, "tournament": tournament[:64]})


def _shown(
    request: Request, who: Pass, queries: Queries, status: int = 200, *, refused: dict[str, Any] | None = None,
    said: dict[str, Any] = NOTHING, **more: Any,
) -> Response:  # fmt: skip
    bring_up(queries)  # so that a new tournament can be chosen
    tell = Reader(None, language_of(request)).sentence
    told = [{**one, "words": tell(state_text(one))} for one in listed_hooks(queries.ledger)]
    tournaments = queries.ledger.asking.tournaments(limit=50)
    return page(
        request, "hooks.html", who, status, hooks=told, templates=TEMPLATES, tournaments=tournaments, refused=refused,
        titles={one.tournament_id: one.title for one in tournaments}, said=said,
        **{"new": None, "tested": "", "test": "", "test_failed": False, **more},
    )  # fmt: skip


@hook_pages.post("/hooks")
def add_hook_here(
    request: Request, who: Who, queries: AQueries, address: Annotated[str, Form(max_length=2000)],
    tournament: Annotated[str, Form(max_length=64)] = "", template: Annotated[str, Form(max_length=20)] = "json",
    names: Annotated[bool, Form()] = False,
) -> Response:  # fmt: skip
    """Add a web hook, and show its secret once."""
    _require(who)
    given = {"address": address, "tournament": tournament, "template": template, "names": names}
    new: list[Hook] = []
    answer = attempt(
        request,
        lambda: new.append(
            add_hook(queries.ledger, address.strip(), tournament=tournament, template=template, names=names,
                     language=_language(request), private=_sender(request).private)
        ),
        "/hooks",
        lambda refused, status: _shown(request, who, queries, status, refused=refused, said=given),
    )  # fmt: skip
    return _shown(request, who, queries, 201, new=new[0]) if new else answer


def _language(request: Request) -> str:
    found = language_of(request)
    return found if found in LANGUAGES else "en"


@hook_pages.post("/hooks/{hook_id}/test")
def test_hook_here(request: Request, hook_id: HookId, who: Who, queries: AQueries) -> Response:
    """Send a test message, and show the result."""
    _require(who)
    failure = try_hook(queries.ledger, _sender(request), hook(queries.ledger, hook_id))
    words = why(failure) if failure else say("the receiver accepted the test")
    told = Reader(None, language_of(request)).sentence(words)
    return _shown(request, who, queries, tested=hook_id, test=told, test_failed=bool(failure))


@hook_pages.post("/hooks/{hook_id}/remove")
def remove_hook_here(request: Request, hook_id: HookId, who: Who, queries: AQueries) -> Response:
    """Remove a web hook."""
    _require(who)
    return attempt(
        request, lambda: remove_hook(queries.ledger, hook_id), "/hooks",
        lambda refused, status: _shown(request, who, queries, status, refused=refused),
    )  # fmt: skip
