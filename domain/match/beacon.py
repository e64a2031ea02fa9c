"""Public randomness beacons (drand): rounds, times and values.

Nothing is fetched here: callers pass the file's contents. Format: https://docs.drand.love/developer/http-api/.
"""

from __future__ import annotations

import msgspec

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.words.text import say

LARGEST = 10_000
"""Maximum size of a beacon file, in bytes. A longer file is refused unread."""


class Chain(msgspec.Struct, frozen=True):
    """A drand chain: a series of rounds at a fixed interval.

    Attributes:
        name: drand's name for it.
        hash: its unique identifier.
        genesis: when round 1 was published, in seconds since 1970 (UTC).
        period: seconds from one round to the next.
    """

    name: str
    hash: str
    genesis: int
    period: int

    def due(self, round: int) -> int:
        """Return when a round is published, in seconds since 1970 (UTC)."""
        return self.genesis + (round - 1) * self.period

    def first_after(self, moment: float) -> int:
        """Return the first round that is published after a time, in seconds since 1970 (UTC)."""
        return max(1, int((moment - self.genesis) // self.period) + 2)


QUICKNET = Chain("quicknet", "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971", 1692803367, 3)
DEFAULT = Chain("default", "8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce", 1595431050, 30)
CHAINS = {chain.name: chain for chain in (QUICKNET, DEFAULT)}
"""The chains of the League of Entropy's main network."""


class Round(msgspec.Struct, frozen=True):
    """A beacon's value for one round. Other fields of drand's answer, such as the previous signature, are ignored."""

    round: int
    randomness: str
    signature: str


def read_round(contents: bytes) -> Round:
    """Parse a beacon's value from a file with an answer of drand's API.

    Raises:
        Refused: the file is not such an answer.
    """
    try:
        return msgspec.json.decode(contents[: LARGEST + 1], type=Round)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise Refused(say("this is not a round of a drand beacon: {why}", why=str(error))) from error
