"""Source logs: the logs from which a reconciled match was made."""

from __future__ import annotations

from dataclasses import dataclass

from tablescribe.domain.games import revive
from tablescribe.domain.match.events import AnyEvent, Source
from tablescribe.domain.match.match import Match
from tablescribe.ledger.matches.ledger import Ledger


@dataclass(frozen=True)
class SourceLog:
    """A log that a match was read from.

    Attributes:
        source: how the match names it.
        match: the log as it was then; `None`: it is not here.
        changed: whether what is here is not what was read then.
    """

    source: Source
    match: Match | None
    changed: bool = False


def source_of(ledger: Ledger, match_id: str) -> Source:
    """Return how a log is named as it stands now: its id, how many events it has, and the hash of the last one.

    Raises:
        LedgerDamaged: it was changed.
    """
    head = ledger.verify(match_id)[match_id]
    return Source(match_id, len([*ledger.log.rows(match_id)]), head.hex())


def sources_of(ledger: Ledger, match: Match) -> list[SourceLog]:
    """Return the logs that a match was read from; nothing for a match of its own.

    Raises:
        LedgerDamaged: a log was changed.
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
