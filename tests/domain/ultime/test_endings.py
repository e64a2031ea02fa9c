"""Each way to reach twelve points."""

from collections.abc import Callable

import pytest

from tablescribe.domain.games.ultime.actions import Decline, Skip
from tablescribe.domain.match.match import Match
from tablescribe.domain.table.table import Changed
from tablescribe.replays.auditing.audit import audit
from tests.domain.ultime.table import card, given, points, power, when
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


def corrected(match: Match, *changes: Changed) -> Match:
    """Let a judge change scores."""
    match.rule(changes, STAMP, clause="UP-27", reason="points were forgotten")
    return match


def test_whoever_reaches_twelve_first_wins_by_a_correction_too() -> None:
    """The document says "Chi raggiunge per primo 12 punti vince"; before edition 3 the next to score could win."""
    match = corrected(given(scores={1: 10, 2: 11}, power={2: 1}), Changed("score:1", 10, 12))
    assert (match.is_over, match.to_act) == (True, ())
    result = match.close(STAMP).result
    assert (result.ending, result.winners, result.scores) == ("twelve_points", (1,), (12, 11, 0))
    assert audit(match).clean


def test_the_correction_can_come_while_somebody_is_asked() -> None:
    match = given({1: (6, 2), 2: (7, 6)}, scores={2: 4, 3: 9})
    when(match, 1, card(14, 1, 6))  # to 5, with yellow's pawn on 7: yellow may defend
    assert match.to_act == (2,)
    corrected(match, Changed("score:3", 9, 12))
    assert (match.is_over, match.close(STAMP).result.winners) == (True, (3,))


def test_missed_moves_that_lead_to_twelve_end_the_game() -> None:
    match = given(scores={3: 9})
    match.miss([Changed("score:3", 9, 13), Changed("turn", 1, 2)], STAMP, moves=4)
    assert match.close(STAMP).result.winners == (3,)


def test_a_correction_that_is_taken_back_lets_the_match_go_on() -> None:
    match = given(scores={1: 10})
    before = match.head
    corrected(match, Changed("score:1", 10, 12))
    match.take_back(before, STAMP, judge=True, reason="it was 11")
    assert (match.is_over, match.to_act) == (False, (1,))


@pytest.mark.parametrize(
    ("scores", "turn", "tie", "winners"),
    [
        ((12, 13, 0), 1, "highest_then_active", (2,)),
        ((12, 0, 12), 2, "highest_then_active", (3,)),
        ((12, 0, 12), 2, "shared", (1, 3)),
    ],
)
def test_of_several_at_twelve_by_a_correction_the_same_win_as_by_an_award(
    scores: tuple[int, ...], turn: int, tie: str, winners: tuple[int, ...]
) -> None:
    changes = [Changed(f"score:{seat}", 0, n) for seat, n in enumerate(scores, 1) if n]
    match = corrected(given(turn=turn, tie_at_twelve=tie), *changes)
    assert match.close(STAMP).result.winners == winners


def test_where_the_end_of_the_turn_decides_a_correction_waits_for_it() -> None:
    match = corrected(given(victory_check="end_of_turn"), Changed("score:2", 0, 12))
    assert not match.is_over
    when(match, 1, Skip())
    assert match.close(STAMP).result.winners == (2,)


def test_in_the_second_edition_a_correction_ended_nothing() -> None:
    match = corrected(given(scores={1: 10, 2: 10}, power={2: 1}, edition="2"), Changed("score:1", 10, 12))
    when(match, 1, Skip())
    when(match, 2, power("strength"))
    assert (points(match), match.is_over) == ((12, 12, 0), True)
    assert match.close(STAMP).result.winners == (2,), "of the two at 12, the one taking the turn"
    assert audit(match).clean
