"""Every engine keeps its rules on random fields, and names each rule that it had to relax."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablescribe.domain.tournament.model.field import Bye, Entrant, Pairing, Pod, Result, Round
from tablescribe.domain.tournament.pairing import berger, dutch, former, knockout, matching, pair, pods
from tablescribe.domain.tournament.pairing.colours import Player, seated
from tablescribe.domain.tournament.pairing.matching import Matching, WeightedGraph, fast_matchings
from tablescribe.domain.tournament.pairing.sizes import sizes_for
from tablescribe.domain.tournament.trf import from_field, read_trf, to_field
from tests.depth import times
from tests.domain.tournament.fields import people, played, stage

PUBLISHED = Path(__file__).parent / "published"
SEED = 20261122


def met(rounds: list[Round]) -> Counter[tuple[str, str]]:
    return Counter(pair for one in rounds for pod in one.pods for pair in combinations(sorted(pod.seats), 2))


# --- Dutch ---

ISSUE_7 = (
    "1 15, 3 2, 11 17, 7 10, 8 14, 4 6, 5 12, 9 16, 13 25, 24 22, 18 29, 20 23, 19 33, 21 38, 39 26, "
    "28 36, 31 40, 37 35, 44 46, 30 32, 27 48, 47 42, 51 55, 34 50, 49 45, 53 58, 41 59, 56 43, 60 52, 54 57"
)


@pytest.mark.parametrize(
    ("name", "pairs", "bye"),
    [("bbp_c5", ["1 5", "3 2"], "6"), ("bbp_c9", ["2 1", "3 5"], "4")],
)
def test_the_cases_of_an_endorsed_program_are_paired_as_it_does(name: str, pairs: list[str], bye: str) -> None:
    trf = read_trf((PUBLISHED / f"{name}.trf").read_text())
    entrants, rounds = to_field(trf)
    begun = [one for one in rounds if one.pods]
    here = [one for one in entrants if not any(one.ref in played.byes for played in rounds[len(begun) :])]
    found = dutch.pair(stage(rounds=trf.rounds), here, begun, SEED)
    assert [" ".join(pod.seats) for pod in found.pods] == pairs
    assert found.byes == {bye: Bye.PAIRING}
    assert (found.engine, found.broken, found.gap) == ("caissify-pairings", (), None)


def test_a_field_of_sixty_after_fourteen_rounds_is_paired_as_the_endorsed_program_does() -> None:
    entrants, rounds = to_field(read_trf((PUBLISHED / "bbp_issue7.trf").read_text()))
    found = dutch.pair(stage(rounds=15), entrants, rounds, SEED)
    assert sorted(" ".join(pod.seats) for pod in found.pods) == sorted(ISSUE_7.split(", "))


MADE = sorted((PUBLISHED / "bbp").glob("*.trf"))


@pytest.mark.parametrize("path", MADE, ids=lambda path: path.stem)
def test_every_round_of_the_endorsed_programs_tournaments_is_paired_as_it_did(path: Path) -> None:
    """Pairs, colours and the bye, with forfeits, byes and who stays away."""
    trf = read_trf(path.read_text())
    entrants, rounds = to_field(trf)
    for number, played_ in enumerate(rounds):
        away = {ref for ref, bye in played_.byes.items() if bye is not Bye.PAIRING}
        first = min(rounds[0].pods, key=lambda pod: min(map(int, pod.seats)))
        lot = 0 if int(min(first.seats, key=int)) % 2 == (first.seats[0] == min(first.seats, key=int)) else 1
        here = [one for one in entrants if one.ref not in away]
        found = dutch.pair(stage(rounds=trf.rounds), here, rounds[:number], lot)
        assert {pod.seats for pod in found.pods} == {pod.seats for pod in played_.pods}, number + 1
        assert set(found.byes) == set(played_.byes) - away


@pytest.mark.parametrize("seed", range(times(2, 200)))
def test_compiled_matchings_pair_as_those_of_networkx(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given tournaments with forfeits and byes; without py4swiss, networkx computes the matchings by itself."""
    field, rounds = people(7 + 31 * seed % 46), min(9, 3 + seed % 7)
    fast, made = played(stage(rounds=rounds), field, rounds, dutch.pair, seed, forfeits=0.1, away=0.05)
    monkeypatch.setattr(dutch, "fast_matchings", nullcontext)
    slow, _ = played(stage(rounds=rounds), field, rounds, dutch.pair, seed, forfeits=0.1, away=0.05)
    assert fast == slow
    assert len(made) == rounds


