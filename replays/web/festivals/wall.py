"""The wall display of a festival: pairings and standings of all sections, page by page.

A screen polls every few seconds for changes. For the public it is rendered at most once in `AGE` seconds, however many
people look.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.tournaments.festivals import section_data
from tablescribe.replays.tournaments.tournament import points_text
from tablescribe.replays.web.access.device_sessions import tokens_of
from tablescribe.replays.web.festivals.visits import AFestival, AScreen, FestivalView, Token
from tablescribe.replays.web.http.i18n import language_of
from tablescribe.replays.web.pages.pages import page
from tablescribe.replays.web.public.page_cache import CachedTournament
from tablescribe.replays.web.public.views import wall_data

festival_walls = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

AGE = 2.0
"""Seconds for which a rendered public wall is reused."""

MOST = 256
"""Maximum number of cached walls; beyond that the cache is emptied, which only costs time."""


@dataclass(frozen=True)
class _Made:
    """A rendered wall, and its time."""

    at: float
    tag: str
    body: bytes


@festival_walls.get("/f/{festival_id}/wall")
def festival_wall(request: Request, seen: AFestival) -> Response:
    """Show the wall of a festival as everybody may read it."""
    return _shown(request, seen, f"/f/{seen.festival.id}/wall", "festival_wall.html")


@festival_walls.get("/f/{festival_id}/wall/part")
def festival_wall_part(request: Request, seen: AFestival) -> Response:
    """Return the changing part of the wall."""
    return _shown(request, seen, f"/f/{seen.festival.id}/wall", "_festival_wall.html")


@festival_walls.get("/festival-wall/{token}")
def screen_wall(request: Request, token: Token, seen: AScreen) -> Response:
    """Show the wall on a screen in the room."""
    return _shown(request, seen, f"/festival-wall/{token}", "festival_wall.html")


@festival_walls.get("/festival-wall/{token}/part")
def screen_wall_part(request: Request, token: Token, seen: AScreen) -> Response:
    """Return the changing part of the wall for a screen in the room."""
    return _shown(request, seen, f"/festival-wall/{token}", "_festival_wall.html")


def _shown(request: Request, seen: FestivalView, base: str, template: str) -> Response:
    kept: dict[tuple[str, ...], _Made] = request.app.state.festival_walls
    key = (base, template, language_of(request))
    made = kept.get(key) if not tokens_of(request) else None
    if made is None or time.monotonic() - made.at > AGE:
        made = _made(request, seen, base, template)
        if len(kept) >= MOST:
            kept.clear()
        if not tokens_of(request):
            kept[key] = made
    headers = {"Cache-Control": "no-cache", "ETag": made.tag, "Vary": "Cookie, Accept-Language"}
    if made.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return HTMLResponse(made.body, headers=headers)


def _made(request: Request, seen: FestivalView, base: str, template: str) -> _Made:
    held = seen.held(wall=True)
    language = language_of(request)
    state = [(section, now.version, sorted(names.items())) for section, now, names in held]
    tag = f'W/"{sha256(repr((seen.festival.title, state, language, template)).encode()).hexdigest()[:24]}"'
    sections = [_section(seen, *one, Reader(None, language)) for one in held]
    answer = page(request, template, seen.who if not seen.screen else None, festival=seen.festival, sections=sections,
                  base=base)  # fmt: skip
    return _Made(time.monotonic(), tag, bytes(answer.body))


def _section(seen: FestivalView, section: Any, now: Any, names: Any, reader: Reader) -> dict[str, Any]:
    known = CachedTournament(now, names, seen.shown(section, wall=True), "", section.mark)
    found = wall_data(seen.queries, known, reader)
    return {**found, **section_data(section, now), "out": len(found["out"]), "points": points_text}
