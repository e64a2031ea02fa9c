"""Projection of match events, without a database.

Of most events only type, version and time are read; the rules of a game are never asked, so nothing that is hidden at
a table can get into a list.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

import msgspec

from tablescribe.domain.games import ANY
from tablescribe.domain.match.events import Closed, Described, Seat, Sourced
from tablescribe.domain.tournament.model.events import Adjusted, Paired
from tablescribe.ledger.log.codec import BadEvent, decode
from tablescribe.ledger.read_models.durations import minutes_of, seconds_of
from tablescribe.ledger.read_models.person_names import spelt, text

IN_FULL = ("Opened", "Closed", "Described", "Paired", "PairedAlike", "Adjusted", "Announced", "Sourced")
"""The events whose bodies are read."""

MOVES = ("Played", "Ruled", "Missed")
HEAD = 200
"""Bytes of all other bodies that are read: they begin with match, version and time."""

MOST_SEATS = 20
"""A match with more has no pairs in the statistics: that is no table of people."""

LARGEST = 2**62

SECOND = 2
"""The version of the event that names the logs of a match with two recorders."""

_TIME = re.compile(rb'\["[A-Za-z]+","(?:[^"\\]|\\.)*",\d+,"([^"]{10,40})"')


class FirstEvent(msgspec.Struct, array_like=True, tag="Opened"):
    """As much of a first event as a list tells: what is large (components, facts) is passed over."""

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
    """What options and components tell of a game that can be any: its name; and of one that was played before, when."""

    title: str | None = None
    played: str | None = None
    minutes: int | None = None


_called = msgspec.json.Decoder(GameNames)
_first = msgspec.json.Decoder(FirstEvent)


@dataclass
class ListedSeat:
    """A seat of a match: its reference, who it is as far as known, and how it came out."""

    ref: str
    person: str | None = None
    won: bool = False
    score: int | None = None


@dataclass
class ListedMatch:
    """A match as lists keep it; times are ISO 8601 in UTC, so that they sort as texts.

    How long it took, in minutes, stands there only if somebody told it. `read_as` is the match that two recorders' logs
    came to, where this is one of them: that one is listed and counted, and the logs are not.
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
    seats: list[ListedSeat] = field(default_factory=list)

    @property
    def played(self) -> str:
        """What was played, as statistics go by it: the game, and its real name where it can be any."""
        return f"{self.game}:{self.title}" if self.game in ANY and self.title else self.game

    @property
    def seconds(self) -> int | None:
        """How long it took, as it was told, or else from opening to close; `None` where nobody knows."""
        try:
            closed = datetime.fromisoformat(self.closed) if self.closed is not None else None
            return seconds_of(datetime.fromisoformat(self.opened), closed, self.moves, self.minutes)
        except ValueError:
            return None

    def copy(self) -> ListedMatch:
        """Return the same match again, to go on with."""
        return replace(self, seats=[replace(place) for place in self.seats])

    def row(self) -> dict[str, Any]:
        """Return the row of the match."""
        return {name: value for name, value in vars(self).items() if name != "seats"}

    def labels(self) -> set[tuple[str, str]]:
        """Return by what it can be found: its event, its tags, and the words of its data."""
        tags = msgspec.json.decode(self.tags, type=list[str])
        found = {("tag", spelt(tag)) for tag in tags} | {("event", spelt(self.event))}
        said = (self.title, self.event, self.place, *tags)
        found |= {("word", word) for text in said for word in (spelt(text), *spelt(text).split())}
        return {(kind, label) for kind, label in found if label}

    @property
    def decided(self) -> bool:
        """Whether it was played to its end."""
        return self.closed is not None and self.ending != "abandoned"


def moment(at: datetime) -> str:
    """Return a time as lists keep it."""
    try:
        whole = at.astimezone(UTC) if at.tzinfo is not None else at
    except (OverflowError, ValueError):  # the first or last day of the calendar, elsewhere
        whole = at
    return whole.replace(tzinfo=None).isoformat(timespec="microseconds")


