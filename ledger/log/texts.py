"""Words that people write: stored beside the log, while the event has a salted hash of each (a commitment).

Titles, tags, places, notes and reasons, of matches and of tournaments, are about people. So before an event is stored,
`apart` replaces each of its texts by a commitment. The texts are in the table `texts`, where each can be deleted, and
the log, its hashes and proofs stay valid. For readers, `filled` replaces commitments in an event's bytes by the texts
that are not deleted. Hashing, signing and proving use the stored bytes, never the filled ones.

Events recorded by earlier versions contain their words and never change.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple, TypeVar

import msgspec

from tablescribe.domain.match.clock_events import ClockAdjusted
from tablescribe.domain.match.correction_events import (
    Amended,
    AmendedOpenly,
    Reinstated,
    ReinstatedOpenly,
    Voided,
    VoidedOpenly,
)
from tablescribe.domain.match.event import Event
from tablescribe.domain.match.events import (
    Described,
    Missed,
    Noted,
    NotedWithPictures,
    Opened,
    Restored,
    Ruled,
    Settled,
    TakenBack,
)
from tablescribe.domain.match.signature_events import Revoked, RevokedBy
from tablescribe.domain.rules.game import TITLE
from tablescribe.domain.tournament.model.events import Announced, TournamentEvent
from tablescribe.domain.tournament.model.plan_words import BESIDE, GAME, with_words
from tablescribe.domain.tournament.model.words import WORDS as OF_TOURNAMENTS
from tablescribe.ledger.log.known_titles import is_printed
from tablescribe.ledger.log.text_marks import ERASED, MARK, WITHHELD, is_beside, may_have_words

WORDS: dict[type, tuple[str, ...]] = {
    Noted: ("text",),
    NotedWithPictures: ("text",),
    TakenBack: ("reason",),
    Restored: ("reason",),
    Ruled: ("clause", "reason"),
    Missed: ("reason",),
    Described: (TITLE, "event", "place", "round", "table", "tags"),
    Settled: ("reason",),
    Revoked: ("reason",),
    RevokedBy: ("reason",),
    Voided: ("reason",),
    VoidedOpenly: ("reason",),
    Amended: ("reason",),
    AmendedOpenly: ("reason",),
    Reinstated: ("reason",),
    ReinstatedOpenly: ("reason",),
    ClockAdjusted: ("reason",),
}
"""Free-text fields by event type of a match. `Opened` has one more: the title in the options of some games."""

ALL_WORDS: dict[type, tuple[str, ...]] = {**WORDS, **OF_TOURNAMENTS}
"""Free-text fields of matches and tournaments. `Announced` has more, from format 4 on: see `plan_words.py`."""

_TYPES: dict[str, type[Any]] = {kind.__name__: kind for kind in (*ALL_WORDS, Opened, Announced)}

KINDS = frozenset(_TYPES)
"""Types of events that have words."""

DETAILS = (Opened.__name__, Described.__name__)
"""Types of events with details of a match; later descriptions repeat them."""

LISTED = (*DETAILS, Announced.__name__)
"""Types of events whose words are in the read models."""

Written = TypeVar("Written")


class StoredText(NamedTuple):
    """A text beside the log, as a row of `texts`. `text` is a JSON string, because databases refuse some characters."""

    commitment: str
    match_id: str
    version: int
    salt: bytes
    text: str

    @property
    def plain(self) -> str:
        """The text as it was written."""
        return msgspec.json.decode(self.text, type=str)

    @property
    def line(self) -> str:
        """The text in the form used in files: the salt in hexadecimal, a space, and the text."""
        return f"{self.salt.hex()} {self.plain}"


def commitment(salt: bytes, text: str) -> str:
    """Return the commitment to a text: HMAC-SHA-256 under a random salt of 32 bytes, in hexadecimal."""
    return hmac.new(salt, text.encode(), hashlib.sha256).hexdigest()


def apart(event: Written) -> tuple[Written, list[StoredText]]:
    """Return an event with commitments in place of its words, and the texts to store beside the log.

    Titles of published games stay in the event, because they name no person. Markers of missing texts stay as well.
    """
    texts: list[StoredText] = []
    if type(event).__name__ not in KINDS:
        return event, texts
    stamp: Any = event

    def put(text: str) -> str:
        if text in (ERASED, WITHHELD):
            return text
        salt = secrets.token_bytes(32)
        committed = commitment(salt, text)
        written = msgspec.json.encode(text).decode()
        texts.append(StoredText(committed, stamp.originator_id, stamp.originator_version, salt, written))
        return MARK + committed

    return _replaced(event, put), texts


def words_of(event: object) -> list[str]:
    """Return the non-empty words of an event as it has them: texts or commitments."""
    found = _replaceable(event)
    if isinstance(event, Announced) and event.format < BESIDE:  # words that stay in the log
        with_words(event.plan, lambda kind, text: found.append(text) or text)  # type: ignore[func-returns-value]
    return [text for text in found if text]


def _replaceable(event: object) -> list[str]:
    """Return the words of an event that may be beside the log, as it has them: texts or commitments."""
    found: list[str] = []

    def put(text: str) -> str:
        found.append(text)
        return text

    _replaced(event, put)
    return found


def _replaced(event: Written, put: Callable[[str], str]) -> Written:
    """Return an event with each of its words replaced by the result of `put`."""

    def changed(name: str, value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(changed("", text) for text in value)
        if not value or not isinstance(value, str) or (name == TITLE and is_printed(value)):
            return value
        return put(value)

    changes: dict[str, Any] = {name: changed(name, getattr(event, name)) for name in ALL_WORDS.get(type(event), ())}
    if isinstance(event, Announced) and event.format >= BESIDE:
        changes["plan"] = with_words(event.plan, lambda kind, text: changed(TITLE if kind == GAME else "", text))
    if isinstance(event, Opened) and TITLE in event.options:
        changes["options"] = {**event.options, TITLE: changed(TITLE, event.options[TITLE])}
    return msgspec.structs.replace(event, **changes) if changes else event  # type: ignore[type-var]


def has_words(kind: str, body: bytes) -> bool:
    """Return whether an event may have words beside the log, erased ones included."""
    return kind in KINDS and may_have_words(body)


def commitments(kind: str, body: bytes) -> list[str]:
    """Return the commitments to words in an event's bytes."""
    event = _read(kind, body)
    return [text.removeprefix(MARK) for text in _replaceable(event) if is_beside(text)] if event is not None else []


