"""Fairness of chance: a loaded die is found, a fair one is not, and too few draws are named as such."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tablescribe.domain.games import opening
from tablescribe.domain.match.events import Seat
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.chance import Outcome
from tablescribe.replays.statistics.balance import Balance, balance_data, balances
from tablescribe.replays.statistics.fairness import (
    FairnessTest,
    SourceSample,
    _holm,
    asked_of,
    caveats,
    fairness,
    trial_data,
    tried,
    verdict,
)
from tests.domain.random_play import SEED, anything, open_match, play
from tests.support import STAMP

DIE = ("a game", "told", "roll d6")
FACES: dict[Outcome, int] = dict.fromkeys(range(1, 7), 1)


def rolls(weights: dict[Outcome, int], n: int, seed: int) -> list[SourceSample]:
    chance = random.Random(seed)
    return [SourceSample(DIE, FACES, face) for face in chance.choices(list(weights), list(weights.values()), k=n)]


def shuffles(n: int, seed: int, *, cheat: bool = False) -> list[SourceSample]:
    """Return the draws of a deck of ten, drawn to its end n times; a cheat has the ace among the first three."""
    chance, found = random.Random(seed), list[SourceSample]()
    for _ in range(n):
        deck = [f"card:{k}" for k in range(10)]
        chance.shuffle(deck)
        if cheat and deck.index("card:0") > 2:
            deck.remove("card:0")
            deck.insert(chance.randrange(3), "card:0")
        for k, card in enumerate(deck[:-1]):
            left: dict[Outcome, int] = dict.fromkeys(deck[k:], 1)
            found.append(SourceSample(("a game", "told", "draw card"), left, card))
    return found


def test_for_a_die_it_is_pearsons_chi_square() -> None:
    from scipy.stats import chisquare  # here, because to import it takes a second

    draws = rolls(FACES, 300, 1)
    counts = Counter(one.outcome for one in draws)
    expected = chisquare([counts[face] for face in FACES])
    found = tried(DIE, draws)
    assert found.statistic == pytest.approx(expected.statistic)
    assert found.p == pytest.approx(expected.pvalue)
    assert (found.freedom, found.outcomes, found.draws) == (5, 6, 300)


@pytest.mark.parametrize("source", ["die", "deck"])
def test_of_fair_sources_as_many_deviate_as_there_should(source: str) -> None:
    """Given 200 fair ones; their p-values lie evenly between 0 and 1 (Kolmogorov and Smirnov)."""
    from scipy.stats import kstest

    made = [rolls(FACES, 240, n) if source == "die" else shuffles(30, n) for n in range(200)]
    values = [tried(DIE, draws).p for draws in made]
    assert kstest(values, "uniform").pvalue > 0.001
    assert 0 < sum(p is not None and p < 0.05 for p in values) < 25


def test_a_loaded_die_and_a_stacked_deck_are_found() -> None:
    for draws in (rolls({**FACES, 6: 2}, 600, 3), shuffles(60, 3, cheat=True)):
        (found,) = _holm([tried(DIE, draws)])
        assert found.found, trial_data(found)


def test_several_tests_are_corrected_as_holm_does() -> None:
    tests = [FairnessTest(DIE, 100, 6, 1.0, 5, p) for p in (0.01, 0.04, 0.03, None)]
    assert [one.holm for one in _holm(tests)] == [pytest.approx(0.03), pytest.approx(0.06), pytest.approx(0.06), None]


def test_of_few_draws_nothing_is_said_and_rare_outcomes_are_taken_together() -> None:
    few = tried(DIE, rolls(FACES, 5, 1))
    assert (few.p, str(verdict(few))) == (None, "too few draws (5) to say anything")
    rare = [SourceSample(DIE, {"a": 50, "b": 50, "c": 1, "d": 1}, one) for one in ("a", "b") * 50]
    assert tried(DIE, rare).outcomes == 3


def test_words_say_what_a_small_sample_cannot_tell() -> None:
    words = " ".join(map(str, caveats([tried(DIE, rolls(FACES, 60, 1))])))
    for told in ("1 sources were tested", "No finding does not mean fair", "With the 60 draws", "proved by the audit"):
        assert told in words
    many, few = tried(DIE, rolls(FACES, 6000, 1)), tried(DIE, rolls(FACES, 60, 1))
    assert many.detectable is not None
    assert few.detectable is not None
    assert few.detectable == pytest.approx(10 * many.detectable)


def solo(mode: str, seed: int, match_id: str = "m", **more: Any) -> Match:
    choose = random.Random(seed)
    if mode == "sealed":
        seats = [Seat("a", "c"), Seat("b", "c")]
        match = Match.open(match_id, opening("expeditions", 2), seats, STAMP, chance=mode, seed=SEED, **more)
    else:
        match = open_match("expeditions", 2, "open", choose)
    while not match.is_over:
        play(match, *anything(match, choose), choose)
    match.close(STAMP, seed=SEED if mode == "sealed" else None)
    return match


def test_every_outcome_of_a_match_is_asked_again_and_sealed_and_told_are_apart() -> None:
    told, sealed = solo("open", 1), solo("sealed", 1)
    for match, chance in ((told, "told"), (sealed, "sealed")):
        asked = list(asked_of([match]))
        recorded = Counter(match.line.outcomes(match.head))
        assert recorded >= Counter(one.outcome for one in asked)
        assert len(asked) > 0.8 * recorded.total()
        assert {one.source[:2] for one in asked} == {("expeditions", chance)}
        assert all(one.outcome in one.among for one in asked)
    sources = {one.source for one in fairness([told, sealed])}
    assert {chance for _, chance, _ in sources} == {"told", "sealed"}


def test_tables_of_one_seed_count_once() -> None:
    one, other = solo("sealed", 1, "a"), solo("sealed", 2, "b")
    assert len(list(asked_of([one, other]))) == len(list(asked_of([one])))


# --- places at the table --------------------------------------------------------------------------------------


def test_seats_sides_and_the_first_move_have_their_shares_with_intervals() -> None:
    matches = []
    for seed in range(6):
        match = open_match("morris", 2, "open", random.Random(seed))
        choose = random.Random(seed)
        while not match.is_over:
            play(match, *anything(match, choose), choose)
        match.close(STAMP)
        matches.append(match)
    found = balances(matches)
    assert [(one.kind, one.name) for one in found] == [("first", "first"), ("seat", "1"), ("seat", "2")]
    assert sum(one.won for one in found if one.kind == "seat") == 6
    assert found[0].won == found[1].won, "white moves first"
    assert all(one.even == 0.5 and one.of == 6 for one in found)


def test_what_is_off_is_off_by_its_interval() -> None:
    assert Balance("root", 4, "side", "x", 20, 40, 0.25).off
    assert not Balance("root", 4, "side", "x", 12, 40, 0.25).off
    assert not Balance("root", 4, "side", "x", 0, 0, 0.25).off
    assert balance_data(Balance("root", 4, "side", "x", 20, 40, 0.25))["share"] == 0.5
