"""Pods of several entrants, optimised by CP-SAT (OR-tools) with one worker and a fixed seed.

The goals, in order of priority: no forbidden encounters; no second byes; no repeated encounters; close scores at each
table (the sum, over all entrants, of the distance from their pod's score). Then each seat of a pod goes to the entrant
who has had it least, with the first seat most important.

A first search looks for pods that meet the first three goals without exception. Entrants who have all met form a
clique, and a table may have at most one of each clique. The solver decides this a hundred times faster than pair by
pair. Only if there are no such pods does a second search weigh the exceptions.

The effort is bounded in the solver's own deterministic time, so the same input gives the same pairing on any machine.
In a large field, an entrant is tried only in pods near their score. The gap is the maximum distance of the result from
the optimum for the whole field.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from math import lcm
from typing import Any

from tablescribe.domain.tournament.model.field import Bye, Entrant, Pairing, Pod, Ref, Round
from tablescribe.domain.tournament.model.plan import Stage
from tablescribe.domain.tournament.pairing.history import History, history, lot, package_version
from tablescribe.domain.tournament.pairing.sizes import sizes_for

ENGINE = "ortools-cp-sat-2"
FORMER = "ortools-cp-sat"
"""The name of the retired engine, which weighed all goals in one search. It repeats the rounds that it paired."""

EFFORT = 4.0
"""Limit of one search in the solver's deterministic time units; a few seconds."""
WHOLE = 72
"""Maximum number of entrants for which every entrant is tried in every pod."""
NEAR = 3
"""In larger fields, the number of pods above and below an entrant's own that are tried."""


@dataclass(frozen=True)
class Problem:
    """A round to pair.

    Attributes:
        order: the entrants by descending score, equal ones by lot.
        score: their points in whole units.
        sizes: the sizes of the pods, from the top of the field down; the last one may be the pod of byes.
        stand: the score level of each pod: that of the middle entrant if they were seated by score alone.
        seat: the pod of each entrant if they were seated by score alone.
        byes: the index of the pod of byes, or -1.
        apart, met: pairs of indices in `order` who may not meet, and who have met, with the number of times.
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
        """Return the distance of an entrant's score from the level of a pod."""
        return abs(self.score[who] - self.stand[pod])


def pair(
    stage: Stage, entrants: Sequence[Entrant], rounds: Sequence[Round], seed: int, engine: str = ENGINE
) -> Pairing:
    """Pair the next round in pods of the sizes that the plan allows; `engine=FORMER` repeats rounds of that engine."""
    past = history(stage, entrants, rounds)
    problem = _problem(stage, entrants, past, len(rounds), seed)
    if not problem.sizes:
        return Pairing((), {}, engine, package_version("ortools"), seed)
    where, gap = (None if engine == FORMER else _without_breach(problem, seed)) or _solve(problem, seed)
    pods = [[problem.order[who] for who, at in enumerate(where) if at == pod] for pod in range(len(problem.sizes))]
    byes = dict.fromkeys(pods.pop(), Bye.PAIRING) if problem.byes >= 0 else {}
    tables = tuple(Pod(_seats(pod, past, seed, len(rounds))) for pod in pods)
    return Pairing(tables, byes, engine, package_version("ortools"), seed, _broken(entrants, past, tables, byes), gap)


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


def _without_breach(problem: Problem, seed: int) -> tuple[list[int], float | None] | None:
    """Return each entrant's pod and the gap, without repeated encounters and second byes; `None` if not found."""
    people, pods = len(problem.order), len(problem.sizes)
    for near in (pods,) if people <= WHOLE else (NEAR, 4 * NEAR):
        if (found := _search_apart(problem, near, seed)) is not None:
            where, value, bound = found
            return where, _gap(problem, value, bound if near >= pods else 0.0)
    return None


