"""Commands of people at the door of a tournament: enter, or show who they are by PIN."""

from __future__ import annotations

from contextlib import suppress

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament.model.roles import PLAYER
from tablescribe.domain.words.text import say
from tablescribe.replays.web.access.door_pins import recognise
from tablescribe.replays.web.access.passes import DOOR, Pass
from tablescribe.replays.web.table.queries import Queries
from tablescribe.replays.web.tournaments.commands import organiser_of


def enter_at_the_door(queries: Queries, token: str, name: str, *, command: str) -> tuple[str, int]:
    """Let a person register by the link at the door; return the tournament and their starting number.

    Raises:
        NoPass: the link is unknown or revoked. Refused: entry is closed, or the name is taken.
        DoorBusy: more people registered within a minute than the organiser allows.
    """
    who = door_of(queries, token)
    organiser = organiser_of(queries, who)
    (entered,) = organiser.enter(who.match or "", [" ".join(name.split())], command_id=command, at_door=True)
    _came_in(queries, who, entered.number)
    return who.match or "", entered.number


def recognise_at_the_door(queries: Queries, token: str, name: str, pin: str, *, sender: str) -> tuple[Pass, str]:
    """Return the pass, with its token, of an entrant who gives their name and PIN at the door.

    Raises:
        WrongDoorPin: the PIN is not theirs. Refused: no entrant, or more than one, has this name.
    """
    who = door_of(queries, token)
    now = queries.hall.now(who.match or "")
    ref = organiser_of(queries, who).person(now, " ".join(name.split()))
    found = recognise(queries.access, now.id, now.entrants[ref].number, pin, sender)
    _came_in(queries, who, now.entrants[ref].number)
    return found


def _came_in(queries: Queries, door: Pass, number: int) -> None:
    """Check in a person who used the code at the door, before the first round."""
    with suppress(Refused):  # check-in is over, or they have checked in already
        organiser_of(queries, door).check_in(door.match or "", f"#{number}", by=PLAYER)


def door_of(queries: Queries, token: str) -> Pass:
    """Return the pass of a link at the door.

    Raises:
        NoPass: the link is unknown or revoked. Denied: it is not a link for the door.
    """
    who = queries.access.who(token)
    who.require(who.role == DOOR, say("self-register"))
    return who
