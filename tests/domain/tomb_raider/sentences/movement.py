"""The action round, moving and exploring: O ROUND DE AÇÃO, PASSO 1, PASSO 2."""

from __future__ import annotations

from tablescribe.domain.match.match import Match
from tablescribe.domain.table.table import Changed, Moved
from tests.domain.tomb_raider.sentences.rows import (
    FOLLOWS,
    GRANTED,
    Heading,
    acts,
    asks,
    besides,
    instead,
    tries,
    turn_over,
    without,
)
from tests.domain.tomb_raider.table import at, count, given, lies_at

action_round = Heading("O ROUND DE AÇÃO")
moving = Heading("PASSO 1: MOVIMENTAÇÃO")
exploring = Heading("PASSO 2: EXPLORAR")


def beside(seats: int = 2) -> Match:
    """Return a match in which seat 1 stands before a cross, and seat 2 behind it."""
    return given({"2-2": "cross", "2-3": "cross", "2-4": "bone"}, {2: "2-3"}, seats=seats)


# --- the round --------------------------------------------------------------------------------


@action_round.obeys("1.1")
def one_after_another_moves_attacks_and_survives() -> Match:
    match = acts(given({"2-2": "ledge"}, {2: "2-2"}), "1 step forward stop=true")
    assert asks(match) == ("attack", (1,))
    acts(match, "1 no_attack")
    assert asks(match) == ("face", (1,))
    acts(match, "1 face level:ledge.forward move: 6 6 6")
    assert asks(match) == ("movement", (2,))
    return match


@action_round.breaks("1.1", "TR-36")
def the_second_attacks_before_it_has_moved() -> None:
    tries(acts(given(), "1 stay", "1 no_attack"), "2 attack 1")


@action_round.obeys("1.2")
def the_second_moves_when_the_first_has_finished() -> Match:
    match = beside()
    assert asks(match) == ("movement", (1,))
    acts(match, "1 stay")
    assert asks(match) == ("movement", (2,))
    return match


@action_round.breaks("1.2", "TR-36")
def the_second_moves_first() -> None:
    tries(beside(), "2 step forward")


@action_round.obeys("1.3")
def when_all_have_moved_the_search_round_comes() -> Match:
    match = acts(beside(), "1 stay", "2 stay")
    assert (asks(match), match.table.get("round")) == (("search", (1,)), "search")
    return match


@action_round.breaks("1.3", "TR-35")
def a_roll_for_the_order_in_the_search_round() -> None:
    tries(acts(beside(), "1 stay", "2 stay"), "1 roll_order")


# --- moving -----------------------------------------------------------------------------------


@moving.obeys("1.1")
def three_locations_with_a_move_of_three() -> Match:
    match = given({"2-2": "cross", "2-3": "cross", "2-4": "cross"})
    acts(match, "1 step forward", "1 step forward", "1 step forward")
    assert (at(match, 1), asks(match)) == ("2-4", ("movement", (2,)))
    return match


@moving.breaks("1.1", "TR-39")
def a_fourth_location() -> None:
    match = given({"2-2": "cross", "2-3": "cross", "2-4": "cross"})
    tries(acts(match, "1 step forward", "1 step forward", "1 step forward"), "1 step forward")


@moving.obeys("1.3")
def through_an_exit() -> Match:
    match = acts(given({"2-2": "corner", "2-3": "bone"}), "1 step forward", "1 step forward")
    assert at(match, 1) == "2-3"
    return match


@moving.breaks("1.3", "TR-28")
def through_a_wall() -> None:
    """The corner has arrows at its top and left."""
    tries(acts(given({"2-2": "corner", "3-2": "cross"}), "1 step forward"), "1 step right")


