"""The wall of a festival: all sections' pairings and standings, a leaf after the other.

It is made once for all who look at the same: a screen asks every few seconds, and is told whether anything changed.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.tournaments.festivals import section_data
from tablescribe.replays.tournaments.tournament import points_text
from tablescribe.replays.web.festivals.visits import AFestival, AScreen, FestivalView, Token
from tablescribe.replays.web.http.i18n import language_of
from tablescribe.replays.web.pages.pages import page
from tablescribe.replays.web.public.page_cache import CachedTournament
from tablescribe.replays.web.public.views import wall_data

festival_walls = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


@festival_walls.get("/f/{festival_id}/wall")
def festival_wall(request: Request, seen: AFestival) -> Response:
    """Show the wall of a festival, as everybody may read it."""
    return _shown(request, seen, f"/f/{seen.festival.id}/wall", "festival_wall.html")


@festival_walls.get("/f/{festival_id}/wall/part")
def festival_wall_part(request: Request, seen: AFestival) -> Response:
    """Return what changes on the wall."""
    return _shown(request, seen, f"/f/{seen.festival.id}/wall", "_festival_wall.html")


@festival_walls.get("/festival-wall/{token}")
def screen_wall(request: Request, token: Token, seen: AScreen) -> Response:
    """Show the wall on a screen in the room."""
    return _shown(request, seen, f"/festival-wall/{token}", "festival_wall.html")


@festival_walls.get("/festival-wall/{token}/part")
def screen_wall_part(request: Request, token: Token, seen: AScreen) -> Response:
    """Return what changes on the wall of a screen in the room."""
    return _shown(request, seen, f"/festival-wall/{token}", "_festival_wall.html")


def _shown(request: Request, seen: FestivalView, base: str, template: str) -> Response:
    held = seen.held(wall=True)
    language = language_of(request)
    state = [(section, now.version, sorted(names.items())) for section, now, names in held]
    tag = f'W/"{sha256(repr((seen.festival.title, state, language, template)).encode()).hexdigest()[:24]}"'
    headers = {"Cache-Control": "no-cache", "ETag": tag, "Vary": "Cookie, Accept-Language"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    sections = [_section(seen, *one, Reader(None, language)) for one in held]
    answer = page(request, template, seen.who if not seen.screen else None, festival=seen.festival, sections=sections,
                  base=base)  # fmt: skip
    answer.headers.update(headers)
    return answer


def _section(seen: FestivalView, section: Any, now: Any, names: Any, reader: Reader) -> dict[str, Any]:
    known = CachedTournament(now, names, seen.shown(section, wall=True), "", section.mark)
    found = wall_data(seen.queries, known, reader)
    return {**found, **section_data(section, now), "out": len(found["out"]), "points": points_text}
