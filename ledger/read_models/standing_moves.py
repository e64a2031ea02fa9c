"""Number of moves that stand after moves were taken back or restored.

Lists count moves as they are recorded. Only a take-back needs the log again: which moves it leaves depends on those
before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from tablescribe.domain.match.events import Restored, TakenBack
from tablescribe.ledger.log.codec import BadEvent, decode
from tablescribe.ledger.log.recorder import LedgerRecorder
from tablescribe.ledger.read_models.projection import MOVES, EventBatch

BACK = ("TakenBack", "Restored")

_STEPS = """
SELECT version, type, CASE WHEN type IN ({back}) THEN body END FROM events
WHERE match_id = {mark} AND version <= {mark} AND type IN ({moves}, {back}) ORDER BY version
"""


def batch_of(log: LedgerRecorder, rows: Sequence[Any]) -> EventBatch:
    """Return rows of (position, match, version, type, body) as a batch that knows which moves stand."""
    standing: dict[tuple[str, int], int] = {}
    back, moves = (", ".join(f"'{kind}'" for kind in kinds) for kinds in (BACK, MOVES))
    wanted = _STEPS.format(back=back, moves=moves, mark=log.backend.MARK)
    for match_id in dict.fromkeys(row[1] for row in rows if row[3] in BACK):
        last = max(row[2] for row in rows if row[1] == match_id)
        found = log.fetched(wanted, match_id, last)
        standing |= {(match_id, version): count for version, count in standing_after(found)}
    return EventBatch(rows, standing)


def standing_after(rows: Iterable[Any]) -> Iterable[tuple[int, int]]:
    """Yield the version of each take-back and restoration of a match, and how many moves stand after it.

    Args:
        rows: version, type and body of its moves, take-backs and restorations, in order.
    """
    depths, head = [0], 0  # by number of the move; 0 is the set-up
    for version, kind, body in rows:
        if kind in MOVES:
            depths.append(depths[head] + 1)
            head = len(depths) - 1
            continue
        with suppress(BadEvent):  # damaged: `verify` reports it
            event = decode(kind, bytes(body))
            assert isinstance(event, TakenBack | Restored)
            head = min(event.to, len(depths) - 1)
            yield version, depths[head]