@settings(max_examples=times(15, 500), deadline=None)
@given(st.data())
def test_a_matching_that_is_kept_is_as_heavy_as_one_computed_anew(data: st.DataObject) -> None:
    """Weights of any size change and edges come and go; networkx' own algorithm is the oracle."""
    nodes = data.draw(st.integers(2, 12))
    edges = [(one, other) for one in range(nodes) for other in range(one + 1, nodes)]
    weights = st.one_of(st.just(0), st.integers(1, 2 ** data.draw(st.sampled_from([3, 31, 64, 400]))))
    kept = None
    for _ in range(data.draw(st.integers(1, 5))):
        graph, plain = WeightedGraph(), networkx.Graph()
        for node in range(nodes):
            graph.add_node(node)
            plain.add_node(node)
        for (one, other), weight in zip(edges, data.draw(st.tuples(*[weights] * len(edges))), strict=True):
            if weight:
                graph.add_edge(one, other, weight=weight)
                plain.add_edge(one, other, weight=weight)
        found = kept.of(graph) if kept is not None else None
        if found is None:  # the first, or too heavy for what was kept
            kept = Matching(graph)
            found = kept.of(graph)
        assert found is not None
        heaviest = networkx.max_weight_matching(plain, maxcardinality=True)
        assert _size(plain, found) == _size(plain, heaviest)


def _size(graph: networkx.Graph, matching: set[tuple[int, int]]) -> tuple[int, int]:
    return len(matching), sum(graph.edges[edge]["weight"] for edge in matching)


def test_matchings_are_given_back_to_networkx() -> None:
    before = list(networkx.config.backend_priority.algos)
    with fast_matchings():
        assert isinstance(networkx.Graph(), WeightedGraph)
    assert list(networkx.config.backend_priority.algos) == before
    assert type(networkx.Graph()) is networkx.Graph


