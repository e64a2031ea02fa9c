"""The API route for the photos of notes."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Response

from tablescribe.replays.web.api.matches import AQueries, Who, operations
from tablescribe.replays.web.api.requests import MatchId
from tablescribe.replays.web.http.photos import photo_answer
from tablescribe.replays.web.table.photos import photo as find

photos = operations(prefix="/api/v1/matches/{match_id}")

PhotoId = Annotated[str, Path(pattern=r"^[0-9a-f]{64}$", description="Its salted hash, as the log tells it.")]


@photos.get(
    "/photos/{photo_id}",
    tags=["matches"],
    response_class=Response,
)
def photo(match_id: MatchId, photo_id: PhotoId, who: Who, queries: AQueries, small: bool = False) -> Response:
    """Return a photo of a note that this pass may read; `small`: at most 480 pixels wide and high."""
    return photo_answer(find(queries, who, match_id, photo_id, small=small), photo_id)