@moving.obeys("1.4")
def into_a_vacant_or_a_face_down_space() -> Match:
    match = acts(given({"2-2": "cross", "2-3": "room.down"}, {1: "2-2"}), "1 step forward")
    assert at(match, 1) == "2-3"
    match = acts(given({"2-2": "cross"}, {1: "2-2"}), "1 step left: level:bone")
    assert (at(match, 1), lies_at(match, "1-2")) == ("1-2", {"level:bone.left"})
    return match


moving.record("1.4", "TR-45", without("nothing_is_mapped", "space:1-2"), GRANTED)


@moving.obeys("1.5")
def an_unknown_space_ends_the_walk() -> Match:
    match = acts(given({"2-2": "cross"}, {2: "2-2"}), "1 step left: level:cross")
    assert asks(match) == ("movement", (2,)), "one step of three"
    return match


@moving.breaks("1.5", "TR-44")
def walking_on_from_the_unknown() -> None:
    tries(acts(given({"2-2": "cross"}, {2: "2-2"}), "1 step left: level:cross"), "1 step forward")


@moving.obeys("2.1")
def staying_by_choice_or_for_lack_of_exits() -> Match:
    """With its only exit blocked the raider cannot but stay."""
    match = given({"2-2": "shaft"}, {1: "2-2"}, lies={"2-2": ["marker:block_forward"]})
    acts(match, "1 stay")
    assert at(match, 1) == "2-2"
    match = acts(given(), "1 stay", "1 no_attack")
    assert (at(match, 1), asks(match)) == ("2-1", ("movement", (2,)))
    return match


@moving.breaks("2.1", "TR-98")
def leaving_without_an_exit() -> None:
    tries(given({"2-2": "shaft"}, {1: "2-2"}, lies={"2-2": ["marker:block_forward"]}), "1 step forward")


@moving.obeys("2.2")
def a_raider_gets_stuck() -> Match:
    match = acts(given({"2-2": "hole"}), "1 step forward", "1 face level:hole.forward move: 1 1 1")
    assert count(match, "raider:1", "marker:stuck") == 1
    return match


moving.record("2.2", "TR-94", without("it_is_not_stuck", "marker:stuck"), GRANTED)


def held() -> Match:
    """Return a match in which seat 1 was stuck in the turn before."""
    match = given({"2-2": "hole", "2-3": "cross"}, {2: "2-3"})
    acts(match, "1 step forward", "1 face level:hole.forward move: 1 1 1", "2 stay")
    return turn_over(match, 2)


@moving.obeys("2.3")
def stuck_it_stays_for_the_next_turn() -> Match:
    match = acts(held(), "1 stay", "1 face level:hole.forward move: 6 6 6", "2 stay")
    assert at(match, 1) == "2-2"
    return match


@moving.breaks("2.3", "TR-40")
def a_stuck_raider_leaves() -> None:
    tries(held(), "1 step forward")


@moving.obeys("2.4")
def who_stays_moves_no_more() -> Match:
    match = acts(beside(), "1 step forward", "1 stay")
    assert (at(match, 1), asks(match)) == ("2-2", ("movement", (2,)))
    return match


@moving.breaks("2.4", "TR-44")
def moving_on_after_staying() -> None:
    tries(acts(beside(), "1 step forward", "1 stay"), "1 step forward")


@moving.obeys("2.5")
def passing_through_it_survives_first() -> Match:
    match = acts(given({"2-2": "ledge", "2-3": "cross"}), "1 step forward")
    assert asks(match) == ("face", (1,))
    acts(match, "1 face level:ledge.forward move: 6 6 6", "1 step forward")
    assert at(match, 1) == "2-3"
    return match


@moving.breaks("2.5", "TR-55")
def passing_through_without_surviving() -> None:
    tries(acts(given({"2-2": "ledge", "2-3": "cross"}), "1 step forward"), "1 step forward")


@moving.obeys("2.6")
def who_gets_stuck_stops() -> Match:
    match = given({"2-2": "hole", "2-3": "cross"}, {2: "2-3"})
    acts(match, "1 step forward", "1 face level:hole.forward think: 1 1")
    assert asks(match) == ("movement", (2,))
    return match


