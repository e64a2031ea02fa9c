"""Drawing of lots where nothing else separates entrants, from a sealed seed or entered by hand.

The seed of a stage is committed to when its first round is paired, before anybody knows who will be equal; it is told
with the draw. Who comes first follows from it, and anybody can do it again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from tablescribe.domain.tournament.model.field import Ref
from tablescribe.domain.tournament.model.plan import Stage
from tablescribe.domain.tournament.scoring.standings import Line, Standings


def wants_lot(stage: Stage) -> bool:
    """Return whether a lot is among the tie-breaks of a stage."""
    return "lot" in stage.tie_breaks


def drawn_order(tournament_id: str, stage: int, seed: str, people: Iterable[Ref]) -> tuple[Ref, ...]:
    """Return people in the order in which a seed draws them: by SHA-256 of seed, tournament, stage and reference.

    Args:
        seed: in hexadecimal.
    """

    def digest(ref: Ref) -> str:
        text = f"tablescribe lot 1\nseed {seed}\ntournament {tournament_id}\nstage {stage}\nentrant {ref}\n"
        return hashlib.sha256(text.encode()).hexdigest()

    return tuple(sorted(people, key=digest))


def tied(found: Standings, drawn: Iterable[Ref]) -> list[list[Ref]]:
    """Return the groups that share a rank only because at least one of them has not drawn a lot."""
    if "lot" not in found.tie_breaks:
        return []
    ranks: dict[int, list[Line]] = {}
    for line in found.lines:
        ranks.setdefault(line.rank, []).append(line)
    known = set(drawn)
    groups = [[line.ref for line in lines] for lines in ranks.values() if len(lines) > 1]
    return [refs for refs in groups if not known.issuperset(refs)]


def straddling(found: Standings, drawn: Iterable[Ref], cut: int | None) -> Sequence[Ref]:
    """Return the entrants whose qualification depends only on a lot that is not drawn yet."""
    order = [line.ref for line in found.lines]
    for refs in tied(found, drawn):
        places = [order.index(ref) for ref in refs]
        if cut is not None and min(places) < cut <= max(places):
            return refs
    return ()
