"""Projection of match events, without a database.

Most events are read only for their type, version and time. The rules of a game are never run, so no hidden
information can get into a list.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

import msgspec

from tablescribe.domain.games import ANY
from tablescribe.domain.match.correction_events import Amended
from tablescribe.domain.match.events import Closed, Described, Seat, Sourced
from tablescribe.domain.rules.game import Result
from tablescribe.domain.tournament.model.events import Adjusted, Paired
from tablescribe.ledger.log.codec import BadEvent, decode
from tablescribe.ledger.log.text_marks import ERASED
from tablescribe.ledger.log.texts import LISTED, filled, has_words
from tablescribe.ledger.read_models.durations import minutes_of, seconds_of
from tablescribe.ledger.read_models.person_names import spelt, text

IN_FULL = (
    "Opened", "Closed", "Described", "Paired", "PairedAlike", "Adjusted", "Announced", "Sourced", "Amended",
    "ClosedOpenly", "AmendedOpenly",
)  # fmt: skip
"""Event types whose whole bodies are read."""

MOVES = ("Played", "Ruled", "Missed")
HEAD = 200
"""Number of bytes read of other bodies, which begin with match, version and time."""

MOST_SEATS = 20
"""Maximum number of seats for which pairs of people are counted."""

LARGEST = 2**62

SECOND = 2
"""Version of the event that names the source logs of a match with two recorders."""

_TIME = re.compile(rb'\["[A-Za-z]+","(?:[^"\\]|\\.)*",\d+,"([^"]{10,40})"')


class FirstEvent(msgspec.Struct, array_like=True, tag="Opened"):
    """The fields of a match's first event that lists need. Large ones (components, facts) are skipped."""

    originator_id: str
    originator_version: int
    at: datetime
    recorder: msgspec.Raw
    device: msgspec.Raw
    salt: msgspec.Raw
    format: int
    game: str
    edition: msgspec.Raw
    rulebook: msgspec.Raw
    seats: list[Seat]
    options: msgspec.Raw = msgspec.Raw(b"{}")
    catalogue: msgspec.Raw = msgspec.Raw(b"{}")


class GameNames(msgspec.Struct):
    """Values from options or components: title of a free-form game, and day and duration of an earlier match."""

    title: str | None = None
    played: str | None = None
    minutes: int | None = None


_called = msgspec.json.Decoder(GameNames)
_first = msgspec.json.Decoder(FirstEvent)


class ListedSeat(msgspec.Struct):
    """A seat of a match: its reference, the person if known, and the result."""

    ref: str
    person: str | None = None
    won: bool = False
    score: int | None = None


class ListedMatch(msgspec.Struct):
    """A match in the read model. Times are ISO 8601 in UTC, so that they sort as texts.

    `minutes` is set only if the duration was entered. `read_as` is set if this match is one of two recorders' logs. It
    is the id of the match merged from them, which is listed and counted in their place. `void` and `corrected` are 0 or
    1. `entered` is the date of play as people entered it: a day, or a day and time, in the players' local time.
    """

    match_id: str
    position: int
    version: int
    game: str
    opened: str
    last: str
    closed: str | None = None
    moves: int = 0
    ending: str = ""
    rule: str = ""
    title: str = ""
    event: str = ""
    place: str = ""
    round: str = ""
    board: str = ""
    tags: str = "[]"
    minutes: int | None = None
    read_as: str | None = None
    void: int = 0
    corrected: int = 0
    entered: str = ""
    seats: list[ListedSeat] = []

    @property
    def played(self) -> str:
        """Key of the game in statistics: the game, with the title if it is free-form."""
        return f"{self.game}:{self.title}" if self.game in ANY and self.title else self.game

    @property
    def seconds(self) -> int | None:
        """Duration as entered, or from opening to close; `None` if unknown."""
        try:
            closed = datetime.fromisoformat(self.closed) if self.closed is not None else None
            return seconds_of(datetime.fromisoformat(self.opened), closed, self.moves, self.minutes)
        except ValueError:
            return None

    def copy(self) -> ListedMatch:
        """Return an independent copy."""
        return msgspec.structs.replace(self, seats=[msgspec.structs.replace(place) for place in self.seats])

    def row(self) -> dict[str, Any]:
        """Return the match as a row of `listed_matches`."""
        return {name: value for name, value in msgspec.structs.asdict(self).items() if name != "seats"}

    def labels(self) -> set[tuple[str, str]]:
        """Return the search labels: event, tags, and the words of its details."""
        tags = msgspec.json.decode(self.tags, type=list[str])
        found = {("tag", spelt(tag)) for tag in tags if tag != ERASED}
        found |= {("event", spelt(self.event))} if self.event != ERASED else set()
        said = [one for one in (self.title, self.event, self.place, *tags) if one != ERASED]
        found |= {("word", word) for text in said for word in (spelt(text), *spelt(text).split())}
        return {(kind, label) for kind, label in found if label}

    @property
    def decided(self) -> bool:
        """Whether the match was finished and not abandoned."""
        return self.closed is not None and self.ending != "abandoned"


