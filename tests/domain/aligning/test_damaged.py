"""A hundred damaged logs of golden matches: the result is the true match, or a person is asked; never a silent error.

`damage.py` damages them: moves omitted or in the wrong order, another card, place or die, another order without
effect; one to three of them in a copy, or some in both copies at different places.
"""

from __future__ import annotations

import random
from functools import cache

import pytest

from tablescribe.domain.aligning.difference import Alignment, Take
from tests.depth import a_few, each_with, times
from tests.domain.aligning.damage import KINDS, Copy, Truth, answered, damaged, golden, same_match

COPIES = {
    "ultime/three_players": 34,
    "morris/no_mill": 22,
    "tomb_raider/introductory_alone": 20,
    "robinson/the_last_one_standing": 10,
    "expeditions/a_tie": 10,
    "root/two_players": 4,
}
"""How many copies of which match: a hundred; by default one, of one part or the other in turn."""

SPLIT = 2
"""Number of parts, for parallel test processes."""

true = cache(lambda name: Truth(golden(name)))


def reconciled(truth: Truth, first: Copy, second: Copy) -> tuple[Alignment, int]:
    """Align two logs, and answer like a person who was there; return the number of answers needed."""
    takes: dict[int, Take] = {}
    alignment = truth.align(first.entries, second.entries, takes)
    while alignment.questions:
        question = alignment.questions[0]
        take = answered(truth, question, alignment)
        assert take is not None, f"the truth is none of what is asked: {first.damages}, {second.damages}, {question}"
        takes[question.number] = take
        alignment = truth.align(first.entries, second.entries, dict(takes))
    return alignment, len(takes)


def copies(name: str, seed: int) -> tuple[Copy, Copy]:
    """Return two logs: every other pair has damages in both of them."""
    truth, choose = true(name), random.Random(f"{name} {seed}")
    second = damaged(truth, choose, list(KINDS), choose.randint(1, 3))
    if seed % 2:
        return damaged(truth, choose, list(KINDS), choose.randint(1, 2), second.damages), second
    return Copy(truth.entries, []), second


@pytest.mark.parametrize(("name", "part"), each_with(COPIES, range(SPLIT)))
def test_a_damaged_log_and_another_come_to_the_true_match_or_to_the_right_question(name: str, part: int) -> None:
    truth = true(name)
    for seed in a_few(range(part, COPIES[name], SPLIT), 1):
        first, second = copies(name, seed + part * 1000 * SPLIT)
        alignment, _ = reconciled(truth, first, second)
        assert same_match(truth, alignment), (first.damages, second.damages)


def test_there_are_a_hundred_copies_of_five_games_with_every_kind_of_damage() -> None:
    assert sum(COPIES.values()) == 100
    assert len({name.split("/")[0] for name in COPIES}) >= 5


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_damage_is_seen(kind: str) -> None:
    truth = true("tomb_raider/introductory_alone")
    for seed in range(3):
        second = damaged(truth, random.Random(seed), [kind], 1)
        assert [one for one, _ in second.damages] == [kind]
        alignment, asked = reconciled(truth, Copy(truth.entries, []), second)
        assert len(alignment.differences) >= 1
        assert same_match(truth, alignment)
        if kind == "other order":
            assert ([one.how for one in alignment.differences], asked) == (["order"], 0)


def test_most_is_settled_without_a_person() -> None:
    truth, asked, differences = true("ultime/three_players"), 0, 0
    for seed in range(times(6, 12)):
        alignment, answers = reconciled(truth, *copies("ultime/three_players", seed))
        asked, differences = asked + answers, differences + len(alignment.differences)
    assert differences > times(10, 20)
    assert asked <= differences // 5
