"""Notes with pictures: the event has salted hashes; the pictures are stored beside the log in the same transaction."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence

from tablescribe.domain.match.event import Stamp
from tablescribe.domain.match.events import NotedWithPictures
from tablescribe.domain.match.match import Match
from tablescribe.domain.match.pictures import pictures_of
from tablescribe.ledger.log.appending import reused
from tablescribe.ledger.log.pictures import StoredPicture, check_plain, commitment
from tablescribe.ledger.matches.idempotency import IdempotentCommands
from tablescribe.ledger.matches.ledger import Ledger


def note_pictures(
    ledger: Ledger,
    once: IdempotentCommands,
    stamp: Callable[[], Stamp],
    match_id: str,
    text: str,
    pictures: Sequence[bytes],
    about_move: int | None,
    command_id: str | None,
) -> NotedWithPictures:
    """Record a remark with pictures; see `Scribe.note`.

    Raises:
        BadPicture: a picture is not a plain JPEG file.
        CommandReused: the command was recorded with other pictures that are not erased.
        Refused: there are more pictures than a note or a match may have.
    """
    for data in pictures:
        check_plain(data)
    beside: list[StoredPicture] = []

    def do(match: Match) -> NotedWithPictures:
        salted = [(secrets.token_bytes(32), data) for data in pictures]
        committed = [commitment(salt, data) for salt, data in salted]
        event = match.note_pictures(text, [f"picture:{one}" for one in committed], stamp(), about_move)
        beside[:] = [
            StoredPicture(one, match.id, event.originator_version, salt, data)
            for one, (salt, data) in zip(committed, salted, strict=True)
        ]
        return event

    content = ["note", about_move, len(pictures)]
    event = once.record(match_id, do, command_id, content, None, words=[text], pictures=beside)
    if command_id is not None and pictures_of(event) != tuple(one.commitment for one in beside):
        _refuse_others(ledger, event, pictures, command_id)
    return event


def _refuse_others(ledger: Ledger, event: NotedWithPictures, pictures: Sequence[bytes], command_id: str) -> None:
    """Refuse a retry whose pictures differ from the recorded ones; erased pictures are not compared."""
    from tablescribe.ledger.log.picture_checks import picture_of

    for one, data in zip(pictures_of(event), pictures, strict=True):
        stored = picture_of(ledger.log, event.originator_id, one)
        if stored is not None and stored.data != data:
            raise reused(command_id, event.originator_id)