def moment(at: datetime) -> str:
    """Format a time for the read models."""
    try:
        whole = at.astimezone(UTC) if at.tzinfo is not None else at
    except (OverflowError, ValueError):  # the first or last day of the calendar, in another zone
        whole = at
    return whole.replace(tzinfo=None).isoformat(timespec="microseconds")


class EventBatch:
    """Events in log order, and their effect on the read models."""

    def __init__(self, rows: Sequence[Any], standing: Mapping[tuple[str, int], int] = MappingProxyType({})) -> None:
        """Take rows of (position, match, version, type, body).

        Args:
            rows: the events.
            standing: by match and version of a take-back or restoration, how many moves stand after it.
        """
        self.rows, self.standing = rows, standing
        self.ids = list(dict.fromkeys(row[1] for row in rows))
        self.worded = list(dict.fromkeys(row[1] for row in rows if row[3] in LISTED and has_words(row[3], row[4])))

    def with_texts(self, texts: Mapping[str, str]) -> EventBatch:
        """Return the batch with words in the bodies; `texts` maps commitments to words as JSON strings."""
        if not self.worded:
            return self
        return EventBatch(
            [(*row[:4], filled(row[3], row[4], texts) if row[3] in LISTED else row[4]) for row in self.rows],
            self.standing,
        )

    def tables(self) -> set[tuple[str, str]]:
        """Return pairs of a paired match, opened or not, and its tournament."""
        found: set[tuple[str, str]] = set()
        for _, tournament_id, _, kind, body in self.rows:
            if kind in ("Paired", "PairedAlike", "Adjusted"):
                try:
                    event = decode(kind, bytes(body))
                except BadEvent:  # damaged: `verify` reports it
                    continue
                assert isinstance(event, Paired | Adjusted)
                found |= {(match_id, tournament_id) for match_id in event.matches}
        return found

    def sources(self) -> dict[str, tuple[str, ...]]:
        """Return the source logs of merged matches, by match."""
        found: dict[str, tuple[str, ...]] = {}
        for _, match_id, version, kind, body in self.rows:
            if kind == "Sourced" and version == SECOND:
                with suppress(BadEvent):  # damaged: `verify` reports it
                    event = decode(kind, bytes(body))
                    assert isinstance(event, Sourced)
                    found[match_id] = tuple(source.match for source in event.sources)
        return found

    def apply(self, known: dict[str, ListedMatch]) -> dict[str, ListedMatch]:
        """Apply the events to `known`, the matches before them, and return it."""
        latest: dict[str, bytes] = {}
        sources = self.sources()
        for position, match_id, version, kind, body in self.rows:
            if kind == "Opened" and match_id not in known:
                if (found := _opened(match_id, position, body)) is not None:
                    known[match_id] = found
                continue
            match = known.get(match_id)
            if match is None or version != match.version + 1:
                continue  # another stream, such as the ledger's keys, or a changed log
            match.version = version
            match.moves = self.standing.get((match_id, version), match.moves + (kind in MOVES))
            latest[match_id] = bytes(body)
            if kind.startswith(("Voided", "Reinstated")):
                match.void = int(kind.startswith("Voided"))
            if kind in IN_FULL and kind.startswith(("Closed", "Described", "Amended")):
                _read(match, kind, bytes(body))
            elif kind == "Sourced":
                _stands_for(match, sources.get(match_id, ()), known)
        for match_id, body in latest.items():
            known[match_id].last = _time(body) or known[match_id].last
        return known


def described_again(match: ListedMatch, rows: Iterable[tuple[str, bytes]]) -> ListedMatch:
    """Return a listed match with its details read again, from rows (type, body) of its first event and descriptions."""
    match, found = match.copy(), None
    for kind, body in rows:
        if kind == "Opened" and (found := _opened(match.match_id, match.position, body)) is not None:
            match.title = found.title
        elif kind == "Described":
            _read(match, kind, body)
    return match


def _stands_for(reading: ListedMatch, sources: Iterable[str], known: Mapping[str, ListedMatch]) -> None:
    """List a merged match in place of its two logs, and of an earlier match merged from them.

    It must have the game and people of one of the logs. Otherwise it claims a match it does not belong to.
    """
    logs = [known[one] for one in sources if one in known]
    people = [place.ref for place in reading.seats]
    if not any(log.game == reading.game and [place.ref for place in log.seats] == people for log in logs):
        return
    for log in logs:
        if log.read_as is not None and log.read_as in known:
            known[log.read_as].read_as = reading.match_id
        log.read_as = reading.match_id


