"""The search round: ROUND DE INVESTIGAÇÃO."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.match.match import Match
from tablescribe.domain.table.table import Moved
from tests.domain.tomb_raider.sentences.rows import (
    DICE,
    GRANTED,
    Heading,
    acts,
    asks,
    besides,
    dice,
    instead,
    tries,
    without,
)
from tests.domain.tomb_raider.table import count, given, lies_at

EMPTY = "marker:empty"
search = Heading("ROUND DE INVESTIGAÇÃO")


def searching(place: str = "cross", *hand: str, **more: Any) -> Match:
    """Return a match in which both have stayed, and seat 1 is asked whether it searches."""
    return acts(given({"2-2": place}, {1: "2-2"}, {1: hand}, **more), "1 stay", "2 stay")


def fought() -> Match:
    """Return a match in which seat 1 has attacked seat 2, and both have moved."""
    match = given({"2-2": "cross"}, {1: "2-2", 2: "2-2"}, {1: ["probe"]})
    return acts(match, "1 stay", "1 attack 2: 6 6 1 1", "2 stay", "2 no_attack")


@search.obeys("1.1")
def in_order_each_may_search_once() -> Match:
    match = given({"2-2": "cross", "2-3": "cross", "1-2": "bone"}, {1: "2-2", 2: "2-3", 3: "1-2"}, seats=3, first=2)
    acts(match, "2 stay", "3 stay", "1 stay")
    for seat in (2, 3, 1):
        assert asks(match) == ("search", (seat,))
        acts(match, f"{seat} search: 1 1 1")
    assert asks(match)[0] == "draw"
    return match


@search.breaks("1.1", "TR-65")
def searching_before_ones_turn() -> None:
    tries(searching(), "2 search")


@search.obeys("1.2")
def who_used_fight_does_not_and_who_defended_does() -> Match:
    match = fought()
    assert asks(match) == ("search", (2,))
    return acts(match, "2 search: 1 1 1")


@search.breaks("1.2", "TR-68")
def the_attacker_searches() -> None:
    tries(fought(), "1 search")


@search.obeys("1.3")
def having_failed_it_searches_unless_stuck() -> Match:
    stuck = given({"2-2": "hole"}, {1: "2-2"})
    acts(stuck, "1 stay", "1 face level:hole.forward move: 1 1 1", "2 stay")
    assert asks(stuck) == ("search", (2,))
    match = acts(given({"2-2": "ledge"}, {1: "2-2"}), "1 stay", "1 face level:ledge.forward move: 1 1 1", "2 stay")
    assert asks(match) == ("search", (1,))
    return acts(stuck, "2 search: 1 1 1")


@search.breaks("1.3", "TR-66")
def a_stuck_raider_searches() -> None:
    match = acts(given({"2-2": "hole"}, {1: "2-2"}), "1 stay", "1 face level:hole.forward move: 1 1 1", "2 stay")
    tries(match, "1 search")


@search.obeys("1.4")
def when_all_have_searched_they_draw() -> Match:
    match = acts(searching(), "1 search: 1 1 1", "2 search: 1 1 1")
    assert (match.table.get("round"), asks(match)) == ("draw", ("draw", (1,)))
    return match


@search.breaks("1.4", "TR-36")
def searching_in_the_draw_round() -> None:
    tries(acts(searching(), "1 no_search", "2 no_search"), "2 draw")


@search.obeys("2.1")
def a_card_in_place_of_the_search() -> Match:
    match = acts(searching("cross", "probe"), "1 play_card @probe: 1 1 1 1")
    assert (dice(match), asks(match)) == (4, ("search", (2,))), "one die more, and no search besides"
    return match


@search.breaks("2.1", "TR-69")
def the_card_at_another_time() -> None:
    tries(given(hands={1: ["probe"]}), "1 play_card @probe")


@search.obeys("2.2")
def only_by_who_could_search() -> Match:
    match = searching("cross", "probe")
    assert asks(match) == ("search", (1,))
    return acts(match, "1 play_card @probe: 1 1 1 1")


@search.breaks("2.2", "TR-68")
def the_card_by_who_has_fought() -> None:
    tries(fought(), "1 play_card @probe")


@search.obeys("2.3")
def the_card_works_where_it_is_empty() -> Match:
    match = acts(searching("cross", "probe", lies={"2-2": [EMPTY]}), "1 play_card @probe: 1 1 1 1")
    assert dice(match) == 4
    return match


@search.breaks("2.3", "TR-67")
def a_normal_search_where_it_is_empty() -> None:
    tries(searching("cross", "probe", lies={"2-2": [EMPTY]}), "1 search")


@search.obeys("3.1")
def roll_then_find_then_mark() -> Match:
    match = acts(searching("cross", "lamp"), "1 search: 6 1 1")
    match = acts(match, "1 accept") if asks(match)[0] == "after_roll" else match
    assert asks(match) == ("find", (1,))
    acts(match, "1 discover @lamp")
    assert EMPTY in lies_at(match, "2-2")
    return match


@search.breaks("3.1", "TR-71")
def finding_without_a_roll() -> None:
    tries(searching("cross", "lamp"), "1 discover @lamp")


@search.obeys("4.1")
def search_dice_and_those_of_the_location() -> Match:
    assert dice(acts(searching(), "1 search: 1 1 1")) == 3
    match = acts(searching("rich", lies={"raider:1": ["marker:injury_search"]}), "1 search: 1 1 1 1")
    assert dice(match) == 4, "2 and 2"
    return match


search.record("4.1", "TR-70", besides("it_is_marked", Moved(EMPTY, 1, "box", "space:2-2")), DICE)


@search.obeys("4.2")
def three_and_two_are_five() -> Match:
    match = acts(searching("rich"), "1 search: 1 1 1 1 1")
    assert dice(match) == 5
    return match


search.record("4.2", "TR-70", besides("a_find_of_no_dice", Moved(EMPTY, 1, "box", "space:2-2")), DICE)


def found(result: str, *hand: str) -> Match:
    """Return a match in which a search came to that, and seat 1 is asked what it finds."""
    match = acts(searching("cross", *hand), f"1 search: {result}")
    return acts(match, "1 accept") if asks(match)[0] == "after_roll" else match


@search.obeys("5.1")
def a_discovery_of_the_result_or_less() -> Match:
    """The lamp has 8: 8 is enough, 7 is not."""
    match = acts(found("6 1 1", "lamp"), "1 discover @lamp")
    assert lies_at(match, "unsaved:1") == {"draw1:lamp"}
    return match


@search.breaks("5.1", "TR-71")
def a_discovery_above_the_result() -> None:
    tries(found("6 1 1", "pistols", "lamp"), "1 discover @pistols")


@search.obeys("5.2")
def it_is_named_after_the_roll() -> Match:
    """Of two that fit the player names one once the dice are known."""
    for one in ("lamp", "coat"):
        match = acts(found("6 6 6", "lamp", "coat"), f"1 discover @{one}")
        assert lies_at(match, "unsaved:1") == {f"draw1:{one}"}
    return match


search.record("5.2", "TR-71", instead("what_was_named_before", "draw1:coat", "draw1:lamp"), GRANTED)


@search.obeys("5.3")
def nor_need_one_be_played() -> Match:
    match = acts(found("6 6 6", "lamp"), "1 end_search")
    assert (match.table.pieces("hand:1"), EMPTY in lies_at(match, "2-2")) == ({"draw1:lamp": 1}, False)
    return match


search.record("5.3", "TR-71", besides("it_is_played", Moved("draw1:lamp", 1, "hand:1", "unsaved:1")), GRANTED)


@search.obeys("5.4")
def an_item_goes_to_the_unsaved_row() -> Match:
    match = acts(found("6 6 6", "lamp"), "1 discover @lamp")
    assert (lies_at(match, "unsaved:1"), lies_at(match, "saved:1")) == ({"draw1:lamp"}, set())
    return match


search.record("5.4", "TR-72", instead("it_is_saved_at_once", "unsaved:1", "saved:1"))


@search.obeys("5.5")
def others_are_triggered_when_they_are_found() -> Match:
    match = acts(found("6 6 6", "mark"), "1 discover @mark")
    assert "marker:save" in lies_at(match, "2-2")
    return match


search.record("5.5", "TR-72", instead("it_becomes_an_item", "discard:draw1", "unsaved:1"))


@search.obeys("5.6")
def they_act_at_once_and_are_discarded() -> Match:
    match = given({"2-2": "shaft"}, {1: "2-2"}, {1: ["passage"]})
    acts(match, "1 stay", "2 stay", "1 search: 6 6 6", "1 discover @passage")
    assert (asks(match), count(match, "discard:draw1", "draw1:passage")) == (("choice", (1,)), 1)
    return acts(match, "1 choose marker:exit_left")


@search.breaks("5.6", "TR-103")
def putting_off_what_it_does() -> None:
    match = given({"2-2": "shaft"}, {1: "2-2"}, {1: ["passage"]})
    tries(acts(match, "1 stay", "2 stay", "1 search: 6 6 6", "1 discover @passage"), "2 search")


@search.obeys("6.1")
def one_discovery_for_each_location() -> Match:
    match = acts(found("6 6 6", "lamp", "coat"), "1 discover @lamp")
    assert asks(match) == ("search", (2,)), "no second one"
    return match


@search.breaks("6.1", "TR-67")
def a_second_discovery_next_turn() -> None:
    match = acts(found("6 6 6", "lamp", "probe"), "1 discover @lamp", "2 no_search", "1 draw", "1 play_on")
    acts(match, "2 draw", "2 play_on", "1 stay", "2 stay")
    tries(match, "1 search")


@search.obeys("6.2")
def where_something_was_found_it_is_marked_empty() -> Match:
    match = acts(found("6 6 6", "lamp"), "1 discover @lamp")
    assert count(match, "space:2-2", EMPTY) == 1
    return match


search.record("6.2", "TR-73", without("it_is_not_marked", EMPTY))


@search.obeys("6.3")
def where_nothing_was_found_it_may_be_searched_again() -> Match:
    match = acts(searching(), "1 search: 1 1 1", "2 no_search", "1 draw", "1 play_on", "2 draw", "2 play_on")
    acts(match, "1 stay", "2 stay")
    assert (asks(match), EMPTY in lies_at(match, "2-2")) == (("search", (1,)), False)
    match = found("6 6 6", "lamp")
    return acts(match, "1 discover @lamp")


search.record("6.3", "TR-73", instead("another_place_is_marked", "space:2-2", "space:2-1"), GRANTED)
