"""The stand-alone program computes every tie-break itself, and so verifies our computation.

Tournaments are random: pods of two to four, byes of every kind, forfeits, absent people.
"""

from __future__ import annotations

import random
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tablescribe.domain.tournament.model.field import Bye, Entrant, How, Pod, Ref, Result, Round
from tablescribe.domain.tournament.model.plan import Plan
from tablescribe.domain.tournament.model.plan_parsing import plan_from
from tablescribe.domain.tournament.model.tie_break_names import TIE_BREAKS
from tablescribe.domain.tournament.scoring.points import bye_worth, worth
from tablescribe.domain.tournament.scoring.tie_breaks import tie_break_values
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.ledger.proofs.verifiers import verify_tournament as program
from tablescribe.ledger.tournaments.commands import TournamentCommands
from tablescribe.replays.tournaments.audit import verify
from tablescribe.replays.tournaments.audit_source import of_ledger
from tests.depth import times
from tests.ledger.played_tournaments import TWELVE, plan, play_round, whole

DATABASES = ["sqlite"]
SCORINGS: list[dict[str, Any]] = [
    {"kind": "results"},
    {"kind": "results", "winners": "split"},
    {"kind": "results", "coalition": "split"},
    {"kind": "places", "by_place": ["3", "2", "1", "0"]},
    {"kind": "game_points"},
]


def made_up(chance: random.Random) -> Plan:
    size = chance.choice([2, 2, 2, 3, 4])
    kind = chance.choice(["swiss", "swiss", "round_robin"]) if size == 2 else "pods"
    names = [name for name, one in TIE_BREAKS.items() if size == 2 or not one.two]
    chance.shuffle(names)
    stage = {
        "name": "S", "kind": kind, "rounds": 6, "game": "freeform", "pods": [size],
        "scoring": chance.choice(SCORINGS), "tie_breaks": names,
    }  # fmt: skip
    return plan_from({"title": "T", "stages": [stage]})


def a_round(chance: random.Random, number: int, refs: list[Ref], size: int) -> Round:
    order = chance.sample(refs, len(refs))
    byes: dict[Ref, Bye] = {}
    while chance.random() < 0.3 and len(order) > size:
        byes[order.pop()] = chance.choice(list(Bye))
    if chance.random() < 0.2:
        order.pop()  # somebody is not there at all
    pods = [tuple(order[k : k + size]) for k in range(0, len(order) - size + 1, size)]
    byes |= dict.fromkeys(order[len(pods) * size :], Bye.PAIRING)
    return Round(number, tuple(map(Pod, pods)), byes, tuple(a_result(chance, pod) for pod in pods))


def a_result(chance: random.Random, pod: tuple[Ref, ...]) -> Result:
    rolls = [chance.randint(1, len(pod)) for _ in pod]
    places = tuple(1 + sum(other < mine for other in rolls) for mine in rolls)
    points = tuple(chance.randint(-3, 9) for _ in pod) if chance.random() < 0.6 else ()
    absent = frozenset(chance.sample(pod, chance.randint(1, len(pod)))) if chance.random() < 0.15 else frozenset[Ref]()
    coalition = not absent and places.count(1) > 1 and chance.random() < 0.5
    return Result(Pod(pod), places, points, How.FORFEIT if absent else How.SLIP, absent, coalition)


def as_read(rounds: list[Round]) -> tuple[list[dict[str, Any]], dict[int, dict[str, Any]]]:
    """Return rounds and reports as the program reads them from a bundle."""
    found, reports = [], dict[int, dict[str, Any]]()
    for one in rounds:
        numbers = {table: 100 * one.number + table for table in range(1, len(one.pods) + 1)}
        for number, result in zip(numbers.values(), one.results, strict=True):
            assert result is not None
            absent = [seat for seat, ref in enumerate(result.pod.seats, 1) if ref in result.absent]
            reports[number] = {
                "how": str(result.how),
                "places": result.places,
                "points": result.points,
                "absent": absent,
                "coalition": [k for k, place in enumerate(result.places, 1) if place == 1] if result.coalition else [],
            }
        pods = [list(pod.seats) for pod in one.pods]
        byes = [[ref, str(kind)] for ref, kind in one.byes.items()]
        found.append({"round": one.number, "pods": pods, "byes": byes, "reports": numbers})
    return found, reports


@pytest.mark.parametrize("seed", range(times(8, 60)))
def test_both_count_every_tie_break_alike(seed: int) -> None:
    chance = random.Random(seed)
    given = made_up(chance)
    stage = given.stages[0]
    refs = [f"p{k}" for k in range(chance.randint(2 * stage.pods[0], 11))]
    people = [Entrant(ref, k, chance.choice([None, 1500, 1601, 1777])) for k, ref in enumerate(refs, 1)]
    rounds = [a_round(chance, number, refs, stage.pods[0]) for number in range(1, chance.randint(2, 6))]
    points = dict.fromkeys(refs, Fraction(0))
    for one in rounds:
        for ref, bye in one.byes.items():
            points[ref] += bye_worth(stage, bye)
        for result in one.results:
            for ref, (value, _) in worth(stage, result).items() if result is not None else ():
                points[ref] += value
    told, reports = as_read(rounds)
    known = {one.ref: {"ref": one.ref, "rating": one.rating} for one in people}
    lots = {ref: number for number, ref in enumerate(chance.sample(refs, len(refs) // 2), 1)}
    count = SimpleNamespace(plan=given.plain(), people=known, reports=reports, lots={0: lots})
    sheet = program.Sheet(cast(program.Tournament, count), 0, told, points)
    theirs = sheet.values(list(stage.tie_breaks), list(known.values()))
    ours = tie_break_values(stage.tie_breaks, stage, people, rounds, points, lots=lots)
    assert {ref: tuple(values) for ref, values in theirs.items()} == ours


def test_the_program_has_every_tie_break() -> None:
    assert set(TIE_BREAKS) == set(program.TIE_BREAKS)


def test_a_tournament_with_the_engines_that_come_with_us_is_counted_to_its_last_tie_break(
    scribe: Scribe, tmp_path: Any
) -> None:
    organiser = TournamentCommands(scribe)
    scribe._closed = organiser.closed
    names = ["buchholz_cut1", "buchholz", "sonneborn_berger", "direct_encounter", "wins"]
    found = organiser.announce(plan(3, tie_breaks=names)).id
    organiser.enter(found, TWELVE[:11])
    for winner in (1, 2, 1):
        play_round(organiser, found, winner)
    organiser.finish(found)
    record = of_ledger(organiser.ledger, found)
    assert verify(record, engine=organiser._engine()).clean
    lines = program.verify(whole(Notary(scribe, KeyStore(tmp_path)), found))
    assert lines[0].startswith("Sound")
    assert not [line for line in lines if line.startswith(("WRONG", "NOT CHECKED"))]
