"""Base of all tournament commands: load a tournament with its people, record on its current version."""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, cast

import msgspec

from tablescribe.domain.match.match import Refused
from tablescribe.domain.tournament.consequences import Consequences, consequences
from tablescribe.domain.tournament.model.events import Explained, TournamentEvent
from tablescribe.domain.tournament.model.field import Pairing, Ref
from tablescribe.domain.tournament.model.folding import before
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.tournament.model.words import words_of
from tablescribe.domain.tournament.told_results import places_by_points, places_without
from tablescribe.domain.words.text import say
from tablescribe.ledger.log.appending import Command, reused
from tablescribe.ledger.log.errors import Stale, StaleTournament
from tablescribe.ledger.log.text_marks import ERASED
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe

Done = TypeVar("Done")
Engine = Callable[..., Pairing]

TRIES = 20
"""Maximum number of attempts to record a command despite concurrent writes."""


def engines() -> Engine:
    """Return the built-in pairing engine."""
    from tablescribe.domain.tournament.pairing import pair

    return cast(Engine, pair)


def names_in(ledger: Ledger, tournament: Tournament) -> dict[Ref, str]:
    """Return the names of a tournament's entrants; an erased person's name is the starting number (`#3`)."""
    known = ledger.names(tournament.entrants)
    return {ref: known.get(ref, f"#{one.number}") for ref, one in tournament.entrants.items()}


class TournamentStore:
    """Loads tournaments from a ledger, and records their events."""

    def __init__(self, scribe: Scribe, engine: Callable[[], Engine] = engines) -> None:
        """Create a store; `scribe` opens matches, and `engine` loads the pairing engine on first use."""
        self.scribe = scribe
        self.ledger: Ledger = scribe.ledger
        self._engine = engine

    # --- reading --------------------------------------------------------------------------

    def tournament(self, beginning: str) -> Tournament:
        """Return the current state of a tournament, by its id or a unique prefix."""
        return self.ledger.tournament(self.ledger.find_tournament(beginning))

    def names(self, tournament: Tournament) -> dict[Ref, str]:
        """Return the names of a tournament's entrants; see `names_in`."""
        return names_in(self.ledger, tournament)

    def person(self, tournament: Tournament, who: str) -> Ref:
        """Return the reference of an entrant, given a reference, starting number (`#3`) or name.

        Raises:
            Refused: no entrant has that name, or more than one has.
        """
        if who in tournament.entrants:
            return who
        found = [ref for ref, one in tournament.entrants.items() if who == f"#{one.number}"]
        if not found:
            names = self.names(tournament)
            found = [ref for ref in tournament.entrants if names[ref].casefold() == who.strip().casefold()]
        if len(found) == 1:
            return found[0]
        if found:
            numbers = ", ".join(f"#{tournament.entrants[ref].number}" for ref in found)
            raise Refused(
                say("several entrants are called {who}. Give the number instead: {numbers}", who=who, numbers=numbers)
            )
        raise Refused(say("there is no entrant {who}. List names and numbers: `tablescribe tournament show`", who=who))

    def _refs(self, tournament_id: str, *people: str) -> list[Ref]:
        """Return the references of these entrants; see `person`."""
        tournament = self.tournament(tournament_id)
        return [self.person(tournament, who) for who in people]

    # --- recording ------------------------------------------------------------------------

    def _with_consequences(
        self,
        tournament_id: str,
        do: Callable[[Tournament], Done],
        preview: bool,
        expected: int | None = None,
        *,
        command: WordedCommand | None = None,
    ) -> tuple[Done, Consequences]:
        if preview:
            tournament = self.tournament(tournament_id)
            event = do(tournament)
        else:
            event = self._record(tournament_id, do, expected, command=command)
            tournament = self.tournament(tournament_id)
            version = cast(TournamentEvent, event).originator_version
            tournament = before(tournament, version + 1)  # the state back then, in case of a retry
        return event, consequences(before(tournament, tournament.version), tournament)

    def _record(
        self,
        tournament_id: str,
        do: Callable[[Tournament], Done],
        expected: int | None = None,
        *,
        command: WordedCommand | None = None,
    ) -> Done:
        """Execute a command on the current state of a tournament and record its events; retry after concurrent writes.

        Raises:
            StaleTournament: the tournament is not at the `expected` version.
            CommandReused: the command's id was used with other content.
        """
        found, told = self.ledger.find_tournament(tournament_id), command.command if command is not None else None
        for left in reversed(range(TRIES)):
            tournament = self.ledger.tournament(found)
            version = tournament.version
            if (answer := self._answered(tournament, command)) is not None:
                return cast(Done, answer[0])
            if expected is not None:
                self._must_be_at(tournament, expected)
            done = do(tournament)
            if tournament.version == version:
                return done
            try:
                self.ledger.save(cast(Any, tournament), expected_version=version, command=told)
            except Stale as stale:
                if not left:
                    now = self.ledger.tournament(found)
                    raise StaleTournament(found, version, now.version, _kinds(now.events[version:])) from stale
            else:
                return done
        raise AssertionError("it was recorded, or not")

    def _must_be_at(self, tournament: Tournament, expected: int) -> None:
        if tournament.version != expected:
            meanwhile = _kinds(tournament.events[expected:])
            raise StaleTournament(tournament.id, expected, tournament.version, meanwhile)

    def _answered(self, tournament: Tournament, command: WordedCommand | None) -> list[TournamentEvent] | None:
        """Return the events that an earlier execution of a command recorded; `None` if there is none.

        Raises:
            CommandReused: the earlier execution had different content.
        """
        answer = self.ledger.log.answer(tournament.id, command.command) if command is not None else None
        if command is None or answer is None:
            return None
        versions = range(answer.first_version, answer.first_version + answer.events)
        deeds: Iterable[TournamentEvent] = map(tournament.deed, versions)
        found: list[TournamentEvent] = [one for one in deeds if not isinstance(one, Explained)]
        command.must_be(found)
        return found


