"""Tie-breaks by name (a beginning)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from domain.tournament.field import Entrant, How, Ref, Round
from domain.tournament.plan import Stage


def tie_break_values(
    names: Sequence[str],
    stage: Stage,
    people: Sequence[Entrant],
    rounds: Sequence[Round],
    points: Mapping[Ref, Fraction],
) -> dict[Ref, tuple[Fraction, ...]]:
    """Return for each entrant the tie-breaks in their order."""
    wins = {one.ref: Fraction(0) for one in people}
    sums = {one.ref: Fraction(0) for one in people}
    for played in rounds:
        for result in played.results:
            if result is None:
                continue
            for seat, ref in enumerate(result.pod.seats):
                if ref in wins:
                    wins[ref] += result.places[seat] == 1 and result.how is not How.FORFEIT
                    sums[ref] += sum(
                        (points.get(other, Fraction(0)) for other in result.pod.seats if other != ref), Fraction(0)
                    )
    known = {"wins": wins, "buchholz": sums}
    return {one.ref: tuple(known[name][one.ref] for name in names if name in known) for one in people}