@moving.breaks("2.6", "TR-40")
def walking_on_though_stuck() -> None:
    match = given({"2-2": "hole", "2-3": "cross"}, {2: "2-3"})
    tries(acts(match, "1 step forward", "1 face level:hole.forward think: 1 1"), "1 step forward")


@moving.obeys("2.7")
def who_is_only_hurt_walks_on() -> Match:
    match = given({"2-2": "ledge", "2-3": "cross"})
    acts(match, "1 step forward", "1 face level:ledge.forward move: 1 1 1", "1 step forward")
    assert (at(match, 1), count(match, "raider:1", "marker:damage")) == ("2-3", 1)
    return match


moving.record("2.7", "TR-42", besides("it_is_stopped", Changed("halted:1", None, True)), GRANTED)


@moving.obeys("2.8")
def once_in_the_unknown_movement_is_over() -> Match:
    """Also where the card lay face down."""
    match = acts(given({"2-2": "cross", "2-3": "camp.down"}, {1: "2-2", 2: "2-2"}), "1 step forward")
    assert (at(match, 1), asks(match)) == ("2-3", ("movement", (2,)))
    return match


@moving.breaks("2.8", "TR-41")
def saying_that_one_stops_in_the_unknown() -> None:
    tries(given({"2-2": "cross"}, {1: "2-2"}), "1 step left stop=true")


# --- exploring --------------------------------------------------------------------------------


@exploring.obeys("1.1")
def a_space_is_mapped_when_it_is_entered() -> Match:
    match = acts(given({"2-2": "cross"}, {1: "2-2"}), "1 step forward: level:rich")
    assert lies_at(match, "2-3") == {"level:rich.forward"}
    return match


exploring.record("1.1", "TR-45", without("the_space_stays_unknown", "space:2-3"))


@exploring.obeys("1.2")
def a_face_down_card_is_turned_up() -> Match:
    match = given({"2-2": "cross", "2-3": "camp.down"}, {1: "2-2"})
    n = count(match, "deck:level", "?level")
    acts(match, "1 step forward")
    assert lies_at(match, "2-3") == {"level:camp.forward"}
    assert count(match, "deck:level", "?level") == n, "none is drawn"
    return match


exploring.record("1.2", "TR-45", besides("a_card_is_drawn", Moved("?level", 1, "deck:level", "box")))


@exploring.obeys("1.3")
def else_the_top_card_of_the_deck() -> Match:
    match = given({"2-2": "cross"}, {1: "2-2"})
    n = count(match, "deck:level", "?level")
    acts(match, "1 step forward: level:bone")
    assert count(match, "deck:level", "?level") == n - 1
    return match


exploring.record("1.3", "TR-45", instead("another_card_than_was_drawn", "level:bone.forward", "level:rich.forward"))


@exploring.obeys("1.4")
def what_may_not_lie_there_is_shuffled_back() -> Match:
    match = acts(given({"2-2": "cross"}, {1: "2-2"}), "1 step forward: level:deep level:cross")
    assert (lies_at(match, "2-3"), count(match, "unseen:level", "level:deep")) == ({"level:cross.forward"}, 6)
    return match


exploring.record("1.4", "TR-32", besides("one_more_is_put_aside", Moved("?level", 1, "deck:level", "box")))


@exploring.obeys("2.1")
def its_bottom_points_to_where_the_raider_came_from() -> Match:
    for way, there in (("left", "1-2"), ("forward", "2-3"), ("right", "3-2")):
        match = acts(given({"2-2": "cross"}, {1: "2-2"}), f"1 step {way}: level:tee")
        assert lies_at(match, there) == {f"level:tee.{way}"}
    return match


exploring.record("2.1", "TR-30", instead("it_lies_askew", "level:tee.right", "level:tee.left"), FOLLOWS)
