"""The tables played in a season: all closed matches of a ledger, or all tables of a tournament, by pseudonym.

A person's pseudonym is the reference of their first match or tournament, which is random. If a person is erased, their
matches stay linked to the same nameless person (`Ledger.erase`), so the statistics do not change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select

from tablescribe.domain.games import automata
from tablescribe.domain.match.correction_events import CORRECTIONS, Amended, Correction, Voided
from tablescribe.domain.match.events import CLOSING, Closed, Opened
from tablescribe.domain.rules.game import Result
from tablescribe.domain.tournament.model.results import places_of, won_together
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.ledger.log.codec import decode
from tablescribe.ledger.log.schema import events
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.read_models.person_names import is_guest, spelt

PSEUDONYM = 8
"""Length of a pseudonym: the first characters of a reference."""


@dataclass(frozen=True)
class PlayedTable:
    """A finished table.

    Attributes:
        at: the time of its end.
        match: the id of its match; empty for a result slip.
        people: the pseudonyms by seat; `None` for automata, and for guests, who are not identified.
        places: the place of each seat; tied seats have equal places.
        together: the seats (from 0) that won together.
    """

    at: datetime
    game: str
    match: str
    people: tuple[str | None, ...]
    places: tuple[int, ...]
    together: tuple[int, ...] = ()


@dataclass(frozen=True)
class Season:
    """Finished tables in the order of their ends, and people's names by pseudonym, where known."""

    tables: tuple[PlayedTable, ...]
    names: Mapping[str, str]


def of_ledger(ledger: Ledger, *, game_key: str = "", since: datetime | None = None) -> Season:
    """Return the season of a ledger: its closed matches, except abandoned and void ones.

    A match merged from two logs replaces both logs, as in the lists.
    """
    opened: dict[str, Opened] = {}
    ends: dict[str, tuple[datetime, Result]] = {}
    void: set[str] = set()
    for event in _ends(ledger):
        one = event.originator_id
        if isinstance(event, Opened):
            opened[one] = event
        elif isinstance(event, Closed):
            ends[one] = event.at, event.result
        elif isinstance(event, Amended):
            ends[one] = ends[one][0], event.result
        else:
            (void.add if isinstance(event, Voided) else void.discard)(one)
    found = [
        (opened[one], at, result) for one, (at, result) in ends.items()
        if one not in void and result.ending != "abandoned" and game_key in ("", opened[one].game)
        and (since is None or at >= since)
    ]  # fmt: skip
    ledger.lists.fresh()
    logs = ledger.asking.readings_of([first.originator_id for first, _, _ in found])
    found = [one for one in found if one[0].originator_id not in logs]
    who = Pseudonyms(ledger, (seat.ref for first, _, _ in found for seat in first.seats))
    return Season(tuple(_table(*one, who) for one in found), who.names)


def of_tournaments(ledger: Ledger, tournaments: Iterable[Tournament]) -> Season:
    """Return the reported results of tournaments, as ruled, including slips but not forfeits."""
    chosen = list(tournaments)
    who = Pseudonyms(ledger, (ref for one in chosen for ref in one.entrants))
    tables = [table for one in chosen for table in _reported(one, who)]
    return Season(tuple(sorted(tables, key=lambda table: table.at)), who.names)


def _ends(ledger: Ledger) -> Iterator[Opened | Closed | Correction]:
    e = events.c
    kinds = ("Opened", *CLOSING, *CORRECTIONS)
    for kind, body in ledger.log.select(select(e.type, e.body).where(e.type.in_(kinds)).order_by(e.position)):
        event = decode(kind, bytes(body))
        assert isinstance(event, Opened | Closed | Correction)
        yield event


def _table(first: Opened, at: datetime, result: Result, who: Pseudonyms) -> PlayedTable:
    nobodys = automata(first.game)
    people = tuple(None if number in nobodys else who.of(seat.ref) for number, seat in enumerate(first.seats, start=1))
    together = tuple(seat - 1 for seat in won_together(result))
    return PlayedTable(at, first.game, first.originator_id, people, places_of(result, len(people)), together)


def _reported(tournament: Tournament, who: Pseudonyms) -> Iterator[PlayedTable]:
    for seating in tournament.seatings:
        stage = tournament.plan.stages[seating.paired.stage]
        for table, report in seating.reports.items():
            result = tournament.result(seating, table)
            if result is None or result.absent:
                continue
            people = tuple(who.of(ref) for ref in result.pod.seats)
            together = tuple(k for k, place in enumerate(result.places) if place == 1) if result.coalition else ()
            yield PlayedTable(report.at, stage.game, report.match, people, result.places, together)


class Pseudonyms:
    """Identifies people: by name if they have one, else by the group that erasing left."""

    def __init__(self, ledger: Ledger, refs: Iterable[str]) -> None:
        wanted = list(dict.fromkeys(refs))
        known, same = ledger.lists.called(wanted), ledger.same_as(wanted)
        self.names: dict[str, str] = {}
        self._first: dict[str, str] = {}
        self._of: dict[str, str | None] = {}
        for ref in wanted:
            name = known.get(ref)
            if name is not None and is_guest(name):
                self._of[ref] = None
                continue
            key = f"name {spelt(name)}" if name is not None else f"group {same.get(ref, ref)}"
            self._of[ref] = self._first.setdefault(key, ref[:PSEUDONYM])
            if name is not None:
                self.names[self._first[key]] = name

    def of(self, ref: str) -> str | None:
        """Return the pseudonym of a reference; `None` for a guest."""
        return self._of[ref]


__all__ = ["PSEUDONYM", "PlayedTable", "Pseudonyms", "Season", "of_ledger", "of_tournaments"]