def test_where_networkx_does_not_know_the_backend_it_computes_matchings_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a package that was installed before there was the backend."""
    monkeypatch.setattr(matching, "BACKEND", "not_installed")
    with fast_matchings():
        assert type(networkx.Graph()) is networkx.Graph
    assert len(dutch.pair(stage(), people(8), [], 0).pods) == 4


@pytest.mark.parametrize(
    ("one", "other", "first", "rule"),
    [
        ((2, 1, "wb"), (2, 2, "bw"), 1, "5.2.1: both have what they prefer"),
        ((2, 1, ""), (2, 2, "wb"), 2, "5.2.1: only one prefers any"),
        ((2, 1, "wbw"), (2, 2, "wbww"), 1, "5.2.2: the stronger preference"),
        ((2, 1, "bwbww"), (2, 2, "wwbww"), 1, "5.2.2: of absolute ones the wider difference"),
        ((2, 1, "bwwb"), (2, 2, "wbwb"), 2, "5.2.3: as the last time that they differed, the other way round"),
        ((2, 1, "wb"), (3, 2, "wb"), 2, "5.2.4: who has more points has what they prefer"),
        ((2, 1, "wb"), (2, 2, "wb"), 1, "5.2.4: and with as many the smaller number"),
        ((0, 2, ""), (0, 3, ""), 3, "5.2.5: an even number has not the initial colour"),
        ((0, 1, ""), (1, 2, ""), 1, "5.2.5: and the higher one's number decides"),
    ],
)
def test_colours_are_given_out_by_their_rules(
    one: tuple[int, int, str], other: tuple[int, int, str], first: int, rule: str
) -> None:
    mine, theirs = (
        Player(str(number), Fraction(points), number, ["wb".index(colour) for colour in had])
        for points, number, had in (one, other)
    )
    assert seated(mine, theirs, 0)[0] == seated(theirs, mine, 0)[0] == str(first), rule


def test_colours_follow_the_starting_numbers_whoever_is_away() -> None:
    """Given that number 1 is away: number 2 is even still, and has not the initial colour (5.2.5)."""
    found = dutch.pair(stage(), people(3)[1:], [], 0)
    assert [pod.seats for pod in found.pods] == [("e3", "e2")]


def test_the_exercises_of_fide_were_paired_by_the_dutch_system_at_first() -> None:
    people_, rounds = to_field(read_trf((PUBLISHED / "exercises_swiss9.trf").read_text()))
    found = dutch.pair(stage(rounds=9), people_, [], 0)
    assert {frozenset(pod.seats) for pod in found.pods} == {frozenset(pod.seats) for pod in rounds[0].pods}


@settings(max_examples=times(4, 15), deadline=None)
@given(st.integers(6, 24), st.integers(0, 10**6))
def test_nobody_meets_twice_or_has_two_byes_in_a_swiss(count: int, seed: int) -> None:
    rounds, made = played(stage(), people(count), min(5, count // 2), dutch.pair, seed, forfeits=0.1, away=0.05)
    games = Counter(
        tuple(sorted(pod.seats))
        for one in rounds
        for pod, result in zip(one.pods, one.results, strict=True)
        if result is not None and not result.absent
    )
    free = Counter(ref for one in rounds for ref, bye in one.byes.items() if bye is Bye.PAIRING)
    if not any(one.broken for one in made):
        assert set(games.values()) <= {1}
        assert set(free.values()) <= {1}
    for one in rounds:
        seated = [ref for pod in one.pods for ref in pod.seats] + list(one.byes)
        assert sorted(seated) == sorted(entrant.ref for entrant in people(count))


def test_who_may_not_meet_is_kept_apart_and_points_on_entry_count() -> None:
    field = people(6)
    first = dutch.pair(stage(), field, [], 0)
    one, other = first.pods[0].seats
    apart = [Entrant(x.ref, x.number, may_not_meet=frozenset({other}) if x.ref == one else frozenset()) for x in field]
    assert {one, other} not in [set(pod.seats) for pod in dutch.pair(stage(), apart, [], 0).pods]
    late = [Entrant(x.ref, x.number, points_on_entry=2 if x.number in (5, 6) else 0) for x in field]  # type: ignore[arg-type]
    assert {"e5", "e6"} in [set(pod.seats) for pod in dutch.pair(stage(), late, [], 0).pods]


def test_where_all_have_met_the_rematch_is_named() -> None:
    rounds, _ = played(stage(), people(4), 3, dutch.pair, 1)
    found = dutch.pair(stage(), people(4), rounds, 1)
    assert sorted(ref for pod in found.pods for ref in pod.seats) == ["e1", "e2", "e3", "e4"]
    assert len(found.broken) == 2
    assert all(one.startswith("met before:") for one in found.broken)


# --- Berger ---

TABLES = {
    4: ["1-4 2-3", "4-3 1-2", "2-4 3-1"],
    6: ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"],
    8: [
        "1-8 2-7 3-6 4-5", "8-5 6-4 7-3 1-2", "2-8 3-1 4-7 5-6", "8-6 7-5 1-4 2-3", "3-8 4-2 5-1 6-7",
        "8-7 1-6 2-5 3-4", "4-8 5-3 6-2 7-1",
    ],
}  # fmt: skip
"""FIDE Handbook C.05, Annex 1."""


@pytest.mark.parametrize("size", TABLES)
def test_the_berger_tables_are_those_of_fide(size: int) -> None:
    found = [" ".join(f"{a}-{b}" for a, b in berger.table(size, number)) for number in range(1, size)]
    assert found == TABLES[size]


@pytest.mark.parametrize("count", range(2, 17))
def test_in_a_round_robin_all_meet_once_and_in_a_double_one_twice_from_either_seat(count: int) -> None:
    cycle = count - 1 + count % 2
    rounds, _ = played(stage("round_robin", 2 * cycle), people(count), 2 * cycle, berger.pair, 3)
    assert met(rounds[:cycle]) == dict.fromkeys(combinations(sorted(x.ref for x in people(count)), 2), 1)
    seats = Counter(pod.seats for one in rounds for pod in one.pods)
    assert set(seats.values()) == {1}
    assert len(seats) == count * (count - 1)
    for ref in (one.ref for one in people(count) if count > 3):
        own = [pod.seats.index(ref) for one in rounds for pod in one.pods if ref in pod.seats]
        assert not any(own[at] == own[at + 1] == own[at + 2] for at in range(len(own) - 2))


def test_who_withdraws_from_a_round_robin_moves_nobody() -> None:
    of, field = stage("round_robin", 5), people(6)
    rounds, _ = played(of, field, 2, berger.pair, 3)
    whole = berger.pair(of, field, rounds, 3)
    left = berger.pair(of, [one for one in field if one.ref != "e2"], rounds, 3)
    assert set(left.pods) == {pod for pod in whole.pods if "e2" not in pod.seats}
    assert list(left.byes.values()) == [Bye.PAIRING]


# --- pods ---


@pytest.mark.parametrize(
    ("count", "allowed", "expected"),
    [
        (12, (4, 3), [4, 4, 4]), (14, (4, 3), [4, 4, 3, 3]), (13, (4, 3), [4, 3, 3, 3]), (13, (4,), [4, 4, 4]),
        (5, (4, 3), [4]), (2, (3,), []), (9, (4, 3, 5), [3, 3, 3]), (9, (4, 5), [4, 5]),
        (500, (4,), [4] * 125), (3, (1,), [1, 1, 1]),
    ],
)  # fmt: skip
def test_as_few_as_can_be_are_left_over_and_the_first_size_is_preferred(
    count: int, allowed: tuple[int, ...], expected: list[int]
) -> None:
    assert sizes_for(count, allowed) == expected


@settings(max_examples=times(3, 15), deadline=None)
@given(st.integers(3, 18), st.sampled_from([(3,), (4, 3), (3, 4, 5), (6, 5)]), st.integers(0, 10**6))
def test_pods_keep_their_rules(count: int, sizes: tuple[int, ...], seed: int) -> None:
    of = stage("pods", 3, pods=sizes)
    with little_effort():
        rounds, made = played(of, people(count), 3, pods.pair, seed, forfeits=0.1, away=0.05)
    before: Counter[tuple[str, str]] = Counter()
    for one, pairing in zip(rounds, made, strict=True):
        seated = [ref for pod in one.pods for ref in pod.seats] + list(one.byes)
        assert sorted(seated) == sorted(x.ref for x in people(count))
        assert {len(pod.seats) for pod in one.pods} <= set(sizes)
        again = {pair for pair in met([one]) if before[pair]}
        told = {tuple(text.split(": ")[1].split(",")[0].split()) for text in pairing.broken if "met before" in text}
        assert told == again
        for pod, result in zip(one.pods, one.results, strict=True):
            here = [ref for ref in pod.seats if result is None or ref not in result.absent]
            before.update(combinations(sorted(here), 2))
    free = Counter(ref for one in rounds for ref, bye in one.byes.items() if bye is Bye.PAIRING)
    second = {text.split(": ")[1] for pairing in made for text in pairing.broken if text.startswith("second bye")}
    assert {ref for ref, times in free.items() if times > 1} <= second


@contextmanager
def little_effort() -> Iterator[None]:
    """By default, search for the best pods only for a moment: rules that hold of the best hold of others."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pods, "EFFORT", pods.EFFORT / times(8, 1))
        yield


