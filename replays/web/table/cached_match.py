"""A cached match: the aggregate with its events and their positions in the ledger."""

from __future__ import annotations

from dataclasses import dataclass

from tablescribe.domain.match.events import AnyEvent
from tablescribe.domain.match.match import Match


@dataclass(frozen=True)
class CachedMatch:
    """A match at a version, with its events and their positions in the ledger.

    `erasures` is the ledger's number of erasures when its texts were read; after another erasure they are read again.
    """

    match: Match
    events: tuple[AnyEvent, ...]
    positions: tuple[int, ...]
    erasures: int
