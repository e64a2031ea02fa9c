"""Words that people wrote in a match or tournament, and a search of the log for a name in them.

Names of seats and entrants are stored beside the log, and so are words of new events. Events of earlier versions
contain words permanently. So an erasure of a name reports the events that still contain it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from tablescribe.ledger.log.codec import decode
from tablescribe.ledger.log.picture_checks import states_of
from tablescribe.ledger.log.recorder import LedgerRecorder
from tablescribe.ledger.log.text_marks import ERASED
from tablescribe.ledger.log.texts import KINDS, commitments, words_of
from tablescribe.ledger.read_models.person_names import spelt

STAMPED = 6
"""Number of fields at the start of every event: type, match, version, time, recorder, device. They hold no words."""


class WordsEvent(NamedTuple):
    """Reference to an event whose words contain a name."""

    match_id: str
    version: int
    type: str


class WrittenEvent(NamedTuple):
    """An event with words or pictures from people.

    Attributes:
        version: version of the event.
        type: type of the event.
        words: the words; an erased one is shown as such.
        in_log: whether the words are in the event itself, so that they cannot be erased.
        about: type of the tournament ruling that an `Explained` event belongs to; empty string otherwise.
        photos: state of each picture: there, absent or changed.
    """

    version: int
    type: str
    words: tuple[str, ...]
    in_log: bool
    about: str = ""
    photos: tuple[str, ...] = ()


def written_in(log: LedgerRecorder, match_id: str) -> list[WrittenEvent]:
    """Return the events of a match or tournament that have, or had, words or pictures, in order."""
    found = []
    photos: dict[int, list[str]] = {}
    for one in states_of(log, match_id):
        photos.setdefault(one.version, []).append(one.state)
    rows = list(log.rows(match_id))
    after = {row.version - 1: row.type for row in rows}
    stored = [row for row in rows if row.type in KINDS]
    for row, told in zip(stored, log.told(match_id, stored), strict=True):
        words = tuple(words_of(decode(told.type, told.body)))
        seen = tuple(photos.get(row.version, ()))
        if words or seen:
            beside = len(commitments(row.type, row.body))
            about = after.get(row.version, "") if row.type == "Explained" else ""
            in_log = bool(words) and not beside and set(words) != {ERASED}
            found.append(WrittenEvent(row.version, row.type, words, in_log, about, seen))
    return found


def events_naming(log: LedgerRecorder, name: str) -> list[WordsEvent]:
    """Return the events that contain a name as whole words, in any spelling, in the order of the log."""
    words = whole_words(name)
    if words is None:
        return []
    found = []
    for row in log.rows():
        body = row.body.decode(errors="replace")
        if "\\" not in body and not words.search(spelt(body)):
            continue
        if any(words.search(spelt(text)) for text in _texts(msgspec.json.decode(row.body)[STAMPED:])):
            found.append(WordsEvent(row.match_id, row.version, row.type))
    return found


def whole_words(name: str) -> re.Pattern[str] | None:
    """Return a pattern that finds a name as whole words in text normalised by `spelt`; `None` for an empty name."""
    wanted = spelt(name)
    return re.compile(rf"(?<!\w){re.escape(wanted)}(?!\w)") if wanted else None


def _texts(value: Any, *, inside: bool = False) -> Iterator[str]:
    """Yield every text in plain data; keys only `inside` nested objects, where they are names of components."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one)
    elif isinstance(value, dict):
        yield from value if inside else ()
        for one in value.values():
            yield from _texts(one, inside=True)