class EventBatch:
    """Some events in the order of the log, and what they make of the matches that they are of."""

    def __init__(self, rows: Sequence[Any]) -> None:
        """Take rows of position, match, version, type and body in."""
        self.rows = rows
        self.ids = list(dict.fromkeys(row[1] for row in rows))

    def tables(self) -> set[tuple[str, str]]:
        """Return the matches that were paired, opened or not, each with its tournament."""
        found: set[tuple[str, str]] = set()
        for _, tournament_id, _, kind, body in self.rows:
            if kind in ("Paired", "PairedAlike", "Adjusted"):
                try:
                    event = decode(kind, bytes(body))
                except BadEvent:  # damaged: `verify` tells
                    continue
                assert isinstance(event, Paired | Adjusted)
                found |= {(match_id, tournament_id) for match_id in event.matches}
        return found

    def sources(self) -> dict[str, tuple[str, ...]]:
        """Return the logs that matches were read from, by the match."""
        found: dict[str, tuple[str, ...]] = {}
        for _, match_id, version, kind, body in self.rows:
            if kind == "Sourced" and version == SECOND:
                with suppress(BadEvent):  # damaged: `verify` tells
                    event = decode(kind, bytes(body))
                    assert isinstance(event, Sourced)
                    found[match_id] = tuple(source.match for source in event.sources)
        return found

    def apply(self, known: dict[str, ListedMatch]) -> dict[str, ListedMatch]:
        """Return the matches as they are after these events; `known` has them as they were before."""
        latest: dict[str, bytes] = {}
        sources = self.sources()
        for position, match_id, version, kind, body in self.rows:
            if kind == "Opened" and match_id not in known:
                if (found := _opened(match_id, position, body)) is not None:
                    known[match_id] = found
                continue
            match = known.get(match_id)
            if match is None or version != match.version + 1:
                continue  # another stream, such as that of the ledger's keys; or a log that was changed
            match.version = version
            match.moves += kind in MOVES
            latest[match_id] = bytes(body)
            if kind in ("Closed", "Described"):
                _read(match, kind, bytes(body))
            elif kind == "Sourced":
                _stands_for(match, sources.get(match_id, ()), known)
        for match_id, body in latest.items():
            known[match_id].last = _time(body) or known[match_id].last
        return known


def _stands_for(reading: ListedMatch, sources: Iterable[str], known: Mapping[str, ListedMatch]) -> None:
    """Let a match that two logs were read as be listed for them, and for what was read from them before.

    It has the game and the people of the first log, else it says so of a stranger's.
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
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):  # damaged: `verify` tells
        return None
    at = moment(first.at)
    seats = [ListedSeat(text(seat.ref)) for seat in first.seats]
    kept = ListedMatch(match_id, position, 1, text(first.game, 40), at, at, seats=seats)
    told, brought = _tells(first.options), _tells(first.catalogue)
    kept.title = text(told.title or brought.title or "")
    kept.opened = _day(told.played or "") or at
    kept.minutes = minutes_of(told.minutes)
    return kept


def _tells(data: msgspec.Raw) -> GameNames:
    if not any(name in bytes(data) for name in (b'"title"', b'"played"', b'"minutes"')):
        return GameNames()
    try:
        return _called.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):  # another game calls something else so
        return GameNames()


def _day(played: str) -> str | None:
    """Return a day, or a day and a time, as lists keep times; nobody told the zone, and a day is its noon."""
    try:
        return moment(datetime.fromisoformat(played if len(played) > 10 else f"{played} 12:00")) if played else None
    except ValueError:
        return None


def _read(match: ListedMatch, kind: str, body: bytes) -> None:
    try:
        event = decode(kind, body)
    except BadEvent:
        return
    if isinstance(event, Closed) and match.closed is None:
        match.closed, match.ending, match.rule = moment(event.at), text(event.result.ending), text(event.result.rule)
        for seat, place in enumerate(match.seats, start=1):
            place.won = seat in event.result.winners
            if seat <= len(event.result.scores) and abs(event.result.scores[seat - 1]) < LARGEST:
                place.score = event.result.scores[seat - 1]
    elif isinstance(event, Described):
        for name in ("title", "event", "place", "round"):
            setattr(match, name, text(getattr(event, name)))
        match.board = text(event.table)
        match.tags = msgspec.json.encode([text(tag) for tag in event.tags][:100]).decode()


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
"""Another person, a person, a game, a seat: see the table `tallies`."""

COUNTS = ("matches", "finished", "decided", "won", "ahead", "behind", "moves", "seconds", "timed", "told")


def counted(match: ListedMatch) -> Iterable[tuple[Key, tuple[int, ...]]]:
    """Yield what a match adds to each tally: nothing, if it is a log that another was read from."""
    if match.read_as is not None:
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
