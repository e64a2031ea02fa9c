"""Pods of several entrants, optimised by CP-SAT (OR-tools) with one worker and a fixed seed.

What is kept, in this order, each for as many as can be: who may not meet does not; nobody has a second bye; nobody
meets again; scores at a table are close (the sum over all of how far each is from the score for which the pod stands).
Then each pod's seats go to those who sat there least, the first seat above all.

The effort is bounded in the solver's own deterministic time, so the same input gives the same pairing on any machine.
In a large field an entrant is only tried in the pods near their score; the gap says how far the result may be from the
best one for the field as a whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from math import lcm
from typing import Any

from tablescribe.domain.tournament.model.field import Bye, Entrant, Pairing, Pod, Ref, Round
from tablescribe.domain.tournament.model.plan import Stage
from tablescribe.domain.tournament.pairing.history import History, history, lot, package_version
from tablescribe.domain.tournament.pairing.sizes import sizes_for

ENGINE = "ortools-cp-sat"
EFFORT = 4.0
"""Units of the solver's deterministic time for one search, some seconds."""
WHOLE = 72
"""Up to so many entrants everybody is tried in every pod."""
NEAR = 3
"""In larger fields: how many pods above and below one's own are tried."""


@dataclass(frozen=True)
class Problem:
    """A round to pair.

    Attributes:
        order: entrants from the best score down, equals by lot.
        score: their points in whole units.
        sizes: of the pods, from the head of the field down; the last one may be that of the byes.
        stand: the score that each pod stands for: that of the middle of those who would sit there by score alone.
        seat: the pod where each would sit by score alone.
        byes: the index of the pod of byes, or -1.
        apart, met: pairs of places in `order` who may not meet, and who met, with how often.
    """

    order: list[Ref]
    score: list[int]
    sizes: list[int]
    stand: list[int]
    seat: list[int]
    byes: int
    had: list[bool]
    apart: list[tuple[int, int]]
    met: dict[tuple[int, int], int]

    def cost(self, who: int, pod: int) -> int:
        """Return how far an entrant is from the level of a pod."""
        return abs(self.score[who] - self.stand[pod])


def pair(stage: Stage, entrants: Sequence[Entrant], rounds: Sequence[Round], seed: int) -> Pairing:
    """Return the next round in pods of the sizes that the plan allows."""
    past = history(stage, entrants, rounds)
    problem = _problem(stage, entrants, past, len(rounds), seed)
    if not problem.sizes:
        return Pairing((), {}, ENGINE, package_version("ortools"), seed)
    where, gap = _solve(problem, seed)
    pods = [[problem.order[who] for who, at in enumerate(where) if at == pod] for pod in range(len(problem.sizes))]
    byes = dict.fromkeys(pods.pop(), Bye.PAIRING) if problem.byes >= 0 else {}
    tables = tuple(Pod(_seats(pod, past, seed, len(rounds))) for pod in pods)
    return Pairing(tables, byes, ENGINE, package_version("ortools"), seed, _broken(entrants, past, tables, byes), gap)


