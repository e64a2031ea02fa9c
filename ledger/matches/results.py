"""Matches recorded by their results alone, in one step."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from typing import Any

from tablescribe.domain.games import ANYTHING, GAMES, named, opening
from tablescribe.domain.match.description import described
from tablescribe.domain.match.event import Stamp
from tablescribe.domain.match.events import Seat
from tablescribe.domain.match.match import Match, Refused
from tablescribe.domain.rules.chance import ReportedChance
from tablescribe.domain.words.text import say
from tablescribe.ledger.log.errors import CommandReused, NoSuchMatch
from tablescribe.ledger.log.text_marks import ERASED
from tablescribe.ledger.matches.ids import ALPHABET, ID_LENGTH, new_id
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.read_models.person_names import seated, spelt

FIRST_ZONE = timezone(timedelta(hours=14))
"""Time zone in which a day begins first."""

RECORDER = 1
"""The seat that plays the action which records the result."""


@dataclass(frozen=True)
class PlayedMatch:
    """A match that has already been played.

    Attributes:
        title: full title of the game.
        people: names of the players, in seat order.
        points: each seat's points; empty if not scored.
        winners: the seats that won.
        played: date, and time if known, ISO 8601; empty string for now.
        minutes: duration in minutes; 0 if unknown.
        data: details: event, place, round, table, tags.
        note: a remark.
    """

    title: str
    people: Sequence[str]
    points: Sequence[int] = ()
    winners: Sequence[int] = ()
    played: str = ""
    minutes: int = 0
    data: Mapping[str, Any] = field(default_factory=dict)
    note: str = ""

    def options(self) -> dict[str, Any]:
        """Return the options of the match that have a value."""
        told = {"title": self.title, "played": self.played, "minutes": self.minutes}
        return {name: value for name, value in told.items() if value}

    def action(self) -> dict[str, Any]:
        """Return the action that records the result."""
        return {"do": "result", "points": list(self.points), "winners": sorted(set(self.winners))}


def record_result(scribe: Scribe, told: PlayedMatch, *, match_id: str | None = None) -> tuple[Match, bool]:
    """Record a finished match by its result, atomically.

    Args:
        scribe: records the match.
        told: the match.
        match_id: id of the match, if derived from its source (`id_from`); an existing match is not recorded again.

    Returns:
        The match, and whether it is new.

    Raises:
        WrongOptions, Refused, Impossible: the match or its result is invalid.
        CommandReused: a different match has that id.
    """
    known = _known(scribe, match_id)
    if known is not None:
        if known.opening.title not in (told.title, ERASED) or known.opening.seats != len(told.people):
            raise CommandReused(say("command {command} recorded another match: use a new id", command=known.id))
        return known, False
    names, said = check_result(told, scribe.now())  # raises before names are stored
    seats = [Seat(*one) for one in scribe.ledger.introduce_all(names)]
    stamp = scribe.stamp()
    match = _played(told, match_id or new_id(), seats, stamp)
    if any(told.data.values()):
        match.describe(stamp, **said)
    if told.note:
        match.note(told.note, stamp)
    match.close(stamp)
    scribe.ledger.save(match, expected_version=0)
    return match, True


def check_result(told: PlayedMatch, now: datetime) -> tuple[list[str], dict[str, Any]]:
    """Check that a match can be recorded by its result; return its names in seat order and its details.

    Raises:
        WrongOptions, Refused, Impossible: the match or its result is invalid.
    """
    names = seated(told.people)
    if not told.title.strip():
        raise Refused(say("say what was played"))
    said = described(None, told.data, title=told.title)
    _played(told, "trial", [Seat("", "")] * len(names), Stamp(now, "", ""))
    return names, said


def _played(told: PlayedMatch, match_id: str, seats: Sequence[Seat], stamp: Stamp) -> Match:
    """Return a match that was opened and played to its result."""
    fixed = opening(ANYTHING, len(seats), told.options())
    nothing: dict[str, Any] = {"chance": "table", "take_back": "free", "seed": None, "nonces": (), "outcomes": ()}
    match = Match.open(match_id, fixed, seats, stamp, **nothing)
    match.play(RECORDER, fixed.game.read_action(told.action()), ReportedChance(()), stamp)
    return match


class InTheFuture(Refused):
    """The date of a match is in the future. It may be correct, so clients ask for confirmation."""

    code = "result.future"


def check_past(played: str, now: datetime) -> None:
    """Check that a date, with or without a time, has begun: without a zone, somewhere on earth.

    Text that is not a date passes here; it is refused when it is recorded.

    Raises:
        InTheFuture: the date is in the future.
    """
    try:
        at, first = datetime.fromisoformat(played), now.astimezone(FIRST_ZONE)
    except ValueError:  # empty, or no date, which is refused when it is recorded
        return
    ahead = at > now if at.tzinfo is not None else at > first.replace(tzinfo=None)
    if ahead:
        raise InTheFuture(say("{day} is in the future. Record it?", day=played[:16]))


def _known(scribe: Scribe, match_id: str | None) -> Match | None:
    try:
        return scribe.ledger.match(match_id) if match_id is not None else None
    except NoSuchMatch:
        return None


def id_from(source: str) -> str:
    """Derive a match id from a description of the match's source."""
    number = int.from_bytes(hashlib.sha256(source.encode()).digest(), "big")
    return "".join(ALPHABET[number >> 5 * k & 31] for k in range(ID_LENGTH))


def title_of(game: str) -> str:
    """Return the title of a game, given its key or a title in any language; an unknown title is returned unchanged.

    The generic game that records any title (`ANYTHING`) has no title of its own: empty string.
    """
    return GAMES.get(named(game), game) if named(game) != ANYTHING else ""


def seats_named(people: Sequence[str], names: Sequence[str]) -> list[int]:
    """Return the seats of the people with these names.

    Raises:
        Refused: a person with one of the names did not play.
    """
    at = {spelt(person): seat for seat, person in enumerate(people, start=1)}
    for name in names:
        if spelt(name) not in at:
            raise Refused(say("{name} did not play. Give a name from the list of players", name=name))
    return [at[spelt(name)] for name in names]
