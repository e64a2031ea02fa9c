"""Drawing of lots between entrants whom nothing else separates, from a sealed seed or by hand.

The commitment to a stage's seed is recorded when its first round is paired, before anyone knows who will be tied. The
seed is revealed with the draw. The order follows from the seed, so anyone can recompute it.
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
    """Return entrants in the order drawn from a seed: by SHA-256 of seed, tournament, stage and reference.

    Args:
        tournament_id: the id of the tournament.
        stage: the index of the stage.
        seed: the seed in hexadecimal.
        people: the entrants.
    """

    def digest(ref: Ref) -> str:
        text = f"tablescribe lot 1\nseed {seed}\ntournament {tournament_id}\nstage {stage}\nentrant {ref}\n"
        return hashlib.sha256(text.encode()).hexdigest()

    return tuple(sorted(people, key=digest))


def tied(found: Standings, drawn: Iterable[Ref]) -> list[list[Ref]]:
    """Return the groups of entrants who share a rank only because the lot is not drawn for all of them."""
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
