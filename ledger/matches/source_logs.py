"""Source logs: the logs that a reconciled match was merged from."""

from __future__ import annotations

from dataclasses import dataclass

from tablescribe.domain.games import revive
from tablescribe.domain.match.events import AnyEvent, Source
from tablescribe.domain.match.match import Match
from tablescribe.ledger.matches.ledger import Ledger


@dataclass(frozen=True)
class SourceLog:
    """A log that a match was reconciled from.

    Attributes:
        source: the reference to the log in the match.
        match: the log as it was then; `None` if it is not in this ledger or has changed.
        changed: whether the log in this ledger differs from the one that was merged.
    """

    source: Source
    match: Match | None
    changed: bool = False


def source_of(ledger: Ledger, match_id: str) -> Source:
    """Return a reference to the current state of a log: its id, number of events, and hash of the last event.

    Raises:
        LedgerDamaged: the log was tampered with.
    """
    head = ledger.verify(match_id)[match_id]
    return Source(match_id, len([*ledger.log.rows(match_id)]), head.hex())


def sources_of(ledger: Ledger, match: Match) -> list[SourceLog]:
    """Return the logs that a match was reconciled from; an empty list if it was recorded directly.

    Raises:
        LedgerDamaged: a log was tampered with.
    """
    return [_told(ledger, source) for source in match.sourced.sources] if match.sourced is not None else []


def _told(ledger: Ledger, source: Source) -> SourceLog:
    rows = [*ledger.log.rows(source.match)][: source.version]
    if not rows:
        return SourceLog(source, None)
    ledger.verify(source.match)
    if len(rows) < source.version or rows[-1].hash.hex() != source.head:
        return SourceLog(source, None, changed=True)
    events: list[AnyEvent] = ledger.events_of(source.match)
    return SourceLog(source, revive(events[: source.version]))
