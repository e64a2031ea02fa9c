"""The words of the game: Termos importantes do jogo."""

from __future__ import annotations

from tablescribe.domain.games.tomb_raider.level_map import LevelMap
from tablescribe.domain.match.match import Match
from tablescribe.domain.table.table import Moved
from tests.domain.tomb_raider.box import BOX, act
from tests.domain.tomb_raider.sentences.rows import (
    DICE,
    Heading,
    acts,
    asks,
    besides,
    dice,
    health,
    instead,
    tries,
    without,
)
from tests.domain.tomb_raider.table import at, count, given, lies_at
from tests.domain.tomb_raider.test_rules_cards import a_block_closes_one_side_and_a_new_exit_lifts_it

HIT = "marker:damage"
words = Heading("Termos importantes do jogo")


def choosing(card: str, places: dict[str, str], here: str = "2-2") -> Match:
    """Return a match in which seat 1 has played a card that moves it, and is asked where to."""
    return acts(given(places, {1: here}, {1: [card]}), f"1 play_card @{card}")


@words.obeys("1.1")
def adjacent_is_where_an_open_exit_points() -> Match:
    """The corner points forward and to the left."""
    for there in ("2-3", "1-2"):
        match = choosing("rope", {"2-2": "corner", "2-3": "cross", "1-2": "cross", "3-2": "cross"})
        acts(match, f"1 choose space:{there}")
        assert at(match, 1) == there
    return match


@words.breaks("1.1", "TR-103")
def to_a_space_where_no_exit_points() -> None:
    tries(choosing("rope", {"2-2": "corner", "2-3": "cross", "1-2": "cross", "3-2": "cross"}), "1 choose space:3-2")


@words.obeys("1.2")
def adjacent_one_way_only() -> Match:
    """The cross points to the shaft, the shaft not to the cross."""
    match = choosing("rope", {"2-2": "cross", "2-3": "shaft"})
    acts(match, "1 choose space:2-3")
    back = given({"2-2": "cross", "2-3": "shaft", "2-4": "bone"}, {1: "2-3"}, {1: ["rope"]})
    acts(back, "1 play_card @rope")
    assert at(back, 1) == "2-4", "the only space that it is adjacent to"
    return back


words.record("1.2", "TR-97", instead("back_to_the_cross", "space:2-4", "space:2-2"))


@words.obeys("2.1")
def a_blocked_exit_is_marked() -> Match:
    match = acts(given({"2-2": "corner"}, {1: "2-2"}, {1: ["fall"]}), "1 play_card @fall", "1 choose marker:block_left")
    assert lies_at(match, "2-2") == {"level:corner.forward", "marker:block_left"}
    return match


@words.breaks("2.1", "TR-103")
def blocking_a_side_without_an_exit() -> None:
    match = acts(given({"2-2": "corner"}, {1: "2-2"}, {1: ["fall"]}), "1 play_card @fall")
    tries(match, "1 choose marker:block_right")


@words.obeys("2.2")
def blocked_it_counts_as_none_on_that_side() -> Match:
    match = given({"2-2": "cross", "2-3": "cross"}, {1: "2-2", 2: "2-3"}, {1: ["fall"]})
    acts(match, "1 play_card @fall", "1 choose marker:block_forward", "1 stay", "2 step back")
    assert at(match, 2) == "2-2", "from the other side it is open"
    return match


@words.breaks("2.2", "TR-98")
def going_through_a_blocked_exit() -> None:
    match = given({"2-2": "cross", "2-3": "cross"}, {1: "2-2", 2: "2-3"}, {1: ["fall"]})
    tries(acts(match, "1 play_card @fall", "1 choose marker:block_forward"), "1 step forward")


@words.obeys("2.3")
def a_new_exit_there_lifts_the_block() -> Match:
    match = a_block_closes_one_side_and_a_new_exit_lifts_it()
    assert "marker:block_forward" not in lies_at(match, "2-2")
    return match


words.record("2.3", "TR-98", without("the_block_stays", "marker:block_forward"))


