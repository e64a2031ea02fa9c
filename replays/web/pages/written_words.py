"""Pages on which organisers see and erase the texts by users in a match."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import HTMLResponse, Response

from tablescribe.domain.tournament.model.roles import ORGANISER
from tablescribe.domain.words.text import Text, say
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.web.access.passes import Pass
from tablescribe.replays.web.api.matches import ACommands, AQueries, Who
from tablescribe.replays.web.api.requests import MatchId
from tablescribe.replays.web.http.i18n import language_of
from tablescribe.replays.web.pages.forms import attempt
from tablescribe.replays.web.pages.pages import page
from tablescribe.replays.web.table.queries import Queries
from tablescribe.replays.web.table.written_words import words_to_erase, written_words

word_pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

NOTHING = 0
"""Stands for no event: only texts already erased are removed from the files."""

EventNumber = Annotated[int, Path(ge=1, le=2_000_000_000)]


def context_of(queries: Queries, stream_id: str, base: str) -> dict[str, Any]:
    """Return the contents of the page of texts: the texts by event, and whether an erasure is unfinished."""
    return {
        "words": written_words(queries.ledger, stream_id), "words_at": f"{base}/words",
        "unfinished": queries.ledger.erasure_is_unfinished(),
    }  # fmt: skip


def erasing_of(queries: Queries, stream_id: str, base: str, event: int) -> dict[str, Any]:
    """Return the contents of the confirmation page before texts are erased.

    Raises:
        NoSuchMatch: that event has no texts that can be erased.
    """
    return {
        "one": words_to_erase(queries.ledger, stream_id, event), "words_at": f"{base}/words",
    }  # fmt: skip


@word_pages.get("/m/{match_id}/words")
def words_page(request: Request, match_id: MatchId, who: Who, queries: AQueries) -> Response:
    """Show the texts by users in a match."""
    return _shown(request, match_id, who, queries)


def _shown(
    request: Request, match_id: str, who: Pass, queries: Queries, refused: dict[str, Any] | None = None,
    status: int = 200,
) -> Response:  # fmt: skip
    heading = _entered(request, match_id, who, queries)
    return page(
        request, "words.html", who, status, match=heading, refused=refused, tell=_tell(request),
        **context_of(queries, match_id, f"/m/{match_id}"),
    )  # fmt: skip


@word_pages.post("/m/{match_id}/words/finish")
def finish(request: Request, match_id: MatchId, who: Who, queries: AQueries, commands: ACommands) -> Response:
    """Finish an erasure: remove erased texts from the ledger's files, which another program was reading before."""
    return erase(request, match_id, NOTHING, who, queries, commands)


@word_pages.get("/m/{match_id}/words/{event}")
def erase_page(request: Request, match_id: MatchId, event: EventNumber, who: Who, queries: AQueries) -> Response:
    """Ask for confirmation before the texts of an event are erased."""
    heading = _entered(request, match_id, who, queries)
    erasing = erasing_of(queries, match_id, f"/m/{match_id}", event)
    return page(request, "words_erase.html", who, match=heading, tell=_tell(request), **erasing)


@word_pages.post("/m/{match_id}/words/{event}")
def erase(
    request: Request, match_id: MatchId, event: EventNumber, who: Who, queries: AQueries, commands: ACommands
) -> Response:
    """Erase the texts of an event."""
    _entered(request, match_id, who, queries)
    return attempt(
        request, lambda: commands.ledger.erase_words(match_id, event), f"/m/{match_id}/words",
        lambda refused, status: _shown(request, match_id, who, queries, refused, status),
    )  # fmt: skip


def _entered(request: Request, match_id: str, who: Pass, queries: Queries) -> dict[str, Any]:
    """Return the heading of a match for its organiser.

    Raises:
        Denied: the pass is not an organiser's, or others still play the match's shuffle.
    """
    who.enter(match_id)
    who.require(who.role == ORGANISER, say("erase words"))
    return queries.heading(queries.folded(who, match_id), language_of(request))


def _tell(request: Request) -> Callable[[Text], str]:
    """Return a function that renders texts in the reader's language."""
    return Reader(None, language_of(request)).sentence