def fewest(refs: frozenset[str], size: int, before: Counter[tuple[str, str]]) -> int:
    """Return by brute force how few rematches any pods of a size can have."""
    if not refs:
        return 0
    first, rest = min(refs), refs - {min(refs)}
    return min(
        sum(before[pair] for pair in combinations(sorted({first, *others}), 2))
        + fewest(rest - set(others), size, before)
        for others in combinations(sorted(rest), size - 1)
    )


@settings(max_examples=times(3, 12), deadline=None)
@given(st.sampled_from([(9, 3), (8, 4), (8, 2), (6, 3)]), st.integers(0, 10**6))
def test_nobody_meets_again_while_it_can_be_helped(field: tuple[int, int], seed: int) -> None:
    count, size = field
    of = stage("pods", 4, pods=(size,))
    rounds, _ = played(of, people(count), 3, pods.pair, seed)
    found = pods.pair(of, people(count), rounds, seed)
    before = met(rounds)
    again = sum(before[pair] for pod in found.pods for pair in combinations(sorted(pod.seats), 2))
    assert found.gap is None
    assert again == fewest(frozenset(one.ref for one in people(count)), size, before)


def test_the_same_input_and_seed_give_the_same_pods_and_another_seed_others() -> None:
    of, field = stage("pods", 4, pods=(4, 3)), people(30)
    rounds, _ = played(of, field, 2, pods.pair, 7)
    assert pods.pair(of, field, rounds, 7) == pods.pair(of, field, rounds, 7)
    assert pods.pair(of, field, [], 7).pods != pods.pair(of, field, [], 8).pods


def test_the_first_seat_is_shared_out() -> None:
    of, field = stage("pods", 8, pods=(4,)), people(n := times(8, 16))
    with little_effort():
        rounds, _ = played(of, field, 8, pods.pair, 5)
    first = Counter(pod.seats[0] for one in rounds for pod in one.pods)
    assert len(first) == n
    assert max(first.values()) - min(first.values()) <= 2


def test_who_may_not_meet_sits_apart_in_pods_and_where_that_cannot_be_it_is_named() -> None:
    field = [Entrant(f"e{n}", n, may_not_meet=frozenset({"e2"} if n == 1 else ())) for n in range(1, 7)]
    found = pods.pair(stage("pods", 1, pods=(3,)), field, [], 1)
    assert not any({"e1", "e2"} <= set(pod.seats) for pod in found.pods)
    assert pods.pair(stage("pods", 1, pods=(3,)), field[:3], [], 1).broken == (
        "may not meet: e1 e2: no pods without it were found",
    )


