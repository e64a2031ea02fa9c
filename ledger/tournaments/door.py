"""The door of a tournament: how many people a minute enter themselves by its code, as the organiser allows.

The code hangs where everybody can photograph it, and the log is append-only. So above that number, people are sent to
the desk. The setting is not an event: it can be changed at once.
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
"""People a minute: as long as the organiser says nothing, and the most that can be allowed."""


class DoorBusy(Refused):
    """More people entered themselves within a minute than the organiser allows, or the door is closed."""

    code = "tournament.door"


class AlreadyEntered(Refused):
    """Somebody of that name has entered: at the door they are asked whether that is they."""

    code = "tournament.entered"


def door_rate(ledger: Ledger, tournament_id: str) -> int:
    """Return how many people a minute may enter themselves; 0: the door is closed."""
    from sqlalchemy import select

    from tablescribe.ledger.log.schema import service

    try:
        found = ledger.log.select(select(service.c.value).where(service.c.key == _key(tournament_id)))
    except LedgerReadOnly:  # a role that may not read it
        return USUAL
    return int(found[0][0]) if found else USUAL


def set_door_rate(ledger: Ledger, tournament_id: str, a_minute: int, *, by: str) -> None:
    """Let so many people a minute enter themselves; 0 closes the door.

    Raises:
        RoleRefused: the role may not announce tournaments, so it may not change this.
        Refused: it is no such number.
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
    """Refuse who would be one too many within a minute by the code at the door.

    Args:
        recorder: the reference that entries by this code carry.

    Raises:
        DoorBusy: and where to enter instead.
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
