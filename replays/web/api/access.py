"""API routes for access: passes, share links, PINs, and the access trail."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from fastapi import Request

from tablescribe.domain.box.rulebook import ENGLISH
from tablescribe.domain.match.match import Match
from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament.model.roles import ORGANISER
from tablescribe.domain.words.text import Text, listed, plural, say, tell
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.web.access.passes import SEAT, Pass
from tablescribe.replays.web.api.matches import AQueries, Language, Who, operations
from tablescribe.replays.web.api.requests import Chair, MatchId, NewPass, NewPin, PassId
from tablescribe.replays.web.http.limits import sender_of
from tablescribe.replays.web.http.public_address import base_of
from tablescribe.replays.web.table.queries import Queries

doors = operations(prefix="/api/v1")

RECORDERS = NewPin()
"""The default request: a PIN for the recorder's chair."""


@doors.get("/passes", tags=["access"])
def passes(who: Who, queries: AQueries) -> list[dict[str, Any]]:
    """List the valid passes."""
    who.require(who.organises, say("see all links"))
    return [asdict(one) for one in queries.access.passes()]


@doors.post("/passes", status_code=201, tags=["access"])
def give(request: Request, body: NewPass, who: Who, queries: AQueries) -> dict[str, Any]:
    """Create a pass. Its link is shown only once."""
    who.require(who.organises, say("create links"))
    if body.match is not None:
        _check_seat(body.seat, queries.cache.now(body.match).match)
    if (body.role == SEAT) != (body.seat is not None) or (body.role == SEAT and body.match is None):
        raise Refused(say("a link for a seat needs a match and a seat; other links must not name a seat"))
    if body.role == ORGANISER and body.match is not None:
        raise Refused(
            say("an organiser's link covers all matches. For one match, create a recorder's or a judge's link")
        )
    given, token = queries.access.grant(body.role, match=body.match, seat=body.seat, label=body.label, days=body.days)
    return {**asdict(given), "token": token, "link": link(request, token)}


@doors.delete("/passes/{pass_id}", tags=["access"])
def revoke(pass_id: PassId, who: Who, queries: AQueries) -> dict[str, bool]:
    """Revoke a pass, and every share link made with it."""
    who.require(who.organises, say("revoke links"))
    return {"revoked": queries.access.revoke(pass_id)}


@doors.post("/matches/{match_id}/share", status_code=201, tags=["access"])
def share(request: Request, match_id: MatchId, who: Who, queries: AQueries) -> dict[str, str]:
    """Return a signed link. Anyone who has it can watch this match."""
    who.require(who.records or who.judges, say("share a match"))
    queries.folded(who, match_id)
    return {"link": link(request, queries.access.share(who, match_id))}


@doors.post("/matches/{match_id}/pin", status_code=201, tags=["access"])
def pin(match_id: MatchId, who: Who, queries: AQueries, body: NewPin = RECORDERS) -> dict[str, Any]:
    """Set a new PIN for a seat, or for the recorder's chair if no seat is given. The PIN is shown only once."""
    who.require(who.records, say("set a PIN"))
    _check_seat(body.seat, queries.folded(who, match_id).match)
    return {"pin": queries.access.pins.assign(match_id, body.seat), "seat": body.seat}


@doors.post("/matches/{match_id}/chairs", status_code=201, tags=["access"])
def chair(request: Request, match_id: MatchId, body: Chair, queries: AQueries) -> dict[str, Any]:
    """Take a seat, or the recorder's chair if no seat is given, with its PIN."""
    given, token = take_chair(request, queries, match_id, body.pin, body.seat)
    return {**asdict(given), "token": token, "link": link(request, token)}


def take_chair(request: Request, queries: Queries, match_id: str, pin: str, seat: int | None) -> tuple[Pass, str]:
    """Take a chair with a PIN; see `Access.take_chair`."""
    _check_seat(seat, queries.cache.now(match_id).match)
    return queries.access.take_chair(match_id, pin, seat, sender_of(request.scope))


def _check_seat(seat: int | None, match: Match) -> None:
    if seat is not None and not 1 <= seat <= match.opening.seats:
        raise Refused(plural(match.opening.seats, "that match has 1 seat", "that match has {n} seats"))


@doors.get("/matches/{match_id}/trail", tags=["access"])
def trail(match_id: MatchId, who: Who, queries: AQueries, language: Language) -> list[dict[str, str]]:
    """Return the access log: who was shown hidden parts of this match.

    Seats are named by number unless you request a language.
    """
    who.require(who.judges, say("view the access log"))
    match = queries.folded(who, match_id).match
    told = _plainly if language == ENGLISH else Reader(match.opening, language).tell
    return [
        {"at": one.at, "who": told(listed([one.who])), "label": one.label, "what": told(one.what)}
        for one in queries.access.trail(match_id)
    ]


def _plainly(text: Text | str) -> str:
    """Return a text in English, with seats by number, as programs expect."""
    return tell(text, lambda thing: thing.replace(":", " "))


def link(request: Request, token: str) -> str:
    """Return the sign-in link of a token."""
    return f"{base_of(request)}/enter/{token}"
