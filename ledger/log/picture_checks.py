"""Checks of the pictures beside the log: whether each is present, absent or changed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from sqlalchemy import select

from tablescribe.domain.match.events import Opened
from tablescribe.domain.words.text import say
from tablescribe.ledger.log.codec import decode
from tablescribe.ledger.log.errors import LedgerDamaged
from tablescribe.ledger.log.pictures import KIND, StoredPicture, commitments
from tablescribe.ledger.log.recorder import LedgerRecorder
from tablescribe.ledger.log.schema import events, pictures

State = Literal["there", "absent", "changed"]


class PictureState(NamedTuple):
    """State of one picture of a note.

    Attributes:
        match_id: the match.
        version: version of the note.
        number: number of the picture in the note, from 1.
        commitment: the commitment to the picture in the event.
        state: whether the picture is beside the log: `there`, `absent` or `changed`.
        size: size of the picture in bytes; 0 if absent.
    """

    match_id: str
    version: int
    number: int
    commitment: str
    state: State
    size: int


def states_of(log: LedgerRecorder, match_id: str) -> list[PictureState]:
    """Return the states of a match's pictures, in the order of the log."""
    e = events.c
    return _states(log, select(e.match_id, e.version, e.body).where(e.match_id == match_id, e.type == KIND))


def check_pictures(log: LedgerRecorder) -> tuple[int, int]:
    """Check all pictures against the events; return the numbers of present and absent pictures.

    Raises:
        LedgerDamaged: a picture or its salt differs from what was recorded, or belongs to no event.
    """
    e, p = events.c, pictures.c
    found = _states(log, select(e.match_id, e.version, e.body).where(e.type == KIND))
    for one in found:
        if one.state == "changed":
            raise LedgerDamaged(
                say(
                    "match {match}: photo {number} of event {version} differs from the recorded one",
                    match=one.match_id, number=one.number, version=one.version,
                )
            )  # fmt: skip
    known = {(one.match_id, one.version, one.commitment) for one in found}
    for match_id, version, committed in log.select(select(p.match_id, p.version, p.commitment)):
        if (match_id, version, committed) not in known:
            raise LedgerDamaged(
                say(
                    "match {match}: there is a photo for event {version} that the event does not have",
                    match=str(match_id), version=str(version),
                )
            )  # fmt: skip
    there = sum(one.state == "there" for one in found)
    return there, len(found) - there


def picture_of(log: LedgerRecorder, match_id: str, commitment: str) -> StoredPicture | None:
    """Return a picture of a match; `None` if it is absent. It is not verified here: see `StoredPicture.opens`."""
    p = pictures.c
    found = log.select(select(pictures).where(p.commitment == commitment, p.match_id == match_id))
    if not found:
        return None
    committed, of, version, salt, data = found[0]
    return StoredPicture(str(committed), str(of), int(version), bytes(salt), bytes(data))


def pictures_there(log: LedgerRecorder, match_id: str) -> list[StoredPicture]:
    """Return the pictures of a match that are present and unchanged, in the order of the log."""
    found = (picture_of(log, match_id, one.commitment) for one in states_of(log, match_id) if one.state == "there")
    return [one for one in found if one is not None]


def pictured_matches(log: LedgerRecorder, refs: Iterable[str]) -> list[str]:
    """Return the ids of matches that have pictures, and a seat with one of these references."""
    e, wanted = events.c, {*refs}
    first = select(e.match_id, e.body).where(e.version == 1, e.match_id.in_(select(pictures.c.match_id)))
    found = []
    for match_id, body in log.select(first.order_by(e.position)):
        opened = decode("Opened", bytes(body))
        if isinstance(opened, Opened) and any(seat.ref in wanted for seat in opened.seats):
            found.append(str(match_id))
    return found


def _states(log: LedgerRecorder, wanted: object) -> list[PictureState]:
    """Return the state of each picture of the events that a SELECT of match, version and body finds."""
    found = []
    for match_id, version, body in sorted(log.select(wanted), key=lambda row: (row[0], row[1])):  # type: ignore[arg-type]
        for number, one in enumerate(commitments(KIND, bytes(body)), start=1):
            stored = picture_of(log, match_id, one)  # one by one, as they are large
            state: State = "absent" if stored is None else "there"
            if stored is not None and not (stored.opens and stored.version == version):
                state = "changed"
            found.append(PictureState(match_id, version, number, one, state, len(stored.data) if stored else 0))
    return found
