"""The base class of all events, and the stamp that each event is recorded with."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import msgspec


class Event(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The fields of every event: the match, its version, the time, the recorder and the device.

    `recorder` and `device` are random references, never names. `salt` is random. Where an event's content is withheld,
    only its hash is shown. The salt keeps the content from being found by hashing guesses.
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
    """The recorder, the device and the time of an event. Callers pass it in: the domain has no clock and no randomness.

    Attributes:
        salt: returns a new random text for each event.
    """

    at: datetime
    recorder: str
    device: str
    salt: Callable[[], str] = _no_salt
