"""Photos of notes: readers of a note may see its photos, and nobody else."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Sequence
from typing import Any

from tablescribe.domain.match.match import Match
from tablescribe.domain.match.pictures import pictures_of
from tablescribe.domain.words.text import Spoken, say
from tablescribe.ledger.log.picture_checks import picture_of, states_of
from tablescribe.ledger.log.pictures import BadPicture
from tablescribe.ledger.matches.photo_encoding import encoded, thumbnail
from tablescribe.replays.web.access.passes import SPECTATOR, Pass
from tablescribe.replays.web.table.lru_cache import LruCache
from tablescribe.replays.web.table.queries import Queries

MOST_SMALL = 256
"""Maximum number of cached small photos, some ten kilobytes each."""

_small: LruCache[bytes] = LruCache(MOST_SMALL)


class NoSuchPhoto(Spoken):
    """There is no such photo for this viewer: it is not of a note that they may read, or it was erased."""

    code = "photo.missing"


def photo(queries: Queries, who: Pass, match_id: str, commitment: str, *, small: bool) -> bytes:
    """Return a photo of a note that a pass may read, as a JPEG file.

    It must belong to a note that this viewer may see: spectators only after the delay, and nobody from whom the match
    is hidden.

    Raises:
        NoSuchPhoto: none of these notes has it, or it was erased.
        Denied: the pass may not see the match.
    """
    folded = queries.folded(who, match_id) if who.role == SPECTATOR else queries.followed(who, match_id)
    known = any(commitment in pictures_of(note) for note in folded.match.notes)
    stored = picture_of(queries.ledger.log, match_id, commitment) if known else None
    if stored is None or not stored.opens:
        raise NoSuchPhoto(say("photo not found. It was erased, or never added to this match"))
    return _small.get((commitment,), lambda: thumbnail(stored.data)) if small else stored.data


def decoded(photos: Sequence[dict[str, str]]) -> list[bytes]:
    """Return photos that a client sent, re-encoded without location and device data.

    Args:
        photos: `data` in base64, and the `name` of the file.

    Raises:
        BadPicture: a photo cannot be used; the text says why.
    """
    found = []
    for one in photos:
        try:
            contents = b64decode(one["data"], validate=True)
        except ValueError:
            raise BadPicture(say("the photo is not valid base64. Encode the file again")) from None
        found.append(encoded(contents, one["name"]))
    return found


def notes_with_photos(queries: Queries, match: Match) -> list[dict[str, Any]]:
    """Return the notes of a match that have photos, with the state of each photo, for the judge's page."""
    states: dict[int, list[dict[str, Any]]] = {}
    if any(pictures_of(note) for note in match.notes):
        for one in states_of(queries.ledger.log, match.id):
            states.setdefault(one.version, []).append(one._asdict())
    return [
        {"version": note.originator_version, "about": note.about, "text": note.text,
         "photos": states.get(note.originator_version, [])}
        for note in match.notes if pictures_of(note)
    ]  # fmt: skip
