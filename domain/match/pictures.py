"""Pictures of notes: their salted hashes in events, and the limits per note and per match."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tablescribe.domain.match.events import Noted, NotedWithPictures
from tablescribe.domain.match.limits import PICTURES_OF_A_MATCH, PICTURES_OF_A_NOTE
from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.words.text import say

PICTURE = re.compile("picture:([0-9a-f]{64})")
"""A picture's reference in an event: HMAC-SHA-256 of its bytes under a random salt."""


def pictures_of(event: object) -> tuple[str, ...]:
    """Return the salted hashes of an event's pictures, in hexadecimal."""
    if not isinstance(event, NotedWithPictures):
        return ()
    return tuple(found[1] for found in map(PICTURE.fullmatch, event.pictures) if found)


def check_pictures(notes: Iterable[Noted], more: int) -> None:
    """Check that a match with these notes can take a note with `more` pictures.

    Raises:
        Refused: there are none, or too many for a note or the match.
    """
    if not 1 <= more <= PICTURES_OF_A_NOTE:
        raise Refused(say("A note can have 1 to {n} photos. Put the others in a second note", n=PICTURES_OF_A_NOTE))
    held = sum(len(pictures_of(note)) for note in notes)
    if held + more > PICTURES_OF_A_MATCH:
        raise Refused(
            say(
                "A match can have {n} photos, and this one has {held}. Write the note without a photo",
                n=PICTURES_OF_A_MATCH, held=held,
            )
        )  # fmt: skip