def _opened(match_id: str, position: int, body: bytes) -> ListedMatch | None:
    try:
        first = _first.decode(bytes(body))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):  # damaged: `verify` reports it
        return None
    at = moment(first.at)
    seats = [ListedSeat(text(seat.ref)) for seat in first.seats]
    kept = ListedMatch(match_id, position, 1, text(first.game, 40), at, at, seats=seats)
    told, brought = _tells(first.options), _tells(first.catalogue)
    kept.title = text(told.title or brought.title or "")
    _play_at(kept, told.played or "")
    kept.minutes = minutes_of(told.minutes)
    return kept


def _tells(data: msgspec.Raw) -> GameNames:
    if not any(name in bytes(data) for name in (b'"title"', b'"played"', b'"minutes"')):
        return GameNames()
    try:
        return _called.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):  # the game uses these keys for something else
        return GameNames()


def _play_at(match: ListedMatch, played: str) -> None:
    """Set the date of play as people entered it: a day, or a day and time, with a zone if known.

    `entered` is their local time. Lists are ordered by absolute time: a day counts as its noon, and a time without a
    zone as UTC.
    """
    with suppress(ValueError):
        at = datetime.fromisoformat(played if len(played) > 10 else f"{played} 12:00")
        shown = at.replace(tzinfo=None).isoformat(timespec="minutes")
        match.opened, match.entered = moment(at), shown if len(played) > 10 else shown[:10]


def _read(match: ListedMatch, kind: str, body: bytes) -> None:
    try:
        event = decode(kind, body)
    except BadEvent:
        return
    if isinstance(event, Closed) and match.closed is None:
        match.closed = moment(event.at)
        _ended(match, event.result)
    elif isinstance(event, Amended):
        match.corrected = 1
        _ended(match, event.result)
        _play_at(match, event.played)
    elif isinstance(event, Described):
        for name in ("title", "event", "place", "round"):
            setattr(match, name, text(getattr(event, name)))
        match.board = text(event.table)
        match.tags = msgspec.json.encode([text(tag) for tag in event.tags][:100]).decode()


def _ended(match: ListedMatch, result: Result) -> None:
    match.ending, match.rule = text(result.ending), text(result.rule)
    for seat, place in enumerate(match.seats, start=1):
        place.won, place.score = seat in result.winners, None
        if seat <= len(result.scores) and abs(result.scores[seat - 1]) < LARGEST:
            place.score = result.scores[seat - 1]


def _time(body: bytes) -> str | None:
    found = _TIME.match(body)
    if found is None:
        return None
    try:
        return moment(datetime.fromisoformat(found[1].decode()))
    except ValueError:
        return None


# --- statistics -------------------------------------------------------------------------------

Key = tuple[str, str, str, int]
"""Key of a tally: other person, person, game, seat. See the table `tallies`."""

COUNTS = ("matches", "finished", "decided", "won", "ahead", "behind", "moves", "seconds", "timed", "told")


def counted(match: ListedMatch) -> Iterable[tuple[Key, tuple[int, ...]]]:
    """Yield the counts that a match adds to each tally. A void match, or a log merged into another, adds none."""
    if match.read_as is not None or match.void:
        return
    finished, decided, seconds = int(match.closed is not None), int(match.decided), match.seconds
    took = (seconds or 0, int(seconds is not None), int(seconds is not None and bool(match.minutes)))
    yield ("", "", match.played, 0), (1, finished, decided, 0, 0, 0, match.moves, *took)
    for seat, mine in enumerate(match.seats, start=1):
        won = int(mine.won and match.decided)
        yield ("", "", match.played, seat), (1, finished, decided, won, 0, 0, 0, 0, 0, 0)
        if mine.person is None:
            continue
        yield ("", mine.person, match.played, seat), (1, finished, decided, won, 0, 0, match.moves, *took)
        for theirs in match.seats if len(match.seats) <= MOST_SEATS else ():
            if theirs.person not in (None, mine.person):
                ahead = int(match.decided and _rank(mine) > _rank(theirs))
                behind = int(match.decided and _rank(mine) < _rank(theirs))
                counts = (1, finished, decided, won, ahead, behind, 0, 0, 0, 0)
                yield (theirs.person or "", mine.person, match.played, 0), counts


def _rank(place: ListedSeat) -> tuple[bool, int]:
    return place.won, place.score if place.score is not None else 0
