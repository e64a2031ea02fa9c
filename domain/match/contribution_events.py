"""Events of contributions to a shared seed (commit–reveal): see `contributions.py`."""

from __future__ import annotations

from typing import TypeAlias

from tablescribe.domain.match.event import Event
from tablescribe.domain.rules.chance import Outcome
from tablescribe.domain.table.table import Fact


class Awaited(Event, frozen=True, array_like=True, gc=False, tag="Awaited"):
    """A sealed match waits for contributions to its seed from outside the ledger. Always event 2.

    `seats` are the seats that contribute. `chain` is the hash of a drand chain (empty: no beacon), `round` its round,
    and `due` the time when that round is published, in seconds since 1970 (UTC).
    """

    seats: tuple[int, ...]
    chain: str
    round: int
    due: int


class Committed(Event, frozen=True, array_like=True, gc=False, tag="Committed"):
    """A seat's device committed to a nonce. `by` is the role, as in `EnrolledBy`."""

    seat: int
    commitment: str
    by: str


class Revealed(Event, frozen=True, array_like=True, gc=False, tag="Revealed"):
    """A seat's device revealed its nonce, after all devices had committed."""

    seat: int
    nonce: str
    by: str


class BeaconGiven(Event, frozen=True, array_like=True, gc=False, tag="BeaconGiven"):
    """The value that the beacon published. `randomness` is the SHA-256 of `signature`; both are hexadecimal."""

    chain: str
    round: int
    randomness: str
    signature: str


class Dealt(Event, frozen=True, array_like=True, gc=False, tag="Dealt"):
    """All contributions had arrived, and the first table was dealt. In other matches, `Opened` has it (move 0)."""

    outcomes: tuple[Outcome, ...]
    facts: tuple[Fact, ...]
    citations: tuple[str, ...]


Contribution: TypeAlias = Awaited | Committed | Revealed | BeaconGiven | Dealt
