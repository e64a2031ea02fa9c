"""Read-only access to a match without loading the recorder.

Unusual cases are left to `open_ledger`, which handles or explains them: another database, an older or newer schema,
a read-only folder, an ambiguous prefix, or an invalid event.
"""

from __future__ import annotations

import sqlite3
from functools import cache
from typing import NamedTuple

import msgspec

from tablescribe.domain.games import revive
from tablescribe.domain.match.events import EVENTS, AnyEvent
from tablescribe.domain.match.match import Match
from tablescribe.domain.words.text import Spoken
from tablescribe.ledger.log.quick_open import opened_quickly
from tablescribe.ledger.log.text_marks import may_have_words
from tablescribe.ledger.read_models.quick_list import names_of

_BEGINNING = (
    "SELECT match_id FROM events WHERE match_id >= ? AND match_id < ? AND version = 1 AND type = 'Opened' "
    "ORDER BY match_id LIMIT 2"
)
_EVENTS = "SELECT version, type, body FROM events WHERE match_id = ? ORDER BY version"
_TEXTS = "SELECT commitment, text FROM texts WHERE match_id = ?"
_FAULTS = (sqlite3.Error, OSError, msgspec.DecodeError, Spoken, ValueError, TypeError, LookupError, RecursionError)

_KINDS = {kind.__name__: kind for kind in EVENTS}


@cache
def _decoder(kind: str) -> msgspec.json.Decoder[AnyEvent]:
    """Return the decoder of one event type, created on first use; creating all takes as long as reading a match.

    Raises:
        KeyError: there is no such type.
    """
    return msgspec.json.Decoder(_KINDS[kind])


class QuickRead(NamedTuple):
    """The current state of a match, its events, and names by seat; an unknown or erased name is an empty string."""

    match: Match
    events: list[AnyEvent]
    people: tuple[str, ...]


def read_quickly(target: str, beginning: str) -> QuickRead | None:
    """Return the match with that id or unique prefix; `None` if `open_ledger` is needed.

    Args:
        target: path of the ledger.
        beginning: the match's id, or a prefix of it.
    """
    if not beginning:
        return None
    try:
        with opened_quickly(target) as file:
            if file is None:
                return None
            found = [row[0] for row in file.execute(_BEGINNING, (beginning, beginning + "\U0010ffff"))]
            if not found or (len(found) > 1 and found[0] != beginning):
                return None
            rows = file.execute(_EVENTS, (found[0],)).fetchall()
            if any(may_have_words(body) for _, _, body in rows):
                rows = _with_texts(rows, dict(file.execute(_TEXTS, (found[0],)).fetchall()))
            events = [_event(found[0], *row) for row in rows]
            match = revive(events)
            people = _people(file, match)
    except _FAULTS:
        return None
    return None if match is None else QuickRead(match, events, people)


def _with_texts(rows: list[tuple[int, str, bytes]], texts: dict[str, str]) -> list[tuple[int, str, bytes]]:
    """Return the rows with the words of their events, which are beside the log."""
    from tablescribe.ledger.log.texts import filled  # here: most matches have none

    return [(version, kind, filled(kind, body, texts)) for version, kind, body in rows]


def _people(file: sqlite3.Connection, match: Match | None) -> tuple[str, ...]:
    """Return the current names of the people in a match, in seat order."""
    refs = [seat.ref for seat in match.opened.seats] if match is not None else []
    known = names_of(file, refs)
    return tuple(known.of(ref) or "" for ref in refs)


def _event(match_id: str, version: int, kind: str, body: bytes) -> AnyEvent:
    """Decode an event from its row.

    Raises:
        LookupError, DecodeError, ValueError: the body disagrees with the columns of the row.
    """
    event: AnyEvent = _decoder(kind).decode(body)
    if (event.originator_id, event.originator_version) != (match_id, version):
        raise ValueError(f"event {version} of match {match_id} is not what its row says")
    return event
