"""Comparison of two ledgers: matches and tournaments in only one, logs that are longer in one, and forks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import func, select

from tablescribe.ledger.log.schema import events

if TYPE_CHECKING:
    from tablescribe.ledger.matches.ledger import Ledger


@dataclass(frozen=True)
class StreamComparison:
    """Comparison of the log of one match or tournament in two ledgers.

    Attributes:
        id: id of the match or tournament.
        kind: `match` or `tournament`.
        first, second: number of its events in each ledger; 0 if it is missing.
        fork: number of the first event that differs; 0 if one log is a prefix of the other.
    """

    id: str
    kind: str
    first: int
    second: int
    fork: int = 0

    @property
    def same(self) -> bool:
        """Whether both ledgers have the same events."""
        return self.first == self.second and not self.fork


def compared(first: Ledger, second: Ledger) -> list[StreamComparison]:
    """Compare the logs of all matches and tournaments of two ledgers; those of the first ledger come first.

    Events are compared by their hashes, which `verify` checks against the events.
    """
    ours, theirs = _ends(first), _ends(second)
    found = []
    for one in dict.fromkeys([*ours, *theirs]):
        kind, mine, end = ours.get(one, ("", 0, b""))
        other_kind, others, other_end = theirs.get(one, ("", 0, b""))
        differs = min(mine, others) > 0 and not (mine == others and end == other_end)
        fork = _fork(_hashes(first, one), _hashes(second, one)) if differs else 0
        found.append(StreamComparison(one, kind or other_kind, mine, others, fork))
    return found


def _ends(ledger: Ledger) -> dict[str, tuple[str, int, bytes]]:
    """Return kind, number of events and last hash of each log, by its id, in the order of their first events."""
    e = events.c
    last = select(e.match_id, func.max(e.version).label("version")).group_by(e.match_id).subquery()
    ends = select(e.match_id, e.version, e.hash).join(
        last, (e.match_id == last.c.match_id) & (e.version == last.c.version)
    )
    heads: dict[str, tuple[int, bytes]] = {row[0]: (int(row[1]), bytes(row[2])) for row in ledger.log.select(ends)}
    begun = select(e.match_id, e.type).where(e.version == 1).order_by(e.position)
    return {
        row[0]: ("tournament" if row[1] == "Announced" else "match", *heads[row[0]])
        for row in ledger.log.select(begun) if row[0] in heads
    }  # fmt: skip


def _hashes(ledger: Ledger, stream: str) -> list[bytes]:
    e = events.c
    rows: Any = ledger.log.select(select(e.hash).where(e.match_id == stream).order_by(e.version))
    return [bytes(row[0]) for row in rows]


def _fork(ours: list[bytes], theirs: list[bytes]) -> int:
    """Return the number of the first event that differs; 0 if one log is a prefix of the other."""
    pairs = enumerate(zip(ours, theirs, strict=False), start=1)
    return next((version for version, (mine, other) in pairs if mine != other), 0)
