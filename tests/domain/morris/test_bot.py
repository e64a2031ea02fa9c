"""The bot: it closes mills, blocks its opponent's, and beats a random player."""

from __future__ import annotations

import random

import pytest

from tablescribe.domain.games.morris.actions import Place, Remove
from tablescribe.domain.games.morris.bot import choose
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.deciding import legal_actions
from tests.depth import times
from tests.domain.morris.test_rules import given
from tests.support import do


def first(match: Match) -> Action:
    """Return the bot's action: the first of the equally promising ones."""
    return choose(match.opening, match.table, match.to_act[0], lambda n: 0)


def test_it_closes_a_mill_rather_than_hinder_one() -> None:
    assert first(given("a7 b6 d7 d6")) == Place(to="g7")


def test_it_hinders_a_mill() -> None:
    assert first(given("a7 b6 d7")) == Place(to="g7")


def test_it_removes_a_man_that_threatens_a_mill() -> None:
    assert first(given("a7 b6 d7 d6 a1 c3 g7")) in (Remove(man="b6"), Remove(man="d6"))


@pytest.mark.parametrize("seed", range(times(1, 3)))
def test_it_beats_whoever_plays_at_random(seed: int) -> None:
    match, dice = given(""), random.Random(seed)
    while not match.is_over:
        seat = match.to_act[0]
        if seat == 1:
            do(match, seat, choose(match.opening, match.table, seat, dice.randrange))
        else:
            do(match, seat, dice.choice(list(legal_actions(match.opening, match.table, seat))))
    result = match.opening.game.result(match.opening, match.table)
    assert result is not None
    assert result.winners == (1,)