SEVERAL = 3
"""Minimum number of names on a line of a list for them to be read as several people."""


def read_people(text: str) -> dict[str, int | None]:
    """Parse a CSV list of entrants: `NAME` or `NAME,RATING` on each line, with an optional header `name,rating`.

    Three names or more may share a line. Two may not, because the second could be a first name.

    Raises:
        Refused: a line has another form, or a name is listed twice.
    """
    found: dict[str, int | None] = {}
    try:
        for number, row in enumerate(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline="")), start=1):
            cells = [cell.strip() for cell in row]
            if not any(cells) or (number == 1 and cells[0].casefold() == "name"):
                continue
            several = len(cells) >= SEVERAL and not any(map(str.isdecimal, cells))
            rating = "" if several or len(cells) == 1 else cells[1]
            names = [cell for cell in cells if cell] if several else cells[:1]
            if not all(names) or (rating and not (rating.isascii() and rating.isdecimal())):
                raise Refused(say("line {n}: write one name per line, or NAME,RATING", n=number))
            for name in names:
                if name in found:
                    raise Refused(say("line {n}: {name} is listed twice", n=number, name=name))
                found[name] = int(rating[:9]) if rating else None
    except csv.Error as error:
        raise Refused(say("the list cannot be read: {error}", error=str(error))) from error
    return found


def read_slip(
    seats: int,
    *,
    places: Sequence[int] = (),
    winners: Sequence[int] = (),
    draw: bool = False,
    absent: Sequence[int] = (),
    points: Sequence[int | None] = (),
) -> list[int]:
    """Return each seat's place from a result slip, which gives it in exactly one of several ways.

    Args:
        seats: number of seats at the table.
        places: each seat's place.
        winners: the seats that won; all others share the next place.
        draw: whether all present seats share the first place.
        absent: absent seats; if nothing else is given, all others share the first place.
        points: each seat's points; if nothing else is given and all are known, they decide the places.

    Raises:
        Refused: the result is given in several ways, or not at all.
    """
    known = [one for one in points if one is not None]
    ways = [bool(places), bool(winners), draw]
    if not (any(ways) or absent) and len(known) == seats:
        return list(places_by_points(known))
    if sum(ways) > 1 or not (any(ways) or absent):
        raise Refused(
            say("Enter the result: a place or points for each person, the winner, a draw, or who did not come.")
        )
    if places:
        return list(places)
    first = list(winners)
    if draw or not first:
        return list(places_without(seats, absent))
    return [1 if seat in first else 1 + len(first) for seat in range(1, seats + 1)]


@dataclass(frozen=True)
class WordedCommand:
    """A command with its idempotency key, and the words that a person wrote in it; a retry must have the same."""

    command: Command
    words: tuple[str, ...]

    def must_be(self, events: Sequence[TournamentEvent]) -> None:
        """Check that an earlier execution recorded the same words.

        Raises:
            CommandReused: the recorded words are different.
        """
        told = {text for event in events for text in words_of(event).values()}
        if told and ERASED not in told and told != {*self.words} - {""}:  # a reason that was not needed is not recorded
            raise reused(self.command.id, events[0].originator_id)


def command_of(command_id: str | None, *content: Any, words: Sequence[str] = ()) -> WordedCommand | None:
    """Return a command with its idempotency key and a digest of its content; `None` without a key.

    The content must not include names or words: the digest outlives an erasure and would allow guessing them.
    """
    if command_id is None:
        return None
    digest = hashlib.sha256(msgspec.json.encode(content, order="sorted", enc_hook=str)).digest()
    return WordedCommand(Command(command_id, digest), tuple(words))


def _kinds(events: Iterable[TournamentEvent]) -> list[str]:
    return list(dict.fromkeys(type(event).__name__ for event in events if not isinstance(event, Explained)))
