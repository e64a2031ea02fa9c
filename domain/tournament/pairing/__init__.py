"""Pairing (a stand-in until the engines come)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from domain.tournament.field import Bye, Entrant, Pairing, Pod, Round
from domain.tournament.plan import Stage


def pair(stage: Stage, entrants: Sequence[Entrant], rounds: Sequence[Round], seed: int) -> Pairing:
    """Return the entrants in order of points, cut into pods."""
    from domain.tournament.scoring import bye_worth, worth

    points = {one.ref: one.points_on_entry for one in entrants}
    met: dict[str, set[str]] = {one.ref: set() for one in entrants}
    for played in rounds:
        for ref, bye in played.byes.items():
            if ref in points:
                points[ref] += bye_worth(stage, bye)
        for result in played.results:
            if result is not None:
                for ref, (value, _) in worth(stage, result).items():
                    points[ref] = points.get(ref, Fraction(0)) + value
                    met.setdefault(ref, set()).update(result.pod.seats)
    order = sorted((one for one in entrants), key=lambda one: (-points[one.ref], one.number))
    refs = [one.ref for one in order]
    size, pods = stage.pods[0], []
    had = {ref for played in rounds for ref, kind in played.byes.items() if kind is Bye.PAIRING}
    byes: dict[str, Bye] = {}
    while len(refs) % size:
        out = next((ref for ref in reversed(refs) if ref not in had), refs[-1])
        refs.remove(out)
        byes[out] = Bye.PAIRING
    while refs:
        pod = [refs.pop(0)]
        while len(pod) < size:
            fresh = [ref for ref in refs if not met[ref] & set(pod)] or refs
            pod.append(fresh[0])
            refs.remove(fresh[0])
        pods.append(Pod(tuple(pod)))
    return Pairing(tuple(pods), byes, "stand-in", "0", seed)
