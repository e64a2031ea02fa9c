"""Erasing words that people wrote: which texts are affected, and their deletion from the ledger's tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import delete, select, update

from tablescribe.ledger.log.errors import LedgerReadOnly
from tablescribe.ledger.log.pictures import KIND
from tablescribe.ledger.log.recorder import LedgerRecorder
from tablescribe.ledger.log.schema import consents, events, pictures, texts
from tablescribe.ledger.log.texts import DETAILS, LISTED
from tablescribe.ledger.read_models.lists import announce_again_in, describe_again_in
from tablescribe.ledger.read_models.person_names import spelt
from tablescribe.ledger.read_models.projection import EventBatch
from tablescribe.ledger.read_models.store import Cursor

PAGE = 500
"""Maximum number of streams in one query."""

ANNOUNCED = "Announced"
"""Type of the event that has the words of a tournament's plan."""


class TextRef(NamedTuple):
    """Reference to a text beside the log: its commitment, and the event that contains it."""

    commitment: str
    match_id: str
    version: int
    type: str


def texts_of(log: LedgerRecorder, match_id: str, version: int) -> list[TextRef]:
    """Return the texts of an event that are not erased, and the details of matches that repeat them.

    Later descriptions of a match repeat its details. The matches of a tournament repeat its plan's words about a game.
    """
    found = _texts(log, [match_id])
    mine = {row[4]: row[3] for row in found if row[2] == version}
    if ANNOUNCED in mine.values():
        found += _texts(log, sorted(_matches_of(log, match_id)))
    return [
        TextRef(*row[:4]) for row in found
        if (row[1], row[2]) == (match_id, version) or (row[3] in DETAILS and mine.get(row[4]) in LISTED)
    ]  # fmt: skip


def _texts(log: LedgerRecorder, streams: Sequence[str]) -> list[Any]:
    """Return the texts of these streams, each as commitment, stream, version, type and text, in the streams' order."""
    t, e = texts.c, events.c
    beside = (e.match_id == t.match_id) & (e.version == t.version)
    wanted = select(t.commitment, t.match_id, t.version, e.type, t.text).join_from(texts, events, beside)
    pages = [streams[at : at + PAGE] for at in range(0, len(streams), PAGE)]
    return [
        row for page in pages for row in log.select(wanted.where(t.match_id.in_(page)).order_by(t.match_id, t.version))
    ]


def _matches_of(log: LedgerRecorder, tournament_id: str) -> set[str]:
    """Return the ids of the matches of a tournament's tables."""
    rows = [(row.position, row.match_id, row.version, row.type, row.body) for row in log.rows(tournament_id)]
    return {match_id for match_id, _ in EventBatch(rows).tables()}


def texts_naming(log: LedgerRecorder, names: Iterable[str]) -> list[TextRef]:
    """Return the texts that contain one of these names as whole words, in any spelling, in the order of the log."""
    if (words := _words(names)) is None:
        return []
    t, e = texts.c, events.c
    found = log.select(
        select(t.commitment, t.match_id, t.version, e.type, t.text)
        .join_from(texts, events, (e.match_id == t.match_id) & (e.version == t.version))
        .order_by(e.position)
    )
    return [TextRef(*row[:4]) for row in found if words.search(spelt(msgspec.json.decode(row[4], type=str)))]


def requests_naming(log: LedgerRecorder, names: Iterable[str]) -> list[str]:
    """Return the keys of take-back requests whose reason contains one of these names."""
    if (words := _words(names)) is None:
        return []
    try:
        found = log.select(select(consents.c.match_id, consents.c.reason).where(consents.c.reason != ""))
    except LedgerReadOnly:  # a role that may not read requests
        return []
    return [str(key) for key, reason in found if words.search(spelt(str(reason)))]


def pictures_of_event(log: LedgerRecorder, match_id: str, version: int) -> list[TextRef]:
    """Return the pictures of an event that are not erased."""
    p = pictures.c
    found = log.select(select(p.commitment).where(p.match_id == match_id, p.version == version))
    return [TextRef(str(row[0]), match_id, version, KIND) for row in found]


def delete_in(cursor: Cursor, found: Sequence[TextRef], requests: Sequence[str] = ()) -> None:
    """Delete texts, and everything that repeats them: rows of lists, and reasons of take-back requests.

    The pictures of a note are deleted with its text, because both may show what a person wants to be forgotten.
    """
    for match_id, version in dict.fromkeys((one.match_id, one.version) for one in found if one.type == KIND):
        cursor.run(delete(pictures).where(pictures.c.match_id == match_id, pictures.c.version == version))
    for one in found:
        cursor.run(delete(texts).where(texts.c.commitment == one.commitment))
    for key in dict.fromkeys([*requests, *(one.match_id for one in found if one.type == "TakenBack")]):
        cursor.run(update(consents).where(consents.c.match_id == key).values(reason=""))
    for match_id in dict.fromkeys(one.match_id for one in found if one.type in DETAILS):
        describe_again_in(cursor, match_id)
    for tournament_id in dict.fromkeys(one.match_id for one in found if one.type == ANNOUNCED):
        announce_again_in(cursor, tournament_id)


def _words(names: Iterable[str]) -> re.Pattern[str] | None:
    wanted = [re.escape(one) for one in {spelt(name) for name in names} if one]
    return re.compile(rf"(?<!\w)(?:{'|'.join(wanted)})(?!\w)") if wanted else None
