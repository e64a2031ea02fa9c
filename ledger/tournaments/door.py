"""Rate limit of self-registration with the code at the door of a tournament.

Anybody can photograph the code, and entries in the append-only log are permanent. So above the limit, people are sent
to the desk. The limit is a setting beside the log, not an event.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament.model.roles import must_be_allowed
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.words.text import say
from tablescribe.ledger.log.errors import LedgerReadOnly
from tablescribe.ledger.matches.ledger import Ledger

USUAL, MOST = 30, 1_000
"""Entries per minute: default limit, and the highest limit that an organiser can set."""


class DoorBusy(Refused):
    """The limit of self-registrations per minute is reached, or self-registration is closed."""

    code = "tournament.door"


class AlreadyEntered(Refused):
    """An entrant has that name already. At the door, clients ask whether it is the same person."""

    code = "tournament.entered"


def door_rate(ledger: Ledger, tournament_id: str) -> int:
    """Return the limit of self-registrations per minute; 0 means closed."""
    from sqlalchemy import select

    from tablescribe.ledger.log.schema import service

    try:
        found = ledger.log.select(select(service.c.value).where(service.c.key == _key(tournament_id)))
    except LedgerReadOnly:  # a role that may not read it
        return USUAL
    return int(found[0][0]) if found else USUAL


def set_door_rate(ledger: Ledger, tournament_id: str, a_minute: int, *, by: str) -> None:
    """Set the limit of self-registrations per minute; 0 closes self-registration.

    Raises:
        RoleRefused: the role may not announce tournaments, so it may not change this.
        Refused: the number is not from 0 to `MOST`.
    """
    from sqlalchemy import delete

    from tablescribe.ledger.log.schema import service

    must_be_allowed(by, "announce")
    if not 0 <= a_minute <= MOST:
        raise Refused(say("Entries per minute must be a number from 0 to {most}", most=MOST))
    ledger.log.write_all([
        delete(service).where(service.c.key == _key(tournament_id)),
        ledger.log.into(service).values(key=_key(tournament_id), value=str(a_minute)),
    ])  # fmt: skip


def must_let_in(tournament: Tournament, recorder: str, a_minute: int, now: datetime) -> None:
    """Check that one more self-registration is within the limit per minute.

    Args:
        recorder: recorder reference of entries made with this code.

    Raises:
        DoorBusy: the limit is reached.
    """
    if a_minute == 0:
        raise DoorBusy(say("registration is closed. Enter at the desk"))
    since = now - timedelta(minutes=1)
    lately = sum(one.recorder == recorder and one.at > since for one in tournament.entrants.values())
    if lately >= a_minute:
        raise DoorBusy(
            say(
                "The limit of {n} entries per minute is reached. Try again in a minute, or enter at the desk",
                n=a_minute,
            )
        )


def _key(tournament_id: str) -> str:
    return f"door {tournament_id}"