def _problem(stage: Stage, entrants: Sequence[Entrant], past: History, number: int, seed: int) -> Problem:
    people = sorted(entrants, key=lambda one: (-past.points[one.ref], lot(seed, number, one.ref)))
    order = [one.ref for one in people]
    unit = lcm(*(past.points[ref].denominator for ref in order)) if order else 1
    score = [int(past.points[ref] * unit) for ref in order]
    sizes = sizes_for(len(order), stage.pods)
    free = len(order) - sum(sizes)
    stand, seat, begin = [], [], 0
    for pod, size in enumerate(sizes):
        stand.append(score[begin + size // 2])
        seat += [pod] * size
        begin += size
    if free:
        stand.append(score[-1])
        seat += [len(sizes)] * free
        sizes = [*sizes, free]
    at = {ref: who for who, ref in enumerate(order)}
    apart = {(min(at[a.ref], at[b]), max(at[a.ref], at[b])) for a in people for b in a.may_not_meet if b in at}
    met = {
        (min(at[a], at[b]), max(at[a], at[b])): times for (a, b), times in past.met.items() if a in at and b in at
    }  # fmt: skip
    had = [ref in past.byes for ref in order]
    return Problem(order, score, sizes, stand, seat, len(sizes) - 1 if free else -1, had, sorted(apart), met)


def _solve(problem: Problem, seed: int) -> tuple[list[int], float | None]:
    """Return each one's pod, and the gap to the best for the field as a whole; `None`: it is the best."""
    people, pods = len(problem.order), len(problem.sizes)
    near = pods if people <= WHOLE else NEAR
    while True:
        found = _search(problem, near, seed)
        if found is not None:
            where, value, bound = found
            break
        near *= 4
    if near < pods:
        # By scores alone, without any rule, the order itself is the best: nothing can be below it.
        bound = float(sum(problem.cost(who, problem.seat[who]) for who in range(people)))
    return where, round((value - bound) / value, 6) if value - bound > 1e-6 else None


def _search(problem: Problem, near: int, seed: int) -> tuple[list[int], float, float] | None:
    """Return each one's pod, what it costs, and what it must cost at least among the pods that were tried."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    people, pods = range(len(problem.order)), range(len(problem.sizes))
    sits: dict[tuple[int, int], Any] = {}
    for who in people:
        for pod in pods:
            if pod == problem.byes or abs(pod - problem.seat[who]) <= near:
                sits[who, pod] = model.new_bool_var("")
                model.add_hint(sits[who, pod], pod == problem.seat[who])
        model.add_exactly_one(sits[who, pod] for pod in pods if (who, pod) in sits)
    for pod, size in enumerate(problem.sizes):
        model.add(sum(sits[who, pod] for who in people if (who, pod) in sits) == size)
    most = 1 + sum(max(problem.cost(who, pod) for pod in pods if (who, pod) in sits) for who in people)
    again = most * (1 + sum(problem.met.values()))
    terms = [problem.cost(who, pod) * var for (who, pod), var in sits.items()]
    if problem.byes >= 0:
        terms += [again * sits[who, problem.byes] for who in people if problem.had[who]]
    weights = {pair: most * times for pair, times in problem.met.items()}
    for pair in problem.apart:
        weights[pair] = weights.get(pair, 0) + again * (1 + len(people))
    for (one, other), weight in weights.items():
        shared = [pod for pod in pods if pod != problem.byes and (one, pod) in sits and (other, pod) in sits]
        if shared:
            both = model.new_bool_var("")
            for pod in shared:
                model.add_bool_or(both, ~sits[one, pod], ~sits[other, pod])
            terms.append(weight * both)
    model.minimize(sum(terms))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = seed % 2**31
    solver.parameters.max_deterministic_time = EFFORT
    status = solver.solve(model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    where = [next(pod for pod in pods if (who, pod) in sits and solver.boolean_value(sits[who, pod])) for who in people]
    return where, solver.objective_value, solver.best_objective_bound


def _seats(pod: Sequence[Ref], past: History, seed: int, number: int) -> tuple[Ref, ...]:
    """Return a pod in the order of its seats: who sat on a seat least gets it, the first seat counting most."""
    drawn = sorted(pod, key=lambda ref: lot(seed, number, "seat", ref))
    heavy = 1 + sum(past.seats[ref, seat] for ref in pod for seat in range(len(pod)))
    if len(pod) > 6:  # too many orders to try: the first seat, then the others as they come
        first = min(drawn, key=lambda ref: past.seats[ref, 0])
        return (first, *(ref for ref in drawn if ref != first))

    def cost(seats: Sequence[Ref]) -> int:
        return heavy * past.seats[seats[0], 0] + sum(past.seats[ref, seat] for seat, ref in enumerate(seats))

    return min(permutations(drawn), key=cost)


def _broken(entrants: Sequence[Entrant], past: History, tables: Sequence[Pod], byes: dict[Ref, Bye]) -> tuple[str, ...]:
    """Return what was not kept, each named with its reason."""
    apart = {one.ref: one.may_not_meet for one in entrants}
    found = [f"second bye: {ref}: everybody else had one, or it would break more" for ref in byes if ref in past.byes]
    for pod in tables:
        for at, one in enumerate(pod.seats):
            for other in pod.seats[at + 1 :]:
                pair = (min(one, other), max(one, other))
                if other in apart[one] or one in apart[other]:
                    found.append(f"may not meet: {pair[0]} {pair[1]}: no pods without it were found")
                if times := past.met[pair]:
                    found.append(f"met before: {pair[0]} {pair[1]}, {times} times: no pods without it were found")
    return tuple(found)
