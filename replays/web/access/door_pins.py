"""PINs by which entrants identify themselves at the door of a tournament; the desk hands out one each.

A PIN is derived from the person's pass and not stored, so a new link has a new PIN.
"""

from __future__ import annotations

import hmac
import time
from collections.abc import Iterable

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament.model.roles import PLAYER
from tablescribe.domain.words.text import say
from tablescribe.replays.web.access.access import Access
from tablescribe.replays.web.access.passes import Pass
from tablescribe.replays.web.access.pin_attempts import PinAttempts

DIGITS = 6


class WrongDoorPin(Refused):
    """The PIN is not this person's, or there were too many wrong ones."""

    code = "tournament.pin"


def door_pins(access: Access, tournament_id: str, numbers: Iterable[int]) -> dict[int, str]:
    """Return the PINs of players by starting number."""
    found = access.lasting(PLAYER, tournament_id, list(numbers))
    return {number: _pin(access, one) for number, (one, _) in found.items() if number is not None}


def recognise(access: Access, tournament_id: str, number: int, pin: str, sender: str) -> tuple[Pass, str]:
    """Return the pass of a player with its token, if the PIN is theirs.

    Wrong PINs count for the person, and also for the sender, who might try another person each time.

    Raises:
        WrongDoorPin: it is wrong, or there were too many wrong ones.
    """
    attempts, now = PinAttempts(access.log), time.time()
    whom, them = f"door {tournament_id} {number}", access.signature(f"from {sender}")
    with access.coordination.alone("chairs"):
        if attempts.too_many(whom, them, now):
            raise WrongDoorPin(say("Too many wrong PINs. Wait 15 minutes, or go to the desk"))
        ((one, token),) = access.lasting(PLAYER, tournament_id, [number]).values()
        if not hmac.compare_digest(_pin(access, one).encode(), pin.strip().encode()):
            attempts.wrong(whom, them, now)
            raise WrongDoorPin(say("Wrong PIN. The desk can tell you yours"))
    return one, token


def _pin(access: Access, one: Pass) -> str:
    return f"{int(access.signature(f'door pin {one.id}'), 16) % 10**DIGITS:0{DIGITS}}"
