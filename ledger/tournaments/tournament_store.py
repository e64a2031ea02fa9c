"""Base of all tournament commands: load a tournament with its people, record on its current version."""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar, cast

import msgspec

from tablescribe.domain.match.match import Refused
from tablescribe.domain.tournament.consequences import Consequences, consequences
from tablescribe.domain.tournament.model.events import TournamentEvent
from tablescribe.domain.tournament.model.field import Pairing, Ref
from tablescribe.domain.tournament.model.tournament import Tournament, before
from tablescribe.domain.words.text import say
from tablescribe.ledger.log.appending import Command
from tablescribe.ledger.log.errors import Stale, StaleTournament
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe

Done = TypeVar("Done")
Engine = Callable[..., Pairing]

TRIES = 20
"""How often something is tried again if somebody else recorded in between."""


def engines() -> Engine:
    """Return what pairs a round: the engines that come with us."""
    from tablescribe.domain.tournament.pairing import pair

    return cast(Engine, pair)


def names_in(ledger: Ledger, tournament: Tournament) -> dict[Ref, str]:
    """Return what the people of a tournament are called; somebody who was erased is the starting number."""
    known = ledger.names(tournament.entrants)
    return {ref: known.get(ref, f"#{one.number}") for ref, one in tournament.entrants.items()}


class TournamentStore:
    """Reads tournaments of a ledger, and records in them."""

    def __init__(self, scribe: Scribe, engine: Callable[[], Engine] = engines) -> None:
        """Run them with a scribe, who opens their matches; `engine` gives what pairs a round, when it is needed."""
        self.scribe = scribe
        self.ledger: Ledger = scribe.ledger
        self._engine = engine

    # --- reading --------------------------------------------------------------------------

    def tournament(self, beginning: str) -> Tournament:
        """Return a tournament by its id, or by as much of its beginning as tells it from others."""
        return self.ledger.tournament(self.ledger.find_tournament(beginning))

    def names(self, tournament: Tournament) -> dict[Ref, str]:
        """Return what people are called: see `names_in`."""
        return names_in(self.ledger, tournament)

    def person(self, tournament: Tournament, who: str) -> Ref:
        """Return the reference of an entrant by reference, starting number (`#3`) or name.

        Raises:
            Refused: nobody is called so, or several are.
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
            raise Refused(say("several are called {who}: say the number, {numbers}", who=who, numbers=numbers))
        raise Refused(say("nobody is called {who} here: `tablescribe tournament show` has names and numbers", who=who))

    def _refs(self, tournament_id: str, *people: str) -> list[Ref]:
        """Return the references of some entrants."""
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
        command: Command | None = None,
    ) -> tuple[Done, Consequences]:
        if preview:
            tournament = self.tournament(tournament_id)
            event = do(tournament)
        else:
            event = self._record(tournament_id, do, expected, command=command)
            tournament = self.tournament(tournament_id)
            version = cast(TournamentEvent, event).originator_version
            tournament = before(tournament, version + 1)  # as it was then, for a command that was sent again
        return event, consequences(before(tournament, tournament.version), tournament)

    def _record(
        self,
        tournament_id: str,
        do: Callable[[Tournament], Done],
        expected: int | None = None,
        *,
        command: Command | None = None,
    ) -> Done:
        """Carry out something on a tournament as it stands and save it; once more if somebody else was quicker.

        Raises:
            StaleTournament: it is not at the version that was looked at (`expected`).
            CommandReused: something else was recorded under the command's id.
        """
        found = self.ledger.find_tournament(tournament_id)
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
                self.ledger.save(cast(Any, tournament), expected_version=version, command=command)
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

    def _answered(self, tournament: Tournament, command: Command | None) -> list[TournamentEvent] | None:
        """Return what a command recorded when it came first; `None` if it never came.

        Raises:
            CommandReused: it had another content then.
        """
        answer = self.ledger.log.answer(tournament.id, command) if command is not None else None
        if answer is None:
            return None
        return tournament.events[answer.first_version - 1 : answer.first_version - 1 + answer.events]


def read_people(text: str) -> dict[str, int | None]:
    """Return names and ratings from a list: a line for each, `NAME` or `NAME,RATING`; a line `name,rating` may head it.

    Raises:
        Refused: a line is none of these, or a name stands there twice; which line.
    """
    found: dict[str, int | None] = {}
    try:
        for number, row in enumerate(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline="")), start=1):
            cells = [cell.strip() for cell in row]
            if not any(cells) or (number == 1 and cells[0].casefold() == "name"):
                continue
            rating = cells[1] if len(cells) > 1 else ""
            if not cells[0] or cells[0] in found or (rating and not (rating.isascii() and rating.isdecimal())):
                raise Refused(say("line {n}: it is NAME or NAME,RATING, each name once", n=number))
            found[cells[0]] = int(rating[:9]) if rating else None
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
) -> list[int]:
    """Return each seat's place from one of the ways in which a slip tells it.

    Args:
        seats: how many there are at the table.
        places: by seat.
        winners: seats; all others share the next place.
        draw: all who were there share the first place.
        absent: seats; without anything else all who were there share the first place.

    Raises:
        Refused: it is told in several ways, or in none.
    """
    ways = [bool(places), bool(winners), draw]
    if sum(ways) > 1 or not (any(ways) or absent):
        raise Refused(say("say what the table gave: each place, who won, a draw, or who did not come"))
    if places:
        return list(places)
    first = list(winners)
    if draw or not first:
        first = [seat for seat in range(1, seats + 1) if seat not in absent] or list(range(1, seats + 1))
    return [1 if seat in first else 1 + len(first) for seat in range(1, seats + 1)]


def command_of(command_id: str | None, *content: Any) -> Command | None:
    """Return a command by its id and all that it says: whoever lost the net sends it again, and it is done once.

    No name may be in it: its digest stays when a name is erased, and whoever has that can try names.
    """
    if command_id is None:
        return None
    return Command(command_id, hashlib.sha256(msgspec.json.encode(content, order="sorted", enc_hook=str)).digest())


def _kinds(events: Iterable[TournamentEvent]) -> list[str]:
    return list(dict.fromkeys(type(event).__name__ for event in events))
