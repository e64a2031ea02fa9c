"""Knockout pairings: winners advance, best seeds meet the lowest, reseeded each round."""

from __future__ import annotations

from collections.abc import Sequence

from tablescribe.domain.tournament.model.field import Bye, Entrant, How, Pairing, Pod, Ref, Result, Round
from tablescribe.domain.tournament.model.plan import Stage
from tablescribe.domain.tournament.pairing.history import lot
from tablescribe.domain.tournament.pairing.sizes import sizes_for

VERSION = "1"


def pair(stage: Stage, entrants: Sequence[Entrant], rounds: Sequence[Round], seed: int) -> Pairing:
    """Pair the next round of an elimination.

    With tables of two, the best seeds get a bye in the first round so that a power of two remains. Then the best
    remaining seed meets the lowest, and so on. Larger pods get seeds from all parts of the field, and entrants left
    over advance. The first seat is drawn by lot.

    If several entrants tie for first place at a table, the best seed of them advances. From a table without a result,
    nobody advances. Both are noted in the pairing.
    """
    number = {one.ref: one.number for one in entrants}
    out, broken = _out(rounds, number)
    alive = sorted((ref for ref in number if ref not in out), key=number.__getitem__)
    seated, pods = _heads(alive) if stage.pods == (2,) else _snake(alive, stage.pods)
    byes = {} if len(alive) == 1 else {ref: Bye.FULL for ref in alive if ref not in seated}
    tables = [Pod(tuple(sorted(pod, key=lambda ref: lot(seed, len(rounds), ref)))) for pod in pods]
    return Pairing(tuple(tables), byes, "knockout", VERSION, seed, tuple(broken))


def _heads(alive: list[Ref]) -> tuple[set[Ref], list[list[Ref]]]:
    full = 1
    while full < len(alive):
        full *= 2
    free = full - len(alive)
    play = alive[free:]
    pods = [[play[k], play[-1 - k]] for k in range(len(play) // 2)]
    return {ref for pod in pods for ref in pod}, pods


def _snake(alive: list[Ref], allowed: Sequence[int]) -> tuple[set[Ref], list[list[Ref]]]:
    sizes = sizes_for(len(alive), allowed) if len(alive) > 1 else []
    play = alive[len(alive) - sum(sizes) :]
    pods: list[list[Ref]] = [[] for _ in sizes]
    row = 0
    while play:
        line = [at for at, size in enumerate(sizes) if len(pods[at]) < size]
        for at in line if row % 2 == 0 else reversed(line):
            pods[at].append(play.pop(0))
        row += 1
    return {ref for pod in pods for ref in pod}, pods


def winners(result: Result) -> list[Ref]:
    """Return the entrants in first place, without absent ones."""
    places = dict(zip(result.pod.seats, result.places, strict=True))
    here = [ref for ref in places if result.how is not How.FORFEIT or ref not in result.absent]
    return [ref for ref in here if places[ref] == min(places[one] for one in here)]


def _out(rounds: Sequence[Round], number: dict[Ref, int]) -> tuple[set[Ref], list[str]]:
    out: set[Ref] = set()
    broken = []
    for played in rounds:
        for pod, result in zip(played.pods, played.results or (None,) * len(played.pods), strict=True):
            on = winners(result) if result is not None else []
            if result is None:
                broken.append(f"no result: round {played.number}, {' '.join(pod.seats)}: nobody of them goes on")
            if len(on) > 1:
                broken.append(f"no single winner: round {played.number}, {' '.join(on)}: the best seed goes on")
            best = min(on, key=lambda ref: number.get(ref, len(number) + 1)) if on else None
            out.update(ref for ref in pod.seats if ref != best)
    return out, broken
