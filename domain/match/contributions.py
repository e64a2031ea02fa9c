"""Contributions to a shared seed (commit–reveal), folded from their events.

The ledger commits to its part when the match is opened. Then each seat's device commits to a nonce. When all have
committed, each reveals its nonce. The seed depends on all parts, so nobody knows it before the last one is revealed.
One honest contribution is enough: all others together cannot steer the seed. A future round of a public randomness
beacon (drand) can be one more part. See M. Blum, Coin flipping by telephone, 1981; drand.love for beacons.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator

from tablescribe.domain.match.contribution_events import Awaited, BeaconGiven, Committed, Contribution, Dealt, Revealed
from tablescribe.domain.table.names import seat as seat_name
from tablescribe.domain.words.text import Text, Thing, both, say

HEX = re.compile(r"[0-9a-f]{64}")
"""32 bytes in hexadecimal: the form of nonces, commitments, chain hashes and beacon values."""


def contribution_commitment(match_id: str, ledgers: str, seat: int, nonce: str) -> str:
    """Return a seat's commitment to its nonce: a SHA-256 in hexadecimal.

    It includes the ledger's commitment, which proves that the ledger's part was fixed before the nonce was. It
    includes the seat, so that nobody can copy another seat's commitment and wait for it to be revealed.

    Args:
        match_id: the match.
        ledgers: the ledger's commitment to its part.
        seat: the seat.
        nonce: 32 random bytes in hexadecimal.
    """
    text = f"tablescribe contribution 1\nmatch {match_id}\nledger {ledgers}\nseat {seat}\nnonce {nonce}\n"
    return hashlib.sha256(text.encode()).hexdigest()


def is_randomness(randomness: str, signature: str) -> bool:
    """Return whether a value has the form of a drand beacon's: the SHA-256 of a signature of 48 or 96 bytes."""
    try:
        data = bytes.fromhex(signature)
    except ValueError:
        return False
    return len(data) in (48, 96) and data.hex() == signature and hashlib.sha256(data).hexdigest() == randomness


class Contributions:
    """The contributions that a match waits for, and those that have arrived.

    Attributes:
        awaited: the event that says which contributions the match waits for.
        committed, revealed: the first commitment and the first revealed nonce of each seat.
        beacon: the value of the beacon, once given.
        dealt: the event that dealt the first table, once all contributions had arrived.
        events: all of these events, in order.
    """

    def __init__(self, awaited: Awaited) -> None:
        self.awaited = awaited
        self.committed: dict[int, Committed] = {}
        self.revealed: dict[int, Revealed] = {}
        self.beacon: BeaconGiven | None = None
        self.dealt: Dealt | None = None
        self.events: list[Contribution] = [awaited]

    def copy(self) -> Contributions:
        """Return an independent copy."""
        other = Contributions(self.awaited)
        other.committed, other.revealed = dict(self.committed), dict(self.revealed)
        other.beacon, other.dealt, other.events = self.beacon, self.dealt, list(self.events)
        return other

    def apply(self, event: Contribution) -> None:
        """Apply a recorded event."""
        self.events.append(event)
        if isinstance(event, Committed):
            self.committed.setdefault(event.seat, event)
        elif isinstance(event, Revealed):
            self.revealed.setdefault(event.seat, event)
        elif isinstance(event, BeaconGiven):
            self.beacon = self.beacon or event
        elif isinstance(event, Dealt):
            self.dealt = event

    @property
    def uncommitted(self) -> tuple[int, ...]:
        """The seats that have not committed yet."""
        return tuple(seat for seat in self.awaited.seats if seat not in self.committed)

    @property
    def unrevealed(self) -> tuple[int, ...]:
        """The seats that have not revealed yet."""
        return tuple(seat for seat in self.awaited.seats if seat not in self.revealed)

    @property
    def wants_beacon(self) -> bool:
        """Whether the beacon's value is still missing."""
        return bool(self.awaited.chain) and self.beacon is None

    @property
    def complete(self) -> bool:
        """Whether every contribution has arrived."""
        return not self.unrevealed and not self.wants_beacon

    def missing(self) -> Text:
        """Return a sentence that says which contribution is missing."""
        if self.uncommitted:
            return say(
                "{seats} must commit to a contribution to the randomness", seats=both(map(_seat, self.uncommitted))
            )
        if self.unrevealed:
            return say("{seats} must reveal their contribution", seats=both(map(_seat, self.unrevealed)))
        if self.wants_beacon:
            return say("round {round} of the beacon is needed", round=self.awaited.round)
        return say("all contributions are in: the ledger that holds its own must deal")

    def seed_text(self, match_id: str, ledgers: bytes) -> str:
        """Return the bytes whose SHA-256 is the seed: every contribution in a fixed order."""
        return "".join(f"{line}\n" for line in self._lines(match_id, ledgers))

    def key(self, match_id: str, ledgers: bytes) -> bytes:
        """Return the seed: the key that every outcome is derived from (`chance.SealedChance`)."""
        return hashlib.sha256(self.seed_text(match_id, ledgers).encode()).digest()

    def _lines(self, match_id: str, ledgers: bytes) -> Iterator[str]:
        yield "tablescribe seed 2"
        yield f"match {match_id}"
        yield f"ledger {ledgers.hex()}"
        for seat in self.awaited.seats:
            yield f"seat {seat} {self.revealed[seat].nonce if seat in self.revealed else ''}"
        if self.awaited.chain:
            given = self.beacon.randomness if self.beacon is not None else ""
            yield f"beacon {self.awaited.chain} {self.awaited.round} {given}"


def _seat(seat: int) -> Thing:
    return Thing(seat_name(seat))
