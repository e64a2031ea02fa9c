"""Components, set-up, movement cards and the turn: UP-1 to UP-25."""

from __future__ import annotations

import pytest

from tablescribe.domain.games import opening
from tablescribe.domain.games.ultime.actions import Discard, Skip
from tablescribe.domain.match.events import Seat
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.rules.view import view
from tablescribe.domain.table.table import Moved
from tests.domain.ultime.cases import breaks, forged, obeys
from tests.domain.ultime.table import a_point_more, card, given, held, places, points, power, when
from tests.support import STAMP

# --- components, wheel, set-up -------------------------------------------------------------------


@obeys("UP-1", "UP-2", "UP-3", "UP-4", "UP-5", "UP-6", "UP-7", "UP-8", "UP-10", "UP-54")
def the_first_table() -> Match:
    match = given(seats=4, turn=3)
    table = match.table
    assert [places(match, seat) for seat in (1, 2, 3, 4)] == [[2, 2], [6, 6], [10, 10], [14, 14]]
    assert all(held(match, seat) == {"?movement": 2} for seat in (1, 2, 3, 4))
    assert (table.count("deck:movement"), table.count("deck:power")) == (32 - 8, 12)
    assert (points(match), table.get("turn")) == ((0, 0, 0, 0), 3)
    assert view(match.opening, table, 1).get("score:2") == "?"
    return match


@breaks("UP-1")
def two_players_are_too_few() -> None:
    Match.open("m", opening("ultime", 2), [Seat("a", "b")] * 2, STAMP)


forged("UP-2", "UP-3", "UP-4", "UP-5", "UP-6", "UP-7", "UP-8", "UP-10", "UP-54")


@obeys("UP-9")
def turns_go_round() -> Match:
    match = given(seats=3, turn=2)
    for seat in (2, 3, 1, 2):
        assert match.to_act == (seat,)
        when(match, seat, Skip())
    return match


@breaks("UP-9")
def out_of_turn() -> None:
    when(given(turn=2), 1, Skip())


# --- movement cards ------------------------------------------------------------------------------


@obeys("UP-11", "UP-12", "UP-13", "UP-19", "UP-21")
def a_pawn_moves_and_a_card_is_drawn() -> Match:
    for use, there in (("circle", 2), ("square", 11)):  # the document's own card: +4, square 11
        match = given({1: (10, 6)})
        when(match, 1, card(10, 1, 10, use))
        assert places(match, 1) == sorted([there, 6])
        assert match.table.pieces("discard:movement") == {"movement:10": 1}
        assert held(match, 1) == {"?movement": 2}
    match = given({1: (8, 6)})
    when(match, 1, card(12, 1, 8, "circle"))  # +6 from 8 wraps to 2
    assert places(match, 1) == [2, 6]
    match = given({1: (2, 6)})
    when(match, 1, card(20, 1, 2))  # -3 from 2 wraps to 11
    assert places(match, 1) == [6, 11]
    match = given({2: (5, 6)})
    when(match, 1, card(6, 2, 5))  # a black arrow moves an opponent's pawn
    assert places(match, 2) == [6, 7]
    return match


@breaks("UP-11")
def a_grey_arrow_does_not_move_an_opponents_pawn() -> None:
    when(given(), 1, card(10, 2, 6))


@breaks("UP-11")
def a_black_arrow_does_not_move_an_own_pawn() -> None:
    when(given(), 1, card(6, 1, 2))


forged("UP-12", by=lambda facts: [Moved("pawn:2", 1, "terrain:5", "terrain:1")])
forged("UP-13", "UP-19", "UP-21")


@obeys("UP-14")
def the_square_of_the_card_it_stands_on() -> Match:
    match = given({1: (8, 6)})
    when(match, 1, card(17, 1, 8, "square"))
    assert held(match, 1) == {"?movement": 2, "?power": 1}
    return match


forged("UP-14")


@obeys("UP-15", "UP-16", "UP-23")
def a_split_card_stops_twice() -> Match:
    match = given()
    when(match, 1, card(7, 1, 2, "circle"))
    assert places(match, 1) == [2, 5], "as a whole: +3"
    match = given()
    when(match, 1, card(7, 1, 2, "split"))
    assert places(match, 1) == [2, 5], "+2 to the pickaxe, then +1"
    assert held(match, 1) == {"?movement": 2, "?power": 1}
    return match


@breaks("UP-15")
def only_two_move_cards_can_be_split() -> None:
    when(given(), 1, card(10, 1, 2, "split"))


forged("UP-16", "UP-23")


@obeys("UP-17")
def an_event_at_the_first_stop_ends_the_card() -> Match:
    match = given({1: (1, 6)}, turn=1)
    when(match, 1, card(22, 1, 6, "split"), "movement:8", "movement:17")  # -3 to 3 opposite 1; the -1 is lost
    assert (points(match), places(match, 1)) == ((2, 0, 0), [5, 8])
    return match


forged("UP-17", by=a_point_more)


@obeys("UP-18")
def a_step_of_nothing_is_a_landing() -> Match:
    match = given({1: (1, 3)})
    when(match, 1, card(1, 1, 3, "split"), "movement:8", "movement:17")
    assert points(match) == (2, 0, 0)
    return match


forged("UP-18")


# --- turn ----------------------------------------------------------------------------------------


@obeys("UP-20")
def a_power_card_then_the_movement_step() -> Match:
    match = given(power={1: 2})
    when(match, 1, power("heal"))
    assert match.to_act == (1,)
    when(match, 1, Skip())
    assert match.to_act == (2,)
    return match


@breaks("UP-20")
def two_power_cards_in_a_turn() -> None:
    match = given(power={1: 2})
    when(match, 1, power("heal"))
    when(match, 1, power("strength"))


@obeys("UP-22")
def skipping_is_allowed_at_the_limit() -> Match:
    match = given(movement={1: 7})
    when(match, 1, Skip())
    assert match.table.get("awaits") == "discard"
    return match


forged("UP-22")


@obeys("UP-24")
def a_new_power_card_waits_for_the_extra_turn() -> Match:
    match = given(power={1: 1})
    when(match, 1, power("speed"))
    when(match, 1, card(4, 1, 2))  # to the pickaxe on 4
    when(match, 1, power("heal"))
    assert points(match) == (1, 0, 0)
    return match


@breaks("UP-24")
def a_power_card_of_this_turn() -> None:
    match = given(power={1: 1})
    when(match, 1, power("luck"))
    when(match, 1, power("heal"))


@obeys("UP-25")
def seven_cards_at_most() -> Match:
    match = given(movement={1: 7})
    when(match, 1, Skip())
    when(match, 1, Discard(card="movement:4"))
    assert match.to_act == (1,)
    when(match, 1, Discard(card="?movement"))
    assert (match.to_act, held(match, 1)) == ((2,), {"?movement": 7})
    return match


@breaks("UP-25")
def nothing_goes_on_before_the_discard() -> None:
    match = given(movement={1: 7})
    when(match, 1, Skip())
    when(match, 2, Skip())


@breaks("UP-25")
def nobody_discards_who_is_not_above_the_limit() -> None:
    when(given(movement={1: 7}), 1, Discard(card="movement:4"))


def test_who_is_not_above_the_limit_and_power_cards_are_not_discarded() -> None:
    match = given(movement={1: 7}, power={1: 1})
    with pytest.raises(Illegal, match="UP-25: blue has no more than 7 cards"):
        when(match, 1, Discard(card="movement:4"))
    when(match, 1, Skip())
    with pytest.raises(Illegal, match="only movement cards count"):
        when(match, 1, Discard(card="power:heal"))