def filled(kind: str, body: bytes, texts: Mapping[str, str], missing: str = ERASED) -> bytes:
    """Return an event's bytes with commitments replaced by texts (JSON strings, by commitment), for reading only."""
    event = _read(kind, body)
    if event is None:
        return body

    def put(text: str) -> str:
        if not is_beside(text):
            return text
        written = texts.get(text.removeprefix(MARK))
        return msgspec.json.decode(written, type=str) if written is not None else missing

    return msgspec.json.encode(_replaced(event, put))


def _read(kind: str, body: bytes) -> Event | TournamentEvent | None:
    """Decode an event that may have words beside the log; `None` for other events and invalid bytes."""
    if not has_words(kind, body):
        return None
    try:
        return _decoder(kind).decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):  # reported to readers of the bytes
        return None


@cache
def _decoder(kind: str) -> msgspec.json.Decoder[Event]:
    """Return the decoder of one type of events: to prepare all of them takes longer than to read a match."""
    return msgspec.json.Decoder(_TYPES[kind])


class BadText(ValueError):
    """A text in a file is malformed, or does not match a commitment of an event in it."""


def opened(lines: Iterable[str], stored: Iterable[tuple[str, int, str, bytes]]) -> Iterator[StoredText]:
    """Check the texts of a file against the events in it, and yield each.

    Args:
        lines: the texts, as `StoredText.line`.
        stored: stream, version, type and body of the events.

    Raises:
        BadText: a line is malformed or repeated, or no event commits to it.
    """
    where = {
        one: (stream, version) for stream, version, kind, body in stored for one in commitments(kind, body)
    }  # fmt: skip
    for line in lines:
        if not re.match("[0-9a-f]{64} ", line):
            raise BadText("a text does not begin with its salt")
        salt, text = bytes.fromhex(line[:64]), line[65:]
        found = where.pop(commitment(salt, text), None)
        if found is None:
            raise BadText("a text is told twice, or is not what an event commits to")
        yield StoredText(commitment(salt, text), *found, salt, msgspec.json.encode(text).decode())
