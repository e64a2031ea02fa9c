"""Words that people wrote in a match or tournament, and search of the log for a name in them.

Names of seats and entrants are beside the log, and so are words of new events. Events of earlier versions have words in
them, which never change. So whoever erases a name is told which events still have it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from tablescribe.ledger.log.codec import decode
from tablescribe.ledger.log.picture_checks import states_of
from tablescribe.ledger.log.recorder import LedgerRecorder
from tablescribe.ledger.log.texts import ERASED, KINDS, commitments, words_of
from tablescribe.ledger.read_models.person_names import spelt

STAMPED = 6
"""Number of fields that every event begins with: type, match, version, time, recorder, device. Nobody writes them."""


class WordsEvent(NamedTuple):
    """An event in which somebody wrote a name."""

    match_id: str
    version: int
    type: str


class WrittenEvent(NamedTuple):
    """An event in which people wrote something.

    Attributes:
        version: its number.
        type: its type; `about`: that of the ruling in a tournament whose words it has.
        words: the words, or what says that they are erased.
        in_log: whether they are in the event itself, so that they cannot be erased.
        photos: the states of its pictures: there, absent or changed.
    """

    version: int
    type: str
    words: tuple[str, ...]
    in_log: bool
    about: str = ""
    photos: tuple[str, ...] = ()


def written_in(log: LedgerRecorder, match_id: str) -> list[WrittenEvent]:
    """Return the events of a match or tournament that have words or pictures, or had some, in order."""
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
    """Return the events that have a name as whole words, however it is typed, in the order of the log."""
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
    """Return a pattern of a name as whole words, for what `spelt` returns; `None` for no name."""
    wanted = spelt(name)
    return re.compile(rf"(?<!\w){re.escape(wanted)}(?!\w)") if wanted else None


def _texts(value: Any, *, inside: bool = False) -> Iterator[str]:
    """Yield every text in plain data. Keys count `inside` other objects only: there they are names of components."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one)
    elif isinstance(value, dict):
        yield from value if inside else ()
        for one in value.values():
            yield from _texts(one, inside=True)
