"""Photos of notes on pages: with a pass, or with the public link."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from tablescribe.replays.web.api.matches import AQueries, Who
from tablescribe.replays.web.api.photos import PhotoId
from tablescribe.replays.web.api.requests import MatchId
from tablescribe.replays.web.http.photos import photo_answer
from tablescribe.replays.web.pages.replay import anybody
from tablescribe.replays.web.table.photos import photo as find

photo_pages = APIRouter(include_in_schema=False)


@photo_pages.get("/m/{match_id}/photos/{photo_id}")
def photo(match_id: MatchId, photo_id: PhotoId, who: Who, queries: AQueries, small: bool = False) -> Response:
    """Return a photo of a note to readers of the note."""
    return photo_answer(find(queries, who, match_id, photo_id, small=small), photo_id)


@photo_pages.get("/see/{token}/photos/{photo_id}")
def see_photo(request: Request, token: str, photo_id: PhotoId, queries: AQueries, small: bool = False) -> Response:
    """Return a photo of a note to anyone with the public link of the match."""
    who, match_id = anybody(queries, token)
    return photo_answer(find(queries, who, match_id, photo_id, small=small), photo_id)
