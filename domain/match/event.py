"""The base of all events, and the stamp that each is recorded with."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import msgspec


class Event(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What all events say: which match, which version of it, when, recorded by whom, on which device.

    `recorder` and `device` are random references, never names. `salt` is random. Where an event's content is withheld,
    only its hash is shown; because of the salt, nobody can find the content by hashing guesses.
    """

    originator_id: str
    originator_version: int
    at: datetime
    recorder: str
    device: str
    salt: str


def _no_salt() -> str:
    return ""


class Stamp(msgspec.Struct, frozen=True):
    """Who records, on which device, and when. It is passed in: the domain uses neither clock nor randomness.

    Attributes:
        salt: returns a new random text for each event.
    """

    at: datetime
    recorder: str
    device: str
    salt: Callable[[], str] = _no_salt
