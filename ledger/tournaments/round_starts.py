"""Scheduled starts of rounds: set by officials, stored beside the log, carried out by the service.

The scheduled time is not an event; the start itself is recorded. Two services on one ledger start a round only once:
the match ids come from the pairing, and only a clock that has not started can be started.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament.model.events import Clocked
from tablescribe.domain.tournament.model.roles import HALL, ORGANISER, must_be_allowed
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.tournament.round_clock import set_clock
from tablescribe.domain.tournament.round_starts import (
    RoundStart,
    State,
    must_be_ahead,
    must_be_settable,
    round_start,
    times,
)
from tablescribe.domain.words.text import say
from tablescribe.ledger.log.errors import LedgerReadOnly
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.tournaments.rounds import Rounds

TRIES = 5
"""Maximum number of attempts to write a time despite concurrent writes."""

Told = dict[int, datetime | None]


def times_told(ledger: Ledger, tournament_id: str) -> Told:
    """Return the start times set by officials, by round; `None` for a round whose scheduled start was cancelled."""
    return _read(ledger, tournament_id)[0]


def changes_told(ledger: Ledger, tournament_id: str) -> dict[int, int]:
    """Return how often officials set the time of each round; calendar files need it as a sequence number."""
    from sqlalchemy import select

    from tablescribe.ledger.log.schema import service

    try:
        found = ledger.log.select(select(service.c.value).where(service.c.key == _changes_key(tournament_id)))
    except LedgerReadOnly:  # a role that may not read it
        return {}
    said: Mapping[str, int] = json.loads(str(found[0][0])) if found else {}
    return {int(one): int(times) for one, times in said.items()}


def set_start(
    ledger: Ledger, tournament: Tournament, number: int, at: datetime | None, now: datetime, *, by: str,
    seen: datetime | None = None, must_match: bool = False,
) -> Told:  # fmt: skip
    """Schedule the start of a round; `at=None` cancels it. Return the times of all rounds.

    Args:
        seen: the time that the official saw; with `must_match`, it must still be the current one.

    Raises:
        RoleRefused: the role may not set clocks.
        Refused: the round has begun, the time does not fit, or another official changed it meanwhile.
    """
    must_be_allowed(by, "clock")
    for _ in range(TRIES):
        told, text = _read(ledger, tournament.id)
        if must_match and times(tournament, told).get(number) != seen:
            raise Refused(say("Someone else set another time. Check it, then try again."))
        if at is None:
            must_be_ahead(tournament, number)
        else:
            must_be_settable(tournament, number, at, told, now)
        new = {**told, number: at}
        changes = changes_told(ledger, tournament.id)
        if _write(ledger, tournament.id, new, text, {**changes, number: changes.get(number, 0) + 1}):
            return new
    raise Refused(say("Someone else set another time. Check it, then try again."))


def postponed(start: datetime, by: timedelta, now: datetime) -> datetime:
    """Return a start time postponed by `by`; a time in the past is postponed from now, rounded up to the minute."""
    if start > now:
        return start + by
    whole = now.replace(second=0, microsecond=0)
    return (whole if whole == now else whole + timedelta(minutes=1)) + by


class RoundStarts(Rounds):
    """Command that starts a round at its scheduled time."""

    def start_on_time(self, tournament_id: str) -> Clocked | None:
        """Open the tables of the round and start its clock, if due; return `None` if not due or started already.

        Tables are opened first: if the service stops in between, the next call starts the clock.
        """
        if self._due(self.tournament(tournament_id)) is None:
            return None
        self.start(tournament_id, by=ORGANISER)

        def do(tournament: Tournament) -> Clocked | None:
            due = self._due(tournament)  # checked again: it may be started or cancelled by now
            if due is None:
                return None
            return set_clock(tournament, "start", self.scribe.stamp(), by=HALL, round_number=due.round)

        return self._record(tournament_id, do)

    def _due(self, tournament: Tournament) -> RoundStart | None:
        told = times_told(self.ledger, tournament.id)
        found = round_start(tournament, tournament.round, told, self.scribe.now()) if tournament.round else None
        return found if found is not None and found.state is State.DUE else None


def _read(ledger: Ledger, tournament_id: str) -> tuple[Told, str]:
    """Return the times, and the stored text; an empty string if nothing is stored."""
    from sqlalchemy import select

    from tablescribe.ledger.log.schema import service

    try:
        found = ledger.log.select(select(service.c.value).where(service.c.key == _key(tournament_id)))
    except LedgerReadOnly:  # a role that may not read it
        return {}, ""
    if not found:
        return {}, ""
    text = str(found[0][0])
    said: Mapping[str, str | None] = json.loads(text)
    return {int(one): datetime.fromisoformat(at) if at else None for one, at in said.items()}, text


def _write(ledger: Ledger, tournament_id: str, told: Told, was: str, changes: Mapping[int, int]) -> bool:
    """Replace the stored text `was` by new times (compare and set); return whether they were written."""
    from sqlalchemy import delete

    from tablescribe.ledger.log.schema import service

    key, told_apart = _key(tournament_id), dict(sorted(told.items()))
    text = json.dumps({str(one): at.astimezone(UTC).isoformat() if at else None for one, at in told_apart.items()})
    old = (service.c.key == key) & (service.c.value == was)
    if _read(ledger, tournament_id)[1] != was:
        return False
    counted = json.dumps({str(one): times for one, times in sorted(changes.items())})
    ledger.log.write_all([
        delete(service).where(old), ledger.log.into(service).values(key=key, value=text),
        delete(service).where(service.c.key == _changes_key(tournament_id)),
        ledger.log.into(service).values(key=_changes_key(tournament_id), value=counted),
    ])  # fmt: skip
    return _read(ledger, tournament_id)[1] == text


def _key(tournament_id: str) -> str:
    return f"starts {tournament_id}"


def _changes_key(tournament_id: str) -> str:
    return f"start changes {tournament_id}"
