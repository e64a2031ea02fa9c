"""A match as it is kept between requests: folded, with its events and where they are in the ledger."""

from __future__ import annotations

from dataclasses import dataclass

from tablescribe.domain.match.events import AnyEvent
from tablescribe.domain.match.match import Match


@dataclass(frozen=True)
class CachedMatch:
    """A match at a version, with its events and their positions in the ledger.

    `erasures` is how many there were in the ledger when its words were read: after another, they are read again.
    """

    match: Match
    events: tuple[AnyEvent, ...]
    positions: tuple[int, ...]
    erasures: int