def test_sixty_entrants_are_paired_as_well_as_can_be_in_each_round() -> None:
    n = times(4, 6)
    made: list[Pairing] = []

    def noted(*given: Any) -> Pairing:
        made.append(pods.pair(*given))
        return made[-1]

    played(stage("pods", n, pods=(4, 3)), people(60), n, noted, 20261122)
    assert [(one.gap, one.broken) for one in made] == [(None, ())] * n


@given(st.sets(st.tuples(st.integers(0, 9), st.integers(0, 9)).filter(lambda pair: pair[0] < pair[1])))
def test_cliques_hold_each_pair_and_no_other(pairs: set[tuple[int, int]]) -> None:
    found = {pair for clique in pods._cliques(sorted(pairs)) for pair in combinations(clique, 2)}
    assert found == pairs


def test_a_round_of_the_former_engine_is_repeated_by_it() -> None:
    of, field = stage("pods", 3, pods=(4,)), people(16)
    before = former("ortools-cp-sat")
    assert before is not None
    rounds, _ = played(of, field, 2, before, 3)
    found = before(of, field, rounds[:1], 7)
    assert found.engine == "ortools-cp-sat"
    assert found == before(of, field, rounds[:1], 7)
    assert former("ortools-cp-sat-2") is None


# --- elimination ---


@pytest.mark.parametrize("count", [2, 3, 5, 8, 13])
@pytest.mark.parametrize("sizes", [(2,), (4, 3, 2)])
def test_an_elimination_ends_with_one(count: int, sizes: tuple[int, ...]) -> None:
    of, rounds = stage("elimination", 6, pods=sizes), list[Round]()
    for number in range(1, 9):
        found = knockout.pair(of, people(count), rounds, 1)
        if not found.pods:
            break
        seats = [ref for pod in found.pods for ref in pod.seats]
        assert len(set(seats) | set(found.byes)) == len(seats) + len(found.byes)
        best = [min(pod.seats, key=lambda ref: int(ref[1:])) for pod in found.pods]
        results = (
            Result(pod, tuple(1 if ref == one else 2 for ref in pod.seats))
            for pod, one in zip(found.pods, best, strict=True)
        )
        rounds.append(Round(number, found.pods, found.byes, tuple(results)))
    lost = {ref for one in rounds for pod in one.pods for ref in pod.seats} - {"e1"}
    assert lost == {one.ref for one in people(count)} - {"e1"}
    assert {"e1", "e2"} <= set(rounds[-1].pods[0].seats)


def test_a_draw_in_an_elimination_sends_the_better_seed_on_and_says_so() -> None:
    pod = Pod(("e2", "e1"))
    done = [Round(1, (pod,), {"e3": Bye.FULL}, (Result(pod, (1, 1)),))]
    found = knockout.pair(stage("elimination", 2), people(3), done, 1)
    assert {*found.pods[0].seats} == {"e1", "e3"}
    assert found.broken == ("no single winner: round 1, e2 e1: the best seed goes on",)


def test_each_kind_of_stage_has_its_engine() -> None:
    engines = {kind: pair(stage(kind, 3), people(4), [], 1).engine for kind in ("swiss", "round_robin", "elimination")}
    engines["pods"] = pair(stage("pods", 3, pods=(4,)), people(4), [], 1).engine
    assert list(engines.values()) == ["caissify-pairings", "berger", "knockout", "ortools-cp-sat-2"]


# --- TRF ---


@settings(max_examples=times(4, 10), deadline=None)
@given(st.integers(4, 14), st.integers(0, 10**6))
def test_a_field_written_as_a_trf_is_the_same_when_it_is_read(count: int, seed: int) -> None:
    of, field = stage(), people(count)
    rounds, _ = played(of, field, 2, dutch.pair, seed, forfeits=0.2, away=0.1)
    trf = read_trf(from_field(of, field, rounds))
    _, back = to_field(trf)
    again = read_trf(from_field(of, to_field(trf)[0], back))
    assert (again.players, again.tags) == (trf.players, trf.tags)
    for one, other in zip(rounds, back, strict=True):
        assert {tuple(ref[1:] for ref in pod.seats) for pod in one.pods} == {pod.seats for pod in other.pods}
        assert {ref[1:]: bye for ref, bye in one.byes.items()} == other.byes
