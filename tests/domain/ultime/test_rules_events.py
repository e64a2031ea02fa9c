"""Events: UP-26 to UP-38."""

from __future__ import annotations

import pytest

from tablescribe.domain.games.ultime.actions import Decline, Skip
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.table.table import Changed, Moved
from tests.domain.ultime.cases import breaks, forged, obeys
from tests.domain.ultime.table import a_point_more, card, given, held, places, points, power, when

# --- events --------------------------------------------------------------------------------------


@obeys("UP-26", "UP-27", "UP-35", "UP-36", "UP-37")
def supply() -> Match:
    match = given({1: (1, 2)})
    when(match, 1, card(2, 1, 2), "movement:17", "movement:5")
    assert points(match) == (2, 0, 0)
    assert places(match, 1) == [8, 12], "on pickaxes, but without a power card"
    assert held(match, 1) == {"?movement": 2}
    return match


forged("UP-26", "UP-35", "UP-36", "UP-37")
forged("UP-27", by=a_point_more)


@obeys("UP-28", "UP-32")
def noble_attack_on_an_owner_without_points() -> Match:
    match = given({1: (5, 6)})
    when(match, 1, card(2, 1, 6))
    when(match, 2, Decline(), "movement:8", "movement:12")
    assert points(match) == (3, 0, 0)
    match = given({1: (5, 6)}, scores={2: 4})
    when(match, 1, card(2, 1, 6))
    when(match, 2, Decline(), "movement:8", "movement:12")
    assert points(match) == (3, 3, 0)
    return noble_against(0)


def noble_against(score: int) -> Match:
    match = given({1: (5, 6)}, scores={2: score})
    when(match, 1, card(2, 1, 6))
    when(match, 2, Decline(), "movement:8", "movement:12")
    return match


forged("UP-28", "UP-32", by=a_point_more)


@obeys("UP-29", "UP-31")
def sneaky_attack_by_moving_the_supporters_pawn() -> Match:
    match = given({1: (9, 2), 2: (8, 6)}, scores={3: 2})
    when(match, 1, card(9, 2, 8))  # the black arrow's +3 brings yellow's pawn to 11
    when(match, 3, Decline(), "movement:8", "movement:12")
    assert points(match) == (2, 1, 1)
    return match


forged("UP-29", "UP-31", by=a_point_more)


@obeys("UP-30")
def the_supporter_is_the_owner() -> Match:
    """Who has no point loses none, and still gets the one of the support: (2, 1, 0)."""
    for score, comes_to in ((5, 5), (0, 1)):
        match = given({1: (4, 2), 2: (7, 6)}, scores={2: score})
        when(match, 1, card(2, 1, 4))
        when(match, 2, Decline(), "movement:8", "movement:12")
        assert points(match) == (2, comes_to, 0)
    return match


forged("UP-30", by=a_point_more)


@obeys("UP-33")
def other_pairs_just_stand_there() -> Match:
    match = given({1: (9, 2), 2: (3, 6)})
    when(match, 1, card(2, 1, 2, "square"))  # beside the own village, opposite a stranger
    assert (points(match), match.table.get("awaits")) == ((0, 0, 0), None)
    match = given({2: (9, 8)})
    when(match, 1, card(9, 2, 8))  # two pawns of another player around red's village
    assert (points(match), match.table.get("awaits")) == ((0, 0, 0), None)
    return match


forged("UP-33", by=lambda facts: [*facts, Changed("score:1", 0, 2)])


@obeys("UP-34")
def whose_pawn_takes_part_is_said() -> Match:
    match = given({1: (8, 2), 2: (9, 6), 3: (9, 10)})
    when(match, 1, card(8, 1, 8, "circle", opposite=2))
    when(match, 3, Decline(), "movement:17", "movement:12")
    assert points(match) == (2, 1, 0)
    return match


@breaks("UP-34")
def it_is_not_said() -> None:
    when(given({1: (8, 2), 2: (9, 6), 3: (9, 10)}), 1, card(8, 1, 8))


@breaks("UP-34")
def it_is_said_where_nobody_stands_opposite() -> None:
    when(given({1: (10, 6)}), 1, card(10, 1, 10, "circle", opposite=2))


def test_up_34_the_own_pawn_on_the_far_side_goes_first() -> None:
    match = given({1: (8, 9), 2: (9, 6)})
    when(match, 1, card(8, 1, 8))
    when(match, 3, Decline(), "movement:17", "movement:12")
    assert points(match) == (3, 0, 0), "a Noble attack, although yellow stands there too"
    with pytest.raises(Illegal, match="UP-34"):
        when(given({1: (8, 9), 2: (9, 6)}), 1, card(8, 1, 8, "circle", opposite=2))


@obeys("UP-38")
def when_all_cards_are_held_pawns_stay() -> Match:
    # After a movement card its own card could always be drawn (UP-19), so it takes the option of UP-45.
    match = given(
        {1: (1, 5), 2: (3, 6)}, power={1: 1}, movement={1: 7, 2: 7, 3: 7}, swap_can_trigger_event=True,
        more=[Moved("?movement", 3, "deck:movement", "away")],
    )  # fmt: skip
    when(match, 1, power("swap", 2, 5, 3))
    when(match, 2, Decline())
    assert (points(match), places(match, 1)) == ((2, 0, 0), [1, 3])
    return match


forged("UP-38", by=a_point_more)


@obeys("UP-49")
def a_short_deck_is_made_of_its_discards() -> Match:
    match = given(more=[Moved("?movement", 17, "deck:movement", "discard:movement")])
    when(match, 1, Skip())
    assert (held(match, 1), match.table.count("deck:movement")) == ({"?movement": 4}, 16)
    match = given(more=[Moved("?movement", 17, "deck:movement", "away")])
    when(match, 1, Skip())
    assert held(match, 1) == {"?movement": 3}, "one card was left, and no discards"
    return match


forged("UP-49")