@words.obeys("3.1")
def connected_is_where_a_path_of_exits_leads() -> Match:
    match = choosing("lift", {"2-2": "cross", "2-3": "shaft", "2-4": "cross"})
    acts(match, "1 choose space:2-4")
    assert at(match, 1) == "2-4"
    return match


@words.breaks("3.1", "TR-103")
def to_a_location_without_a_path() -> None:
    """The location at 1-4 is mapped; the exit that leads to it is that of the deep one, which nobody reaches."""
    tries(choosing("lift", {"2-2": "shaft", "2-3": "shaft", "2-4": "shaft", "1-4": "cross"}), "1 choose space:1-4")


@words.obeys("3.2")
def connected_one_way_only() -> Match:
    level_map = LevelMap((match := given({"2-2": "cross", "2-3": "shaft", "2-4": "cross"})).opening, match.table)
    assert "space:2-4" in level_map.reached("space:2-2")
    match = choosing("lift", {"2-2": "cross", "2-3": "shaft", "2-4": "shaft", "2-5": "bone"}, "2-4")
    assert at(match, 1) == "2-5" or asks(match)[0] == "choice"
    return acts(match, "1 choose space:2-5") if asks(match)[0] == "choice" else match


words.record("3.2", "TR-99", instead("back_where_no_path_leads", "space:2-5", "space:2-2"))


@words.obeys("3.3")
def there_may_be_no_way_back() -> Match:
    match = given({"2-2": "shaft", "2-3": "shaft", "2-4": "shaft"}, {1: "2-2"}, {1: ["lift"]})
    acts(match, "1 play_card @lift", "1 choose space:2-4")
    level_map = LevelMap(match.opening, match.table)
    assert "space:2-2" not in level_map.reached("space:2-4")
    return match


@words.breaks("3.3", "TR-28")
def walking_back_where_there_is_no_way() -> None:
    match = given({"2-2": "shaft", "2-3": "shaft", "2-4": "shaft"}, {1: "2-2"}, {1: ["lift"]})
    tries(acts(match, "1 play_card @lift", "1 choose space:2-4"), "1 step back")


@words.obeys("4.1")
def cut_off_from_the_treasure_room_a_raider_escapes() -> Match:
    """Its only exit is blocked."""
    match = given({"2-2": "shaft", "3-5": "room"}, {1: "2-2"}, {1: ["escape"]}, lies={"2-2": ["marker:block_forward"]})
    acts(match, "1 play_card @escape")
    assert at(match, 1) == "2-1"
    return match


@words.breaks("4.1", "TR-103")
def escaping_where_a_path_leads_to_the_treasure_room() -> None:
    tries(given({"2-2": "cross", "3-2": "room"}, {1: "2-2"}, {1: ["escape"]}), "1 play_card @escape")


@words.obeys("4.2")
def unknown_spaces_count_as_open_all_round() -> Match:
    match = given({"2-2": "shaft", "2-3": "shaft.back", "3-5": "room"}, {1: "2-2"}, {1: ["escape"]})
    assert LevelMap(match.opening, match.table).is_cut_off("space:2-2"), "two shafts that point at each other"
    acts(match, "1 play_card @escape")
    return match


@words.breaks("4.2", "TR-103")
def escaping_where_an_exit_leads_into_the_unknown() -> None:
    tries(given({"2-2": "shaft", "3-5": "room"}, {1: "2-2"}, {1: ["escape"]}), "1 play_card @escape")


@words.obeys("5.1")
def the_lowest_ability_is_the_health() -> Match:
    match = given({"2-2": "nest"}, {1: "2-2"}, rows={"saved:1": ["swift"]})
    assert health(match, 1) == 2, "Fight and Think, whatever Move is"
    acts(match, "1 stay", "1 face level:nest.forward fight: 1 1")
    other = given({"2-2": "ledge"}, {1: "2-2"}, lies={"raider:1": ["marker:injury_search"]})
    assert health(other, 1) == 2
    return acts(given({"2-2": "nest"}, {1: "2-2"}), "1 stay", "1 face level:nest.forward fight: 1 1")


words.record("5.1", "TR-21", instead("another_injury", "marker:injury_think", "marker:injury_search"))


