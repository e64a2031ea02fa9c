"""Events of contributions to a shared seed (commit–reveal): see `contributions.py`."""

from __future__ import annotations

from typing import TypeAlias

from tablescribe.domain.match.event import Event
from tablescribe.domain.rules.chance import Outcome
from tablescribe.domain.table.table import Fact


class Awaited(Event, frozen=True, array_like=True, gc=False, tag="Awaited"):
    """The draws of a sealed match wait for contributions from outside the ledger. Always event 2.

    `seats` are those that contribute. `chain` is the hash of a drand chain (empty: no beacon), `round` its round, and
    `due` when that round is published, in seconds since 1970 (UTC).
    """

    seats: tuple[int, ...]
    chain: str
    round: int
    due: int


class Committed(Event, frozen=True, array_like=True, gc=False, tag="Committed"):
    """A seat's device committed to a nonce. `by`: whose pass it was, as in `EnrolledBy`."""

    seat: int
    commitment: str
    by: str


class Revealed(Event, frozen=True, array_like=True, gc=False, tag="Revealed"):
    """A seat's device revealed its nonce, after all had committed to theirs."""

    seat: int
    nonce: str
    by: str


class BeaconGiven(Event, frozen=True, array_like=True, gc=False, tag="BeaconGiven"):
    """What the beacon published: randomness is the SHA-256 of the signature; both in hexadecimal."""

    chain: str
    round: int
    randomness: str
    signature: str


class Dealt(Event, frozen=True, array_like=True, gc=False, tag="Dealt"):
    """All contributions were there, and the first table was laid out, which in other matches `Opened` has (move 0)."""

    outcomes: tuple[Outcome, ...]
    facts: tuple[Fact, ...]
    citations: tuple[str, ...]


Contribution: TypeAlias = Awaited | Committed | Revealed | BeaconGiven | Dealt
