"""Read-only access to a match without loading the recorder.

Everything unusual is left to `open_ledger`, which does it or says why not: another database, an older or a newer form,
a folder where nobody may write, a beginning that fits several matches, an event that does not fit.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import msgspec

from tablescribe.domain.games import revive
from tablescribe.domain.match.events import AnyEvent
from tablescribe.domain.match.match import Match
from tablescribe.domain.words.text import Spoken
from tablescribe.ledger.log.schema_version import NEWEST

PATIENCE = 10.0
"""Seconds to wait for whoever holds the whole file, as `open_ledger` does."""

_VERSIONS = "SELECT version_num FROM alembic_version"
_BEGINNING = (
    "SELECT match_id FROM events WHERE match_id >= ? AND match_id < ? AND version = 1 AND type = 'Opened' "
    "ORDER BY match_id LIMIT 2"
)
_EVENTS = "SELECT version, type, body FROM events WHERE match_id = ? ORDER BY version"
_FAULTS = (sqlite3.Error, OSError, msgspec.DecodeError, Spoken, ValueError, TypeError, LookupError, RecursionError)

_decoder: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)


class QuickRead(NamedTuple):
    """A match as it stands, and the events that tell it."""

    match: Match
    events: list[AnyEvent]


def read_quickly(target: str, beginning: str) -> QuickRead | None:
    """Return the one match of a ledger whose id begins like that; `None` where `open_ledger` has to look.

    Args:
        target: the ledger's path.
        beginning: of the match's id.
    """
    try:
        path = Path(target).expanduser()
        if "://" in target or not beginning or not path.stat().st_size or not os.access(path.parent, os.W_OK):
            return None
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=PATIENCE)) as file:
            if file.execute(_VERSIONS).fetchall() != [(NEWEST,)]:
                return None
            found = [row[0] for row in file.execute(_BEGINNING, (beginning, beginning + "\U0010ffff"))]
            if not found or (len(found) > 1 and found[0] != beginning):
                return None
            events = [_event(found[0], *row) for row in file.execute(_EVENTS, (found[0],))]
        match = revive(events)
    except _FAULTS:
        return None
    return None if match is None else QuickRead(match, events)


def _event(match_id: str, version: int, kind: str, body: bytes) -> AnyEvent:
    """Return an event from its row.

    Raises:
        ValueError: its bytes tell another one than the row does.
    """
    event: AnyEvent = _decoder.decode(body)
    if (type(event).__name__, event.originator_id, event.originator_version) != (kind, match_id, version):
        raise ValueError(f"event {version} of match {match_id} is not what its row says")
    return event
