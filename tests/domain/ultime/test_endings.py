"""Each way to reach twelve points."""

from collections.abc import Callable

import pytest

from tablescribe.domain.games.ultime.actions import Decline
from tablescribe.domain.match.match import Match
from tablescribe.replays.auditing.audit import audit
from tests.domain.ultime.table import card, given, power, when
from tests.support import STAMP


def by_supply() -> Match:
    match = given({1: (1, 2)}, scores={1: 10})
    when(match, 1, card(2, 1, 2))
    return match


def by_noble_attack() -> Match:
    match = given({1: (5, 6)}, scores={1: 9})
    when(match, 1, card(2, 1, 6))
    when(match, 2, Decline())
    return match


def by_sneaky_attack() -> Match:
    match = given({1: (4, 2), 3: (7, 10)}, scores={1: 10})
    when(match, 1, card(2, 1, 4))
    when(match, 2, Decline())
    return match


def as_the_supporter() -> Match:
    match = given({1: (11, 2), 2: (8, 6)}, scores={1: 11}, turn=2)
    when(match, 2, card(2, 2, 8))
    when(match, 3, Decline())
    return match


def by_strength() -> Match:
    match = given(scores={1: 10}, power={1: 1})
    when(match, 1, power("strength"))
    return match


def by_thief() -> Match:
    match = given(scores={1: 11, 2: 1}, power={1: 1})
    when(match, 1, power("thief", 2))
    when(match, 2, Decline())
    return match


def by_events_of_others() -> Match:
    match = given({2: (9, 8)}, scores={2: 9}, events_need_active_pawn=False)
    when(match, 1, card(9, 2, 8))
    when(match, 3, Decline())
    return match


@pytest.mark.parametrize(
    ("way", "winner", "points"),
    [
        (by_supply, 1, 12),
        (by_noble_attack, 1, 12),
        (by_sneaky_attack, 1, 12),
        (as_the_supporter, 1, 12),
        (by_strength, 1, 12),
        (by_thief, 1, 12),
        (by_events_of_others, 2, 12),
    ],
)
def test_the_game_ends(way: Callable[[], Match], winner: int, points: int) -> None:
    match = way()
    assert match.is_over
    assert match.to_act == ()
    result = match.close(STAMP).result
    assert (result.ending, result.winners, result.scores[winner - 1]) == ("twelve_points", (winner,), points)
    assert audit(match).clean
