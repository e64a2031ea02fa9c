"""Contributions to a shared seed (commit–reveal), as recorded.

The ledger commits to its part when the match is opened. Then each seat's device commits to a nonce, and when all have,
each reveals it. The seed depends on all parts, so nobody knows it before the last one is revealed, and nobody who
contributed honestly can be cheated by all others together. A round of a public randomness beacon (drand) that is still
to come can be one more part. See M. Blum, Coin flipping by telephone, 1981; drand.love for beacons.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator

from tablescribe.domain.match.contribution_events import Awaited, BeaconGiven, Committed, Contribution, Dealt, Revealed
from tablescribe.domain.table.names import seat as seat_name
from tablescribe.domain.words.text import Text, Thing, both, say

HEX = re.compile(r"[0-9a-f]{64}")
"""32 bytes in hexadecimal: nonces, commitments, chains, and what a beacon gives."""


def contribution_commitment(match_id: str, ledgers: str, seat: int, nonce: str) -> str:
    """Return what a seat commits with to its nonce: SHA-256, in hexadecimal.

    The ledger's own commitment is in it, so who made it knows that the ledger's part was fixed before its nonce was.
    The seat is in it as well: nobody can repeat another's commitment and wait for that one to be revealed.

    Args:
        match_id: the match.
        ledgers: the ledger's commitment to its part.
        seat: the seat.
        nonce: 32 random bytes in hexadecimal.
    """
    text = f"tablescribe contribution 1\nmatch {match_id}\nledger {ledgers}\nseat {seat}\nnonce {nonce}\n"
    return hashlib.sha256(text.encode()).hexdigest()


def is_randomness(randomness: str, signature: str) -> bool:
    """Return whether this can be what a drand beacon gave: the SHA-256 of its signature, 48 or 96 bytes of a curve."""
    try:
        data = bytes.fromhex(signature)
    except ValueError:
        return False
    return len(data) in (48, 96) and data.hex() == signature and hashlib.sha256(data).hexdigest() == randomness


class Contributions:
    """Whose parts the draws of a match wait for, and which are there.

    Attributes:
        awaited: whose.
        committed, revealed: by seat, the first of each.
        beacon: what the beacon gave.
        dealt: the first table as it was laid out, once all parts were there.
        events: all of it, as it was recorded.
    """

    def __init__(self, awaited: Awaited) -> None:
        self.awaited = awaited
        self.committed: dict[int, Committed] = {}
        self.revealed: dict[int, Revealed] = {}
        self.beacon: BeaconGiven | None = None
        self.dealt: Dealt | None = None
        self.events: list[Contribution] = [awaited]

    def copy(self) -> Contributions:
        """Return the same again, to go on with."""
        other = Contributions(self.awaited)
        other.committed, other.revealed = dict(self.committed), dict(self.revealed)
        other.beacon, other.dealt, other.events = self.beacon, self.dealt, list(self.events)
        return other

    def apply(self, event: Contribution) -> None:
        """Take an event in, as it was recorded."""
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
        """Whether the beacon's part is still to come."""
        return bool(self.awaited.chain) and self.beacon is None

    @property
    def complete(self) -> bool:
        """Whether every part is there."""
        return not self.unrevealed and not self.wants_beacon

    def missing(self) -> Text:
        """Return in words what the draws wait for."""
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
        """Return the seed: the key that every draw is derived from (`chance.Sealed`)."""
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
