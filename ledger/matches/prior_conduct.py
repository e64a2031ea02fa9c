"""Prior conduct of the people in a match: keys that they enrolled earlier, and matches that they abandoned.

People with the same name are assumed to be the same person. Erased people are not matched.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import cast

from sqlalchemy import select

from tablescribe.domain.match.contribution_events import Awaited, Dealt, Revealed
from tablescribe.domain.match.events import AnyEvent, Closed, Missed, Opened, Played, Ruled, Seat
from tablescribe.domain.match.match import Match
from tablescribe.domain.match.signature_events import Enrolled
from tablescribe.domain.match.signature_records import seat_holder
from tablescribe.ledger.log.codec import decode
from tablescribe.ledger.log.schema import events, identities
from tablescribe.ledger.matches.ledger import Ledger


@dataclass(frozen=True)
class KnownKey:
    """A key that a person enrolled in an earlier match.

    Attributes:
        key: base64 of its 32 bytes.
        match: the match in which it was last enrolled.
    """

    key: str
    match: str


@dataclass(frozen=True)
class AbandonedMatch:
    """An earlier match that the same people opened but did not finish.

    Attributes:
        match: its id.
        moves: number of moves recorded in it.
        silent: the seats that did not reveal their contribution to the seed, if the match was never dealt.
    """

    match: str
    moves: int
    silent: tuple[int, ...] = ()


def known_keys(ledger: Ledger, match: Match) -> dict[str, KnownKey]:
    """Return, by holder (`seat:1`), the key that this person last enrolled in another match."""
    people, e, o = _people(ledger, match), events.c, events.alias().c
    wanted = select(e.match_id, e.type, e.body, o.type, o.body).where(
        e.type.in_(("Enrolled", "EnrolledBy")), e.match_id != match.id, o.match_id == e.match_id, o.version == 1
    )
    found: dict[str, KnownKey] = {}
    for match_id, kind, body, first, beginning in ledger.log.select(wanted.order_by(e.position)):
        enrolled, opened = cast(Enrolled, decode(kind, body)), decode(first, beginning)
        if not isinstance(opened, Opened) or not enrolled.holder.startswith("seat:"):
            continue
        seat = int(enrolled.holder.removeprefix("seat:")) - 1
        if seat >= len(opened.seats):
            continue
        for holder, refs in people.items():
            if opened.seats[seat].ref in refs:
                found[holder] = KnownKey(enrolled.key, match_id)
    return found


def dropped_before(ledger: Ledger, match: Match) -> list[AbandonedMatch]:
    """Return unfinished matches of the same game and people, opened in the 24 hours before this match.

    They may show that somebody opened sealed matches repeatedly until one started well.
    """
    people, since = _people(ledger, match), match.opened.at - timedelta(days=1)
    found = []
    for match_id in ledger.match_ids():
        opened = _opening(ledger, match_id)
        if opened is None or match_id == match.id or opened.game != match.opened.game:
            continue
        if not since <= opened.at <= match.opened.at or not _same(opened, people):
            continue
        recorded = ledger.events_of(match_id)
        ends = [event for event in recorded if isinstance(event, Closed)]
        if not ends or ends[0].result.ending == "abandoned":
            moves = sum(isinstance(event, Played | Ruled | Missed) for event in recorded)
            found.append(AbandonedMatch(match_id, moves, _silent(recorded)))
    return found


def _silent(recorded: Sequence[AnyEvent]) -> tuple[int, ...]:
    """Return the seats that did not reveal their contribution to the seed of a match that was never dealt."""
    awaited = next((event for event in recorded if isinstance(event, Awaited)), None)
    if awaited is None or any(isinstance(event, Dealt) for event in recorded):
        return ()
    told = {event.seat for event in recorded if isinstance(event, Revealed)}
    return tuple(seat for seat in awaited.seats if seat not in told)


def _people(ledger: Ledger, match: Match) -> dict[str, frozenset[str]]:
    """Return, by holder, all references of the person in that seat; a person has a new one in each match."""
    names = ledger.names(seat.ref for seat in match.opened.seats)
    return {seat_holder(k): frozenset(_refs(ledger, names.get(seat.ref, ""))) for k, seat in _numbered(match.opened)}


def _refs(ledger: Ledger, name: str) -> list[str]:
    if not name:
        return []
    return [row[0] for row in ledger.log.select(select(identities.c.ref).where(identities.c.name == name))]


def _numbered(opened: Opened) -> Iterator[tuple[int, Seat]]:
    yield from enumerate(opened.seats, start=1)


def _same(opened: Opened, people: dict[str, frozenset[str]]) -> bool:
    """Return whether a match has the same people, in any order."""
    if len(opened.seats) != len(people):
        return False
    return all(any(seat.ref in refs for refs in people.values()) for seat in opened.seats)


def _opening(ledger: Ledger, match_id: str) -> Opened | None:
    wanted = select(events.c.type, events.c.body).where(events.c.match_id == match_id, events.c.version == 1)
    found = [decode(kind, body) for kind, body in ledger.log.select(wanted)]
    return found[0] if found and isinstance(found[0], Opened) else None
