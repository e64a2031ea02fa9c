"""The draw round: A FASE DE COMPRA."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.match.match import Match
from tablescribe.domain.table.table import Moved
from tests.domain.tomb_raider.sentences.rows import GRANTED, Heading, acts, asks, besides, instead, tries, without
from tests.domain.tomb_raider.table import at, given, lies_at
from tests.domain.tomb_raider.test_rules_keeping import an_empty_deck_is_made_anew

HIT = "marker:damage"
draws = Heading("A FASE DE COMPRA")


def drawing(*hand: str, place: str = "cross", **more: Any) -> Match:
    """Return a match in which nobody has searched, and seat 1 is to discard and draw."""
    match = acts(given({"2-2": place}, {1: "2-2"}, {1: hand}, **more), "1 stay", "2 stay")
    return acts(match, "1 no_search", "2 no_search")


def left_dead(**more: Any) -> Match:
    """Return a match in which seat 1 has died, and seat 2 is to search."""
    match = given({"2-2": "ledge"}, {1: "2-2"}, lies={"raider:1": [HIT]}, **more)
    return acts(match, "1 stay", "1 face level:ledge.forward move: 1 1 1", "2 stay")


@draws.obeys("1.1")
def one_after_another_does_all_steps() -> Match:
    match = drawing()
    asked = [asks(match)]
    for line in ("1 draw", "1 play_on", "2 draw"):
        asked.append(asks(acts(match, line)))
    assert asked == [("draw", (1,)), ("reset", (1,)), ("draw", (2,)), ("reset", (2,))]
    return match


@draws.breaks("1.1", "TR-36")
def drawing_before_the_other_has_finished() -> None:
    tries(drawing(), "2 draw")


@draws.obeys("2.1")
def none_some_or_all_are_discarded() -> Match:
    for n in range(3):
        match = drawing("bear", "bats")
        acts(match, *(f"1 discard @{card}" for card in ("bear", "bats")[:n]))
        assert match.table.count("discard:draw1") == n
    return match


@draws.breaks("2.1", "TR-36")
def discarding_after_drawing() -> None:
    tries(acts(drawing("bear", "bats"), "1 draw", "1 play_on"), "1 discard @bear")


@draws.obeys("3.1")
def think_cards_and_never_above_think_and_six() -> Match:
    """Think 2: two cards; with seven one, with eight none."""
    eight = ("bear", "bats", "wolf", "pit", "dust", "rock", "lamp", "balm")
    for n, after in ((1, 3), (6, 8), (7, 8), (8, 8)):
        match = acts(drawing(*eight[:n]), "1 draw")
        assert match.table.count("hand:1") == after
    return acts(drawing("bear"), "1 draw")


draws.record("3.1", "TR-76", besides("a_third_card", Moved("?draw1", 1, "deck:draw1", "hand:1")))


@draws.obeys("3.2")
def twice_as_many_with_an_empty_hand() -> Match:
    match = acts(drawing("bear"), "1 discard @bear", "1 draw")
    assert match.table.count("hand:1") == 4
    match = acts(drawing(), "1 draw")
    assert match.table.count("hand:1") == 4
    return match


draws.record("3.2", "TR-76", instead("two_instead_of_four", "hand:1", "discard:draw1"))


@draws.obeys("3.3")
def an_empty_deck_is_shuffled_anew() -> Match:
    match = an_empty_deck_is_made_anew()
    assert (match.table.count("deck:draw1"), match.table.count("discard:draw1")) == (9, 0)
    return match


draws.record("3.3", "TR-77", besides("one_is_kept_out", Moved("?draw1", 1, "deck:draw1", "discard:draw1")))


@draws.obeys("4.1")
def nobody_has_to_go_on() -> Match:
    """Walled in on a shaft whose exit is blocked: reset, and the raider stands at the gate."""
    match = drawing(place="shaft", lies={"2-2": ["marker:block_forward"]})
    acts(match, "1 draw", "1 reset")
    assert at(match, 1) == "2-1"
    return match


draws.record("4.1", "TR-78", instead("it_stays_walled_in", "space:2-1", "space:2-2"), GRANTED)


@draws.obeys("4.2")
def one_may_reset_after_drawing() -> Match:
    match = acts(drawing(), "1 draw")
    assert asks(match) == ("reset", (1,))
    acts(match, "1 reset")
    assert match.table.get("resets:1") == 1
    return match


@draws.breaks("4.2", "TR-78")
def resetting_in_place_of_another() -> None:
    tries(acts(drawing(), "1 draw"), "2 reset")


@draws.obeys("5.1")
def on_a_save_point_the_unsaved_row_is_saved() -> Match:
    match = acts(drawing(place="camp", rows={"unsaved:1": ["lamp", "coat"]}), "1 draw", "1 play_on")
    assert (lies_at(match, "saved:1"), lies_at(match, "unsaved:1")) == ({"draw1:lamp", "draw1:coat"}, set())
    return match


@draws.breaks("5.1", "TR-79")
def saving_where_no_save_point_is() -> None:
    tries(acts(drawing(saving="choice", rows={"unsaved:1": ["lamp"]}), "1 draw", "1 play_on", "2 draw"), "1 save")


@draws.obeys("5.2")
def the_place_is_noted() -> Match:
    match = acts(drawing(place="camp", values={"save:1": "space:1-2"}), "1 draw", "1 play_on")
    assert match.table.get("save:1") == "space:2-2", "the latest one"
    return match


draws.record("5.2", "TR-79", without("it_is_not_noted", "save:1"))


@draws.obeys("5.3")
def who_dies_later_comes_back_there() -> Match:
    match = acts(drawing(place="camp"), "1 draw", "1 play_on")
    acts(match, "1 no_use") if asks(match)[0] == "moment" else None
    acts(match, "2 draw", "2 play_on", "1 step back", "1 stay", "1 no_attack", "2 stay", "2 no_attack")
    acts(match, "1 no_search", "2 no_search", "1 draw", "1 reset")
    assert at(match, 1) == "2-2"
    return match


draws.record("5.3", "TR-80", instead("at_the_entrance_all_the_same", "space:2-2", "space:2-1"))


@draws.obeys("6.1")
def the_dead_come_back_at_the_save_point_or_the_entrance() -> Match:
    match = acts(left_dead(), "2 no_search")
    assert at(match, 1) == "2-1"
    match = acts(left_dead(values={"save:1": "space:2-2"}), "2 no_search")
    assert at(match, 1) == "2-2"
    return match


draws.record("6.1", "TR-80", instead("at_another_place", "space:2-2", "space:2-1"))


@draws.obeys("6.2")
def the_figure_is_put_there() -> Match:
    match = left_dead()
    assert at(match, 1) == "off"
    acts(match, "2 no_search")
    assert at(match, 1) == "2-1"
    return match


draws.record("6.2", "TR-80", without("it_stays_off_the_map", "figure:1"))


@draws.obeys("7.1")
def a_new_turn_begins_until_somebody_wins() -> Match:
    match = acts(drawing(), "1 draw", "1 play_on", "2 draw", "2 play_on")
    assert (match.table.get("turn"), asks(match), match.is_over) == (2, ("movement", (1,)), False)
    return match


@draws.breaks("7.1", "TR-36")
def drawing_again_in_place_of_a_new_turn() -> None:
    tries(acts(drawing(), "1 draw", "1 play_on", "2 draw", "2 play_on"), "1 draw")