def _search_apart(problem: Problem, near: int, seed: int) -> tuple[list[int], float, float] | None:
    """Return each entrant's pod, the cost and its lower bound, with the goals above it met without exception."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    sits = _seated(model, problem, near, second_byes=False)
    for clique in _cliques([*problem.met, *problem.apart]):
        for pod in range(len(problem.sizes)):
            if pod != problem.byes:
                model.add_at_most_one(sits[who, pod] for who in clique if (who, pod) in sits)
    model.minimize(sum(problem.cost(who, pod) * var for (who, pod), var in sits.items()))
    return _solved(model, problem, sits, seed)


def _seated(model: Any, problem: Problem, near: int, *, second_byes: bool) -> dict[tuple[int, int], Any]:
    """Add the constraints that each entrant is in one pod near their score or has a bye, and that pods are full.

    Return the variables by entrant and pod.
    """
    people, pods = range(len(problem.order)), range(len(problem.sizes))
    sits: dict[tuple[int, int], Any] = {}
    for who in people:
        may_have_bye = second_byes or not problem.had[who]
        for pod in pods:
            if may_have_bye if pod == problem.byes else abs(pod - problem.seat[who]) <= near:
                sits[who, pod] = model.new_bool_var("")
                model.add_hint(sits[who, pod], pod == problem.seat[who])
        model.add_exactly_one(sits[who, pod] for pod in pods if (who, pod) in sits)
    for pod, size in enumerate(problem.sizes):
        model.add(sum(sits[who, pod] for who in people if (who, pod) in sits) == size)
    return sits


def _cliques(pairs: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Return cliques of the graph with these edges that together cover every edge."""
    near: dict[int, set[int]] = {}
    for one, other in pairs:
        near.setdefault(one, set()).add(other)
        near.setdefault(other, set()).add(one)
    left, found = dict.fromkeys(sorted({(min(pair), max(pair)) for pair in pairs})), []
    while left:
        group = [*next(iter(left))]
        while common := set.intersection(*(near[who] for who in group)):
            group.append(max(common, key=lambda who: (sum((min(who, x), max(who, x)) in left for x in group), -who)))
        for pair in combinations(sorted(group), 2):
            left.pop(pair, None)
        found.append(sorted(group))
    return found


def _gap(problem: Problem, value: float, bound: float) -> float | None:
    """Return the maximum distance of a value from the optimum for the whole field; `None` if it is optimal."""
    # Seating by score alone, without any rule, is a lower bound for the whole field.
    bound = max(bound, float(sum(problem.cost(who, problem.seat[who]) for who in range(len(problem.order)))))
    return round((value - bound) / value, 6) if value - bound > 1e-6 else None


def _solve(problem: Problem, seed: int) -> tuple[list[int], float | None]:
    """Return each entrant's pod and the gap to the optimum for the whole field, weighing all goals in one search."""
    people, pods = len(problem.order), len(problem.sizes)
    near = pods if people <= WHOLE else NEAR
    while True:
        found = _search(problem, near, seed)
        if found is not None:
            where, value, bound = found
            break
        near *= 4
    return where, _gap(problem, value, bound if near >= pods else 0.0)


def _search(problem: Problem, near: int, seed: int) -> tuple[list[int], float, float] | None:
    """Return each entrant's pod, the cost, and its lower bound over the pods that were tried."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    people, pods = range(len(problem.order)), range(len(problem.sizes))
    sits = _seated(model, problem, near, second_byes=True)
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
    return _solved(model, problem, sits, seed)


def _solved(
    model: Any, problem: Problem, sits: dict[tuple[int, int], Any], seed: int
) -> tuple[list[int], float, float] | None:
    """Run the solver; return each entrant's pod, the cost, and its lower bound over the pods that were tried."""
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = seed % 2**31
    solver.parameters.max_deterministic_time = EFFORT
    status = solver.solve(model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    people, pods = range(len(problem.order)), range(len(problem.sizes))
    where = [next(pod for pod in pods if (who, pod) in sits and solver.boolean_value(sits[who, pod])) for who in people]
    return where, solver.objective_value, solver.best_objective_bound


def _seats(pod: Sequence[Ref], past: History, seed: int, number: int) -> tuple[Ref, ...]:
    """Return a pod in seat order: a seat goes to the entrant who has had it least; the first seat counts most."""
    drawn = sorted(pod, key=lambda ref: lot(seed, number, "seat", ref))
    heavy = 1 + sum(past.seats[ref, seat] for ref in pod for seat in range(len(pod)))
    if len(pod) > 6:  # too many orders to try: only the first seat is chosen
        first = min(drawn, key=lambda ref: past.seats[ref, 0])
        return (first, *(ref for ref in drawn if ref != first))

    def cost(seats: Sequence[Ref]) -> int:
        return heavy * past.seats[seats[0], 0] + sum(past.seats[ref, seat] for seat, ref in enumerate(seats))

    return min(permutations(drawn), key=cost)


def _broken(entrants: Sequence[Entrant], past: History, tables: Sequence[Pod], byes: dict[Ref, Bye]) -> tuple[str, ...]:
    """Return the rules that were relaxed, each with its reason."""
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