@words.obeys("5.2")
def extra_health_is_a_green_marker() -> Match:
    """A tonic gives two: with one damage three of four are left, and damage is taken off by nobody."""
    box = {**BOX, "cards": [*BOX["cards"], act("tonic", "any", {"do": "extra_health", "amount": 2})]}
    match = given(
        {"2-2": "ledge"}, {1: "2-2"}, {1: ["tonic"]}, catalogue={**box, "deck": f"{BOX['deck']}; 2 tonic"}
    )  # fmt: skip
    acts(match, "1 play_card @tonic", "1 stay", "1 face level:ledge.forward move: 1 1 1")
    acts(match, "1 accept") if asks(match)[0] == "after_roll" else None
    acts(match, "1 take_hit") if asks(match)[0] == "hit" else None
    assert lies_at(match, "raider:1") == {"raider:lara", "marker:health", HIT}
    assert (count(match, "raider:1", "marker:health"), health(match, 1)) == (2, 3)
    return match


words.record("5.2", "TR-21", without("no_marker_is_laid", "marker:health"))


@words.obeys("6.1")
def the_result_is_the_sum_with_its_bonus() -> Match:
    """Move 8 of the pit: 7 and 1 by the charm."""
    match = given({"2-2": "cross"}, {1: "2-2"}, rows={"unsaved:1": ["charm"]}, lies={"2-2": ["draw2:pit"]})
    acts(match, "1 stay", "1 face draw2:pit move", "1 use_card @charm: 5 1 1")
    assert count(match, "raider:1", "marker:stuck") == 0
    return match


words.record("6.1", "TR-19", besides("stuck_with_an_eight", Moved("marker:stuck", 1, "box", "raider:1")), DICE)


@words.obeys("6.2")
def a_bonus_adds_no_die() -> Match:
    match = given({"2-2": "cross"}, {1: "2-2"}, rows={"unsaved:1": ["charm"]}, lies={"2-2": ["draw2:pit"]})
    acts(match, "1 stay", "1 face draw2:pit move", "1 use_card @charm: 6 1 1")
    assert dice(match) == 3
    return match


words.record("6.2", "TR-19", besides("a_fourth_die_failed_it", Moved("marker:stuck", 1, "box", "raider:1")), DICE)


@words.obeys("7.1")
def a_test_is_of_one_ability() -> Match:
    match = acts(given({"2-2": "hole"}, {1: "2-2"}), "1 stay", "1 face level:hole.forward think: 1 1")
    assert dice(match) == 2, "Think alone"
    other = acts(given({"2-2": "ledge"}, {1: "2-2"}), "1 stay", "1 face level:ledge.forward move: 1 1 1")
    assert health(other, 1) == 1
    return other


@words.breaks("7.1", "TR-57")
def testing_the_other_ability_as_well() -> None:
    match = given({"2-2": "hole"}, {1: "2-2"}, lies={"2-2": ["draw2:dust"]})
    tries(acts(match, "1 stay", "1 face level:hole.forward think: 1 1"), "1 face level:hole.forward move: 6 6 6")


@words.obeys("7.2")
def as_many_dice_as_it_has() -> Match:
    for hurt, n in (([], 3), (["marker:injury_move"], 2)):
        match = acts(given({"2-2": "hole"}, {1: "2-2"}, lies={"raider:1": hurt}), "1 stay")
        acts(match, f"1 face level:hole.forward move: {'4 ' * n}".strip())
        assert dice(match) == n
    return match


words.record("7.2", "TR-18", besides("failed_by_fewer_dice", Moved("marker:stuck", 1, "box", "raider:1")), DICE)


@words.obeys("7.3")
def less_than_needed_fails() -> Match:
    """Seven are needed: six fail, seven pass."""
    passed = acts(given({"2-2": "hole"}, {1: "2-2"}), "1 stay", "1 face level:hole.forward think: 6 1")
    assert count(passed, "raider:1", "marker:stuck") == 0
    match = acts(given({"2-2": "hole"}, {1: "2-2"}), "1 stay", "1 face level:hole.forward think: 5 1")
    assert count(match, "raider:1", "marker:stuck") == 1
    return match


words.record("7.3", "TR-58", without("six_pass_a_seven", "marker:stuck"), DICE)
